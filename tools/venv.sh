#!/bin/sh
# Makes .venv, or brings it up to date: `venv.sh runtime` with what the program needs, `venv.sh page` with what its page
# needs too, `venv.sh dev` with what the tests need beside both. A stamp file, written last, says that it is complete; it holds what was installed, so that a mere
# new date on pyproject.toml (a git checkout) costs nothing.

set -u
kind=$1

say() { printf '%s\n' "$@" >&2; }

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

# PYTHON, when given, and nothing else; otherwise the first one found that is new enough.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        if fits "$PYTHON"; then found=$PYTHON; return; fi
        say "PYTHON=$PYTHON is not a Python 3.11 or newer: $("$PYTHON" --version 2>&1 | head -n 1)"
        exit 2
    fi
    for found in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if fits "$found"; then return; fi
    done
    old=$(python3 --version 2>/dev/null) || old="no Python 3"
    say "Python 3.11 or newer is needed; found: $old." \
        "Install it (Debian/Ubuntu: apt install python3 python3-venv; macOS: brew install python; else python.org)," \
        "or say where it is: make PYTHON=/path/to/python3.12 ..."
    exit 2
}

wanted() { echo "$1"; cat pyproject.toml constraints.txt; }

is_current() { [ -f "$1" ] && wanted "$2" | cmp -s - "$1"; }

stamp() {
    wanted runtime >.venv/.runtime-is-complete
    if [ "$kind" != runtime ]; then wanted page >.venv/.page-is-complete; fi
    if [ "$kind" = dev ]; then wanted dev >.venv/.dev-is-complete; fi
}

if .venv/bin/python -c "" 2>/dev/null && is_current ".venv/.$kind-is-complete" "$kind"; then
    touch ".venv/.$kind-is-complete"
    exit 0
fi

find_python
log=$(mktemp) || exit 2
made=no
give_up() {
    rm -f "$log"
    if [ "$made" = yes ]; then rm -rf .venv; fi
    exit 2
}
trap 'say "Interrupted."; give_up' HUP INT TERM

# A .venv without the stamp is a half-made one, or somebody else's.
if ! [ -f .venv/.runtime-is-complete ] || ! fits .venv/bin/python; then
    if ! "$found" -c 'import venv, ensurepip' 2>/dev/null; then
        say "$found lacks the venv module." "Install it (Debian/Ubuntu: apt install python3-venv) and run make again."
        give_up
    fi
    say "Setting up .venv (once) …"
    made=yes
    rm -rf .venv
    if ! "$found" -m venv .venv >"$log" 2>&1; then
        cat "$log" >&2
        say "Python could not make .venv; see above."
        give_up
    fi
elif [ "$kind" = dev ] && is_current .venv/.runtime-is-complete runtime; then
    say "Adding the test tools to .venv (once) …"
elif [ "$kind" = page ] && is_current .venv/.runtime-is-complete runtime; then
    say "Adding the page's packages to .venv (once) …"
else
    say "Bringing .venv up to date (once) …"
    rm -f .venv/.runtime-is-complete .venv/.page-is-complete .venv/.dev-is-complete
fi

what=.
if [ "$kind" != runtime ]; then what=".[$kind]"; fi
if ! .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check --retries 2 \
    --constraint constraints.txt --editable "$what" >"$log" 2>&1; then
    if grep -q -i -E 'NewConnectionError|name resolution|Max retries|Could not find a version|ProxyError' "$log"; then
        say "pip could not fetch the packages. The first set-up needs a network; later runs don't. Run make again with one." \
            "pip's own words: $(grep -o -m 1 -E 'broken by .*|ERROR: .*' "$log" | cut -c 1-300)"
    else
        tail -n 20 "$log" >&2
        say "pip could not install the packages; see above."
    fi
    give_up
fi
stamp
rm -f "$log"
