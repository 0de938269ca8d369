"""Two people save the same setting at the same moment: the API keeps the later one, and both are told."""

import re
from collections.abc import Callable
from functools import partial

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import added, roles
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

API = "/v1/orgs/org_larkfield"
SETTINGS = "/orgs/org_larkfield/settings"
PROFILE = f"{SETTINGS}/profile"
SITE = "/orgs/org_larkfield/sites/site_docs/edit"
SAVED = "Profile: saved."
TEAM = "/orgs/org_larkfield/teams/team_docs"
CHOSEN, ADD = f"{TEAM}/members/chosen", f"{TEAM}/members"
PROVIDER = "/orgs/org_larkfield/sso/saml_drivers"
PEOPLE = f"{PROVIDER}/people"


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def meanwhile(wire: Wire, save: Callable[[], list[str]], method: str = "PATCH") -> list[str]:
    """Somebody saves while the next call of `method` is on its way; gives what they are told, once they have."""
    told: list[str] = []

    def let_them_save_first(talk: Talk) -> bool:
        wire.faults.clear()
        told.extend(save())
        return wire.pass_on(talk)

    wire.faults[method] = let_them_save_first
    return told


def test_both_are_told(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(SETTINGS)
    bob.get(SETTINGS)
    to_bob = meanwhile(wire, lambda: bob.submit(PROFILE, title="Heron").toasts)
    to_alice = distant.submit(PROFILE, title="Lark").toasts
    assert ask(service, ALICE, "GET", API).get_json()["title"] == "Lark"
    under_way = (
        r"Another change was under way: at \d\d:\d\d UTC, Alice began to change name to “Lark”. See what is saved now"
    )
    assert re.fullmatch(under_way, to_bob[0])
    assert to_alice[0] == "While this was being sent, Bob changed name to “Heron”. See what is saved now"
    assert (to_bob[1:], to_alice[1:]) == ([SAVED], [SAVED])


@pytest.mark.parametrize("label", ["Vendors", "Suppliers"])
def test_who_creates_a_provider_of_the_same_label_is_told(distant: Pages, bob: Pages, wire: Wire, label: str) -> None:
    new = "/orgs/org_larkfield/sso/new"
    distant.get(new)
    bob.get(new)
    to_bob = meanwhile(wire, lambda: bob.submit(new, label=label).toasts, "POST")
    to_alice = distant.submit(new, label="Vendors").toasts
    assert (len(to_alice), len(to_bob)) == ((2, 2) if label == "Vendors" else (1, 1))
    if label == "Vendors":
        assert "Alice began “" in to_bob[0]
        assert to_alice[0].startswith("While this was being sent, Bob saved another change: “")


def unanswered(wire: Wire, send: Callable[[], Page]) -> list[str]:
    """What they are told whose call is carried out, and its answer lost."""
    wire.faults |= {"PATCH": faults.lost_answer, "PUT": faults.lost_answer}
    shown = send()
    wire.faults.clear()
    return shown.toasts


def test_both_are_told_of_what_may_be_saved(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    """Whether that was saved or not, nobody knows what the one that is saved has replaced: its undo leaves it."""
    distant.get(SETTINGS)
    bob.get(SETTINGS)
    to_bob = meanwhile(wire, lambda: unanswered(wire, lambda: bob.submit(PROFILE, title="Heron")))
    to_alice = distant.submit(PROFILE, title="Lark").toasts
    assert "Alice began to change name to “Lark”. See what is saved now" in to_bob[0]
    tried = "While this was being sent, Bob tried to change name to “Heron”. It isn't known whether that was saved."
    assert to_alice == [f"{tried} See what is saved now", SAVED]
    told = distant.submit("/orgs/org_larkfield/journal/1/undo")
    assert (told.status, ask(service, ALICE, "GET", API).get_json()["title"]) == (409, "Lark")
    assert "Somebody else sent a change to these at the same moment" in told.main


def test_who_gets_no_answer_is_told_of_what_was_saved_meanwhile(distant: Pages, bob: Pages, wire: Wire) -> None:
    def bob_saves(talk: Talk) -> bool:
        wire.faults.clear()
        bob.submit(PROFILE, title="Heron")
        return faults.lost_answer(talk)

    distant.get(SETTINGS)
    bob.get(SETTINGS)
    wire.faults["PATCH"] = bob_saves
    shown = distant.submit(PROFILE, title="Lark")
    assert shown.toasts[0] == "While this was being sent, Bob changed name to “Heron”. See what is saved now"
    assert "It isn't known whether this was saved" in shown.main


def test_a_member_whom_a_call_without_an_answer_may_have_added_stays(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(TEAM)
    bob.get(TEAM)
    send = partial(bob.submit, ADD, add="lena@larkfield.example", role="member")
    meanwhile(wire, lambda: unanswered(wire, send), "PUT")
    told = distant.submit(ADD, add="lena@larkfield.example", role="owner")
    tried = "While this was being sent, Bob began “Add lena@larkfield.example to team_docs”."
    assert told.toasts[0].startswith(f"{tried} It isn't known whether that was saved.")
    undone = distant.submit("/orgs/org_larkfield/journal/1/undo")
    assert "Somebody else sent a change to these members at the same moment" in undone.main
    assert roles(service)["lena"] == "owner"


def test_the_message_leads_to_the_page_that_shows_the_value(distant: Pages, bob: Pages, wire: Wire) -> None:
    distant.get(PEOPLE)
    bob.get(PEOPLE)
    meanwhile(wire, lambda: bob.submit(PEOPLE, defaultRole="edit").toasts)
    shown = distant.submit(PEOPLE, defaultRole="read")
    assert "Bob changed role of new people to “Editor”. See what is saved now" in shown.toasts[0]
    assert shown.links["See what is saved now"] == PROVIDER
    assert "Reader" in distant.get(PROVIDER).main


def test_who_adds_the_same_person_at_once_reads_whom_the_other_adds(distant: Pages, bob: Pages, wire: Wire) -> None:
    distant.get(TEAM)
    bob.get(TEAM)
    to_bob = meanwhile(wire, lambda: bob.submit(ADD, add="user_lena", role="member").toasts, "PUT")
    distant.submit(ADD, add="lena@larkfield.example", role="member")
    assert to_bob[0].endswith(", Alice began “Add lena@larkfield.example to team_docs”. See what is saved now")


def test_nobody_is_told_of_what_was_saved_before(distant: Pages, bob: Pages) -> None:
    bob.get(SETTINGS)
    bob.submit(PROFILE, title="Heron")
    distant.get(SETTINGS)
    assert distant.submit(PROFILE, title="Lark").toasts == [SAVED]


def test_who_may_not_see_what_others_send_is_told_nothing(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "create")
    distant.get(SITE)
    bob.get(SITE)
    to_bob = meanwhile(wire, lambda: bob.submit(SITE, title="Heron").toasts)
    to_alice = distant.submit(SITE, title="Lark").toasts
    assert (len(to_bob), len(to_alice)) == (1, 2)


def test_nobody_is_told_of_another_member_of_the_same_team(distant: Pages, bob: Pages, wire: Wire) -> None:
    distant.get(TEAM)
    bob.get(TEAM)
    to_bob = meanwhile(wire, lambda: bob.submit(CHOSEN, press="Make member: Erin Walsh").toasts, "PUT")
    to_alice = distant.submit(CHOSEN, press="Make owner: Grace Tanaka").toasts
    assert to_bob == ["Saved: Make Erin Walsh a member of team_docs."]
    assert to_alice == ["Saved: Make Grace Tanaka an owner of team_docs."]


@for_each("of_the_later", [True, False])
@pytest.mark.exhaustive
def test_an_undo_leaves_what_both_changed(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, of_the_later: bool
) -> None:
    """Either may have replaced the other, so what there was before isn't known, and is nobody's wish."""
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    distant.get(SETTINGS)
    bob.get(SETTINGS)
    meanwhile(wire, lambda: bob.submit(PROFILE, title="Heron").toasts)
    distant.submit(PROFILE, title="Lark")
    if of_the_later:  # the API may as well have carried them out the other way round
        ask(service, ALICE, "PATCH", API, {"title": "Heron"})
    number, pages = (2, bob) if of_the_later else (1, distant)
    told = pages.submit(f"/orgs/org_larkfield/journal/{number}/undo")
    assert told.status == 409
    assert "Somebody else sent a change to these at the same moment" in told.main
    assert ask(service, ALICE, "GET", API).get_json()["title"] == ("Heron" if of_the_later else "Lark")


@for_each("name", ["lena@larkfield.example", "user_lena"])
def test_an_undo_leaves_who_was_added_by_both(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, name: str
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    distant.get(TEAM)
    bob.get(TEAM)
    meanwhile(wire, lambda: added(bob, "lena@larkfield.example", role="owner").toasts, "PUT")
    added(distant, name)
    told = bob.submit("/orgs/org_larkfield/journal/2/undo")
    assert "Somebody else sent a change to these members at the same moment" in told.main
    assert roles(service)["lena"] == "owner"


@for_each("role", ["owner", "member"])
def test_an_addition_beside_the_undo_of_a_removal_tells_both(
    distant: Pages, bob: Pages, wire: Wire, role: str, service: RunningService
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    added(bob, "user_lena", role="owner")
    bob.submit(CHOSEN, press="Remove Lena Hoffmann")
    bob.submit(CHOSEN, press="Remove Lena Hoffmann from team_docs")
    distant.get(TEAM)
    to_bob = meanwhile(wire, lambda: bob.submit("/orgs/org_larkfield/journal/2/undo").toasts, "PUT")
    to_alice = distant.submit(ADD, add="lena@larkfield.example", role=role).toasts
    assert ", Alice began “Add lena@larkfield.example to team_docs”. See what is saved now" in to_bob[0]
    undone = "While this was being sent, Bob saved another change: “Undo: Remove Lena Hoffmann from team_docs”."
    assert to_alice[0] == f"{undone} See what is saved now"
