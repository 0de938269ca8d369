"""Two people save the same setting at the same moment: the API keeps the later one, and both are told."""

import re
from collections.abc import Callable

from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"
SETTINGS = "/orgs/org_larkfield/settings"
PROFILE = f"{SETTINGS}/profile"
SITE = "/orgs/org_larkfield/sites/site_docs/edit"
SAVED = "Profile: saved."
TEAM = "/orgs/org_larkfield/teams/team_docs"
CHOSEN, ADD = f"{TEAM}/members/chosen", f"{TEAM}/members"
PROVIDER = "/orgs/org_larkfield/sso/saml_drivers"
PEOPLE = f"{PROVIDER}/people"
RENAMED = "“Change Larkfield Freight: name”"


def meanwhile(wire: Wire, save: Callable[[], list[str]], method: str = "PATCH") -> list[str]:
    """Somebody saves while the next call of `method` is on its way; gives what they are told, once they have."""
    told: list[str] = []
    wire.meanwhile(lambda: told.extend(save()), method)
    return told


def test_both_are_told(distant: Pages, colleague: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(SETTINGS)
    colleague.get(SETTINGS)
    to_bob = meanwhile(wire, lambda: colleague.submit(PROFILE, title="Heron").toasts)
    to_alice = distant.submit(PROFILE, title="Lark").toasts
    assert ask(service, ALICE, "GET", API).get_json()["title"] == "Lark"
    under_way = rf"Another change was under way: at \d\d:\d\d UTC, Alice began {RENAMED}. See what is saved now"
    assert re.fullmatch(under_way, to_bob[0])
    assert to_alice[0] == f"While this was being sent, Bob saved another change: {RENAMED}. See what is saved now"
    assert (to_bob[1:], to_alice[1:]) == ([SAVED], [SAVED])


def test_who_creates_a_provider_of_the_same_label_is_told(distant: Pages, colleague: Pages, wire: Wire) -> None:
    new = "/orgs/org_larkfield/sso/new"
    for pages in (distant, colleague):
        pages.get(new)
    to_bob = meanwhile(wire, lambda: colleague.submit(new, label="Vendors").toasts, "POST")
    to_alice = distant.submit(new, label="Vendors").toasts
    assert (len(to_alice), len(to_bob)) == (2, 2)
    assert "Alice began “" in to_bob[0]
    assert to_alice[0].startswith("While this was being sent, Bob saved another change: “")


def unanswered(wire: Wire, send: Callable[[], Page]) -> list[str]:
    """What they are told whose call is carried out, and its answer lost."""
    wire.faults |= {"PATCH": faults.lost_answer, "PUT": faults.lost_answer}
    shown = send()
    wire.faults.clear()
    return shown.toasts


def test_both_are_told_of_what_may_be_saved(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService
) -> None:
    """Whether that was saved or not, nobody knows what the one that is saved has replaced: its undo leaves it."""
    distant.get(SETTINGS)
    colleague.get(SETTINGS)
    to_bob = meanwhile(wire, lambda: unanswered(wire, lambda: colleague.submit(PROFILE, title="Heron")))
    to_alice = distant.submit(PROFILE, title="Lark").toasts
    assert f"Alice began {RENAMED}. See what is saved now" in to_bob[0]
    tried = f"While this was being sent, Bob began {RENAMED}. It isn't known whether that was saved."
    assert to_alice == [f"{tried} See what is saved now", SAVED]
    told = distant.submit("/orgs/org_larkfield/journal/1/undo")
    assert (told.status, ask(service, ALICE, "GET", API).get_json()["title"]) == (409, "Lark")
    assert "Somebody else sent a change to these at the same moment" in told.main


def test_who_gets_no_answer_is_told_of_what_was_saved_meanwhile(distant: Pages, colleague: Pages, wire: Wire) -> None:
    def bob_saves(talk: Talk) -> bool:
        wire.faults.clear()
        colleague.submit(PROFILE, title="Heron")
        return faults.lost_answer(talk)

    distant.get(SETTINGS)
    colleague.get(SETTINGS)
    wire.faults["PATCH"] = bob_saves
    shown = distant.submit(PROFILE, title="Lark")
    assert shown.toasts[0] == f"While this was being sent, Bob saved another change: {RENAMED}. See what is saved now"
    assert "It isn't known whether this was saved" in shown.main


def test_the_message_leads_to_the_page_that_shows_the_value(distant: Pages, colleague: Pages, wire: Wire) -> None:
    distant.get(PEOPLE)
    colleague.get(PEOPLE)
    meanwhile(wire, lambda: colleague.submit(PEOPLE, defaultRole="edit").toasts)
    shown = distant.submit(PEOPLE, defaultRole="read")
    assert "Bob saved another change: “" in shown.toasts[0]
    assert shown.links["See what is saved now"] == PROVIDER
    assert "Reader" in distant.get(PROVIDER).main


def test_who_may_not_see_what_others_send_is_told_nothing(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "create")
    distant.get(SITE)
    colleague.get(SITE)
    to_bob = meanwhile(wire, lambda: colleague.submit(SITE, title="Heron").toasts)
    to_alice = distant.submit(SITE, title="Lark").toasts
    assert (len(to_bob), len(to_alice)) == (1, 2)
