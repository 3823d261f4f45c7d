# The commands of this project; `make help` lists them. Each makes its own .venv the first time and is then quick.
# Kept to what GNU make 3.81 knows, which macOS brings.
#
# Exit status: arpo's own (0 done, 1 differences, 2 usage, 3 wrong input, 4 file can't be read or written) is printed by
# make as "Error 3", but make itself always ends with 2. Where the number matters, call .venv/bin/arpo.

SHELL = /bin/sh
PYTHON ?=

# The user's paths reach the shell as variables, never as text, so blanks, accents, quotes and $ in them are safe.
unexport IN OUT EXERCISE PLAYER BESIDE
export ARPO_IN = $(value IN)
export ARPO_OUT = $(value OUT)
export ARPO_EXERCISE = $(value EXERCISE)
export ARPO_PLAYER = $(value PLAYER)
export ARPO_BESIDE = $(value BESIDE)
export PYTHON

VENV_PYTHON = .venv/bin/python
RUNTIME = .venv/.runtime-is-complete
PAGE = .venv/.page-is-complete
DEV = .venv/.dev-is-complete
MUTANTS = .mutants/tools/.complete
# A .venv whose Python has gone (an upgraded or removed Python) is made again.
IF_BROKEN := $(shell $(VENV_PYTHON) -c "" 2>/dev/null || echo always)

.PHONY: help page windows report rate audit batch check standings table explain convert exercise mark template test fuzz mutants bench docs words templates pictures lint clean always
.NOTPARALLEL:
.DEFAULT_GOAL = help

help:
	@echo 'make report IN=event.xlsx       reads a tournament file, writes output/event-report.xlsx'
	@echo '     OUT="my report.xlsx"       writes it there instead'
	@echo '     ARGS="--c opponents"       passes options on; README.md lists them'
	@echo 'make page                       the same without a terminal: a page of this computer opens in the browser'
	@echo 'make rate IN=event.xlsx         Elo: rating changes and first ratings, in output/event-rating.xlsx'
	@echo 'make audit IN=hand.xlsx         somebody'"'"'s numbers: what is wrong, where it began and why; output/hand-audit.xlsx'
	@echo '     ARGS="--event e.xlsx"      where the sheet doesn'"'"'t hold the games itself; --marks, --lang es'
	@echo 'make check IN=event.xlsx        says whether the file can be read; make table IN=… prints all columns'
	@echo 'make standings IN=event.xlsx    the standings alone; ARGS="--format html --order PTS,DE,RP" for a page to hang up'
	@echo 'make explain IN=event.xlsx PLAYER=12    his calculation in words; BESIDE="garcia": why is one before the other?'
	@echo 'make batch IN=folder            all events of a folder: reports and a summary, in output/batch'
	@echo 'make convert IN=open.trf OUT=event.xlsx    writes a file of any kind as an event workbook'
	@echo 'make exercise                   exercises for a course, in output/exercise; OUT=folder, ARGS="--variants 12"'
	@echo 'make mark IN=answers EXERCISE=output/exercise    marks a class; OUT=folder, ARGS="--pass 80"'
	@echo 'make template OUT=event.xlsx    writes a blank event workbook'
	@echo 'make test                       runs all tests, installing what they need; ARGS="-k dp" selects some'
	@echo 'make lint                       ruff and mypy'
	@echo 'make fuzz                       10,000 spoilt files of each layout, some 90 minutes; ARGS="--cases 500" for fewer'
	@echo 'make mutants                    which small changes of the program do its tests notice? ARGS="--only method"'
	@echo 'make docs                       writes docs/columns.md, the reference of columns and checks'
	@echo 'make words                      collects what users read into templates/words/es.po, and compiles it'
	@echo 'make templates                  writes the blank event workbooks and lesson sheets in templates/'
	@echo 'make pictures                   makes docs/pictures from the program'
	@echo 'make windows                    the page for Windows without Python, as a zip in dist/'
	@echo 'make bench                      how fast it is, as ratios'
	@echo 'make clean                      removes .venv and caches; output/ stays'
	@echo 'PYTHON=python3.12 in front of any of these chooses the Python that .venv is made with (3.11 or newer).'

# A path with a leading ~/ comes unexpanded from shells other than bash.
report rate audit batch check standings table convert: $(if $(value IN),$(RUNTIME))
	@if [ -z "$$ARPO_IN" ]; then \
	    echo 'Which file? Say for example:  make $@ IN=input/video.xlsx' >&2; exit 2; \
	fi; \
	case "$$ARPO_IN" in "~/"*) ARPO_IN="$$HOME/$${ARPO_IN#??}";; esac; \
	case "$$ARPO_OUT" in "~/"*) ARPO_OUT="$$HOME/$${ARPO_OUT#??}";; esac; \
	if [ -n "$$ARPO_OUT" ]; then set -- --out "$$ARPO_OUT"; else set --; fi; \
	exec $(VENV_PYTHON) -m pipeline $@ "$$@" $(ARGS) -- "$$ARPO_IN"

