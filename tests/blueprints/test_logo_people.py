"""Two people who set the logo, which the service answers as an address of its own: what each is shown of the other."""

import pytest

from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"
SETTINGS = "/orgs/org_larkfield/settings"
OLD, THEIRS, MINE = (f"https://pics.example/{name}.png" for name in ("old", "theirs", "mine"))


def set_logo(service: RunningService, logo: str | None) -> None:
    ask(service, ALICE, "PATCH", API, {"logo": logo})


@for_each(
    "before, after, theirs, opened",
    [
        (OLD, THEIRS, "another picture", "a picture"),
        (OLD, None, "nothing", "a picture"),
        (None, THEIRS, "a picture", "nothing"),
    ],
)
def test_a_logo_of_somebody_else_is_told_apart_from_none(
    alice: Pages, service: RunningService, before: str | None, after: str | None, theirs: str, opened: str
) -> None:
    set_logo(service, before)
    alice.get(SETTINGS)
    set_logo(service, after)
    choices = f"Keep mine “{MINE}” Take theirs {theirs} When you opened the page {opened}"
    for _ in range(2):  # and where the question is shown again
        assert choices in alice.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo=MINE).main


@pytest.mark.parametrize("before", [OLD, None])
def test_a_new_logo_is_told_without_its_address(alice: Pages, service: RunningService, before: str | None) -> None:
    set_logo(service, before)
    alice.get(SETTINGS)
    set_logo(service, THEIRS)
    shown = alice.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    assert shown.toasts == ["Meanwhile somebody changed the logo. That stays.", "Profile: saved."]


@pytest.mark.parametrize(("before", "was"), [(OLD, ""), (None, " It was nothing.")])
def test_a_new_logo_beside_a_question_is_told_without_its_address(
    alice: Pages, service: RunningService, before: str | None, was: str
) -> None:
    set_logo(service, before)
    alice.get(SETTINGS)
    set_logo(service, THEIRS)
    ask(service, ALICE, "PATCH", API, {"title": "Theirs"})
    shown = alice.submit(f"{SETTINGS}/profile", title="Mine")
    assert "Somebody changed Logo. Saving this form keeps that change." in shown.problems
    sentence = f"Somebody changed this while you were editing.{was}"
    assert sentence in shown.main
    assert f"{sentence} It" not in shown.main


def test_who_set_a_logo_cannot_be_told(alice: Pages, service: RunningService) -> None:
    set_logo(service, OLD)
    alice.get(SETTINGS)
    set_logo(service, THEIRS)
    shown = alice.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo=MINE)
    assert "The API doesn't report this value, so Masthead can't tell whose change this was." in shown.main


@pytest.mark.parametrize("typed", [MINE, THEIRS])
def test_an_own_logo_whose_answer_was_lost_is_nobody_else_s(
    distant: Pages, service: RunningService, wire: Wire, typed: str
) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(f"{SETTINGS}/profile", {"logo-is": "text", "title": "Logo Co"}, logo=MINE)
    wire.faults.clear()
    ask(service, ALICE, "PATCH", API, {"title": "Theirs"})
    distant.open_input(f"{SETTINGS}/profile")
    shown = distant.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo=typed)
    assert "Take theirs “Theirs”" in shown.main
    assert "a picture" not in shown.main
