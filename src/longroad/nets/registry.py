"""The networks by name.

| name | version | encoding | codec | games | history |
| --- | --- | --- | --- | --- | --- |
| ``xdim-6``, ``-8``, ``-10`` | xdim-1 | general-1, as gendre planes | gendre2020-1 | 2 players | 1: first |
| ``xdimres-6``, ``-8``, ``-10`` | xdimres-1 | the same | gendre2020-1 | 2 players | 1: first |
| ``cnnres-6``, ``-8``, ``-10`` | cnnres-1 | the same | gendre2020-1 | 2 players | 1: first |
| these with ``-keras`` | xdim-2, xdimres-2, cnnres-2 | the same | gendre2020-1 | 2 players | 2: slope |
| ``roadnet-s``, ``-m``, ``-l`` | roadnet-1 | general-1 | general-1 | 2-4 players | 1: first |
| ``resmlp`` | resmlp-1 | casher2024-1 | none: it rates moves | 2-4 players | 1: first |

The number of a paper's network counts its layers; those with ``-keras`` have the first weights and the
slope of leaky ReLU that the paper's program had. A change of what a network computes from the same weights
is a new version.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from longroad.catan.codecs import CODECS
from longroad.catan.encodings import ENCODINGS
from longroad.errors import TrainingError
from longroad.nets.cnnres import CNNRes
from longroad.nets.network import PolicyNetwork
from longroad.nets.roadnet import RoadNet
from longroad.nets.xdim import Xdim
from longroad.options import no_such

DEPTHS = (6, 8, 10)


@dataclass(frozen=True)
class NetworkInfo:
    """A line of the table."""

    version: str
    build: Callable[..., PolicyNetwork]
    summary: str

    def versions(self, network: PolicyNetwork) -> dict[str, str]:
        """What a file with its weights must say, and a reader must check."""
        players = str(network.players) if network.players == 2 else f"2-{network.players}"
        return {
            "network_version": self.version,
            "encoding": ENCODINGS[network.encoding].version,
            "codec": CODECS[network.codec].version,
            "players": players,
        }


#: Architectures of the paper: their constructor, and what they are.
_PAPER: dict[str, tuple[Callable[..., PolicyNetwork], str]] = {
    "xdim": (Xdim, "cross-dimensional, {} layers"),
    "xdimres": (partial(Xdim, residual=True), "cross-dimensional with residual paths, {} layers"),
    "cnnres": (CNNRes, "residual convolutions of 40 channels, {} layers"),
}
NETWORKS: dict[str, NetworkInfo] = {
    **{
        f"{name}-{n}": NetworkInfo(f"{name}-1", partial(made, n), words.format(n))
        for name, (made, words) in _PAPER.items()
        for n in DEPTHS
    },
    **{
        f"{name}-{n}-keras": NetworkInfo(
            f"{name}-2", partial(made, n, keras=True), f"{words.format(n)}, as Keras starts and computes them"
        )
        for name, (made, words) in _PAPER.items()
        for n in DEPTHS
    },
    "roadnet-s": NetworkInfo("roadnet-1", partial(RoadNet, 32, 96, 4), "ours over the board's graph, small"),
    "roadnet-m": NetworkInfo("roadnet-1", partial(RoadNet, 64, 192, 6), "ours, medium"),
    "roadnet-l": NetworkInfo("roadnet-1", partial(RoadNet, 128, 256, 6), "ours, large"),
}

#: The network that rates a position with a move, and what a file with its weights must say.
RATING = "resmlp"
RATING_VERSIONS = {
    "network_version": "resmlp-1",
    "encoding": ENCODINGS["casher2024"].version,
    "players": "2-4",
}


def make_network(name: str, **arrangement: int) -> PolicyNetwork:
    """A new network. ``fold`` and ``step`` arrange a cross-dimensional network's arithmetic for a GPU.

    >>> sum(p.numel() for p in make_network("xdimres-8").parameters())
    65233
    """
    if name not in NETWORKS:
        raise TrainingError(no_such("network", name, NETWORKS))
    return NETWORKS[name].build(**arrangement)
