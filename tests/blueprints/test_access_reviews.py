"""Administrators decide together who keeps access; the record has each decision and what came of it."""

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from masthead.web.people.access_reviews import next_due
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.team_pages import API, ORG, roles
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.loops import for_each
from tests.pages.filling import Value
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

REVIEWS = f"{ORG}/access/reviews"
REVIEW, COMPLETE = f"{REVIEWS}/1", f"{REVIEWS}/1/complete"
CREW = ("bob", "erin", "frank", "grace", "kofi")
"""Bob and Erin are owners."""


def begun(pages: Pages, **typed: str) -> Page:
    pages.get(f"{REVIEWS}/new")
    return pages.submit(f"{REVIEWS}/new", {"team-other": "team_docs", **typed})


def decided(pages: Pages, press: str = "Save decisions", *, on: str = REVIEW, **decisions: str) -> Page:
    """Decide about people by name on the open page, with a reason where one is needed."""
    if pages.shown.path != on:
        pages.get(on)
    values: dict[str, Value] = {f"to-user_{who}": to for who, to in decisions.items()}
    values |= {f"reason-user_{who}": "The audit" for who, to in decisions.items() if to not in {"", "keep"}}
    return pages.submit(on, values, press=press)


def completed(pages: Pages, **typed: Value) -> Page:
    pages.get(COMPLETE)
    return pages.submit(COMPLETE, typed)


def outcomes(pages: Pages) -> Mapping[str, tuple[str, str]]:
    """The decision and the outcome of each row of the file, by first name."""
    rows = list(csv.DictReader(io.StringIO(pages.get(f"{REVIEW}.csv").html.removeprefix("\ufeff"))))
    return {row["name"].split()[0].lower(): (row["decision"], row["outcome"]) for row in rows}


def test_a_review_becomes_a_bulk_change_and_a_record(alice: Pages, service: RunningService, asked: Log) -> None:
    assert "No access reviews yet" in alice.get(REVIEWS).main
    assert begun(alice, due="2020-01-01").status == 422
    assert begun(alice, reviewers="Alice\nBob").toasts == ["The access review of team_docs has begun."]
    assert begun(alice, reviewers="Lena").toasts[0].startswith("There is an open review of team_docs.")
    shown = alice.submit(REVIEW, {"to-user_frank": "remove"})
    assert (shown.status, "Enter a reason." in shown.main) == (422, True)
    assert decided(alice, frank="remove", grace="owner").toasts == ["2 decisions saved."]
    assert alice.submit(REVIEW, press="Save decisions").toasts == ["Nothing to save. You changed nothing."]
    assert (
        alice.submit(REVIEW, press="Keep the rest").error_at("agreed")
        == "Select “I have checked everybody without a decision” first."
    )
    assert alice.submit(REVIEW, {"agreed": True, "rest": "Still needed"}, press="Keep the rest").toasts == [
        "3 decisions saved."
    ]
    assert asked.writes == []
    shown = completed(alice)
    assert (shown.path, shown.facts["Changes"], shown.facts["Reviewers"]) == (REVIEW, "Finished", "Alice, Bob")
    assert asked.writes == [f"PUT {API}/user_grace", f"DELETE {API}/user_frank"]
    keep = ("Keep", "No change")
    before = dict.fromkeys(CREW, keep)
    assert outcomes(alice) == before | {"frank": ("Remove", "Done"), "grace": ("Change to Owner", "Done")}
    assert alice.get(f"{BULK_CHANGES}/1").links["View review"] == REVIEW
    shown = alice.get(alice.get(REVIEW).links["Start the next review"])
    assert (shown.value("team"), shown.value("reviewers")) == (["team_docs"], "Alice\nBob")
    alice.fill_in(f"{BULK_CHANGES}/1", press="Undo bulk change")
    alice.submit(f"{BULK_CHANGES}/2", press="Apply 2 changes")
    assert (roles(service)["frank"], roles(service)["grace"]) == ("member", "member")
    assert outcomes(alice) == before | {"frank": ("Remove", "Undone"), "grace": ("Change to Owner", "Undone")}
    assert alice.get(REVIEW).facts["Changes"] == "Undone"
    assert "Completed, undone" in alice.get(REVIEWS).rows[0]


