"""Changes that go back in part, as colleagues changed the rest: messages and journal name only what was sent."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import API as MEMBERS
from tests.blueprints.team_pages import CHOSEN, chosen, forget, roles
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL, SETTINGS, EDIT = f"{ORG}/journal", f"{ORG}/settings", f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"


def undone(pages: Pages, number: int) -> str:
    """What the journal calls the undo of an entry, with whatever has to be seen before."""
    said(pages, number)
    return pages.get(JOURNAL).rows[0][0].partition(" “")[0]


def said(pages: Pages, number: int) -> str:
    """The message after undoing an entry."""
    word = pages.get(f"{JOURNAL}/{number}/undo").h1.partition(" ")[0]
    (message,) = pages.submit(f"{JOURNAL}/{number}/undo", press=word).toasts
    return message


@pytest.fixture
def removed(alice: Pages) -> Pages:
    """Alice removed three people from a team."""
    forget(alice)
    chosen(alice, "Remove…", "frank", "grace", "kofi")
    alice.submit(CHOSEN, press=alice.shown.h1.rstrip("?"))
    return alice


def test_people_who_stay_are_not_named(removed: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PUT", MEMBERS, {"memberships": {"user_grace": {"role": "owner"}}, "add": ["user_grace"]})
    assert undone(removed, 1) == "Undo: Remove Frank Adeyemi and Kofi Mensah from team_docs"
    assert removed.shown.rows[1][1] == "Saved Undone in part"
    assert undone(removed, 2) == "Redo: Remove Frank Adeyemi and Kofi Mensah from team_docs"
    assert [row[1] for row in removed.shown.rows[1:3]] == ["Saved Undone", "Saved"]
    ask(service, ALICE, "PUT", MEMBERS, {"add": ["user_frank"]})
    assert undone(removed, 3) == "Undo: Remove Kofi Mensah from team_docs"
    ask(service, ALICE, "PUT", MEMBERS, {"memberships": {"user_frank": {"role": "owner"}}})
    assert undone(removed, 4) == "Redo: Remove Kofi Mensah from team_docs"
    assert roles(service)["frank"] == roles(service)["grace"] == "owner"


def test_people_and_roles_that_stay_are_not_named_by_a_redo(
    removed: Pages, service: RunningService, alice: Pages
) -> None:
    undone(removed, 1)
    ask(service, ALICE, "PUT", MEMBERS, {"memberships": {"user_frank": {"role": "owner"}}})
    assert undone(removed, 2) == "Redo: Remove Grace Tanaka and Kofi Mensah from team_docs"
    start_over(removed, service)
    forget(alice)
    chosen(alice, "Make owners…", "frank", "grace", "kofi")
    alice.submit(CHOSEN, press=alice.shown.h1.rstrip("?"))
    ask(service, ALICE, "PUT", MEMBERS, {"remove": ["user_frank", "user_kofi"]})
    assert undone(alice, 1) == "Undo: Make Grace Tanaka an owner of team_docs"
    assert undone(alice, 2) == "Redo: Make Grace Tanaka an owner of team_docs"


def test_fields_that_stay_are_not_named(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", title="Lark", hostname="lark-docs")
    ask(service, ALICE, "PATCH", API, {"hostname": "by-a-colleague"})
    assert undone(alice, 1) == "Undo: Change Larkfield Freight: name"
    assert alice.shown.rows[1][1] == "Saved Undone in part"
    assert "Undone in part" in alice.get(f"{JOURNAL}/1").facts
    assert undone(alice, 2) == "Redo: Change Larkfield Freight: name"
    start_over(alice, service)
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide", agentsContext="excluded")
    ask(service, ALICE, "PATCH", f"{API}/sites/site_docs", {"agentsContext": "included"})
    assert undone(alice, 1) == "Undo: Change the site Larkfield Docs: title"
