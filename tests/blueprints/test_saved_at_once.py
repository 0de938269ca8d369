"""Two people save the same setting at the same moment: the API keeps the later one, and both are told."""

import pytest

from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

API = "/v1/orgs/org_larkfield"
SETTINGS = "/orgs/org_larkfield/settings"
PROFILE = f"{SETTINGS}/profile"
SAVED = "Profile: saved."


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def test_both_are_told(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    to_bob: list[str] = []

    def let_bob_save_first(talk: Talk) -> bool:
        wire.faults.clear()
        to_bob.extend(bob.submit(PROFILE, title="Heron").toasts)
        return wire.pass_on(talk)

    distant.get(SETTINGS)
    bob.get(SETTINGS)
    wire.faults["PATCH"] = let_bob_save_first
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
