#!/bin/sh
# The browser that the page's tests drive. Installs Debian's with apt-get where it may; otherwise says what to install,
# and the tests that need it are skipped. Playwright's own download of a browser isn't needed.

set -u

missing() { ! command -v chromium >/dev/null 2>&1; }

missing || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium (once) …" >&2
    log=$(mktemp)
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 5 "$log" >&2
    fi
    rm -f "$log"
fi

if missing; then
    echo "Chromium is missing: the tests of the page in a browser are skipped. To run them too, install:" >&2
    echo "    Debian, Ubuntu:  sudo apt install chromium" >&2
    echo "    macOS:           brew install --cask chromium" >&2
fi
exit 0
