"""Two people save the same setting at the same moment: the API keeps the later one, and both are told."""

from collections.abc import Callable

import pytest

from tests.blueprints.team_pages import added, roles
from tests.faults.hostile import Talk
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
CHOSEN = f"{TEAM}/members/chosen"


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
    assert to_bob == [
        "Alice is changing name to “Lark” at this moment. Reload this page in a few seconds to see what was saved.",
        SAVED,
    ]
    assert to_alice == [
        "While this was being saved, Bob changed name to “Heron”. This page shows what is saved now.",
        SAVED,
    ]


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
    assert to_bob == ["Make Erin Walsh a member of team_docs: saved."]
    assert to_alice == ["Make Grace Tanaka an owner of team_docs: saved."]


@pytest.mark.parametrize("of_the_later", [True, False])
def test_an_undo_leaves_what_both_changed(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, of_the_later: bool
) -> None:
    """Either may have replaced the other, so what there was before isn't known, and is nobody's wish."""
    distant.get(SETTINGS)
    bob.get(SETTINGS)
    meanwhile(wire, lambda: bob.submit(PROFILE, title="Heron").toasts)
    distant.submit(PROFILE, title="Lark")
    if of_the_later:  # the API may as well have carried them out the other way round
        ask(service, ALICE, "PATCH", API, {"title": "Heron"})
    number, pages = (2, bob) if of_the_later else (1, distant)
    told = pages.submit(f"/orgs/org_larkfield/journal/{number}/undo")
    assert told.status == 409
    assert "Somebody else changed these at the same moment" in told.main
    assert ask(service, ALICE, "GET", API).get_json()["title"] == ("Heron" if of_the_later else "Lark")


@pytest.mark.parametrize("name", ["lena@larkfield.example", "user_lena"])
def test_an_undo_leaves_who_was_added_by_both(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, name: str
) -> None:
    distant.get(TEAM)
    bob.get(TEAM)
    meanwhile(wire, lambda: added(bob, "lena@larkfield.example", role="owner").toasts, "PUT")
    added(distant, name)
    told = bob.submit("/orgs/org_larkfield/journal/2/undo")
    assert "Somebody else changed these members at the same moment" in told.main
    assert roles(service)["lena"] == "owner"
