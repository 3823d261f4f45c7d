"""What a worker is sent: light, so that the server, which sends it, needs none of what it takes to do it."""

from __future__ import annotations

from pipeline.page.views import Asked, View

WARMED = ("pipeline.page.work", "openpyxl")
"""What a worker imports while nobody has asked for anything yet."""


def work(asked: Asked) -> View:
    """Do it; run in a worker."""
    from pipeline.page.work import done  # only there: it brings pandas and all the rest

    return done(asked)
