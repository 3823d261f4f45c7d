"""The rule sets, one module each: a module of this package that has RULES is found by its rules' name."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from pipeline.errors import UsageError
from pipeline.rating.ruleset import RuleSet
from pipeline.words import said


@cache
def rule_sets() -> dict[str, RuleSet]:
    """All rule sets by name."""
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    return {module.RULES.name: module.RULES for module in modules if hasattr(module, "RULES")}


def rules_named(name: str) -> RuleSet:
    """The rule set called `name`. Raises UsageError for a name that isn't known."""
    known = rule_sets()
    if name not in known:
        raise UsageError(
            said("--rules: {name!r} is not known.", name=name),
            said("Use one of: {listed}.", listed=", ".join(sorted(known))),
        )
    return known[name]
