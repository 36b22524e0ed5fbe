# Every target makes the environment it needs first. `make run` and `make test` are all a newcomer has to know.

BIN := .venv/bin
# The first Python that is new enough; name another with `make run PYTHON=/path/to/python`.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
TEMPLATES = $(shell find templates -name '*.html')
JOBS ?= 2

.PHONY: run test test-all test-share test-rules club-test planted check audit fix demo-reset pin bench lock help

help: ## This list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

run: .venv/runtime ## Run everything here: database, demo, web and worker
	@exec $(BIN)/python -m launch.supervisor

demo-reset: .venv/runtime ## Throw the database away and run with a fresh demo
	@exec $(BIN)/python -m launch.supervisor --reset-demo

test: TIER = fast
test: .venv/development ## What a change breaks, in minutes; ARGS= for pytest, SEED= draws the same cases again
	$(run-tests)

test-all: TIER = all
test-all: .venv/development ## The whole matrix, for a release or a doubt
	$(run-tests)

test-share: TIER = share
test-share: .venv/development ## The part of what `make test` leaves out that is drawn for this commit
	$(run-tests)

# Browsers run beside the rest, so that no processor is idle while one of both waits. Where ARGS leave no test for one
# of the runs pytest answers 5.
define run-tests
	@log=$$(mktemp); drawn="--tier $(TIER) $(if $(SEED),--seed $(SEED))"; \
	$(BIN)/python -m pytest --browsers only $$drawn $(ARGS) >$$log 2>&1 & browsers=$$!; \
	trap 'kill $$browsers 2>/dev/null; rm -f $$log' EXIT; trap 'exit 130' INT TERM; \
	$(BIN)/python -m pytest --browsers without -n $(JOBS) --dist worksteal $$drawn $(ARGS); rest=$$?; \
	wait $$browsers; driven=$$?; cat $$log; \
	[ $$rest -eq 5 ] && [ $$driven -ne 5 ] && rest=0; [ $$driven -eq 5 ] && driven=$$((rest == 5 ? 5 : 0)); \
	exit $$((rest ? rest : driven))
endef

test-rules: .venv/development ## The tests of the rules alone, without Django or a database, drawn as by make test
	$(BIN)/python -m pytest tests/rules --tier fast $(ARGS)

club-test: .venv/development ## A club in real containers: needs Docker and debootstrap, as root or with the right to use it
	$(BIN)/python -m pytest tests/containers -p no:randomly -rs $(ARGS)

planted: .venv/development ## Which of the planted faults `make test` finds; ARGS="--seed S --only KIND"
	$(BIN)/python -m tests.planted $(ARGS)

check: .venv/development ## Everything that can be said about the code without running it
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djade --target-version 5.2 --check $(TEMPLATES)
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m config.locked
	REFIT_URL=https://example.org $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python manage.py makemigrations --check --dry-run

audit: .venv/development ## Look for known weaknesses in the pinned packages; needs a network
	$(BIN)/uv tool run pip-audit --disable-pip -r requirements.txt
	$(BIN)/uv tool run pip-audit --disable-pip -r requirements-dev.txt

fix: .venv/development ## Put right what can be put right by machine
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	-$(BIN)/djade --target-version 5.2 $(TEMPLATES)

pin: ## Renew the images of a club: today's digests in .env; needs Docker and a network
	@python3 -m launch.club --pin

bench: .venv/development ## Measure, and say how it compares with what is asked
	$(BIN)/python -m bench

lock: .venv/development ## Pin the newest versions of everything
	$(BIN)/uv pip compile -q --upgrade --universal --generate-hashes --python-version 3.11 \
		--custom-compile-command "make lock" requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --upgrade --universal --generate-hashes --python-version 3.11 \
		--custom-compile-command "make lock" requirements-dev.in -o requirements-dev.txt

# The environment ------------------------------------------------------------------------------------------------------

define install
	@echo "installing $(1) ..."
	@if command -v uv >/dev/null; then uv pip install -q --python $(BIN)/python --require-hashes $(1); \
	else $(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes $(1); fi
	@touch $@
endef

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed and was not found."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv .venv

.venv/runtime: requirements.txt | .venv/bin/python
	$(call install,-r requirements.txt)

.venv/development: requirements-dev.txt .venv/runtime
	$(call install,-r requirements.txt -r requirements-dev.txt)
