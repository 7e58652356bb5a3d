"""Ready-made trainings by name. Reading the table needs no PyTorch; making a trainer does (the extra
``train``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from longroad.catan import Rules
from longroad.errors import NetworkError, TrainingError
from longroad.models import shipped_or_file
from longroad.models.judge_file import FORMAT
from longroad.options import Declared, Options, no_such
from longroad.train.a2c.settings import A2cSettings
from longroad.train.expert.settings import ExpertSettings
from longroad.train.planning.settings import PlanningSettings
from longroad.train.ppo.settings import PpoSettings
from longroad.train.run.settings import NetworkSettings, Value, changed, declared, plain
from longroad.train.td.settings import TdRunSettings

#: How a cross-dimensional network is arranged for a GPU (longroad.nets.brick_conv): measured on an H200,
#: twice as fast to train as the plain form.
FAST = {"fold": 7, "step": 16}

if TYPE_CHECKING:
    import torch

    from longroad.nets.network import PolicyNetwork
    from longroad.train.run.checkpoint import Identity
    from longroad.train.run.loop import Evaluate
    from longroad.train.run.trainer import Trainer

Settings: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True)
class Preset:
    """One training, ready to run."""

    summary: str
    #: Everything that ``--set`` may change, with the preset's own values.
    parts: tuple[Options, ...]
    #: From settings, device, seed, and threads of the environment.
    make_trainer: Callable[[Settings, torch.device, int, int], Trainer]
    #: Whom it is measured against, in how many games each, how often, and whether it then draws its moves.
    opponents: tuple[str, ...] = ("random", "weighted")
    evaluation_games: int = 400
    evaluation_moves: int = 1_000_000
    evaluation_sample: bool = False
    #: Moves after which a run ends with neither moves nor minutes given; 0: it runs until it is stopped.
    moves: int = 0
    #: From itself, settings, games and threads: how it is measured. None: as a policy network.
    make_evaluator: Callable[[Preset, Settings, int, int], Evaluate] | None = None

    def settings(self, changes: Iterable[str] = ()) -> dict[str, Value]:
        """All settings by name, some changed as ``name=value``; raises TrainingError."""
        return plain(changed(self.parts, changes))

    @property
    def declared(self) -> dict[str, Declared]:
        """The settings with range or choices and help, the preset's values as their defaults."""
        return declared(self.parts)


def _a2c_settings(network: str, **changes: Any) -> tuple[Options, ...]:
    return NetworkSettings(network=network, rules="gendre2020"), A2cSettings(**changes)


def _a2c(settings: Settings, device: torch.device, seed: int, threads: int) -> Trainer:
    from longroad.train.a2c.trainer import A2cTrainer

    network, rules = new_network(settings, seed), rules_of(settings)
    chosen = A2cSettings.among(settings)
    return A2cTrainer(network, rules, chosen, device=device, seed=seed, threads=threads)


def _ppo_settings(network: str, rules: str, start: str = "", **changes: Any) -> tuple[Options, ...]:
    return NetworkSettings(network=network, rules=rules, start=start), PpoSettings(**changes)


def _ppo(settings: Settings, device: torch.device, seed: int, threads: int) -> Trainer:
    from longroad.train.ppo.trainer import PpoTrainer

    network, rules = new_network(settings, seed, fast=device.type == "cuda"), rules_of(settings)
    chosen = PpoSettings.among(settings)
    return PpoTrainer(network, rules, chosen, device=device, seed=seed, threads=threads)


def _expert(settings: Settings, device: torch.device, seed: int, threads: int) -> Trainer:
    from longroad.train.expert.trainer import ExpertTrainer

    network, rules = new_network(settings, seed), rules_of(settings)
    chosen = ExpertSettings.among(settings)
    return ExpertTrainer(network, rules, chosen, device=device, seed=seed, threads=threads)


def _td(settings: Settings, device: torch.device, seed: int, threads: int) -> Trainer:
    from longroad.train.td.trainer import TemporalDifferences

    run = TdRunSettings.among(settings).run(seed % 2**63)
    return TemporalDifferences(run, device=device, threads=threads)


def _td_evaluator(chosen: Preset, settings: Settings, games: int, threads: int) -> Evaluate:
    from longroad.train.td.evaluation import RatingEvaluator

    return RatingEvaluator(TdRunSettings.among(settings).run().rules, chosen.opponents, games)


def _planning(settings: Settings, device: torch.device, seed: int, threads: int) -> Trainer:
    from longroad.train.planning.trainer import PlanningTrainer

    return PlanningTrainer(PlanningSettings.among(settings), seed=seed, threads=threads)


def _planning_evaluator(chosen: Preset, settings: Settings, games: int, threads: int) -> Evaluate:
    from longroad.train.planning.evaluation import PlannerEvaluator

    return PlannerEvaluator(rules_of(settings), chosen.opponents, games, threads)


