"""Many roles at once, out of the matrix: chosen, reviewed, planned, resumed where one failed, taken back."""

from flask import Flask

from tests.asked import Log
from tests.blueprints.access_pages import ACCESS, ORG, chosen, reviewed, roles, seen
from tests.bulk_changes import BULK_CHANGES
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.team_records import add_places, add_teams, know
from tests.world import ALICE, RunningService


def test_chosen_teams_get_a_role_and_admin_takes_a_name(alice: Pages, service: RunningService, asked: Log) -> None:
    review = chosen(seen(alice), ("support", "docs"), ("guide", "api"), "edit")
    assert review.h1 == "Review your changes"
    assert review.rows == [
        ["API reference", "None", "Editor", "Customer support"],
        ["Shipping guide", "Reader", "Editor", "Customer support"],
    ]
    assert "No change for 2 roles." in review.main
    assert asked.writes == []
    done = reviewed(alice, reason="The audit")
    assert (done.path, done.h1) == (f"{BULK_CHANGES}/1", "Editor: 1 team in 2 places")
    assert "Done 2 of 2 changes" in done.main
    assert roles(service, "team_support") == {"guide": "edit", "api": "edit", "partners": "read"}
    assert alice.get(f"{ORG}/journal/1").facts["Why"] == "The audit"
    asked.clear()
    review = chosen(seen(alice), ("support",), ("guide", "api"), "admin")
    assert "2 of these changes give Admin" in review.notes[0]
    wrong = reviewed(alice, confirm="Larkfield")
    assert (wrong.status, wrong.error_at("confirm")) == (422, "The name doesn't match. Type “Larkfield Freight”.")
    assert asked.writes == []
    reviewed(alice, confirm="Larkfield Freight")
    assert roles(service, "team_support")["api"] == "admin"
    chosen(seen(alice), ("support",), ("releases",), "admin")
    reviewed(alice)
    assert roles(service, "team_support")["releases"] == "admin"


def test_roles_are_taken_away_and_guests_are_made(alice: Pages, service: RunningService, asked: Log) -> None:
    review = chosen(seen(alice), ("support",), ("guide", "api"), "take")
    assert review.rows == [["Shipping guide", "Reader", "No role", "Customer support"]]
    assert "Masthead leaves 1 role unchanged: it doesn't know the current role" in review.main
    review = chosen(alice, ("support",), ("partners", "api"), "guest")
    assert [row[1:3] for row in review.rows] == [["None", "Guest"], ["Reader", "Guest"]]
    assert "Masthead makes it a guest in any case." in review.main
    reviewed(alice)
    assert len(asked.writes) == 2
    asked.clear()
    review = chosen(seen(alice), ("support",), ("start", "api", "guide"), "take-all")
    assert review.h1 == "Review your changes"
    assert [row[1] for row in review.rows].count("None") == 2
    assert "In 2 cases, the team has no role now, or is a guest. A guest loses that" in review.main
    done = reviewed(alice)
    assert done.h1 == "Remove roles, for guests too: 1 team in 3 places"
    assert "No change was needed, so nothing was sent." in done.main
    assert "Done 3 of 3 changes" in done.main or "1 skipped" in done.main
    assert sorted(asked.writes) == [
        f"DELETE /v1/spaces/space_{name}/permissions/teams/team_support" for name in ("api", "guide", "start")
    ]
    assert roles(service, "team_support") == {}
    again = ask(service, ALICE, "DELETE", "/v1/spaces/space_api/permissions/teams/team_support")
    assert again.status_code == 404


def test_a_row_is_copied_to_other_teams(alice: Pages, service: RunningService) -> None:
    review = chosen(seen(alice), ("support", "operations"), (), "copy:team_docs", places="page")
    assert review.main.count("Editor") > 6
    assert reviewed(alice).h1 == "Copy the roles of Documentation: 2 teams in 6 places"
    expected = dict.fromkeys(("start", "guide", "api", "releases", "partners"), "edit")
    assert roles(service, "team_support") == expected
    assert roles(service, "team_operations") == {**expected, "warehouse": "edit"}


def test_what_is_missing_or_not_there_any_more_is_named(alice: Pages, asked: Log) -> None:
    nothing = "Select at least one team, and at least one space or collection, first."
    selected = (((), ("guide",), "edit"), (("docs",), (), "edit"), (("docs",), ("guide",), "everything"))
    told = [chosen(seen(alice), teams, spaces, what).toasts for teams, spaces, what in selected]
    assert told == [[nothing], [nothing], ["Select a role first."]]
    shown = chosen(alice, ("docs",), ("guide",), "edit")
    assert shown.problems == ["Your selection changes nothing."]
    assert "Apply the changes" not in shown.buttons
    assert asked.writes == []
    review = chosen(seen(alice), ("support", "gone"), ("guide", "old"), "edit")
    assert review.rows == [["Shipping guide", "Reader", "Editor", "Customer support"]]
    assert "Masthead left out what is no longer in the table: space_old and team_gone." in review.main
    (toast,) = chosen(alice, ("gone", "b", "c", "d", "e"), ("guide",), "edit").toasts
    left = "Masthead left out what is no longer in the table: team_gone, team_b, team_c, and 2 more."
    assert toast.startswith(f"{left} Select at least one team")


def test_all_that_match_are_meant_and_too_many_are_told(alice: Pages, portal: Flask, service: RunningService) -> None:
    add_places(service, "org_larkfield", 30, add_teams(service, "org_larkfield", 60))
    know(portal, ALICE, "org_larkfield", teams=60, spaces=30)
    alice.get(ACCESS)
    shown = chosen(alice, (), (), "guest", teams="all", places="all")
    assert "and at most 1,000 are allowed at once. Select fewer teams, spaces or collections." in shown.problems[0]
    assert "Apply the changes" not in shown.buttons
    more = {"teams": "all", "places": "all", "filter-team": "Team 000", "filter-place": "Space 000"}
    review = chosen(alice, (), (), "guest", **more)
    assert sum(len(row[3].split(", ")) for row in review.rows) == 9 * 9


def test_what_replaces_a_colleague_s_role_names_that_one(alice: Pages, service: RunningService) -> None:
    chosen(seen(alice), ("support",), ("guide",), "edit")
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_support", {"role": "review"})
    stuck = reviewed(alice)
    assert "It was changed outside of this bulk change, so it was left as it is." in stuck.main
    assert roles(service, "team_support")["guide"] == "review"
    assert stuck.rows[0][1].startswith("Change the role of Customer support in Shipping guide: Reader to Editor")
    done = alice.submit(f"{BULK_CHANGES}/1", press="Replace it anyway")
    summary = "Change the role of Customer support in Shipping guide: Reviewer to Editor"
    assert (done.rows[0][1], alice.get(f"{ORG}/journal/1").h1) == (summary, summary)
    assert alice.fill_in(f"{BULK_CHANGES}/1", press="Undo bulk change").rows[0][1] == f"Undo: {summary}"


def test_what_was_sealed_elsewhere_is_refused(alice: Pages, asked: Log, service: RunningService) -> None:
    give_role(service, "user_alice", "org_orchard", "admin")
    review = chosen(seen(alice), ("support",), ("guide",), "edit")
    sent = {each: review.document.with_attribute("name", each)[0].attrib["value"] for each in ("was", "form_key")}
    shown = alice.post("/orgs/org_orchard/access", {**sent, "step": "reviewed"})
    assert "This page is out of date." in shown.problems[0]
    assert asked.writes == []
