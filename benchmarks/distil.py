"""Distils a shipped network into a smaller one, and measures the speed it buys. Extras: net and train.

    python benchmarks/distil.py --positions 600000 --epochs 2 --out out/distilled
    python benchmarks/distil.py --positions 4000000 --epochs 6 --device cuda --batch 4096 --out out/distilled

The teacher plays itself: half of the games draw moves from its policy, half from the policy flattened by a
temperature of 2. The student learns the policy by cross-entropy over the legal moves, and the win
probabilities. The data set and the weights of every epoch are kept: a run that is killed resumes after what
is there. At the end positions per second of one core, in batches of 64: teacher, teacher with weights of 8
bits, student.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

from longroad.agents.net.network_file import open_network
from longroad.catan import Rules, VectorEnv
from longroad.models import shipped_or_file
from longroad.models.file_hash import with_file_hash
from longroad.nets.export import export_onnx, load_weights
from longroad.nets.network import PolicyNetwork
from longroad.nets.registry import make_network
from longroad.train.run.choosing import drawn

RULES = Rules.preset("gendre2020")


def play(teacher: PolicyNetwork, positions: int, path: Path, device: torch.device) -> dict[str, np.ndarray]:
    """Positions that the teacher came to, and what it makes of them."""
    if path.exists():
        with np.load(path) as kept:
            return dict(kept)
    teacher = teacher.to(device).eval()
    games = 256 if device.type == "cpu" else 8192
    env = VectorEnv(RULES, games=games, seed=11, skip_forced=True, threads=torch.get_num_threads())
    generator, began = torch.Generator(device).manual_seed(11), time.monotonic()
    flat = torch.where(torch.arange(games, device=device) % 2 == 0, 1.0, 2.0)[:, None]
    parts: dict[str, list[np.ndarray]] = {"rows": [], "masks": [], "policies": [], "values": []}
    while (taken := len(parts["rows"]) * games) < positions:
        legal = torch.from_numpy(env.mask).to(device)
        with torch.no_grad():
            heads = teacher(torch.from_numpy(env.observation).to(device))
        logits = heads.logits.masked_fill(~legal, -1e9)
        parts["rows"].append(env.observation.copy())
        parts["masks"].append(np.packbits(env.mask, axis=1))
        parts["policies"].append(logits.softmax(1).half().cpu().numpy())
        parts["values"].append(heads.values[:, : RULES.players].half().cpu().numpy())
        env.step(drawn(logits / flat, legal, generator)[0].cpu().numpy().astype(np.int32))
        if taken // 100_000 != (taken + games) // 100_000:
            print(f"{taken + games:,} positions, {time.monotonic() - began:.0f} s", flush=True)
    data = {name: np.concatenate(arrays) for name, arrays in parts.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **data)
    return data


def learn(
    data: dict[str, np.ndarray], asked: argparse.Namespace, device: torch.device
) -> tuple[torch.nn.Module, float]:
    """The student after some epochs, and how often it makes the teacher's move in the last 20,000
    positions."""
    torch.manual_seed(1)
    student = make_network(asked.student).to(device)
    codec = int(data["policies"].shape[1])
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-3, weight_decay=1e-4)
    training, batch, same = len(data["rows"]) - 20_000, asked.batch, math.nan
    most = 2e-3 * math.sqrt(batch / 512)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, most, asked.epochs * (training // batch))

    def losses(pick: np.ndarray) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        def chosen(name: str) -> torch.Tensor:
            return torch.from_numpy(data[name][pick]).to(device)

        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            heads = student(chosen("rows"))
        masks = np.unpackbits(data["masks"][pick], axis=1, count=codec).astype(bool)
        target = chosen("policies").float()
        logs = heads.logits.float().masked_fill(~torch.from_numpy(masks).to(device), -1e9).log_softmax(1)
        wanted = chosen("values").float()
        value = (
            -(wanted * torch.log(heads.values[:, : wanted.shape[1]].float().clamp_min(1e-6))).sum(1).mean()
        )
        return -(target * logs).sum(1).mean(), value, (logs.argmax(1) == target.argmax(1)).float().mean()

    for epoch in range(asked.epochs):
        kept = asked.out / f"epoch-{epoch + 1}.pt"
        if kept.exists():
            saved = torch.load(kept, weights_only=True)
            student.load_state_dict(saved["student"])
            optimizer.load_state_dict(saved["optimizer"])
            schedule.load_state_dict(saved["schedule"])
            same = saved["same"]
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
        with torch.no_grad():
            held = [losses(np.arange(at, at + 1000)) for at in range(training, len(data["rows"]) - 999, 1000)]
        means = [float(np.mean([float(x[i]) for x in held])) for i in range(3)]
        same = means[2]
        print(
            f"epoch {epoch + 1}: policy {means[0]:.4f}, value {means[1]:.4f}, the same move {same:.1%}",
            flush=True,
        )
        state = {
            "student": student.state_dict(), "optimizer": optimizer.state_dict(),
            "schedule": schedule.state_dict(), "same": same,
        }  # fmt: skip
        torch.save(state, kept)
    return student.cpu(), same


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
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--out", type=Path, default=Path("out/distilled"))
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    device = torch.device(asked.device)
    path = shipped_or_file(asked.teacher)
    teacher = make_network(open_network(str(path)).name)
    load_weights(teacher, path)
    data = play(teacher, asked.positions, asked.out / "positions.npz", device)
    student, same = learn(data, asked, device)
    small, eighths = asked.out / f"{asked.student}.onnx", asked.out / "int8.onnx"
    trained = f"distilled from {asked.teacher}: {asked.epochs} epochs of {len(data['rows']):,} positions"
    export_onnx(student, asked.student, small, trained=trained, rules=RULES)
    print(f"{small}: the teacher's move in {same:.1%} of the positions held out", flush=True)
    in_8_bits(path, eighths)
    rows = data["rows"][-2048:]
    for name, file in {"teacher": path, "int8": eighths, "student": small}.items():
        print(
            f"{name:8} {speed(file, rows):8,.0f} positions/s, {file.stat().st_size / 1e6:.1f} MB", flush=True
        )


if __name__ == "__main__":
    main()
