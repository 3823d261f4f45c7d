"""The probable causes of a wrong number: each known mistake one small function, all of them in `CAUSES`."""

from pipeline.audit.causes.averages import AVERAGE_CAUSES
from pipeline.audit.causes.case import Cause, Fit, WrongCell, possible_causes, probable_causes
from pipeline.audit.causes.general import GENERAL
from pipeline.audit.causes.percentage import PERCENTAGE
from pipeline.audit.causes.single_columns import COLUMN_CAUSES

CAUSES: tuple[Cause, ...] = (*PERCENTAGE, *AVERAGE_CAUSES, *COLUMN_CAUSES, *GENERAL)
"""In the order in which several that fit are listed: those of a column before those of any column."""

__all__ = ["CAUSES", "Cause", "Fit", "WrongCell", "possible_causes", "probable_causes"]
