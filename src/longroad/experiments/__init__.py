"""Published tables and figures, run again: ours beside theirs."""

from longroad.experiments.registry import EXPERIMENTS, Experiment, Request

__all__ = ["EXPERIMENTS", "Experiment", "Request"]