PRESETS: dict[str, Preset] = {
    "casher2024": Preset(
        "temporal differences, as Casher (2024) trained a residual perceptron for three players",
        (TdRunSettings(),),
        _td,
        opponents=("random", "weighted"),
        evaluation_games=120,
        evaluation_moves=500_000,
        make_evaluator=_td_evaluator,
    ),
    "champion": Preset(
        "the champion's policy for two players, on from the one that ships, by PPO less the luck; for a GPU",
        _ppo_settings(
            "roadnet-m",
            "gendre2020",
            "champion2p",
            luck="network",
            trace=0.97,
            learning_rate=1e-4,
            anneal_moves=50_000_000,
            average=0.998,
            most_divergence=0.03,
            entropy_factor=0.002,
            last_entropy_factor=0.001,
            past_share=0.15,
            past_interval=15,
            opponents="0.05 planner; 0.05 planner:eval=network",
            keep_games=False,
        ),
        _ppo,
        opponents=("random", "weighted", "value", "planner"),
        evaluation_moves=25_000_000,
    ),
    "expert2p": Preset(
        "expert iteration: a search plays, the champion's policy learns from it; for a GPU",
        (
            NetworkSettings(network="roadnet-m", rules="gendre2020", start="champion2p"),
            ExpertSettings(),
        ),
        _expert,
        opponents=("random", "weighted", "value", "planner"),
        evaluation_moves=2_000_000,
    ),
    "fast2p": Preset(
        "PPO with our own network, two players, begun with the planner's advice; for a GPU",
        _ppo_settings(
            "roadnet-m",
            "gendre2020",
            games=16384,
            batch=8192,
            learning_rate=4e-4,
            anneal_moves=150_000_000,
            opponents="0.125 planner",
            advisers="0.5 planner",
            advice_moves=30_000_000,
            keep_games=False,
        ),
        _ppo,
        opponents=("random", "weighted", "value", "planner"),
        evaluation_moves=25_000_000,
    ),
    "fast4p": Preset(
        "PPO with our own network, four players without domestic trade; for a GPU",
        _ppo_settings(
            "roadnet-m",
            "offers_per_turn=0,board=random",
            games=16384,
            batch=16384,
            learning_rate=5e-4,
            keep_games=False,
        ),
        _ppo,
        opponents=("random", "weighted", "value", "planner"),
        evaluation_moves=50_000_000,
    ),
    "gendre2020": Preset(
        "A2C with a league of 16, as Gendre & Kaneko (2020) trained XdimRes-8: weeks, or hours on a GPU",
        _a2c_settings("xdimres-8"),
        _a2c,
        opponents=("random", "weighted", "value"),
        evaluation_moves=3_200_000,
        evaluation_sample=True,
    ),
    "judge2p": Preset(
        "the native network of two players, by policy gradients over plans; native, no GPU needed",
        (PlanningSettings(),),
        _planning,
        opponents=("planner-1",),
        evaluation_games=2000,
        evaluation_moves=2_000_000,
        make_evaluator=_planning_evaluator,
    ),
    "judge4p": Preset(
        "the native network of three and four players, with trading, in the same way",
        (PlanningSettings(rules="players=4", games=1000),),
        _planning,
        opponents=("planner-1",),
        evaluation_games=1000,
        evaluation_moves=2_000_000,
        make_evaluator=_planning_evaluator,
    ),
    "smoke": Preset(
        "three minutes on two cores, to see that everything works: beats `random`",
        _a2c_settings(
            "xdim-6",
            workers=8,
            games=16,
            batch=128,
            forced=False,
            refresh=1.0,
            learning_rate=5e-4,
            entropy_factor=1e-3,
        ),
        _a2c,
        opponents=("random",),
        evaluation_moves=100_000,
        evaluation_sample=True,
        moves=160_000,
    ),
}


def preset(name: str) -> Preset:
    """A line of the table, or TrainingError."""
    if name not in PRESETS:
        raise TrainingError(no_such("preset", name, PRESETS))
    return PRESETS[name]


def chosen_settings(kind: type[Options], settings: Settings) -> bool:
    """Whether the settings are of a kind."""
    return settings.keys() == kind.declared.keys()


def rules_of(settings: Settings) -> Rules:
    """The rules that the settings name."""
    return Rules.from_text(str(settings["rules"]))


def new_network(settings: Settings, seed: int, fast: bool = False) -> PolicyNetwork:
    """The network that the settings name, its first weights those of the file ``start``, or following from
    the seed. With ``fast`` its arithmetic is arranged for a GPU, where that makes a difference; the numbers
    are the same."""
    from longroad.nets.export import load_weights
    from longroad.nets.registry import make_network
    from longroad.nets.seeded import seeded

    with seeded(seed):
        name = str(settings["network"])
        network = make_network(name, **(FAST if fast and name.startswith("xdim") else {}))
    if settings.get("start"):
        try:
            load_weights(network, name, shipped_or_file(str(settings["start"])))
        except NetworkError as error:
            raise TrainingError(f"setting start={settings['start']}: {error}") from None
    return network


def identity_of(name: str, settings: Settings, trainer: Trainer, seed: int) -> Identity:
    """What a run of a preset is, for its checkpoints."""
    from longroad.nets.registry import NETWORKS, RATING, RATING_VERSIONS
    from longroad.train.run.checkpoint import Identity

    if chosen_settings(PlanningSettings, settings):
        return Identity(name, "judge", {"format": FORMAT}, seed, dict(settings))
    network = str(settings["network"])
    versions = RATING_VERSIONS if network == RATING else NETWORKS[network].versions(trainer.network)  # type: ignore[arg-type]
    return Identity(name, network, versions, seed, dict(settings))


def evaluator_of(
    chosen: Preset, settings: Settings, threads: int, games: int | None = None
) -> Evaluate | None:
    """How a preset's network is measured, in its own number of games unless another is given; not at all in
    0."""
    games = chosen.evaluation_games if games is None else games
    if not games:
        return None
    if chosen.make_evaluator is not None:
        return chosen.make_evaluator(chosen, settings, games, threads)
    from longroad.train.run.evaluation import PolicyEvaluator

    return PolicyEvaluator(
        rules_of(settings),
        chosen.opponents,
        games,
        sample=chosen.evaluation_sample,
        threads=threads,
    )
