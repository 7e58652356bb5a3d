"""Work in pieces that may be done anywhere, in any order, twice if need be: what a job is, and who does jobs
on this machine. Those of a cluster are in ``longroad.scale``."""

from longroad.jobs.processes import Processes
from longroad.jobs.work import Done, Each, Here, Runner, Work

__all__ = ["Done", "Each", "Here", "Processes", "Runner", "Work"]
