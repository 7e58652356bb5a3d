"""Distils a shipped network into a smaller one, and measures the speed it buys. Extras: net and train.

    python benchmarks/distil.py --positions 600000 --epochs 2 --out out/distilled

The teacher plays itself: half of the games draw moves from its policy, half from the policy flattened by a
temperature of 2. The student learns the policy by cross-entropy over the legal moves, and the win
probabilities. The data set and the weights of every epoch are kept: a run that is killed resumes after what
is there. At the end positions per second of one core, in batches of 64: teacher, teacher with weights of 8
bits, student.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from longroad.agents.net.network_file import Network, open_network
from longroad.catan import Rules, VectorEnv
from longroad.models import shipped_or_file
from longroad.models.file_hash import with_file_hash
from longroad.nets.export import export_onnx
from longroad.nets.registry import make_network

RULES = Rules.preset("gendre2020")
GAMES = 256


def play(teacher: Network, positions: int, path: Path) -> dict[str, np.ndarray]:
    """Positions that the teacher came to, and what it makes of them."""
    if path.exists():
        with np.load(path) as kept:
            return dict(kept)
    env = VectorEnv(RULES, games=GAMES, seed=11, skip_forced=True)
    rng, began = np.random.default_rng(11), time.monotonic()
    flat = np.where(np.arange(GAMES) % 2 == 0, 1.0, 2.0)[:, None]
    rows, masks, policies, values = [], [], [], []
    while len(rows) * GAMES < positions:
        logits, value = teacher.judge(env.observation)
        logits = np.where(env.mask, logits, -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        rows.append(env.observation.copy())
        masks.append(np.packbits(env.mask, axis=1))
        policies.append((chances / chances.sum(1, keepdims=True)).astype(np.float16))
        values.append(value.astype(np.float16))
        noise = -np.log(-np.log(rng.random(logits.shape)))
        env.step(np.where(env.mask, logits / flat + noise, -np.inf).argmax(1))
        if len(rows) % 200 == 0:
            print(f"{len(rows) * GAMES:,} positions, {time.monotonic() - began:.0f} s", flush=True)
    data = {
        name: np.concatenate(parts)
        for name, parts in {"rows": rows, "masks": masks, "policies": policies, "values": values}.items()
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **data)
    return data


def learn(data: dict[str, np.ndarray], epochs: int, out: Path, name: str) -> torch.nn.Module:
    """The student after some epochs; the last 20,000 positions measure it."""
    torch.manual_seed(1)
    student = make_network(name)
    codec = int(data["policies"].shape[1])
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-3, weight_decay=1e-4)
    training, batch = len(data["rows"]) - 20_000, 512
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, epochs * (training // batch))

    def losses(pick: np.ndarray) -> tuple[torch.Tensor, torch.Tensor, float]:
        heads = student(torch.from_numpy(data["rows"][pick]))
        legal = torch.from_numpy(np.unpackbits(data["masks"][pick], axis=1, count=codec).astype(bool))
        target = torch.from_numpy(data["policies"][pick].astype(np.float32))
        logs = heads.logits.masked_fill(~legal, -1e9).log_softmax(1)
        wanted = torch.from_numpy(data["values"][pick].astype(np.float32))
        value = -(wanted * torch.log(heads.values[:, : wanted.shape[1]].clamp_min(1e-6))).sum(1).mean()
        same = float((logs.argmax(1) == target.argmax(1)).float().mean())
        return -(target * logs).sum(1).mean(), value, same

    for epoch in range(epochs):
        kept = out / f"epoch-{epoch + 1}.pt"
        if kept.exists():
            saved = torch.load(kept, weights_only=True)
            student.load_state_dict(saved["student"])
            optimizer.load_state_dict(saved["optimizer"])
            schedule.load_state_dict(saved["schedule"])
            continue
        order = np.random.default_rng(epoch).permutation(training)
        for begin in range(0, training - batch, batch):
            policy, value, _ = losses(np.sort(order[begin : begin + batch]))
            optimizer.zero_grad()
            (policy + value).backward()
            torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            if begin // batch % 200 == 0:
                print(f"epoch {epoch + 1}, {begin:,}: {policy.item():.4f} {value.item():.4f}", flush=True)
        torch.save(
            {
                "student": student.state_dict(),
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
            },
            kept,
        )
        with torch.no_grad():
            held = [losses(np.arange(at, at + 1000)) for at in range(training, len(data["rows"]) - 999, 1000)]
        means = [float(np.mean([float(x[i]) for x in held])) for i in range(3)]
        print(f"epoch {epoch + 1}: policy {means[0]:.4f}, value {means[1]:.4f}, the same move {means[2]:.1%}")
    return student


def in_8_bits(path: Path, out: Path) -> None:
    """The same network with the weights of its matrices in 8 bits."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = (
        onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    )  # no half precision
    options.optimized_model_filepath = str(out)
    onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    quantize_dynamic(out, out, weight_type=QuantType.QInt8, op_types_to_quantize=["MatMul", "Gemm"])
    out.write_bytes(with_file_hash(out.read_bytes()))


def speed(path: Path, rows: np.ndarray) -> float:
    """Positions per second of CPU time, in batches of 64; the median of 7."""
    network, found = open_network(str(path)), []
    for _ in range(7):
        began = time.process_time()
        for at in range(0, len(rows), 64):
            network.judge(rows[at : at + 64])
        found.append(len(rows) / (time.process_time() - began))
    return float(np.median(found))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--teacher", default="fast2p")
    parser.add_argument("--student", default="roadnet-s")
    parser.add_argument("--positions", type=int, default=600_000)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/distilled"))
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    teacher = shipped_or_file(asked.teacher)
    data = play(open_network(str(teacher)), asked.positions, asked.out / "positions.npz")
    student = learn(data, asked.epochs, asked.out, asked.student)
    small, eighths = asked.out / f"{asked.student}.onnx", asked.out / "int8.onnx"
    export_onnx(student, asked.student, small, trained=f"distilled from {asked.teacher}", rules=RULES)
    in_8_bits(teacher, eighths)
    rows = data["rows"][-2048:]
    for name, path in {"teacher": teacher, "int8": eighths, "student": small}.items():
        print(
            f"{name:8} {speed(path, rows):8,.0f} positions/s, {path.stat().st_size / 1e6:.1f} MB", flush=True
        )


if __name__ == "__main__":
    main()
