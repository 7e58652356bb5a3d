# make demo   install into .venv and watch the champion play: the quickest look at Longroad
# make play   open the table in the browser
# make quick  the rules, properties, signatures and one test of everything else, within 90 seconds
# make test   everything CI runs, within 10 minutes of CPU; make test-all also runs the tests marked long
# make signatures   pin what engine, searches, agents, codecs and encodings do now
# make bench, peers, lockstep   speed here, speed beside catanatron, the long comparison with the reference
# make build  the extension beside the Python sources, for work on it (PYTHONPATH=src)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := CMakeLists.txt pyproject.toml $(shell find cpp src -name '*.hpp' -o -name '*.cpp' -o -name '*.py' -o -name '*.pyi' \
  -o -name '*.onnx' -o -name '*.css' -o -name '*.j2' -o -name '*.js' -o -name '*.ttf')
PIP := $(BIN)/pip --disable-pip-version-check
EXTRAS := dev,pettingzoo,gymnasium,openspiel,plots,png,data,net,train,web,mcp,scale

CMAKE_SANITIZE := $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja)
SANITIZED_ACTIONS := 250000
PYTEST := $(BIN)/python -m pytest tests -n 2 -rfEs

.PHONY: demo play quick test test-all signatures check sanitize browser build format stubs bench peers lockstep clean

demo: $(VENV)/demonstrating
	@mkdir -p out
	$(BIN)/longroad match champion:sims=640 value --games 20 --seed 1
	$(BIN)/longroad match champion:sims=640 planner --games 20 --seed 1
	$(BIN)/longroad match champion:sims=640 planner value weighted --games 20 --rules official --seed 1 --records out/demo.jsonl
	$(BIN)/longroad show out/demo.jsonl
	$(BIN)/longroad show out/demo.jsonl --out out/demo.svg
	@echo "out/demo.svg is the game above as a picture. Next:"
	@echo "  make play                                        play against them in your browser, with a coach"
	@echo "  $(BIN)/longroad analyse out/demo.jsonl           review the game above: turning points, mistakes, luck"
	@echo "  $(BIN)/longroad                                  the most useful commands"

play: $(VENV)/playing
	$(BIN)/longroad play || [ $$? -eq 130 ]

quick: $(VENV)/tested
	$(PYTEST) -m quick

test: $(VENV)/tested check sanitize browser
	$(PYTEST) --pyargs longroad -m "not long" --durations=15

test-all: SANITIZED_ACTIONS := 1000000
test-all: $(VENV)/tested check sanitize browser
	$(PYTEST) --pyargs longroad --durations=15

# Writes tests/signatures.toml anew; CHANGELOG.md must say why a signature changed.
signatures: $(VENV)/tested
	$(BIN)/python tests/signatures/update.py

check: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find cpp tests -name '*.hpp' -o -name '*.cpp')
	$(BIN)/mypy
	$(BIN)/python scripts/check_rooms.py
	$(BIN)/python scripts/make_stubs.py --check

# Programs of tests/sanitize, a build per set of sanitizers.
sanitize: $(VENV)/tested
	$(CMAKE_SANITIZE) -B build/sanitize -DLONGROAD_SANITIZE=address,undefined > /dev/null
	$(BIN)/cmake --build build/sanitize
	$(CMAKE_SANITIZE) -B build/sanitize-threads -DLONGROAD_SANITIZE=thread > /dev/null
	$(BIN)/cmake --build build/sanitize-threads
	build/sanitize/sanitize_playouts $(SANITIZED_ACTIONS)
	build/sanitize/sanitize_networks
	build/sanitize/sanitize_searches
	build/sanitize/sanitize_trees
	build/sanitize/sanitize_openings
	build/sanitize/sanitize_rated_games
	build/sanitize/sanitize_analysis
	build/sanitize-threads/sanitize_threads

# Chromium for the tests of pages: the one that is there, or Debian's package where it may be installed.
browser: $(VENV)/tested
	@BIN=$(BIN) sh scripts/chromium.sh

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
	@echo "installing Longroad into $(VENV) (builds the native core, a few minutes)"
	$(PIP) install --quiet .
	@touch $@

# With what the champion needs for two players.
$(VENV)/demonstrating: $(VENV)/installed
	$(PIP) install --quiet ".[net]"
	@touch $@

# With the server of the table.
$(VENV)/playing: $(VENV)/installed
	$(PIP) install --quiet ".[web,mcp]"
	@touch $@

# The same with everything the tests need.
$(VENV)/tested: $(VENV)/installed
	@echo "installing what the tests need into $(VENV)"
	$(PIP) install --quiet ".[$(EXTRAS)]"
	@touch $@

clean:
	rm -rf build out $(VENV) src/longroad/_native*.so
