# The commands of this project. Each sets up what it needs, once: a file called .ready says when that was done.

PYTHON ?= $(shell for name in python3.14 python3.13 python3.12 python3.11 python3; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$name"; break; }; done)
# Two more than there are processors: tests wait for time-outs, for the disk and for programs that they start.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 2 )))

MINUTES ?= 10

IN_VENV = .venv/bin/python
COMPILED = @$(IN_VENV) -m compileall -q -x '/(\.venv|node_modules|tests)/' .
AUDIT = .venv/audit/bin
PROGRAMS = requirements-service.txt requirements-postgresql.txt
PIP_INSTALL = $(IN_VENV) -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r
# The machine's own Node if it is new enough, else the one that set-up puts into .venv.
NODE_IS_THERE = node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1
WITH_NODE = PATH="$$PWD/.venv/bin:$$PATH"
NPM = $(WITH_NODE) npm --loglevel=error
NPM_FILES = package.json package-lock.json .npmrc
STATIC_FILES = $(wildcard static/*.* static/styles/* static/structure/* masthead/catalogs/*/LC_MESSAGES/*.mo)

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help run setup setup-portal setup-test test test-all soak lint format audit sbom lock clean

help: ## Say what there is (this)
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
		printf '  make %-12s %s\n' "$$name" "$$text"; done

run: .venv/.ready-service .venv/bin/masthead static/built/.ready ## Run the portal and the service (PORT, SERVICE_PORT, DEMO_SIZE); Ctrl-C stops both
	-$(COMPILED) # else each start compiles all where Python may not write bytecode
	@exec $(IN_VENV) -ISB scripts/die_with_parent.py $$PPID $(IN_VENV) -m scripts.run

setup: .venv/.ready-service setup-portal ## Install what the portal and the service need to run, PostgreSQL's driver too; nothing is started

setup-portal: .venv/.ready-postgresql .venv/bin/masthead static/built/.ready ## Install what a portal of another API needs to run; nothing is started
	$(COMPILED) # whom the portal runs as may not write here

setup-test: .venv/.ready-test .venv/bin/masthead node_modules/.ready-test static/built/.ready ## Install what the tests and checks need, and run none

test: .venv/.ready-test node_modules/.ready-test static/built/.ready ## Run the checks and most tests (in WORKERS processes, by default two more than there are processors)
	@$(WITH_NODE) exec $(IN_VENV) -m scripts.check --quick --tests $(WORKERS)

test-all: .venv/.ready-test node_modules/.ready-test static/built/.ready ## Run the checks and all tests
	@$(WITH_NODE) exec $(IN_VENV) -m scripts.check --tests $(WORKERS)

soak: .venv/.ready-test static/built/.ready ## Kill portals on PostgreSQL while 50 people work (MINUTES, by default 10), and say what was lost
	@exec $(IN_VENV) -m tests.soak --minutes $(MINUTES)

lint: .venv/.ready-test ## Run the checks without the tests
	@exec $(IN_VENV) -m scripts.check

format: .venv/.ready-test ## Bring code and templates into shape
	$(IN_VENV) -m ruff check --fix-only --quiet .
	$(IN_VENV) -m ruff format .
	$(IN_VENV) -m djlint --reformat --quiet templates

audit: .venv/.ready-audit .venv/.ready-node ## Ask the registries for known vulnerabilities of all packages
	@cat $(PROGRAMS) | $(AUDIT)/pip-audit --strict --disable-pip --require-hashes -r /dev/stdin
	@$(NPM) audit --omit=dev

sbom: .venv/.ready-audit .venv/.ready-node ## Write sbom/python.json and sbom/npm.json: what the programs and pages consist of, as CycloneDX
	@mkdir -p sbom
	@cat $(PROGRAMS) | $(AUDIT)/cyclonedx-py requirements --pyproject pyproject.toml --short-PURLs -o sbom/python.json -
	@$(NPM) sbom --package-lock-only --omit=dev --sbom-format=cyclonedx > sbom/npm.json

lock: .venv/.ready-node ## Choose the versions of all packages anew and write the lock files
	$(WITH_NODE) $(IN_VENV) -m scripts.lock

clean: ## Remove what set-up and the tools made; the data in instance/ stays
	rm -rf .venv node_modules scripts/npm-chromium/node_modules static/vendor static/built
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Masthead needs Python 3.11 or newer, and there is none on the PATH."; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "Python's venv is missing: install it (on Debian and Ubuntu: apt-get install python3-venv)."; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv

.venv/.ready: requirements.txt | .venv/bin/python
	@echo "Installing what the portal needs (about half a minute, once)"
	@$(PIP_INSTALL) requirements.txt
	@touch $@

.venv/bin/masthead: | .venv/.ready
	@printf '#!/bin/sh\nexec "%s" "%s" "$$@"\n' "$(CURDIR)/.venv/bin/python" "$(CURDIR)/masthead/command_line" > $@
	@chmod 755 $@

# Its lock has the portal's packages too: one run of pip is quicker than two.
.venv/.ready-service: requirements-service.txt | .venv/bin/python
	@echo "Installing what the programs need (about half a minute, once)"
	@$(PIP_INSTALL) requirements-service.txt
	@touch .venv/.ready $@

.venv/.ready-postgresql: requirements-postgresql.txt .venv/.ready
	@$(PIP_INSTALL) requirements-postgresql.txt
	@touch $@

.venv/.ready-test: requirements-test.txt .venv/.ready-service
	@echo "Installing what the tests and checks need"
	@$(PIP_INSTALL) requirements-test.txt
	@touch $@

.venv/.ready-node: requirements-node.txt | .venv/bin/python
	@$(NODE_IS_THERE) || { \
		echo "Installing Node, which this machine has not in version 20 or newer"; $(PIP_INSTALL) requirements-node.txt; }
	@touch $@

.venv/.ready-audit: requirements-audit.txt | .venv/bin/python
	@echo "Installing what looks for vulnerabilities"
	@.venv/bin/python -m venv --clear .venv/audit
	@$(AUDIT)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r requirements-audit.txt
	@touch $@

node_modules/.ready: $(NPM_FILES) | .venv/.ready-node
	@echo "Installing what the pages load"
	@$(NPM) ci --omit=dev --ignore-scripts
	@touch $@

node_modules/.ready-test: $(NPM_FILES) | .venv/.ready-node
	@echo "Installing what the pages load, and what their tests need"
	@$(NPM) ci --ignore-scripts
	@touch node_modules/.ready $@

static/vendor/.ready: node_modules/.ready scripts/vendor.py static/icons.txt
	@$(IN_VENV) -m scripts.vendor
	@touch $@

static/built/.ready: .venv/.ready static/vendor/.ready scripts/assets.py scripts/script_texts.py masthead/web/http/assets.py $(STATIC_FILES)
	@$(IN_VENV) -m scripts.assets
	@touch $@
