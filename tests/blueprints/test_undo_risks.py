"""An undo that is dangerous, takes something from oneself or goes back in part is shown before and named."""

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import ADD, CHOSEN, DOCS, call, chosen, forget, roles
from tests.blueprints.team_pages import API as MEMBERS
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL, SETTINGS, EDIT = f"{ORG}/journal", f"{ORG}/settings", f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"


def test_an_undo_of_a_visibility_or_of_a_role_for_all_is_confirmed(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, visibility="share-link")
    alice.confirm(EDIT)
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, asked.writes) == (409, [])
    assert "After the change: Public." in shown.main
    alice.submit(f"{JOURNAL}/1/undo")
    assert ask(service, ALICE, "GET", SITE).get_json()["visibility"] == "public"
    start_over(alice, service)
    asked.clear()
    ask(service, ALICE, "PATCH", API, {"defaultRole": "admin"})
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/access", defaultRole="read")
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert "Everyone who joins would become an administrator." in shown.main
    assert alice.submit(f"{JOURNAL}/1/undo", admin_confirm="Larkfield").status == 422
    assert ask(service, ALICE, "GET", API).get_json()["defaultRole"] == "read"
    alice.submit(f"{JOURNAL}/1/undo", admin_confirm="Larkfield Freight")
    assert ask(service, ALICE, "GET", API).get_json()["defaultRole"] == "admin"


@for_each("press", ["Remove…", "Make owners…"])
def test_an_undo_about_several_members_of_a_team_is_shown_before(
    alice: Pages, service: RunningService, asked: Log, press: str
) -> None:
    start_over(alice, service)
    asked.clear()
    forget(alice)
    before = roles(service)
    chosen(alice, press, "grace", "kofi")
    alice.submit(CHOSEN, press=alice.shown.h1.rstrip("?"))
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, asked.writes) == (409, [])
    assert [row[2] for row in shown.rows] == ["“Member”"] * 2
    alice.submit(f"{JOURNAL}/1/undo")
    assert roles(service) == before
    assert alice.submit(f"{JOURNAL}/2/undo").status == 409


def test_a_redo_that_removes_an_owner_is_shown_before(alice: Pages, service: RunningService, asked: Log) -> None:
    forget(alice)
    call(alice, "Frank Adeyemi")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Remove Erin Walsh")
    alice.submit(CHOSEN, press="Remove Erin Walsh from team_docs")
    alice.submit(f"{JOURNAL}/1/undo")
    asked.clear()
    assert alice.submit(f"{JOURNAL}/2/undo").status == 409
    assert (asked.writes, roles(service)["erin"]) == ([], "owner")


UNDO = "/orgs/org_larkfield/journal/1/undo"
AGREE = "I know that I am one of these people and may not be able to undo this myself."


def test_an_undo_of_ones_own_promotion_or_addition_has_to_be_agreed_to(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    forget(alice)
    call(alice, "Grace Tanaka")
    alice.get(DOCS)
    assert alice.submit(CHOSEN, press="Make owner: Grace Tanaka").toasts
    asked.clear()
    shown = alice.submit(UNDO)
    assert (shown.status, asked.writes, AGREE in shown.main) == (409, [], True)
    assert "Person Now After undoing Grace Tanaka" in shown.main
    refused = alice.submit(UNDO)
    assert (refused.status, asked.writes, roles(service)["grace"]) == (422, [], "owner")
    assert [refused.links[each] for each in refused.problems] == ["#agreed"]
    alice.submit(UNDO, agreed=True)
    assert roles(service)["grace"] == "member"
    start_over(alice, service)
    asked.clear()
    forget(alice)
    call(alice, "Lena Hoffmann")
    alice.get(DOCS)
    alice.submit(ADD, add="user_lena", press="Add to the team")
    assert alice.submit(UNDO).status == 409
    assert "lena" in roles(service)
    alice.submit(UNDO, agreed=True)
    assert "lena" not in roles(service)


def test_an_undo_that_takes_from_somebody_else_asks_only_where_that_may_be_oneself(
    alice: Pages, service: RunningService
) -> None:
    forget(alice)
    call(alice, "Frank Adeyemi")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert alice.submit(UNDO).status == 200
    assert roles(service)["grace"] == "member"
    start_over(alice, service)
    forget(alice)
    call(alice, "")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    shown = alice.submit(UNDO)
    assert (shown.status, "Check that this isn't you:" in shown.main) == (409, True)
    alice.submit(UNDO)
    assert roles(service)["grace"] == "member"


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
    shown = removed.get(f"{JOURNAL}/1/undo")
    assert "Changed since These stay as they are now: Grace Tanaka: “Owner”" in shown.main
    assert [row[0] for row in shown.rows] == ["Frank Adeyemi", "Kofi Mensah"]
    assert undone(removed, 1) == "Alice undid: Remove Frank Adeyemi and Kofi Mensah from team_docs"
    assert "Undone in part" in removed.shown.rows[1][0]
    assert undone(removed, 2) == "Alice redid: Remove Frank Adeyemi and Kofi Mensah from team_docs"
    assert ["Undone" in row[0] for row in removed.shown.rows[1:3]] == [True, False]
    assert roles(service)["grace"] == "owner"


def test_fields_that_stay_are_not_named(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.save(f"{SETTINGS}/profile", title="Lark", hostname="lark-docs")
    ask(service, ALICE, "PATCH", API, {"hostname": "by-a-colleague"})
    assert undone(alice, 1) == "Alice undid: Change Larkfield Freight: name"
    assert "Undone in part" in alice.shown.rows[1][0]
    assert "Undone in part" in alice.get(f"{JOURNAL}/1").facts
    assert undone(alice, 2) == "Alice redid: Change Larkfield Freight: name"


def test_a_role_that_a_colleague_changed_stays(alice: Pages, service: RunningService) -> None:
    alice.fill_in(f"{ORG}/spaces/space_guide/access/team_docs", role="review")
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_docs", {"role": "admin"})
    shown = alice.get(UNDO)
    assert "Changed since These stay as they are now: Role: “Admin" in shown.main
    assert ("There is nothing left to undo." in shown.main, "Undo" in shown.buttons) == (True, False)
