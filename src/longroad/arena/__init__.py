"""Matches whose numbers can be trusted: every block is one board and one seed of chance, played in every rotation of the seats."""

from longroad.arena.match import MatchResult, play_match
from longroad.arena.skirmish import SkirmishMatch, play_skirmish_match, skirmish_game

__all__ = ["MatchResult", "SkirmishMatch", "play_match", "play_skirmish_match", "skirmish_game"]
