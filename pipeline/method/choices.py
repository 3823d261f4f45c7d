"""The words that settings may have, apart from all that needs numpy: the command line offers them before."""

from __future__ import annotations

DP_NAMES = ("fide", "logistic-floor", "logistic", "log-odds", "article")
C_NAMES = ("field", "opponents")
START_NAMES = ("performance", "rating")
