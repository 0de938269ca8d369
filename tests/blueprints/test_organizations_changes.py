"""What was changed of late, on the overview: by whom it may be seen, and when."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from contract.organization.organizations import UPDATE_ORGANIZATION
from store import Intent, Outcome, State, Subject
from tests.blueprints.overview import ORG, Told, matters, part
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import ALICE, RunningService
from web.person.portal import portal_of


def change(pages: Pages, token: str, state: State, summary: str = "Change Larkfield Freight: name") -> int:
    """Write a change of this person's into the journal."""
    parts = portal_of(pages.app)
    intent = Intent(
        "org_larkfield",
        parts.store.keys.owner_of(token),
        UPDATE_ORGANIZATION.name,
        ("org_larkfield",),
        Subject("organization", "org_larkfield", "Larkfield Freight"),
        summary,
    )
    number = parts.store.journal.begin(intent)
    parts.store.journal.settle(number, Outcome(state))
    return number


def test_changes_are_told_with_who_and_when_and_lead_to_the_journal_of_their_day(
    alice: Pages, service: RunningService
) -> None:
    number = change(alice, ALICE, State.SAVED)
    change(alice, "bob", State.REFUSED, "<script>x()</script>")
    shown = alice.get(ORG)
    assert "2 changes in the last 30 days, 2 today. Busiest day:" in part(shown, "changes")
    assert shown.links["Change Larkfield Freight: name"] == f"{ORG}/journal/{number}"
    assert "<script>x()</script> Unnamed admin," in part(shown, "changes")
    start_over(alice, service)
    change(alice, ALICE, State.SAVED)
    shown = alice.get(ORG)
    now = datetime.now(UTC).date()
    day = f"{ORG}/journal?since={now}&until={now}"
    ways = [each.get("href") for each in shown.document.all("a") if each.get("tabindex") == "-1"]
    assert ways == [day]
    assert [f"{now.day} {now:%b} {now.year}", "1"] in shown.rows
    assert alice.get(day).status == 200


def test_without_changes_of_late_it_says_so_and_draws_nothing(alice: Pages) -> None:
    shown = alice.get(ORG)
    assert "Nobody has changed anything in Masthead yet." in part(shown, "changes")
    assert not [each for each in shown.document.all("svg") if "chart-columns" in each.get("class", "")]


def test_an_unknown_outcome_needs_attention(alice: Pages) -> None:
    change(alice, ALICE, State.UNKNOWN)
    shown = alice.get(ORG)
    assert any(
        text.startswith("Soon: It isn't known whether 1 of 1 recorded change was saved.") for text in matters(shown)
    )
    assert shown.links["View in the journal"] == f"{ORG}/journal?state=unknown"
    for _ in range(30):
        change(alice, ALICE, State.UNKNOWN)
    assert any(
        text.startswith("Soon: It isn't known whether 31 of 31 recorded changes were saved")
        for text in matters(alice.get(ORG))
    )


def test_others_changes_are_for_those_who_administer_now(alice: Pages, charlie: Pages, told: Told) -> None:
    change(alice, ALICE, State.SAVED)
    assert "Change Larkfield Freight: name" in alice.get(ORG).main
    shown = charlie.get(ORG)
    assert "Change Larkfield Freight" not in shown.main
    assert "This shows only your own changes. Administrators see everybody's changes." in shown.main
    own, becomes = told
    change(own, "bob", State.SAVED, "By Bob")
    assert "By Bob" in own.get(ORG).main
    becomes["org_larkfield"] = faults.refusal(500)
    shown = own.get(ORG)
    assert "By Bob" not in shown.main
    assert "This shows only your own changes, because the API can't report your role right now." in shown.main


@for_each("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_days_are_those_of_the_reader(alice: Pages, zone: str) -> None:
    change(alice, ALICE, State.SAVED)
    alice.client.set_cookie("browser_time_zone", zone)
    shown = alice.get(ORG)
    now = datetime.now(ZoneInfo(zone)).date()
    assert [each.get("href") for each in shown.document.all("a") if each.get("tabindex") == "-1"] == [
        f"{ORG}/journal?since={now}&until={now}"
    ]
