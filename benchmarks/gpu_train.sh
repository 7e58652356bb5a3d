#!/usr/bin/env bash
# Builds the extension here, checks it, measures throughput, and trains within a time limit; leaves checkpoints to resume from.
#
#   benchmarks/gpu_train.sh FOLDER MINUTES [PRESET] [more options of `longroad train`, such as --resume]
#
# Needs a C++20 compiler, CMake, nanobind and PyTorch with CUDA; installs nothing.
set -euo pipefail
out=${1:?name a folder for the run}
minutes=${2:?how many minutes to train}
preset=${3:-fast2p}
shift $(($# < 3 ? $# : 3))
cd "$(dirname "$0")/.."
mkdir -p "$out"
export PYTHONPATH=src PYTHONUNBUFFERED=1

cmake -S . -B build -DCMAKE_BUILD_TYPE=Release > "$out/build.log" 2>&1
cmake --build build -j >> "$out/build.log" 2>&1 || { tail -20 "$out/build.log"; exit 1; }
python3 -c 'import torch; assert torch.cuda.is_available(), "PyTorch finds no GPU here"'
python3 benchmarks/train_speed.py | tee "$out/speed.txt"
python3 -c 'from longroad.cli import main; main()' train "$preset" --out "$out/run" --minutes "$minutes" --device cuda "$@"
