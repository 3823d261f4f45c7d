"""What an upload is, and what can be done with it."""

from __future__ import annotations

from pipeline.commands.recognising import AUDIT, MARK, commands_for
from pipeline.errors import ArpoError
from pipeline.page.views import Asked, View
from pipeline.page.work.given import limits_of

CLASS = "class"


def look_view(asked: Asked) -> View:
    """The actions for the files; of several, they are a class's answers, to be marked where the key is among them."""
    found = []
    for file in asked.files:
        try:
            found.append(commands_for(file.label, limits_of(asked)))
        except ArpoError:  # said where something is done with it
            found.append(("report",))
    if len(found) == 1 and not asked.further:
        return View(asked.action, offered=found[0])
    keyed = any(offered[0] == MARK for offered in found) or asked.further and _has_key(asked)
    if len(found) == 1 and not keyed:
        return View(asked.action, offered=(AUDIT, *(one for one in found[0] if one != AUDIT)))
    return View(asked.action, offered=(MARK, CLASS) if keyed else (CLASS,))


def _has_key(asked: Asked) -> bool:
    for file in asked.further:
        try:
            if commands_for(file.label, limits_of(asked))[0] == MARK:
                return True
        except ArpoError:
            continue
    return False
