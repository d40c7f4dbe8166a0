# Each target hands over to a small script; what runs before .venv exists needs only sh and Python.
.POSIX:
.PHONY: help setup play test lint format coverage fast lock messages screens

FIND_PYTHON = python="$$(sh scripts/find_python.sh)" || exit 1

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

setup: ## Make .venv with everything that development needs
	@$(FIND_PYTHON); exec "$$python" scripts/setup.py --dev

play: ## Serve the demo campaign on this machine (PLAY_PORT=8000, FRESH=1 starts over)
	@$(FIND_PYTHON); exec "$$python" scripts/play.py

test: ## Run every check that CI runs (STEPS="ruff types" for some of them)
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/check.py $(STEPS)

lint: ## Run the static checks only
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/check.py --static

format: ## Format the code, and mend what can be mended
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/check.py --format

coverage: ## Run the tests on SQLite and say which lines none of them reaches
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev
	@.venv/bin/coverage erase
	@.venv/bin/coverage run -m pytest -q -m "not browser and not celery and not play"
	@.venv/bin/coverage combine -q && .venv/bin/coverage report

fast: ## Compile the engine (optional; needs a C compiler), and say how to run on it
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/fast.py

lock: ## Pin the dependencies anew (UPGRADE=1 takes newer versions)
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/lock.py

messages: ## Collect the texts to translate into locale/ (needs GNU gettext)
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/messages.py collect

screens: ## Photograph every page of the demo into docs/screens/ (needs Chromium)
	@$(FIND_PYTHON); "$$python" scripts/setup.py --dev && exec .venv/bin/python scripts/screens.py
