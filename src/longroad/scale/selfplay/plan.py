"""How a cluster is shared out: how many actors play how many games, and what each of them takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from longroad.errors import TrainingError
from longroad.train.expert.settings import ExpertSettings
from longroad.train.ppo.settings import PpoSettings

#: Actors play with weights of at most so many steps ago, unless another number is asked for.
STALENESS = 1


@dataclass(frozen=True)
class Plan:
    """Learners with equal numbers of actors, actors with equal numbers of games."""

    actors: int
    learners: int
    staleness: int
    #: What each actor, and each learner beyond the first, claims.
    cpus: float
    gpus: float
    #: Threads of an actor.
    threads: int

    def numbers(self, rank: int) -> range:
        """The actors of a learner."""
        each = self.actors // self.learners
        return range(rank * each, (rank + 1) * each)

    @property
    def claim(self) -> dict[str, float]:
        """As Ray's options."""
        return {"num_cpus": self.cpus, "num_gpus": self.gpus}


def planned(
    resources: Mapping[str, float],
    settings: PpoSettings,
    *,
    actors: int | None = None,
    learners: int = 1,
    staleness: int = STALENESS,
) -> Plan:
    """A plan for a cluster with these ``CPU`` and ``GPU``. Without ``actors`` there is one per GPU, which
    asks about all its games at once; without GPUs one per core, since a learner that waits leaves its cores
    to them; or as many fewer as the games can be divided among. Raises TrainingError if learners, actors,
    games and batch do not divide.

    >>> planned({"CPU": 9.0}, PpoSettings(games=1024)).actors
    8
    >>> planned({"CPU": 32.0, "GPU": 2.0}, PpoSettings(games=1024))
    Plan(actors=2, learners=1, staleness=1, cpus=1.0, gpus=1.0, threads=16)
    """
    if actors is None:
        actors = _most_actors(resources, settings.games, settings.groups, learners)
    if actors % learners:
        raise TrainingError(f"--actors {actors}: must be a multiple of the {learners} learners")
    if not _divides(settings.games, settings.groups, actors, learners):
        raise TrainingError(
            f"setting games={settings.games}: must be a multiple of {actors} actors times {settings.groups} "
            "groups"
        )
    if settings.batch % learners:
        raise TrainingError(f"setting batch={settings.batch}: must be a multiple of the {learners} learners")
    return _claimed(resources, actors, learners, staleness)


def planned_searches(
    resources: Mapping[str, float],
    settings: ExpertSettings,
    *,
    actors: int | None = None,
    staleness: int = STALENESS,
) -> Plan:
    """The same for expert iteration, which has one learner. Raises TrainingError if actors and games do not
    divide.

    >>> planned_searches({"CPU": 9.0}, ExpertSettings(games=1000)).actors
    8
    """
    if actors is None:
        actors = _most_actors(resources, settings.games)
    if not _divides(settings.games, 1, actors):
        raise TrainingError(f"setting games={settings.games}: must be a multiple of {actors} actors")
    return _claimed(resources, actors, 1, staleness)


def _most_actors(resources: Mapping[str, float], games: int, groups: int = 1, learners: int = 1) -> int:
    """One per GPU, or else per core; as many fewer as the games can be divided among."""
    most = max(int(resources.get("GPU", 0)) or int(resources.get("CPU", 0)), learners)
    return next((n for n in range(most, 0, -1) if _divides(games, groups, n, learners)), learners)


def _divides(games: int, groups: int, actors: int, learners: int = 1) -> bool:
    return actors % learners == 0 and games % (actors * groups) == 0


def _claimed(resources: Mapping[str, float], actors: int, learners: int, staleness: int) -> Plan:
    cores, gpus = int(resources.get("CPU", 0)), int(resources.get("GPU", 0))
    takers = actors + learners - 1
    return Plan(
        actors,
        learners,
        staleness,
        cpus=_claim(cores, takers),
        gpus=_claim(gpus, takers) if gpus else 0.0,
        threads=max(1, cores // actors) if gpus else 1,
    )


def _claim(units: int, takers: int) -> float:
    """A whole unit, or such a part of one that all takers find room, none of them on two units.

    >>> _claim(4, 3), _claim(2, 3)
    (1.0, 0.5)
    """
    return 1 / max(1, -(-takers // max(units, 1)))
