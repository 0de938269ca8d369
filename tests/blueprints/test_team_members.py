"""People come into a team, get another role there, and leave it: one or many at once, with a way back."""

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import ADD, API, CHOSEN, DOCS, ORG, added, call, chosen, forget, roles
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import RunningService


@pytest.fixture(autouse=True)
def nothing_met(alice: Pages) -> None:
    forget(alice)


def test_people_are_added_by_one_call_as_members_or_owners(alice: Pages, service: RunningService, asked: Log) -> None:
    typed = '"Hoffmann, Lena" <LENA@larkfield.example>; user_alice\nheidi@brandt-translations.example, '
    shown = added(alice, typed)
    people = "lena@larkfield.example, user_alice, and heidi@brandt-translations.example"
    assert (shown.path, shown.toasts[0]) == (DOCS, f"Saved: Add {people} to team_docs.")
    assert asked.writes == [f"PUT {API}"]
    assert [roles(service)[name] for name in ("lena", "alice", "heidi")] == ["member"] * 3
    assert len(shown.rows) == 8
    start_over(alice, service)
    alice.get(DOCS)
    asked.clear()
    alice.submit(ADD, {"add": "user_lena", "role": "owner"}, press="Add to the team")
    assert asked.lines.count(f"GET {API}") == 2  # once before and once after
    assert roles(service)["lena"] == "owner"


def test_adding_is_undone_from_the_message_or_its_page(alice: Pages, service: RunningService) -> None:
    before = roles(service)
    added(alice, "lena@larkfield.example user_heidi")
    assert alice.submit(f"{ORG}/journal/1/undo", press="Undo").toasts == [
        "Undone. lena@larkfield.example and Heidi Brandt are no longer in team_docs."
    ]
    assert roles(service) == before
    shown = alice.get(f"{ORG}/journal/2/undo")
    assert sorted(shown.rows) == [
        [each, "not in the team", "“Member”"] for each in ("Heidi Brandt", "lena@larkfield.example")
    ]


def test_who_is_in_the_team_already_is_told_and_stays(alice: Pages, service: RunningService, asked: Log) -> None:
    assert added(alice, "ERIN@larkfield.example").toasts == [
        "These people are already in the team, so nothing was sent."
    ]
    assert asked.writes == []
    shown = added(alice, "erin@larkfield.example, user_lena")
    assert shown.toasts[0].endswith(". 1 of the people that you named was already in the team.")
    assert (roles(service)["erin"], roles(service)["lena"]) == ("owner", "member")
    start_over(alice, service)
    asked.clear()
    how = "Kofi Mensah is a member. To make somebody an owner, select “Make owner” in their row."
    shown = added(alice, "kofi@larkfield.example user_erin", role="owner")
    assert shown.toasts == [f"These people are already in the team, so nothing was sent. {how}"]
    assert asked.writes == []
    shown = added(alice, "user_kofi, user_lena", role="owner")
    assert shown.toasts[0].endswith(f". 1 of the people that you named was already in the team. {how}")


@for_each(
    "typed, said",
    [
        ("", "Enter the e-mail address of at least one person."),
        ("lena@", "“lena@”"),
        ("=cmd|x", "“=cmd|x”"),
        (" ".join(f"user_{number}" for number in range(201)), "200"),
    ],
)
def test_what_names_nobody_is_told_and_kept(alice: Pages, asked: Log, typed: str, said: str) -> None:
    shown = added(alice, typed)
    assert shown.status == 422
    assert said in shown.error_at("add")
    assert shown.value("add") == "\n".join(typed.split())
    assert asked.writes == []


def test_somebody_whom_the_service_does_not_know_stops_it(alice: Pages, service: RunningService) -> None:
    before = roles(service)
    shown = added(alice, "user_lena stranger@larkfield.example")
    assert (shown.status, roles(service) == before) == (422, True)
    assert "stranger@larkfield.example" in shown.error_at("add")
    assert shown.value("add") == "user_lena\nstranger@larkfield.example"


def test_nothing_to_change_and_a_forged_list_send_nothing(alice: Pages, asked: Log) -> None:
    alice.get(DOCS)
    shown = alice.submit(ADD, add="user_lena", press="Review first")
    assert shown.h1 == "Review your changes"
    assert asked.writes == []
    assert chosen(alice, "Remove…").toasts == ["Select one or more people first."]
    assert chosen(alice, "Make owners…", "erin", "bob").toasts == [
        "These people already have this role, so nothing was sent."
    ]
    alice.get(DOCS)
    assert alice.post(CHOSEN, [("one", "promote user_bob")]).toasts == ["Select one or more people first."]
    assert asked.writes == []
    chosen(alice, "Remove…", "kofi", "grace")
    shown = alice.post(CHOSEN, [("seen", "forged"), ("form_key", "key")])
    assert shown.problems == ["This page is out of date. Nothing was sent. Select the people again."]
    assert asked.writes == []