def test_two_administrators_decide_at_once(
    distant: Pages, colleague: Pages, service: RunningService, asked: Log
) -> None:
    begun(distant)
    for each in (distant, colleague):
        each.get(REVIEW)
    decided(distant, frank="remove", bob="keep")
    shown = decided(colleague, frank="keep", bob="keep", grace="keep")
    assert (shown.status, "1 decision was not saved" in shown.main, shown.facts["Decided"]) == (409, True, "3 of 5")
    assert "Alice has decided since: Remove. The audit" in shown.main
    assert decided(colleague, frank="remove").toasts == ["Nothing to save. You changed nothing."]
    decided(colleague, bob="member")
    assert "Before: Alice: Keep, " in decided(colleague, bob="remove").main
    colleague.get(COMPLETE)
    assert "without a decision about 2 rows" in colleague.submit(COMPLETE).error_at("agreed")
    distant.get(COMPLETE)
    decided(colleague, erin="keep")
    assert "Nothing was sent. Check the list again." in distant.submit(COMPLETE, agreed=True).problems[0]
    for method, who, body in (
        ("PUT", "lena", {"role": "member"}),
        ("PUT", "grace", {"role": "owner"}),
        ("DELETE", "bob", None),
    ):
        ask(service, ALICE, method, f"{API}/user_{who}", body)
        assert "Nothing was sent. Check the list again." in distant.submit(COMPLETE, agreed=True).problems[0]
    asked.clear()
    colleague.get(COMPLETE)
    done, late = (each.submit(COMPLETE, agreed=True) for each in (distant, colleague))
    assert (done.path, late.toasts) == (REVIEW, ["Somebody has completed this review. This is its record."])
    assert "your decisions were not saved" in colleague.post(REVIEW, [("to-user_bob", "keep")]).toasts[0]
    assert asked.writes == [f"DELETE {API}/user_frank"]
    left = ("Remove", "Somebody else had removed this access.")
    undecided = dict.fromkeys(("lena", "kofi"), ("Not decided", "No change"))
    found = {"bob": left, "frank": ("Remove", "Done"), **undecided}
    assert outcomes(colleague) == dict.fromkeys(("erin", "grace"), ("Keep", "No change")) | found
    assert "Change to Member, The audit, " in colleague.shown.html


def test_odd_and_outdated_decisions_are_not_saved(alice: Pages, service: RunningService) -> None:
    begun(alice)
    no_role = {"to-user_grace": "chief", "reason-user_grace": "Mine", "was-user_grace": "0  "}
    assert alice.post(REVIEW, no_role).toasts == ["Nothing to save. You changed nothing."]
    alice.get(REVIEW)
    ask(service, ALICE, "PUT", f"{API}/user_lena", {"role": "member"})
    shown = alice.submit(REVIEW, agreed=True, press="Keep the rest")
    assert "The list has changed since this page was opened." in shown.problems[0]
    assert shown.facts["Decided"] == "0 of 6"


def test_what_the_service_refuses_or_others_changed_is_in_the_record(
    distant: Pages, colleague: Pages, service: RunningService, wire: Wire
) -> None:
    begun(distant)
    decided(distant, bob="remove", erin="member", frank="remove", grace="keep", kofi="remove")
    distant.get(COMPLETE)
    assert distant.submit(COMPLETE).problems == [
        "The team would have no owner. Keep one, or make somebody else an owner."
    ]
    decided(distant, grace="owner")
    for path, status in (("/v1/orgs/*", 403), ("/v1/orgs/*/teams/*/members", 503)):
        distant.get(COMPLETE)
        wire.faults["GET"] = faults.at(path, faults.refusal(status))
        assert distant.submit(COMPLETE).status == status
        wire.faults.clear()
    wire.faults["DELETE"] = faults.refusal(422, "Not now.")
    wire.faults["PUT"] = faults.refusal(422, "Not now.")
    distant.get(COMPLETE)
    assert distant.submit(COMPLETE).path == f"{BULK_CHANGES}/1"
    needs = colleague.get(ORG).main
    assert "The changes of the access review of team_docs are not finished. Alice completed it." in needs
    assert outcomes(colleague)["frank"] == ("Remove", "Not done yet")
    assert colleague.get(REVIEW).facts["Changes"] == "Not finished"
    wire.faults.clear()
    wire.meanwhile(lambda: ask(service, ALICE, "PUT", f"{API}/user_bob", {"role": "member"}), "PUT")
    ask(service, ALICE, "PUT", f"{API}/user_frank", {"role": "owner"})
    ask(service, ALICE, "DELETE", f"{API}/user_kofi")
    distant.get(f"{BULK_CHANGES}/1")
    distant.submit(f"{BULK_CHANGES}/1", press="Skip this change")
    accepted = "the change was accepted, but the current value is different."
    assert outcomes(colleague) == {
        "bob": ("Remove", f"Remove Bob Okafor from team_docs: {accepted}"),
        "erin": ("Change to Member", "Done"),
        "frank": ("Remove", "Not done. It was changed outside of this bulk change, so it was left as it is."),
        "grace": ("Change to Owner", "Not done. Alice skipped this."),
        "kofi": ("Remove", "Done. No change was needed, so nothing was sent."),
    }
    assert "are not finished" not in colleague.get(ORG).main


