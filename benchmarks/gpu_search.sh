#!/usr/bin/env bash
# Builds the extension here and measures how many leaves per second a network judges for thousands of trees that share its batches.
#
#   benchmarks/gpu_search.sh FOLDER [more options of benchmarks/search_speed.py, such as --network roadnet-s --device cpu]
#
# Needs a C++20 compiler, CMake, nanobind and PyTorch; installs nothing.
set -euo pipefail
out=${1:?name a folder for the figures}
shift
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "$0")/.."
export PYTHONPATH=src PYTHONUNBUFFERED=1
python=${PYTHON:-python3}

cmake -S . -B build -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE="$(command -v "$python")" > "$out/build.log" 2>&1
cmake --build build -j >> "$out/build.log" 2>&1 || { tail -20 "$out/build.log"; exit 1; }
"$python" benchmarks/search_speed.py "$@" | tee "$out/search_speed.txt"
