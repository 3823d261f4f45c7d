"""Pages from templates/page, in a language: their sentences are `said` and `counted`, as everywhere."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2
from markupsafe import Markup, escape

from pipeline.resources import template_path
from pipeline.words import ENGLISH, Said, languages, own_name, told

STRONG = ("\ue000", "\ue001")
"""Around what stands out in an explanation (`pipeline.explaining.page`)."""


@cache
def _environment() -> jinja2.Environment:
    folder = template_path("page/base.html").parent
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["strong"] = _strong
    return environment


def rendered(template: str, language: str, **details: Any) -> str:
    """The page."""

    def _said(text: str, **more: Any) -> str:
        return told(Said(text, more), language)

    def _counted(one: str, many: str, count: int, **more: Any) -> str:
        return told(Said(one, {"count": count, **more}, many, count), language)

    others = [(code, own_name(code)) for code in languages() if code != language]
    return _environment().get_template(template).render(
        details, said=_said, counted=_counted, language=language, others=others)


def _strong(text: str) -> Markup:
    """The text with what stands out in <strong>."""
    first, last = STRONG
    return Markup(str(escape(text)).replace(first, "<strong>").replace(last, "</strong>"))


def preferred(header: str) -> str:
    """The language that a browser's Accept-Language prefers of ours; English where it names none."""
    wanted = []
    for part in header.split(","):
        name, _, weight = part.partition(";")
        try:
            wanted.append((-float(weight.strip().removeprefix("q=") or 1), name.strip().partition("-")[0].lower()))
        except ValueError:
            continue
    known = [name for _, name in sorted(wanted, key=lambda one: one[0]) if name in languages()]
    return known[0] if known else ENGLISH
