"""A Python of its own that reads one file: takes a request on standard input, answers on standard output."""

from __future__ import annotations

import os
import pickle
import sys


def main() -> None:
    """Read the request, bound this process, and write the outcome."""
    # The answer goes out by a copy of standard output: whatever a parser prints must not get into it.
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    task, limits = pickle.load(sys.stdin.buffer)

    from pipeline.readers.isolation import READY, limit_this_process, packed

    limit_this_process(limits)
    with answer:
        answer.write(READY)
        answer.flush()
        answer.write(packed(task))


if __name__ == "__main__":
    main()
