# Two commands do everything on a fresh machine: make demo, make test.
# They need Python 3.11 or newer, make and git.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DATA ?= ../shared/data

.PHONY: help setup demo test check test-all golden docs bench clean

help: ## Show the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## Make the virtual environment

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Ascribe needs Python 3.11 or newer; set PYTHON=python3.x") if sys.version_info < (3, 11) else 0'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

demo: $(READY) ## Check the bundled reply against its source; one sentence is wrong on purpose
	@$(BIN)/ascribe check examples/apollo11/reply.md -s examples/apollo11/apollo11.pdf -q "How did Apollo 11 go?" --fail-on none
	@$(BIN)/ascribe check examples/apollo11/reply.md -s examples/apollo11/apollo11.pdf -q "How did Apollo 11 go?" --fail-on none -o demo-report.html
	@echo "The same as a page: demo-report.html"

test: check ## Style, types, import rules and all tests that need only Python
	$(BIN)/python -m pytest -n auto

check: $(READY) ## Style, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_api.py

test-all: test ## Also what needs heavy packages, each in its own environment
	$(BIN)/python -m tests.heavy

golden: $(READY) ## Rewrite the golden renderings; then read the diff
	ASCRIBE_REGENERATE=1 $(BIN)/python -m pytest -q tests/write

docs: $(READY) ## Rewrite the generated pages of docs/
	$(BIN)/python -m docs.generate

bench: $(READY) ## Print every figure of README and docs; needs the data folder $(DATA)
	$(BIN)/python -m benchmarks $(DATA)

clean: ## Remove everything that make made
	rm -rf $(VENV) .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis demo-report.html
