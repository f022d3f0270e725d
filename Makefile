# Two commands are enough to begin: `make play` and `make test`. They need python3 (3.11 to 3.13),
# python3-venv and make; everything else goes into .venv, from hashed lists.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest --numprocesses auto
LOCK := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command 'make lock'

.PHONY: play test system soak check fix golden bench lock clean

play: .venv/play
	$(BIN)/python -m puluc play

# Rules and session are held to full branch coverage, which is slow to measure, so only there.
test: .venv/dev
	tests/prepare
	$(PYTEST) tests/rules tests/session --cov=puluc.rules --cov=puluc.session \
		--cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100
	$(PYTEST) -m 'not system and not games and not soak' --ignore=tests/rules --ignore=tests/session

system: .venv/dev
	tests/system/prepare
	tests/system/run

soak: .venv/dev
	tests/system/prepare
	$(BIN)/python -m pytest -m soak

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: .venv/dev
	$(BIN)/python -m tests.golden

bench: .venv/dev
	$(BIN)/python -m tests.bench

lock: .venv/dev
	$(LOCK) --extra web --output-file requirements.lock
	$(LOCK) --extra web --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(LOCK) --group system --constraint requirements-dev.lock --output-file tests/system/requirements.lock

clean:
	rm -rf .venv dist build

.venv/bin/python:
	$(PYTHON) -m venv .venv

# The environment of a player: the board and its page.
.venv/play: .venv/bin/python requirements.lock
	$(PIP) install --require-hashes --requirement requirements.lock
	touch $@

# The environment of a developer: the same, with what tests and checks need.
.venv/dev: .venv/bin/python requirements-dev.lock pyproject.toml
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	touch $@ .venv/play