def test_what_is_not_known_is_in_the_record(distant: Pages, colleague: Pages, wire: Wire) -> None:
    begun(distant)
    decided(distant, frank="remove")
    distant.get(COMPLETE)
    wire.faults["DELETE"] = faults.lost_answer
    distant.submit(COMPLETE, agreed=True)
    assert outcomes(colleague)["frank"][1].startswith("Not known. It isn't known whether this was saved")


def test_a_space_is_reviewed_by_its_teams(alice: Pages, asked: Log) -> None:
    alice.get(f"{REVIEWS}/new?space=space_guide")
    assert [row[:2] for row in alice.submit(f"{REVIEWS}/new").rows] == [
        ["Customer support 3 members", "Reader"],
        ["Documentation 5 members", "Editor"],
    ]
    moved = {"to-team_support": "remove", "reason-team_support": "Moved", "reason-team_docs": "Moved"}
    alice.submit(REVIEW, {**moved, "to-team_docs": "read"})
    completed(alice)
    teams = "/v1/spaces/space_guide/permissions/teams"
    assert asked.writes == [f"DELETE {teams}/team_support", f"PATCH {teams}/team_docs"]
    assert [row[-1] for row in alice.get(REVIEW).rows] == ["Done", "Done"]


def test_administrators_alone_see_reviews_and_what_is_due(alice: Pages, charlie: Pages) -> None:
    begun(alice, reviewers="Lena")
    advice = "is due in 14 days. Reviewers: Lena. 5 rows are not decided. Review access"
    assert advice in alice.get(ORG).main
    assert "access review" not in charlie.get(ORG).main
    for each in (REVIEWS, f"{REVIEWS}/new", REVIEW, COMPLETE, f"{REVIEW}.csv"):
        assert charlie.get(each).status == 403
    assert (
        charlie.post(REVIEW, {"to-user_bob": "remove", "reason-user_bob": "Mine", "was-user_bob": "0  "}).status == 403
    )
    reviews = get_portal(alice.app).store.access_reviews
    late = reviews.get("org_larkfield", 1)
    assert late is not None
    other = replace(late, target="team_support", title="Support", due=date(2026, 1, 1))
    other = replace(other, number=reviews.add(other))
    assert "The access review of Support was due" in alice.get(ORG).main
    reviews.complete_without_changes(replace(other, due=late.due))
    assert "review of Support" not in alice.get(ORG).main
    reviews.complete_without_changes(replace(late, due=date(2026, 1, 1)))
    shown = alice.get(ORG)
    assert "The next access review of team_docs was due" in shown.main
    assert shown.links["Start review"] == f"{REVIEWS}/new?after=1"
    begun(alice)
    assert "The next access review" not in alice.get(ORG).main


@for_each(
    "due, following", {"2026-01-15": "2026-04-15", "2025-11-30": "2026-02-28", "2026-12-31": "2027-03-31"}.items()
)
def test_the_next_review_is_due_after_three_months(due: str, following: str) -> None:
    assert next_due(date.fromisoformat(due)).isoformat() == following
