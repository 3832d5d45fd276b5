# One command each: make solve, make test. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PROBLEM ?= Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still make?
# as given: a dollar sign in a problem is money, not a variable
override PROBLEM := $(value PROBLEM)
export PROBLEM

.PHONY: help setup setup-dev solve serve test check format bench throughput fuzz docs pages screenshots reproduce clean

help: ## show the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

$(VENV)/.run: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "unitdep needs Python 3.11 or later; try: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

$(VENV)/.docs: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

setup: $(VENV)/.run ## install unitdep into .venv
setup-dev: $(VENV)/.dev ## install it with the tools for tests

solve: setup ## solve the example, or yours: make solve PROBLEM="..."
	@$(BIN)/unitdep solve "$$PROBLEM"

serve: setup ## start the web app at http://127.0.0.1:8000/
	@$(BIN)/unitdep serve

check: setup-dev ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check ## check, then all tests
	OMP_NUM_THREADS=1 $(BIN)/pytest -n 2 -q

format: setup-dev ## put the code in shape
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: setup-dev ## measure speed; writes experiments/results/bench.json, docs/bench.md
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/run.py

throughput: setup-dev ## measure unitdep batch; writes throughput.json, docs/throughput.md
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[ray]'
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/throughput.py

docs: $(VENV)/.docs ## build the documentation into site/; open site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo 'built: site/index.html; with search: $(BIN)/python -m http.server --directory site'

pages: setup-dev ## write the generated pages and pictures of docs/
	$(BIN)/python tools/pages.py

fuzz: setup-dev ## look for inputs that break it; SECONDS=30 and RUNS=... bound each of 14 phases
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	OMP_NUM_THREADS=1 $(BIN)/python fuzz/fuzz_run.py --seconds $(or $(SECONDS),30) --runs $(or $(RUNS),1000000000)

screenshots: setup-dev ## make the pictures of docs/web.md (needs Chromium)
	UNITDEP_SCREENSHOTS=docs/screenshots $(BIN)/pytest -q tests/web/test_pages.py tests/web/test_annotate_pages.py

reproduce: setup ## measure the paper's tables anew (needs the data sets)
	OMP_NUM_THREADS=1 $(BIN)/unitdep reproduce

clean: ## remove what make made
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis
