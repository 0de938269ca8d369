"""A portal and a service whose faults can be switched, with one person at work on each form."""

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask

from masthead.client import Breaker, Limits, Transport
from masthead.client.exchange import ApiRequest, Deadline, Outcome
from masthead.store.drafts.drafts import Draft
from masthead.web.person.portal import get_portal
from service.rehearsal.switches import DEFAULT_SWITCHES
from tests.asked import Log, listen
from tests.databases import SqliteFile
from tests.faults.form import Form
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import close_portal, forget_changes, make_portal
from tests.world import ALICE, RunningService

WRITES, READS = ("POST", "PUT", "PATCH", "DELETE"), ("GET",)
LIMITS = Limits(pause_seconds=(0.001, 0.002))
HASTY_SECONDS = {WRITES: 1.0, READS: 0.3}
ACCOUNT = "/sessions"  # which asks nothing of the service


class HastyTransport(Transport):
    """Waits less long for the calls of some methods: the reads of a page are answered while its writes are late."""

    def __init__(self, url: str, methods: tuple[str, ...] = ()) -> None:
        super().__init__(url, limits=LIMITS, breaker=Breaker(rest_seconds=0))
        self._methods = methods

    def _send(self, request: ApiRequest, deadline: Deadline) -> Outcome:
        if request.method in self._methods:
            deadline = self.deadline(min(HASTY_SECONDS[self._methods], deadline.seconds_left))
        return super()._send(request, deadline)


class Rehearsal:
    """A service with switches, a portal of its own, and Alice's browser there."""

    def __init__(self, folder: Path) -> None:
        database = SqliteFile(folder / "service.db")
        self.service = RunningService(database, switches=DEFAULT_SWITCHES)
        self.asked: Log = listen(self.service)
        self.app: Flask = make_portal(self.service.url, folder / "portal", FRESH_SECONDS=0)
        self._send_hastily()
        self.alice = Pages(self.app).sign_in(ALICE)

    def _send_hastily(self, methods: tuple[str, ...] = ()) -> None:
        parts = get_portal(self.app)
        parts.transport.close()
        transport = HastyTransport(self.service.url, methods)
        self.app.extensions["masthead"] = replace(parts, transport=transport)

    @contextmanager
    def going_wrong(self, fault: dict[str, Any], methods: tuple[str, ...], shape: str) -> Iterator[None]:
        """Let all requests of these methods go wrong."""
        faults = [{**fault, "method": method, "path": "/**", "times": 99} for method in methods]
        hasty = fault["fault"] == "delay"
        self.service.turn(errorShape=shape, faults=faults)
        if hasty:
            self._send_hastily(methods)
        try:
            yield
        finally:
            self.service.turn()
            if hasty:
                self._send_hastily()
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
        """Send it as a submission of its own; the page that follows, and which writes it came to.

        What is asked about because the one before may still be carried out is sent anyway.
        """
        self.alice.page = page
        before = len(self.asked.all)
        forged = {"form_key": secrets.token_urlsafe(16)}
        shown = self.alice.submit(form.action, dict(form.typed), press=form.press, forged=forged)
        if "less than a minute ago" in shown.main:
            shown = self.alice.submit(form.action, dict(form.typed), press=form.press)
        return shown, Counter(f"{each.line} {each.body!r}" for each in self.asked.all[before:] if each.method in WRITES)

    def is_kept(self, form: Form, shown: Page) -> bool:
        """Whether what was typed is among Alice's drafts, in a draft of a structure, or in the list of this page."""
        typed = [dict(draft.pairs).items() for draft in self.drafts if draft.page == form.action]
        if any(form.words.items() <= each for each in typed):
            return True
        texts = [*self._structure_drafts(), self._list_under(form, shown)]
        return any(all(word in text for word in form.words.values()) for text in texts)

    def _structure_drafts(self) -> Iterator[str]:
        parts = get_portal(self.app)
        owner, arrangements = parts.store.keys.owner_of(ALICE), parts.store.structure_drafts
        for place, _at in arrangements.all_of(owner):
            if draft := arrangements.find(owner, place):
                yield draft.content

    def _list_under(self, form: Form, shown: Page) -> str:
        store = get_portal(self.app).store
        kept = store.temporary_texts.get(store.keys.owner_of(ALICE), form.action, shown.path.rpartition("/")[2])
        return (kept or b"").decode()

    @property
    def drafts(self) -> list[Draft]:
        """Alice's drafts."""
        parts = get_portal(self.app)
        return parts.store.drafts.of_owner(parts.store.keys.owner_of(ALICE))

    def close(self) -> None:
        close_portal(self.app)
        self.service.close()
