# make demo   install into .venv and play a match: the quickest look at Longroad
# make test   everything CI runs
# make bench, peers, lockstep   speed here, speed beside catanatron, the long comparison with the reference
# make build  the extension beside the Python sources, for work on it (PYTHONPATH=src)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := CMakeLists.txt pyproject.toml $(shell find cpp src -name '*.hpp' -o -name '*.cpp' -o -name '*.py' -o -name '*.pyi' -o -name '*.onnx')
PIP := $(BIN)/pip --disable-pip-version-check
EXTRAS := dev,pettingzoo,gymnasium,openspiel,reports,data,net,train

.PHONY: demo test check sanitize build format stubs bench peers lockstep clean

demo: $(VENV)/installed
	@mkdir -p out
	$(BIN)/longroad match weighted random --games 2000 --seed 1
	$(BIN)/longroad match weighted random random random --games 2000 --seed 1
	$(BIN)/longroad show --seed 7
	$(BIN)/longroad show --seed 7 --out out/board.svg

test: $(VENV)/tested check sanitize
	$(BIN)/python -m pytest tests --pyargs longroad -n 2 -rs

check: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find cpp tests -name '*.hpp' -o -name '*.cpp')
	$(BIN)/mypy
	$(BIN)/python scripts/make_stubs.py --check

sanitize: $(VENV)/tested
	$(BIN)/cmake -S . -B build/sanitize -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DLONGROAD_SANITIZE=ON > /dev/null
	$(BIN)/cmake --build build/sanitize
	build/sanitize/sanitize_playouts 1000000
	build/sanitize/sanitize_searches
	build/sanitize/sanitize_openings
	build/sanitize/sanitize_rated_games

build: $(VENV)/tested
	$(BIN)/cmake -S . -B build -DPython_EXECUTABLE=$(abspath $(BIN)/python)
	$(BIN)/cmake --build build

format: $(VENV)/tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $$(find cpp tests -name '*.hpp' -o -name '*.cpp')

stubs: $(VENV)/tested
	$(BIN)/python scripts/make_stubs.py

bench: $(VENV)/installed
	$(BIN)/longroad bench

# Beside catanatron, in the same run; let nothing else run.
peers: $(VENV)/tested
	$(BIN)/python benchmarks/peers.py

# Twenty thousand games against the plain-Python reference, about 45 minutes on two cores.
lockstep: $(VENV)/tested
	$(BIN)/python benchmarks/against_reference.py --games 20000 --processes 2

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The package as its users install it.
$(VENV)/installed: $(VENV)/bin/python $(SOURCES)
	@echo "installing Longroad into $(VENV) (builds the native core, about a minute)"
	$(PIP) install --quiet .
	@touch $@

# The same with everything the tests need.
$(VENV)/tested: $(VENV)/installed
	@echo "installing what the tests need into $(VENV)"
	$(PIP) install --quiet ".[$(EXTRAS)]"
	@touch $@

clean:
	rm -rf build out $(VENV) src/longroad/_native*.so
