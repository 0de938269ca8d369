"""Where two people changed the same field: who it was and when, as far as one may see, and whose value is kept."""

import pytest

from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
PROFILE = f"{SETTINGS}/profile"
EDIT = f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
NOBODY = "Activity doesn't show who changed it"


def saved(service: RunningService, path: str = API) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", path).get_json()
    return found


def test_a_change_that_may_not_be_saved_is_told_as_such(distant: Pages, wire: Wire, service: RunningService) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    page, bob = distant.get(SETTINGS), Pages(distant.app).sign_in(BOB)
    bob.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    bob.submit(PROFILE, title="Larkfield Sea")
    wire.faults.clear()
    distant.page = page
    shown = distant.submit(PROFILE, title="Larkfield Air")
    assert (NOBODY in shown.main, "It isn't known whether that was saved." in shown.main) == (False, True)
    assert f"{ORG}/journal/1" in shown.links.values()


def test_whose_changes_one_may_not_see_is_not_told(bob: Pages, alice: Pages, service: RunningService) -> None:
    give_role(service, "user_bob", "org_larkfield", "create")
    bob.get(EDIT)
    alice.get(EDIT)
    alice.submit(EDIT, title="By Alice")
    assert NOBODY in bob.submit(EDIT, title="By Bob").main


def test_one_s_own_other_window_is_told_as_such(alice: Pages) -> None:
    first = alice.get(SETTINGS)
    alice.save(PROFILE, title="In one window", hostname="larkfield-sea")
    alice.page = first
    shown = alice.submit(PROFILE, title="In the other")
    assert shown.problems == [
        "Name: You changed this too, in another window. Choose which to keep.",
        "You changed Default hostname to “larkfield-sea” in another window. Saving this form keeps that change.",
    ]
    assert "Name: which to keep? You changed it yourself, in another window" in shown.main
    assert "Keep this one “In the other” Take the other one “In one window”" in shown.main
    assert "theirs" not in shown.main
    assert "omebody" not in shown.main


@pytest.mark.parametrize(("whose", "title"), [("mine", "By Alice"), ("theirs", "By a colleague")])
def test_the_rest_is_saved_with_what_was_chosen(
    alice: Pages, service: RunningService, asked: Log, whose: str, title: str
) -> None:
    alice.get(EDIT)
    ask(service, ALICE, "PATCH", f"{API}/sites/site_docs", {"title": "By a colleague", "agentsContext": "excluded"})
    asked.clear()
    alice.submit(EDIT, title="By Alice", basename="guide-2")
    alice.submit(EDIT, {"title-whose": whose})
    assert asked.writes == []
    shown = alice.confirm(EDIT)
    site = saved(service, f"{API}/sites/site_docs")
    assert (shown.status, asked.writes) == (200, [f"PATCH {API}/sites/site_docs"])
    assert (site["title"], site["basename"], site["agentsContext"]) == (title, "guide-2", "excluded")


def test_an_answer_lasts_through_review_and_editing_on(alice: Pages, service: RunningService) -> None:
    alice.get(EDIT)
    ask(service, ALICE, "PATCH", f"{API}/sites/site_docs", {"title": "By a colleague"})
    alice.submit(EDIT, title="By Alice", press="Review first")
    alice.submit(EDIT, {"title-whose": "mine"}, press="Review first")
    assert alice.shown.rows == [["Title", "“By a colleague”", "“By Alice”"]]
    shown = alice.submit(EDIT, press="Go on editing")
    assert (shown.value("title"), shown.value("title-whose")) == ("By Alice", ["mine"])
    assert alice.submit(EDIT).toasts == ["By Alice was saved."]


@pytest.mark.parametrize("status", [409, 412])
@pytest.mark.exhaustive
def test_what_the_api_itself_calls_a_conflict_is_looked_at_again(
    portal_for: PortalFor, service: RunningService, wire: Wire, status: int
) -> None:
    def outrun(talk: Talk) -> bool:
        ask(service, ALICE, "PATCH", f"{API}/sites/site_docs", {"title": "Quicker", "agentsContext": "excluded"})
        return faults.refusal(status, "Somebody was quicker.")(talk)

    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    alice.get(EDIT)
    wire.faults["PATCH"] = outrun
    shown = alice.submit(EDIT, title="Slower")
    assert (shown.status, shown.problems[0]) == (409, "The documentation service refused this: “Somebody was quicker.”")
    assert "Keep mine “Slower” Take theirs “Quicker”" in shown.main
    assert shown.value("agentsContext") == ["excluded"]
    wire.faults.clear()
    assert alice.submit(EDIT, {"title-whose": "mine"}).toasts == ["Slower was saved."]
    site = saved(service, f"{API}/sites/site_docs")
    assert (site["title"], site["agentsContext"]) == ("Slower", "excluded")
