"""Matches whose numbers can be trusted: every block is one board and one seed of chance, played in every rotation of the seats."""

from longroad.arena.match import MatchResult, play_match

__all__ = ["MatchResult", "play_match"]
