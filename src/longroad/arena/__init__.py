"""Matches whose numbers can be trusted: every block is one board and one seed of chance, played in every
rotation of the seats."""

from longroad.arena.data.archive import KeptGame, games_of, read_games, write_games
from longroad.arena.play.match import MatchResult, play_match
from longroad.arena.play.sequential import SequentialResult, run_sprt
from longroad.arena.skirmish import SkirmishMatch, play_skirmish_match, skirmish_game
from longroad.arena.statistics.sprt import Sprt
from longroad.arena.tournament.folder import Tournament
from longroad.arena.tournament.plan import Plan
from longroad.arena.tournament.standings import Standings, standings

__all__ = [
    "KeptGame",
    "MatchResult",
    "Plan",
    "SequentialResult",
    "SkirmishMatch",
    "Sprt",
    "Standings",
    "Tournament",
    "games_of",
    "play_match",
    "play_skirmish_match",
    "read_games",
    "run_sprt",
    "skirmish_game",
    "standings",
    "write_games",
]
