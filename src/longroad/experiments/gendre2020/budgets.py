"""How much of the paper is run again: minutes or an hour on a processor, minutes on a GPU, or all of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from longroad.experiments.gendre2020.published import LONG_STEPS, LONGEST_STEPS, MOVES_PER_STEP
from longroad.train.run.settings import Value

ARCHITECTURES = ("xdim", "xdimres", "cnnres")


@dataclass(frozen=True)
class Budget:
    """What is trained, for how many moves, and how it is measured."""

    #: In words, for the report.
    words: str
    #: ``a2c`` (the paper's) or ``ppo``, and what of its settings is changed.
    algorithm: str
    settings: dict[str, Value]
    #: Figure 6: layers, and how often each network is trained.
    depths: tuple[int, ...]
    seeds: int
    #: Moves of a network in Figure 6, in Figure 7, of the one whose points are Figure 8, and in Figures 9 and
    #: 10.
    early: int
    long: int
    longest: int
    ablation: int
    #: Networks of Figure 7, the last one being that of Figures 8 to 10.
    long_networks: tuple[str, ...]
    #: Opponents, the first one being the pictures'; points per curve of Figure 6 and of the others, games per
    #: point, games of Figure 8.
    opponents: tuple[str, ...]
    points: int
    long_points: int
    games: int
    final_games: int
    #: Figures 7, 9 and 10: how often each network is trained; the longest run is done once.
    repeats: int = 1
    #: Figure 6: layers of networks that are trained once.
    deepest: tuple[int, ...] = ()
    #: Behind the names of the networks of Figure 6: ``-keras`` for the first weights and the activation that
    #: the paper's program had.
    made: str = ""
    #: Whether the network draws its moves when it is measured.
    sample: bool = True
    device: str = "cpu"

    @property
    def main_network(self) -> str:
        """The one that Figures 8 to 10 are about."""
        return self.long_networks[-1]


#: What makes a small run learn: as the preset ``smoke``, in smaller steps.
SMALL: dict[str, Value] = {
    "report_batches": 25,
    "workers": 8,
    "games": 16,
    "batch": 128,
    "forced": False,
    "refresh": 1.0,
    "learning_rate": 5e-4,
    "entropy_factor": 1e-3,
}
#: Objective and rewards of the paper in the form that a GPU is fast at.
WIDE: dict[str, Value] = {
    "games": 8192,
    "batch": 8192,
    "learning_rate": 5e-4,
    "win": 0.75,
    "loss": -0.75,
    "point": 0.02,
    "activity_factor": 1e-8,
    "keep_games": False,
}

BUDGETS = {
    "quick": Budget(
        "a quick demonstration on a processor: the paper's objective with the settings of the preset `smoke`",
        "a2c",
        SMALL,
        depths=(6,),
        seeds=3,
        early=40_000,
        long=80_000,
        longest=80_000,
        ablation=80_000,
        long_networks=("xdim-6", "xdimres-6"),
        opponents=("random",),
        points=3,
        long_points=3,
        games=120,
        final_games=400,
    ),
    "usual": Budget(
        "a demonstration on a processor: the paper's objective with the settings of the preset `smoke`",
        "a2c",
        SMALL,
        depths=(6, 8),
        seeds=2,
        early=120_000,
        long=400_000,
        longest=400_000,
        ablation=200_000,
        long_networks=("xdim-6", "xdimres-6"),
        opponents=("weighted", "random"),
        points=5,
        long_points=5,
        games=200,
        final_games=2_000,
    ),
    "gpu": Budget(
        "a run on a GPU: the paper's rewards and losses, learnt by PPO from 8,192 games at once",
        "ppo",
        WIDE,
        depths=(6, 8),
        seeds=5,
        deepest=(10,),
        made="-keras",
        early=32_000_000,
        long=60_000_000,
        longest=120_000_000,
        ablation=60_000_000,
        long_networks=("xdim-6", "xdim-8", "xdimres-6", "xdimres-8"),
        opponents=("value", "weighted"),
        points=4,
        long_points=10,
        games=400,
        final_games=10_000,
        repeats=3,
        sample=False,
        device="cuda",
    ),
    "full": Budget(
        "all of the paper: its settings and its 1.92 billion moves",
        "a2c",
        {},
        depths=(6, 8, 10),
        seeds=1,
        made="-keras",
        early=1_500 * MOVES_PER_STEP,
        long=LONG_STEPS * MOVES_PER_STEP,
        longest=LONGEST_STEPS * MOVES_PER_STEP,
        ablation=3_000 * MOVES_PER_STEP,
        long_networks=("xdim-6", "xdim-8", "xdimres-6", "xdimres-8"),
        opponents=("value", "weighted", "planner"),
        points=30,
        long_points=30,
        games=1_000,
        final_games=10_000,
    ),
}


@dataclass(frozen=True)
class Learner:
    """One network to be trained."""

    #: In files.
    name: str
    network: str
    moves: int
    seed: int
    #: How often it is measured.
    points: int = 1
    #: Settings that differ from the budget's.
    changes: dict[str, Value] = field(default_factory=dict)
    #: The learner whose network, after a third of its moves, is the opponent from beginning to end.
    opponent: str | None = None


def early(budget: Budget, seed: int) -> list[Learner]:
    """Figure 6."""
    return [
        Learner(
            f"early-{architecture}-{depth}-{number + 1}",
            f"{architecture}-{depth}{budget.made}",
            budget.early,
            seed + number,
            budget.points,
        )
        for number in range(budget.seeds)
        for architecture in ARCHITECTURES
        for depth in (*budget.depths, *(budget.deepest if number == 0 else ()))
    ]


def parts_of(network: str) -> tuple[str, int]:
    """Architecture and layers.

    >>> parts_of("xdimres-8-keras")
    ('xdimres', 8)
    """
    architecture, depth = network.split("-")[:2]
    return architecture, int(depth)


def long(budget: Budget, seed: int) -> list[Learner]:
    """Figure 7, one seed after the other; each seed's last one is that of Figures 9 and 10, too, and the
    first of these that of Figure 8."""
    return [
        Learner(
            f"long-{name}-{number + 1}",
            name,
            budget.longest if name == budget.main_network and number == 0 else budget.long,
            seed + number,
            budget.long_points,
        )
        for number in range(budget.repeats)
        for name in budget.long_networks
    ]


def main_ones(budget: Budget, seed: int) -> list[Learner]:
    """Those of Figures 8 to 10, a seed each."""
    return [one for one in long(budget, seed) if one.network == budget.main_network]


def without_activity(budget: Budget, seed: int) -> list[Learner]:
    """Figure 9: the same without the loss on logits."""
    return [
        Learner(
            f"inactive-{number + 1}",
            budget.main_network,
            budget.ablation,
            seed + number,
            budget.long_points,
            {"activity_factor": 0.0},
        )
        for number in range(budget.repeats)
    ]


def against_fixed(budget: Budget, seed: int) -> list[Learner]:
    """Figure 10: the same against a copy of the long run's network, good but always the same."""
    changes: dict[str, Value] = {"past_share": 1.0} if budget.algorithm == "ppo" else {}
    return [
        Learner(
            f"fixed-{number + 1}",
            budget.main_network,
            budget.ablation,
            seed + number,
            budget.long_points,
            changes,
            opponent=main.name,
        )
        for number, main in enumerate(main_ones(budget, seed))
    ]


PARTS = ("tables", "fig6", "fig7", "fig8", "fig9", "fig10")


def learners_of(part: str, budget: Budget, seed: int) -> list[Learner]:
    """Whom a part of the experiment needs."""
    main = main_ones(budget, seed)
    return {
        "tables": [],
        "fig6": early(budget, seed),
        "fig7": long(budget, seed),
        "fig8": main[:1],
        "fig9": [*main, *without_activity(budget, seed)],
        "fig10": [*main, *against_fixed(budget, seed)],
    }[part]
