"""arpo in Python: what the wheel installs as the package `arpo`. The names are those of `pipeline.interface`."""

from pipeline.interface import (
    ArpoError,
    Audit,
    Event,
    Rating,
    Report,
    __version__,
    audit,
    rate,
    read_event,
    report,
)

__all__ = ["ArpoError", "Audit", "Event", "Rating", "Report", "__version__", "audit", "rate", "read_event", "report"]
