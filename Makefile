# Daily commands. `make run` and `make test` need nothing but git and make on Debian 12 or 13.

VENV ?= .venv
export VENV
BIN := $(VENV)/bin
# More for pytest: make test PYTEST="-k watten"
PYTEST ?=

.PHONY: help run test check format lock bench demo install setup-run setup-test clean

help:
	@echo "make run      start the service on http://127.0.0.1:8000"
	@echo "make demo     start it with an invented half season in a data folder of its own"
	@echo "make test     run every test"
	@echo "make check    linters, types and import contracts"
	@echo "make format   bring the code into shape"
	@echo "make lock     pin the libraries anew from pyproject.toml"
	@echo "make install  build the wheel and install it with its libraries into PREFIX"
	@echo "make bench    measure against the floor (BENCH=... for its options)"

setup-run:
	@sh setup/debian.sh run
	@sh setup/environment.sh run

setup-test:
	@sh setup/debian.sh test
	@sh setup/environment.sh test

run: setup-run
	@exec $(BIN)/scorekeeper serve

demo: setup-run
	@mkdir -p -m 700 $${SCOREKEEPER_DEMO_DATA:-var/demo}
	@SCOREKEEPER_DATA=$${SCOREKEEPER_DEMO_DATA:-var/demo} $(BIN)/scorekeeper demo --once
	@SCOREKEEPER_DATA=$${SCOREKEEPER_DEMO_DATA:-var/demo} exec $(BIN)/scorekeeper serve

test: setup-test
	$(BIN)/python -m pytest $(PYTEST)

check: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The locks name no registry host; the development lock holds the versions of the other one.
lock:
	sh setup/lock.sh

# For a server: an environment of its own, apart from this checkout.
install: setup-run
	@test -n "$(PREFIX)" || { echo "say where to: make install PREFIX=/opt/scorekeeper/venv"; exit 2; }
	sh setup/install.sh "$(PREFIX)"

bench: setup-test
	$(BIN)/python -m bench $(BENCH)

clean:
	rm -rf build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
