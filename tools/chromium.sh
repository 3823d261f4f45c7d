#!/bin/sh
# The browser that the page's tests drive. Installs Debian's with apt-get where it may; otherwise says what to install,
# and the tests that need it are skipped. Playwright's own download of a browser isn't needed.

set -u
# shellcheck source=tools/apt.sh
. "$(dirname "$0")/apt.sh"

missing() { ! command -v chromium >/dev/null 2>&1; }

missing || exit 0

install_with_apt Chromium chromium

if missing; then
    echo "Chromium is missing: the tests of the page in a browser are skipped. To run them too, install:" >&2
    echo "    Debian, Ubuntu:  sudo apt install chromium" >&2
    echo "    macOS:           brew install --cask chromium" >&2
fi
exit 0
