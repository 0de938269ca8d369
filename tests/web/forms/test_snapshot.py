"""What a form was drawn from travels through the browser sealed: nobody changes it, and it is good for one person."""

import time

import pytest
from flask import Flask, g

from masthead.web.forms.merge import Snapshot, open_snapshot, seal_snapshot
from masthead.web.person.session import Person
from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield/sites/site_docs"
STALE = "This page is out of date. Nothing was sent. Check the marked fields and save again."
DIFFERS = "This differs from what is saved now. Choose which to keep."


def as_person(name: str) -> None:
    g.person = Person(token=name, owner=name, name=None)


def test_what_was_sealed_is_opened_by_its_person(portal: Flask) -> None:
    with portal.test_request_context():
        as_person("alice")
        snapshot = Snapshot({"title": "Docs", "logo": None, "list": ["ü"]}, {"title": {"mine": "Guide"}}, 17.0)
        assert open_snapshot(seal_snapshot(snapshot)) == snapshot
        first = open_snapshot(seal_snapshot(Snapshot({})))
        assert first is not None
        assert first.at == pytest.approx(time.time(), abs=60)
        assert open_snapshot(seal_snapshot(first)) == first
        sealed = seal_snapshot(Snapshot({"title": "Docs"}))
        as_person("bob")
        assert open_snapshot(sealed) is None


@for_each("text", ["", "nonsense", "eyJ0aXRsZSI6IkRvY3MifQ", "W10.x", "é"])
def test_what_was_not_sealed_here_is_not_opened(portal: Flask, text: str) -> None:
    with portal.test_request_context():
        assert open_snapshot(text) is None


def test_a_changed_seal_sends_nothing_and_keeps_what_was_typed(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(EDIT)
    was = alice.shown.document.with_attribute("name", "was")[0].attrib["value"]
    ask(service, ALICE, "PATCH", API, {"visibility": "unlisted"})
    asked.clear()
    # Not its last character: some of the bits of that one belong to no byte.
    shown = alice.submit(EDIT, title="Guide", forged={"was": ("A" if was[0] != "A" else "B") + was[1:]})
    assert (shown.status, shown.problems[0], asked.writes) == (409, STALE, [])
    assert shown.value("title") == "Guide"
    assert [shown.error_at(name) for name in ("title", "visibility", "basename")] == [DIFFERS, DIFFERS, ""]
    assert "no longer there" in shown.main
    assert alice.submit(EDIT).status == 409
    assert alice.submit(EDIT, {"title-whose": "mine", "visibility-whose": "theirs"}).toasts == ["Guide was saved."]
    assert asked.writes == [f"PATCH {API}"]
