#!/bin/sh
# What the tests need besides Python: LibreOffice Calc, which recalculates the workbooks, its Python, which types into
# them, and pdftoppm, which makes pictures of their pages. Installs them with apt-get where it may; otherwise says what to install, and the tests that
# need them are skipped.

set -u
# shellcheck source=tools/apt.sh
. "$(dirname "$0")/apt.sh"

find_soffice() {
    for soffice in soffice libreoffice /Applications/LibreOffice.app/Contents/MacOS/soffice; do
        if command -v "$soffice" >/dev/null 2>&1; then return 0; fi
    done
    return 1
}

# Debian can have LibreOffice's Writer without its Calc.
has_calc() {
    find_soffice || return 1
    if command -v dpkg-query >/dev/null 2>&1 && dpkg-query -S /usr/bin/soffice >/dev/null 2>&1; then
        dpkg-query -W -f '${Status}' libreoffice-calc 2>/dev/null | grep -q 'ok installed'
    fi
}

# On Debian the system's Python; elsewhere it comes with LibreOffice.
has_python() {
    if [ -x /usr/bin/apt-get ]; then /usr/bin/python3 -c 'import uno' >/dev/null 2>&1; fi
}

missing() { ! has_calc || ! has_python || ! command -v pdftoppm >/dev/null 2>&1; }

missing || exit 0

# The two fonts have the widths of Calibri and Arial, so a picture shows what Excel's user sees.
packages="libreoffice-calc python3-uno poppler-utils fonts-crosextra-carlito fonts-liberation"
# shellcheck disable=SC2086  # one word a package
install_with_apt "LibreOffice Calc, python3-uno and pdftoppm" $packages

if missing; then
    echo "LibreOffice Calc, its Python or pdftoppm is missing: the tests that need them are skipped. To run them too, install:" >&2
    echo "    Debian, Ubuntu:  sudo apt install $packages" >&2
    echo "    macOS:           brew install --cask libreoffice && brew install poppler" >&2
fi
exit 0
