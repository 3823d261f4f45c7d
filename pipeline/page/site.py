"""What is answered at which address: after the secret and the language, the visit, and what is asked of it.

    /SECRET/en/                         the first form           POST: a new visit
    /SECRET/en/VISIT/                   what the files are; leads to the likeliest of the actions
    /SECRET/en/VISIT/report?dp=fide     a result; settings are in the address, so that Back and reload just work
    /SECRET/en/VISIT/report/columns     a part of it; …/file/0 a file to download; …/explain?p=1&p=2

A result that takes longer than PATIENCE is a page that says what is being done, until it is there. Whatever changes
something is a POST, which leads to a page to GET.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route, Router

from pipeline.page.jobs import Job, Jobs
from pipeline.page.rendering import preferred, rendered
from pipeline.page.uploads import MOST_MB, BadFormError, TooLargeError, form_of, kept, texts_in
from pipeline.page.visits import Visit, Visits
from pipeline.resources import template_path
from pipeline.words import languages, said, told

PATIENCE = 1.5
"""Seconds that a page is waited for before another says what is being done."""
ACTIONS = ("report", "audit", "rate", "exercise", "mark", "class")
PARTS = ("columns", "checks")
_STOPPED_IN = 5.0
"""Seconds that a job may take to end once it was told to."""
_REFUSALS = (TooLargeError, BadFormError, OSError)
_STATIC = {"page.css": "text/css; charset=utf-8", "page.js": "text/javascript; charset=utf-8",
           "icon.svg": "image/svg+xml"}


class Site:
    """The pages of one process, behind its secret."""

    def __init__(self, secret: str, visits: Visits, jobs: Jobs, quit_: Callable[[], None], language: str = "") -> None:
        """`quit_` ends the program; `language` is that of the first page, else the browser's."""
        self._base, self._visits, self._jobs = f"/{secret}", visits, jobs
        self._quit, self._language = quit_, language

    def router(self) -> Router:
        """What answers at which address."""
        here = self._base + "/{lang}"
        visit, action = here + "/{visit}", here + "/{visit}/{action}"
        return Router([
            Route(f"{self._base}/", self._first), Route(self._base, self._first),
            Route(self._base + "/{name}", self._static),
            Route(f"{here}/", self._start, methods=["GET"]), Route(f"{here}/", self._upload, methods=["POST"]),
            Route(f"{here}/blank", self._blank),
            Route(f"{here}/exercise", self._new_exercise, methods=["GET", "POST"]),
            Route(f"{here}/quit", self._end, methods=["POST"]),
            Route(f"{visit}/", self._looked), Route(f"{visit}/forget", self._forget, methods=["POST"]),
            Route(f"{visit}/further", self._further, methods=["POST"]),
            Route(visit + "/job/{key}/state", self._state),
            Route(visit + "/job/{key}/stop", self._stop, methods=["POST"]),
            Route(visit + "/job/{key}/again", self._again, methods=["POST"]), Route(action, self._result),
            Route(action + "/file/{number:int}", self._file), Route(action + "/{part}", self._part),
        ])

    async def _first(self, request: Request) -> Response:
        language = self._language or preferred(request.headers.get("accept-language", ""))
        return RedirectResponse(f"{self._base}/{language}/", 303)

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in _STATIC:
            return RedirectResponse(f"{self._base}/{name}/", 303) if name in languages() else self._gone(request)
        return FileResponse(template_path(f"page/{name}"), media_type=_STATIC[name],
                            headers={"cache-control": "private, max-age=3600"})

    async def _blank(self, request: Request) -> Response:
        """The blank event workbook, to be filled in by hand (templates/)."""
        if request.path_params["lang"] not in languages():
            return self._gone(request)
        name = f"{told(said('Event'), request.path_params['lang']).lower()}.xlsx"
        return FileResponse(template_path(name), filename=name)

    async def _start(self, request: Request) -> Response:
        if request.path_params["lang"] not in languages():
            return self._gone(request)
        return self._page(request, "start.html", errors=())

    async def _upload(self, request: Request) -> Response:
        visit = self._visits.new()
        try:
            form = await form_of(request)
            visit.files = await kept(visit, form, "file")
            visit.further = await kept(visit, form, "further", visit.files)
        except _REFUSALS as error:
            return self._refused_form(request, "start.html", error)
        finally:
            if not visit.files:
                self._visits.forget(visit.token)
        if not visit.files:
            return self._page(request, "start.html", 400, errors=("none",))
        return RedirectResponse(self._at(request, visit.token, ""), 303)

    async def _new_exercise(self, request: Request) -> Response:
        if request.path_params["lang"] not in languages():
            return self._gone(request)
        if request.method != "POST":
            return self._page(request, "exercise.html", errors=())
        try:
            values = texts_in(await form_of(request))
        except _REFUSALS as error:
            return self._refused_form(request, "exercise.html", error)
        visit = self._visits.new()
        visit.offered = ("exercise",)
        values.setdefault("seed", secrets.token_hex(4))
        return RedirectResponse(f"{self._at(request, visit.token, 'exercise')}?{urlencode(values)}", 303)

    async def _further(self, request: Request) -> Response:
        visit = self._visit(request)
        if visit is None:
            return self._gone(request)
        try:
            form = await form_of(request)
            visit.further = await kept(visit, form, "further", visit.files)
        except _REFUSALS as error:
            return self._refused_form(request, "start.html", error)
        return RedirectResponse(self._at(request, visit.token, form_action(form.get("action"))), 303)

    async def _forget(self, request: Request) -> Response:
        self._jobs.forget(request.path_params["visit"])
        self._visits.forget(request.path_params["visit"])
        return RedirectResponse(self._at(request), 303)

    async def _end(self, request: Request) -> Response:
        response = self._page(request, "message.html", kind="ended")
        asyncio.get_running_loop().call_later(0.2, self._quit)
        return response

    async def _looked(self, request: Request) -> Response:
        visit = self._visit(request)
        if visit is None:
            return self._gone(request)
        other = await self._look(request, visit)
        if other is not None:
            return other
        return RedirectResponse(self._at(request, visit.token, visit.offered[0]), 303)

    async def _look(self, request: Request, visit: Visit) -> Response | None:
        """Find out what can be done with the files; the page that says so while that isn't known."""
        if visit.offered:
            return None
        job = self._jobs.job(visit, "look", {}, (), request.path_params["lang"])
        job.address = job.address or self._here(request)
        if not await _waited(job):
            return self._working(request, visit, job)
        if job.was_stopped:
            return self._stopped(request, visit, job)
        visit.offered = job.view.offered
        return None

    async def _result(self, request: Request) -> Response:
        return await self._view(request, "result.html")

    async def _part(self, request: Request) -> Response:
        part = request.path_params["part"]
        if part in PARTS:
            return await self._view(request, "table.html", part=part)
        return await self._view(request, "explain.html") if part == "explain" else self._gone(request)

    async def _view(self, request: Request, template: str, **details: Any) -> Response:
        """The page of a job's result; until it is there, what is being done."""
        visit = self._visit(request)
        job = self._job(request, visit)
        if visit is None or job is None:
            return self._gone(request)
        other = await self._look(request, visit)
        if other is not None:
            return other
        if not await _waited(job):
            return self._working(request, visit, job)
        if job.was_stopped:
            return self._stopped(request, visit, job)
        view = job.view
        if view.is_refused:
            template = "refused.html"
        status = 422 if view.is_refused else 200  # a large table takes its time: other answers don't wait for it
        return await asyncio.to_thread(self._page, request, template, status, visit=visit, view=view, **details)

    async def _file(self, request: Request) -> Response:
        job = self._job(request, self._visit(request))
        if job is None or not await _waited(job, None) or job.was_stopped:
            return self._gone(request)
        files = job.view.files
        number = request.path_params["number"]
        if number >= len(files):
            return self._gone(request)
        made = files[number]
        kept_by = {"content-disposition": f"attachment; filename*=UTF-8''{quote(made.name)}"}
        return FileResponse(made.content, media_type=made.kind, headers=kept_by)

    async def _state(self, request: Request) -> Response:
        job = self._known_job(request)
        if job is None:
            return JSONResponse({"done": True, "said": ""})
        return JSONResponse({"done": job.finished.is_set(), "said": job.progress})

    async def _stop(self, request: Request) -> Response:
        job = self._known_job(request)
        if job is None:
            return self._gone(request)
        job.stop.set()
        await _waited(job, _STOPPED_IN)
        return RedirectResponse(job.address, 303)

    async def _again(self, request: Request) -> Response:
        job = self._known_job(request)
        if job is None:
            return self._gone(request)
        self._jobs.again(job)
        return RedirectResponse(job.address, 303)

    def _known_job(self, request: Request) -> Job | None:
        visit = self._visit(request)
        return None if visit is None else self._jobs.known(visit, request.path_params["key"])

    def _visit(self, request: Request) -> Visit | None:
        if request.path_params["lang"] not in languages():
            return None
        return self._visits.get(request.path_params["visit"])

    def _job(self, request: Request, visit: Visit | None) -> Job | None:
        """The job that a page is about, begun if it hasn't been; None where there can't be such a page."""
        action = request.path_params["action"]
        if visit is None or action not in ACTIONS or not (visit.files or action == "exercise"):
            return None
        values = {name: value for name, value in request.query_params.items() if value and name != "p"}
        players: tuple[str, ...] = ()
        if request.path_params.get("part") == "explain":
            action, players = "explain", tuple(request.query_params.getlist("p"))
            if not players:
                return None
        job = self._jobs.job(visit, action, values, players, request.path_params["lang"])
        job.address = job.address or self._here(request)
        return job

    def _here(self, request: Request) -> str:
        return request.url.path + (f"?{request.url.query}" if request.url.query else "")

    def _at(self, request: Request, *parts: str) -> str:
        """An address in the language of the page that was asked for."""
        return "/".join((self._base, request.path_params["lang"], *parts)) + ("" if parts else "/")

    def _refused_form(self, request: Request, template: str, error: Exception) -> Response:
        """A form again, with what is wrong with what was sent."""
        if isinstance(error, TooLargeError):
            return self._page(request, template, 413, errors=("large",))
        if isinstance(error, BadFormError):
            return self._page(request, template, 400, errors=("form",))
        return self._page(request, template, 507, errors=("room",))  # the folder for temporary files takes no more

    def _working(self, request: Request, visit: Visit, job: Job) -> Response:
        return self._page(request, "working.html", visit=visit, job=job)

    def _stopped(self, request: Request, visit: Visit, job: Job) -> Response:
        return self._page(request, "message.html", kind="stopped", visit=visit, job=job)

    def _gone(self, request: Request) -> Response:
        return self._page(request, "message.html", 404, kind="gone")

    def _page(self, request: Request, template: str, status: int = 200, **details: Any) -> HTMLResponse:
        language = request.path_params.get("lang")
        if language not in languages():
            language = self._language or preferred(request.headers.get("accept-language", ""))
        path = request.url.path.removeprefix(f"{self._base}/{language}/")
        query = [(name, value) for name, value in request.query_params.multi_items() if name != "p" and value]
        page = rendered(
            template, language, base=self._base, home=f"{self._base}/{language}", path=path,
            query=f"?{urlencode(query)}" if query else "", given=query, asked=f"?{request.url.query}".rstrip("?"),
            method=request.method, most=MOST_MB, action=request.path_params.get("action", ""), **details)
        return HTMLResponse(page, status)


def form_action(given: object) -> str:
    """The action that a form names; an audit where it names none of ours."""
    return given if isinstance(given, str) and given in ACTIONS else "audit"


async def _waited(job: Job, seconds: float | None = PATIENCE) -> bool:
    """Whether the job is finished, after waiting so long for it."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(job.finished.wait(), seconds)
    return job.finished.is_set()