def test_one_person_gets_another_role_or_is_removed_at_once_and_comes_back(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    call(alice, "frank@larkfield.example")
    alice.get(DOCS)
    shown = alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert shown.toasts[0].startswith("Saved: Make Grace Tanaka an owner of team_docs.")
    assert (asked.writes, roles(service)["grace"]) == ([f"PUT {API}/user_grace"], "owner")
    alice.submit(f"{ORG}/journal/1/undo", press="Undo")
    assert roles(service)["grace"] == "member"
    start_over(alice, service)
    asked.clear()
    call(alice, "frank@larkfield.example")
    alice.get(DOCS)
    shown = alice.submit(CHOSEN, press="Remove Kofi Mensah")
    assert (shown.path, len(shown.rows)) == (DOCS, 4)
    assert asked.writes == [f"DELETE {API}/user_kofi"]
    alice.submit(f"{ORG}/journal/1/undo", press="Undo")
    assert roles(service)["kofi"] == "member"


def test_several_are_shown_before_they_are_removed(alice: Pages, service: RunningService, asked: Log) -> None:
    review = chosen(alice, "Remove…", "kofi", "grace", "gone")
    assert review.h1 == "Remove Kofi Mensah and Grace Tanaka from team_docs?"
    assert review.links["Access of this team"] == f"{ORG}/access?team=team_docs"
    assert [row[1:] for row in review.rows] == [["Member", "Not in the team"]] * 2
    assert asked.writes == []
    done = alice.submit(CHOSEN, reason="The audit", press="Remove Kofi Mensah and Grace Tanaka from team_docs")
    assert (done.path, asked.writes) == (DOCS, [f"PUT {API}"])
    assert roles(service).keys() == {"bob", "erin", "frank"}
    entry = alice.get(f"{ORG}/journal/1")
    assert entry.facts["Why"] == "The audit"
    assert entry.rows == [["Removed", "“Kofi Mensah: member”, “Grace Tanaka: member”", "“Kofi Mensah”, “Grace Tanaka”"]]


def test_several_become_owners_and_removing_an_owner_always_asks(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    chosen(alice, "Make owners…", "kofi", "grace", "erin")
    alice.submit(CHOSEN, press="Make Kofi Mensah and Grace Tanaka owners of team_docs")
    assert [roles(service)[name] for name in ("kofi", "grace", "erin")] == ["owner"] * 3
    start_over(alice, service)
    asked.clear()
    call(alice, "Frank Adeyemi")
    alice.get(DOCS)
    assert alice.submit(CHOSEN, press="Remove Erin Walsh").h1 == "Remove Erin Walsh from team_docs?"
    assert asked.writes == []
    alice.submit(CHOSEN, press="Remove Erin Walsh from team_docs")
    assert "erin" not in roles(service)


def test_the_last_owner_stays(alice: Pages, service: RunningService, asked: Log) -> None:
    for press in ("Remove…", "Make members…"):
        shown = chosen(alice, press, "bob", "erin", "kofi")
        assert shown.status == 422
        assert "The team would have no owner" in shown.problems[0]
        assert "Back to the team" in shown.links
    call(alice, "frank@larkfield.example")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Make member: Bob Okafor")
    shown = alice.submit(CHOSEN, press="Remove Erin Walsh")
    assert "Make somebody else an owner first." in shown.problems[0]
    assert len(asked.writes) == 1
    assert roles(service)["erin"] == "owner"


@for_each("said", ["Bob Okafor", "user_bob", "BOB@larkfield.example", "bob", "Okafor", " bob  okafor "])
def test_oneself_is_asked_about_by_any_name(alice: Pages, service: RunningService, said: str) -> None:
    start_over(alice, service)
    call(alice, said)
    alice.get(DOCS)
    review = alice.submit(CHOSEN, press="Remove Bob Okafor")
    assert "one of these people and may not be able to undo this" in review.main
    refused = alice.submit(CHOSEN, press="Remove Bob Okafor from team_docs")
    (problem,) = refused.problems
    assert problem in refused.error_at("agreed")
    assert "bob" in roles(service)
    alice.submit(CHOSEN, agreed=True, press="Remove Bob Okafor from team_docs")
    assert "bob" not in roles(service)


@for_each("said", ["", "Docs lead"])
def test_anybody_may_be_oneself_where_that_is_not_known(alice: Pages, service: RunningService, said: str) -> None:
    start_over(alice, service)
    call(alice, said)
    alice.get(DOCS)
    asking = alice.submit(CHOSEN, press="Remove Kofi Mensah")
    assert "Masthead can't tell which member you are" in asking.main
    assert "kofi" in roles(service)
    alice.submit(CHOSEN, press="Remove Kofi Mensah from team_docs")
    assert "kofi" not in roles(service)
