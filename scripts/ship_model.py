"""Writes a checkpoint's network into src/longroad/models, its weights in half precision.

python scripts/ship_model.py runs/fast/best.pt fast2p
"""

from __future__ import annotations

import sys
from pathlib import Path

from longroad import models
from longroad.nets.export import export_onnx
from longroad.nets.registry import make_network
from longroad.train.presets import rules_of
from longroad.train.run.checkpoint import read


def main(checkpoint: str, name: str) -> None:
    header, state = read(Path(checkpoint))
    trained = state["trainer"]
    network = make_network(header["network"])
    network.load_state_dict(trained.get("averaged", trained["network"]))
    words = f"longroad train {header['preset']}: {trained['moves']} moves"
    file = Path(models.__file__).parent / f"{name}.onnx"
    rules = rules_of(header["settings"])
    export_onnx(network, header["network"], file, trained=words, rules=rules, half=True)
    print(f"{file.relative_to(Path.cwd())}: {file.stat().st_size / 1e6:.1f} MB, {words}")


if __name__ == "__main__":
    main(*sys.argv[1:])
