"""Each fault of the service on each form: nothing typed is lost, nothing is sent twice, and no page is a 500."""

import json
import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from client import Breaker, Limits, Transport
from service.rehearsal.faults import LONGEST_SECONDS
from service.rehearsal.switches import AS_USUAL, read_switches
from tests.asked import Log, listen
from tests.databases import SqliteFile
from tests.faults.forms import FORMS, Form
from tests.pages.filling import Value
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import close_portal, forget_changes, make_portal
from tests.world import ALICE, RunningService
from web.portal import portal_of

WRITES, READS = ("POST", "PUT", "PATCH", "DELETE"), ("GET",)
LIMITS = Limits(pause_seconds=(0.001, 0.002))
# The reads of a page must be answered while its writes are late.
HASTY = {WRITES: replace(LIMITS, read_seconds=1), READS: replace(LIMITS, read_seconds=0.3)}
STATUSES = (400, 401, 403, 404, 409, 412, 422, 429, 500, 503)
FAULTS: dict[str, dict[str, Any]] = {
    **{str(status): {"fault": "status", "status": status} for status in STATUSES},
    "429, later": {"fault": "status", "status": 429, "retryAfter": 30},
    "500, done": {"fault": "status", "status": 500, "carriedOut": True},
    "reset": {"fault": "reset"},
    "reset, done": {"fault": "reset", "carriedOut": True},
    "truncated": {"fault": "truncate"},
    "page": {"fault": "html"},
    "page, done": {"fault": "html", "carriedOut": True},
    "page, 403": {"fault": "html", "status": 403},
    "late": {"fault": "delay", "seconds": LONGEST_SECONDS},
}
ACCOUNT = "/sessions"  # which asks nothing of the service
SHAPES = ("text", "html", "empty")
WHILE_READING = ("401", "403", "404", "429", "500", "reset", "truncated", "page", "late")
DONE_ALL_THE_SAME = {"500, done", "reset, done", "truncated", "page, done", "late"}


class Rehearsal:
    """A service with switches, a portal of its own, and Alice's browser there."""

    def __init__(self, folder: Path) -> None:
        database = SqliteFile(folder / "service.db")
        self.service = RunningService(database, switches=AS_USUAL)
        self.asked: Log = listen(self.service)
        self.app: Flask = make_portal(self.service.url, folder / "portal", FRESH_SECONDS=0)
        self._through(LIMITS)
        self.alice = Pages(self.app).sign_in(ALICE)

    def _through(self, limits: Limits) -> None:
        parts = portal_of(self.app)
        parts.transport.close()
        transport = Transport(self.service.url, limits=limits, breaker=Breaker(rest_seconds=0))
        self.app.extensions["masthead"] = replace(parts, transport=transport)

    @contextmanager
    def going_wrong(self, fault: dict[str, Any], methods: tuple[str, ...], shape: str) -> Iterator[None]:
        """Let all requests of these methods go wrong."""
        faults = [{**fault, "method": method, "path": "/**", "times": 99} for method in methods]
        hasty = fault["fault"] == "delay"
        self.service.turn(read_switches(json.dumps({"errorShape": shape, "faults": faults}).encode()))
        if hasty:
            self._through(HASTY[methods])
        yield
        self.service.turn(AS_USUAL)
        if hasty:
            self._through(LIMITS)
            self.asked.wait()

    def open(self, form: Form) -> Page:
        """The page with the form, in the world as it was in the beginning."""
        self.service.reset()
        forget_changes(self.app)
        if self.alice.get(ACCOUNT).path != ACCOUNT:
            self.alice.sign_in(ALICE)
        form.before(self.app, self.alice)
        self.asked.clear()
        return form.open(self.alice)

    def send(self, form: Form, page: Page) -> tuple[Page, Counter[str]]:
        """Send it as a submission of its own; the page that follows, and which writes it came to."""
        self.alice.page = page
        before = len(self.asked.all)
        forged = {"form_key": secrets.token_urlsafe(16)}
        shown = self.alice.submit(form.action, dict(form.typed), press=form.press, forged=forged)
        return shown, Counter(f"{each.line} {each.body!r}" for each in self.asked.all[before:] if each.method in WRITES)

    def is_kept(self, form: Form) -> bool:
        """Whether what was typed is among Alice's drafts."""
        parts = portal_of(self.app)
        drafts = parts.drafts.of_owner(parts.keys.owner_of(ALICE))
        return form.action in drafts and form.words.items() <= dict(drafts[form.action].pairs).items()

    def close(self) -> None:
        close_portal(self.app)
        self.service.close()


@pytest.fixture(scope="module")
def rehearsal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rehearsal]:
    rehearsal = Rehearsal(tmp_path_factory.mktemp("rehearsal"))
    yield rehearsal
    rehearsal.service.turn(AS_USUAL)
    rehearsal.close()


def is_shown(form: Form, page: Page) -> bool:
    """Whether the form is there with what was typed."""
    return bool(page.forms_to(form.action)) and all(text in held(page, name) for name, text in form.words.items())


def held(page: Page, name: str) -> list[Value]:
    """What the inputs of this name hold, also those of a review, which are hidden."""
    inputs = page.document.with_attribute("name", name)
    if all(each.get("type") == "hidden" for each in inputs):
        return [each.get("value", "") for each in inputs]
    value = page.value(name)
    return [*value] if isinstance(value, list) else [value]


def what_is_wrong(rehearsal: Rehearsal, form: Form, shown: Page, writes: Counter[str]) -> list[str]:
    wrong = [f"a page of status {shown.status}"] if shown.status == 500 else []
    wrong += [f"{line} was sent {times} times" for line, times in writes.items() if times > 1]
    done = not form.writes and shown.toasts  # the portal keeps it, and nothing that went wrong was needed for that
    if form.words and not done and not is_shown(form, shown) and not rehearsal.is_kept(form):
        wrong.append(f"what was typed is lost: {shown.address} {shown.h1}")
    return wrong


def cases(form: Form) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Each fault on writes, with each shape that an error has; and those on reads that differ in what follows."""
    if form.writes:
        yield from ((name, WRITES, "json") for name in FAULTS)
        yield from (("400", WRITES, shape) for shape in SHAPES)
    yield from ((name, READS, "json") for name in WHILE_READING)


@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_lost_and_nothing_is_sent_twice(rehearsal: Rehearsal, name: str) -> None:
    form = FORMS[name]
    rehearsal.service.turn(AS_USUAL)
    typed = any(isinstance(value, str) for value in form.typed.values())
    page, wrong, sent = rehearsal.open(form), [], 0
    for fault, methods, shape in cases(form):
        with rehearsal.going_wrong(FAULTS[fault], methods, shape):
            shown, writes = rehearsal.send(form, page)
        sent += methods is WRITES and sum(writes.values()) > 0
        wrong += [f"{fault} ({methods[0]}, {shape}): {each}" for each in what_is_wrong(rehearsal, form, shown, writes)]
        if fault in DONE_ALL_THE_SAME or shown.path == "/sign-in" or not typed:
            page = rehearsal.open(form)
    assert not wrong, "\n".join(wrong)
    assert sent == (len(FAULTS) + len(SHAPES) if form.writes else 0), "a fault that met nothing proves nothing"
