"""Matches whose numbers can be trusted: every block is one board and one seed of chance, played in every
rotation of the seats."""

from longroad.arena.data.archive import KeptGame, games_of, read_games, write_games
from longroad.arena.play.match import MatchResult, match_game, play_match
from longroad.arena.play.sequential import SequentialResult, run_sprt
from longroad.arena.statistics.sprt import Sprt
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.arena.tournament.standings import Standings, standings

__all__ = [
    "KeptGame",
    "MatchResult",
    "Plan",
    "SequentialResult",
    "Sprt",
    "Standings",
    "Tournament",
    "games_of",
    "match_game",
    "play_match",
    "read_games",
    "run_sprt",
    "standings",
    "write_games",
]