explain: $(if $(value IN),$(RUNTIME))
	@if [ -z "$$ARPO_IN" ] || [ -z "$$ARPO_PLAYER" ]; then \
	    echo 'Which file, and whom? Say for example:  make explain IN=input/video.xlsx PLAYER=1' >&2; exit 2; \
	fi; \
	case "$$ARPO_IN" in "~/"*) ARPO_IN="$$HOME/$${ARPO_IN#??}";; esac; \
	exec $(VENV_PYTHON) -m pipeline explain $(ARGS) -- "$$ARPO_IN" "$$ARPO_PLAYER" $${ARPO_BESIDE:+"$$ARPO_BESIDE"}

exercise: $(RUNTIME)
	@case "$$ARPO_IN" in "~/"*) ARPO_IN="$$HOME/$${ARPO_IN#??}";; esac; \
	case "$$ARPO_OUT" in "~/"*) ARPO_OUT="$$HOME/$${ARPO_OUT#??}";; esac; \
	if [ -n "$$ARPO_OUT" ]; then set -- --out "$$ARPO_OUT"; else set --; fi; \
	exec $(VENV_PYTHON) -m pipeline exercise "$$@" $(ARGS) -- $${ARPO_IN:+"$$ARPO_IN"}

mark: $(if $(value IN),$(RUNTIME))
	@if [ -z "$$ARPO_IN" ]; then \
	    echo 'Whose answers? Say for example:  make mark IN=answers EXERCISE=output/exercise' >&2; exit 2; \
	fi; \
	case "$$ARPO_IN" in "~/"*) ARPO_IN="$$HOME/$${ARPO_IN#??}";; esac; \
	case "$$ARPO_OUT" in "~/"*) ARPO_OUT="$$HOME/$${ARPO_OUT#??}";; esac; \
	case "$$ARPO_EXERCISE" in "~/"*) ARPO_EXERCISE="$$HOME/$${ARPO_EXERCISE#??}";; esac; \
	if [ -n "$$ARPO_OUT" ]; then set -- --out "$$ARPO_OUT"; else set --; fi; \
	exec $(VENV_PYTHON) -m pipeline mark "$$@" --exercise "$${ARPO_EXERCISE:-output/exercise}" $(ARGS) -- "$$ARPO_IN"

template: $(RUNTIME)
	@case "$$ARPO_OUT" in "~/"*) ARPO_OUT="$$HOME/$${ARPO_OUT#??}";; esac; \
	exec $(VENV_PYTHON) -m pipeline template $(ARGS) -- "$${ARPO_OUT:-event.xlsx}"

page: $(PAGE)
	@exec $(VENV_PYTHON) -m pipeline page $(ARGS)

windows: $(DEV)
	@$(VENV_PYTHON) tools/windows_bundle.py

test: $(DEV)
	@sh tools/libreoffice.sh
	@sh tools/chromium.sh
	@$(VENV_PYTHON) -m pytest -n 2 --dist loadfile $(ARGS)

fuzz: $(DEV)
	@$(VENV_PYTHON) tests/fuzz/run.py $(ARGS)

mutants: $(DEV) $(MUTANTS)
	@PYTHONPATH=.mutants/tools $(VENV_PYTHON) tests/mutants/run.py $(ARGS)

docs: $(RUNTIME)
	@$(VENV_PYTHON) tools/columns_page.py

words: $(DEV)
	@$(VENV_PYTHON) tools/words.py

templates: $(RUNTIME)
	@$(VENV_PYTHON) tools/templates.py

pictures: $(DEV)
	@sh tools/libreoffice.sh
	@sh tools/chromium.sh
	@$(VENV_PYTHON) tools/pictures.py
	@$(VENV_PYTHON) tools/course_pictures.py
	@$(VENV_PYTHON) tools/page_pictures.py

bench: $(DEV)
	@$(VENV_PYTHON) tests/bench/run.py $(ARGS)

lint: $(DEV)
	@$(VENV_PYTHON) -m ruff check .
	@$(VENV_PYTHON) -m mypy

clean:
	@rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .mutants
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUNTIME): pyproject.toml constraints.txt $(IF_BROKEN)
	@sh tools/venv.sh runtime

$(PAGE): pyproject.toml constraints.txt $(IF_BROKEN)
	@sh tools/venv.sh page

$(DEV): pyproject.toml constraints.txt $(IF_BROKEN)
	@sh tools/venv.sh dev

$(MUTANTS): tests/mutants/requirements.txt $(DEV)
	@$(VENV_PYTHON) -m pip install --quiet --no-input --disable-pip-version-check --no-deps --upgrade \
	    --target .mutants/tools --requirement tests/mutants/requirements.txt
	@touch $@
