"""The command `arpo`, also as `python -m pipeline`: starts the worker that will read the file, then all the rest."""

from __future__ import annotations

import sys

_READING = {
    **dict.fromkeys(("report", "table", "standings", "check", "convert", "explain"), "pipeline.readers.layouts"),
    "rate": "pipeline.rating.reading", "audit": "pipeline.audit.run",
}  # fmt: skip
"""The commands that read a file, and what their worker imports for it."""


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["page"]:
        from pipeline.page.starting import started  # only for the page, which is there before all the rest

        if started(sys.argv[2:]):
            return
    if len(sys.argv) > 2 and sys.argv[1] in _READING:
        from pipeline.isolation import POOL  # only here: the help starts in less without it

        POOL.prepare(_READING[sys.argv[1]], "openpyxl")
    from pipeline.cli import main as run  # only now: pandas takes a second or two to import, here and there

    run()


if __name__ == "__main__":
    main()
