#!/bin/sh
# For the scripts beside it, which fetch what the tests need besides Python.

# install_with_apt NAME PACKAGE…: installs the packages where that may be done without asking (as root, with apt-get);
# says how it ended where that fails.
install_with_apt() {
    name=$1
    shift
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then return 0; fi
    echo "Installing $name (once) …" >&2
    log=$(mktemp)
    if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 5 "$log" >&2
    fi
    rm -f "$log"
}
