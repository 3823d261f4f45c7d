"""What a form brings: files, none of whose names is used for one of ours, and fields; at most MOST bytes of all."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.types import Message

from pipeline.limits import MB
from pipeline.page.views import Uploaded
from pipeline.page.visits import Visit, shown_name, unlike

MOST_MB = 20
_FORM = 100_000
"""Bytes for what a form has beside the files."""
_DRAINED = 200 * MB
"""So much of what is too large is still taken in, since a browser shows no answer before it has sent all."""
_FILES, _FIELDS = 1000, 100


class TooLargeError(Exception):
    """More was sent than may be."""


class BadFormError(Exception):
    """What was sent is no form of ours."""


async def form_of(request: Request) -> FormData:
    """The form. Raises TooLargeError, once what was sent has been taken in; BadFormError."""
    most, got, over = MOST_MB * MB + _FORM, 0, False
    receive = request._receive  # starlette has no other way to count what comes

    async def counting() -> Message:
        nonlocal got, over
        message = await receive()
        got += len(message.get("body", b""))
        if got > most:
            over = True
            while message.get("more_body") and got < _DRAINED and message["type"] == "http.request":
                message = await receive()
                got += len(message.get("body", b""))
            raise TooLargeError
        return message

    try:
        return await Request(request.scope, counting).form(max_files=_FILES, max_fields=_FIELDS)
    except (MultiPartException, AssertionError, KeyError) as error:
        if over:
            raise TooLargeError from error
        raise BadFormError from error
    except Exception as error:
        if over or type(error).__name__ != "HTTPException":
            raise
        raise BadFormError from error


def texts_in(form: FormData) -> dict[str, str]:
    """The fields that were filled in."""
    return {name: value.strip() for name, value in form.multi_items() if isinstance(value, str) and value.strip()}


async def kept(visit: Visit, form: FormData, name: str, besides: Sequence[Uploaded] = ()) -> tuple[Uploaded, ...]:
    """The files of a field, stored in the visit's folder; a field that was left empty has none."""
    taken = {file.name.casefold() for file in besides}
    found = []
    for upload in form.getlist(name):
        if isinstance(upload, UploadFile) and upload.filename:
            place = visit.place()
            with place.open("wb") as target:
                shutil.copyfileobj(upload.file, target)
            found.append(Uploaded(unlike(shown_name(upload.filename), taken), place))
    return tuple(found)
