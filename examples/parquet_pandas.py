"""pandas on exported games: how two agents play, and what a good first settlement is worth.

    python examples/parquet_pandas.py [games]
    python examples/parquet_pandas.py games.parquet

Needs: pip install 'longroad[data]' pandas

The file is one that `longroad export --text` wrote; without it, games of `weighted` against `random` are
played and exported first. Both settle wherever they may, so their games tell what a spot is worth.
Prints what the agents do per game, and how often a first settlement wins by the dots of its hexes (a 6 or an
8 has five dots, a 2 or a 12 one). With 2,000 games, 2026-11-20:

    weighted wins 63% of 2000 games: 3.6 settlements, 0.8 cities, 11.4 roads, 7.8 cards, 30.4 bank trades
    weighted, first settlement of 0 to 4 dots: wins 43% of 568 games
    weighted, first settlement of 5 to 8 dots: wins 61% of 758 games
    weighted, first settlement of 9 or more dots: wins 81% of 674 games
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from longroad.arena import KeptGame, play_match
from longroad.arena.data.parquet import export_games
from longroad.catan import topology
from longroad.catan.encodings import general_blocks

DOTS = np.array([0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1])
#: How the texts of these moves begin.
COUNTED = {
    "settlements": "settle ",
    "cities": "city ",
    "roads": "road ",
    "cards": "buy card",
    "bank trades": "trade ",
}


def played(games: int, path: Path) -> Path:
    """What `longroad match ... --records` and `longroad export ... --text` do."""
    kept: list[KeptGame] = []
    play_match(["weighted", "random"], games=games, seed=1, keep=kept.extend)
    export_games(kept, path, text=True)
    return path


def how_they_play(path: Path) -> pd.DataFrame:
    """A row per agent: games, win rate, and how often it does what in a game."""
    decisions = pd.read_parquet(path, columns=["game", "agent", "won", "text"])
    for name, start in COUNTED.items():
        decisions[name] = decisions["text"].str.startswith(start)
    per_game = decisions.groupby(["agent", "game"]).agg({"won": "first", **dict.fromkeys(COUNTED, "sum")})
    counted = per_game.astype(float).groupby("agent").mean()
    counted.insert(0, "games", per_game.groupby("agent").size())
    return counted.sort_values("won", ascending=False)


def first_settlements(path: Path) -> pd.DataFrame:
    """A row per agent and group of dots. The observation is bytes: NumPy reads them, pandas goes on."""
    decisions = pd.read_parquet(path, columns=["game", "agent", "won", "text", "observation"])
    settled = decisions[decisions["text"].str.startswith("settle ")]
    first = settled.groupby(["agent", "game"], as_index=False).first()
    seen = np.frombuffer(b"".join(first["observation"]), np.uint8).reshape(len(first), -1)
    spots = first["text"].str.removeprefix("settle n").astype(int)
    first["dots"] = [
        DOTS[tokens[list(topology.INTERSECTION_HEXES[spot])]].sum()
        for tokens, spot in zip(general_blocks(seen)["token"], spots, strict=True)
    ]
    first["dots"] = pd.cut(first["dots"], [-1, 4, 8, 15], labels=["0 to 4", "5 to 8", "9 or more"])
    return first.groupby(["agent", "dots"], observed=True)["won"].agg(["mean", "size"])


def main(given: str = "2000") -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = played(int(given), Path(folder) / "games.parquet") if given.isdigit() else Path(given)
        for agent, row in how_they_play(path).iterrows():
            does = ", ".join(f"{row[name]:.1f} {name}" for name in COUNTED)
            print(f"{agent} wins {row['won']:.0%} of {row['games']:.0f} games: {does}")
        for (agent, dots), row in first_settlements(path).iterrows():
            rate = f"wins {row['mean']:.0%} of {row['size']:.0f} games"
            print(f"{agent}, first settlement of {dots} dots: {rate}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
