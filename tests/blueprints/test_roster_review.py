"""The review of a list, and the report of its bulk change: rows of each kind, and people who may be mistaken."""

import re

from tests.asked import Log
from tests.blueprints.roster_pages import ORG, ROSTER, given, people, planned, report
from tests.blueprints.start_over import start_over
from tests.bulk.roster.crew import PATH, roles
from tests.pages.document import text_of
from tests.pages.filling import File
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService


def first_button(shown: Page) -> str:
    (button,) = shown.document.with_attribute("class", "btn btn-primary")
    return text_of(button)


def test_a_list_is_edited_where_it_was_pasted_as_long_as_it_is_kept(alice: Pages, asked: Log) -> None:
    text = "user_kofi,owner\nnobody@larkfield.example"
    review = given(alice, text, "exact")
    form = alice.get(review.links["Edit list"])
    assert (form.value("text"), first_button(form)) == (text, "Replace members…")
    assert people(alice.submit(ROSTER, {"text": "user_kofi,owner"}), "add") == ["user_kofi owner line 1"]
    assert asked.writes == []
    text = "user_ivan,member\nuser_judith,owner\nuser_nobody"
    given(alice, text, "exact")
    ended = planned(alice)
    form = alice.get(ended.links["Edit list"])
    assert (form.value("text"), first_button(form)) == (text, "Replace members…")
    shown = [given(alice, f"user_kofi\nuser_number_{at}") for at in range(5)][-1]
    assert "Masthead keeps the list for a day, or until you add five more." in shown.main
    assert shown.toasts == []  # a message would lie over the reason and the button
    lost = alice.get(ended.links["Edit list"])
    assert (lost.status, lost.value("text"), first_button(lost)) == (404, "", "Replace members…")
    assert "This list is no longer kept." in lost.main
    lost = alice.get(review.address)
    gone = "This list is no longer kept. Masthead keeps the last five lists for a day. Upload or paste it again."
    assert (lost.status, lost.notes[0]) == (404, gone)


def test_a_private_key_is_no_draft_and_a_list_is_one(alice: Pages) -> None:
    given(alice, "-----BEGIN PRIVATE KEY-----\nMIIC\n")
    assert "MIIC" not in alice.get(ROSTER).html
    assert "List to import into a team" not in alice.get("/drafts").main
    alice.get(ROSTER)
    alice.submit(ROSTER, text="user_kofi", file=File("list.csv", b"user_kofi"))
    assert "List to import into a team" in alice.get("/drafts").main
    assert alice.get(f"{ORG}/teams/nowhere/roster").status == 404


def test_people_are_named_by_the_list_or_by_what_was_seen(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")
    added = people(given(alice, "Kim <kim@larkfield.example>\nerin@larkfield.example\nIvan <user_ivan>"), "add")
    assert added == ["Kim kim@larkfield.example member line 1", "Erin Walsh erin@larkfield.example member line 2"]
    assert alice.shown.links["Erin Walsh"] == f"{ORG}/people/user_erin"


READ = "Read the list this way"
GITLAB = (
    "Email,Role\nkofi@larkfield.example,Maintainer\nivan@larkfield.example,Developer\nbob@larkfield.example,Developer"
)


def test_words_for_roles_get_a_meaning_once_and_keep_it_when_the_list_is_edited(alice: Pages, asked: Log) -> None:
    shown = given(alice, GITLAB)
    assert len(people(shown, "wrong")) == 3
    assert "“Developer” in 2 rows" in shown.main
    pairs = [("word", "Developer"), ("meaning", "member"), ("word", "Maintainer"), ("meaning", "owner")]
    shown = alice.post(f"{shown.path}/choices?mode=add", pairs)
    assert "kofi@larkfield.example owner line 2" in people(shown, "add")
    assert people(shown, "wrong") == []
    alice.get(shown.links["Edit list"])
    edited = alice.submit(ROSTER, {"text": f"{GITLAB}\nlena@larkfield.example,developer"})
    assert (people(edited, "wrong"), "“Developer” in 3 rows" in edited.main) == ([], True)
    ignored = alice.submit(f"{edited.path}/choices?mode=add", ignore=True, press=READ)
    assert "kofi@larkfield.example member line 2" in people(ignored, "add")
    again = alice.submit(f"{ignored.path}/choices?mode=add", ignore=False, press=READ)
    assert "kofi@larkfield.example owner line 2" in people(again, "add")
    assert asked.writes == []


HR_LIST = (
    "Work mail,Docs mail,Status,Role\nkofi@larkfield.example,docs@larkfield.example,Active,Boss\n"
    "ivan@drivers.larkfield.example,,Inactive,\njudith@larkfield.example,,On leave,\n"
)


def test_choices_are_saved_under_a_name_and_read_the_next_list(alice: Pages) -> None:
    shown = given(alice, HR_LIST)
    assert "Save these choices" not in shown.links
    assert (len(people(shown, "repeated")), len(people(shown, "wrong"))) == (1, 2)
    pairs = [("word", "Boss"), ("meaning", "owner"), ("column", "Work mail")]
    pairs += [("state", "status: Inactive"), ("is", "active"), ("state", "status: On leave"), ("is", "inactive")]
    shown = alice.post(f"{shown.path}/choices?mode=add", pairs)
    assert people(shown, "add") == ["kofi@larkfield.example owner line 2"]
    assert people(shown, "repeated")[0].startswith("Judith Moreau judith@larkfield.example")
    removed = people(alice.get(f"{shown.path}?mode=exact"), "remove")
    assert "line 4 The list says that this account isn't active." in removed[-1] + removed[0]
    assert [line for line in removed if "Judith" in line and "not in the list" in line] == []
    assert "ivan@drivers.larkfield.example" not in people(shown, "wrong")

    alice.get(shown.links["Save these choices"])
    back = alice.submit(f"{ORG}/views", {"name": "HR export"}, press="Save view")
    assert back.path == shown.path
    assert "The list is read with your saved choices “HR export”." in back.main
    alice.get(ROSTER)
    asking = alice.get(alice.shown.links["HR export"])
    again = alice.submit(asking.address, {"text": HR_LIST.replace("kofi", "lena")}, press="Add only…")
    assert people(again, "add") == ["lena@larkfield.example owner line 2"]
    assert people(again, "wrong") == []
    assert "The list is read with your saved choices “HR export”." in again.main
    assert re.search(r"<details class=.outcome. open>\s*<summary>How the list is read", again.html)
    docs = alice.submit(f"{again.path}/choices?mode=add", column="Docs mail", press=READ)
    assert people(docs, "add")[0].startswith("docs@larkfield.example")


TYPED, MEANT = "heidi@brandt-transaltions.example", "heidi@brandt-translations.example"
OTHERS = "user_judith,owner\nuser_ivan\nuser_frank\n"
SAID = f"{TYPED} looks like {MEANT}, who would be removed."


def test_an_address_like_that_of_a_removed_member_is_told_and_no_other(alice: Pages, service: RunningService) -> None:
    assert "looks like" not in given(alice, OTHERS + TYPED).main
    shown = given(alice, OTHERS + "Heidi Brandt <hb@elsewhere.example>", "exact")
    assert f"hb@elsewhere.example looks like {MEANT}, who would be removed." in shown.main
    alice.get(f"{ORG}/teams/team_docs")
    assert "looks like" not in given(alice, OTHERS + "Heidi Brandt <kofi@larkfield.example>", "exact").main
    shown = given(alice, OTHERS + TYPED, "exact")
    assert [SAID in line for what in ("add", "remove") for line in people(shown, what)] == [True, True]
    assert any(SAID in note for note in shown.notes)
    refused = planned(alice)
    assert refused.problems == ["Select “Remove Heidi Brandt”, or correct the list."]
    assert refused.problems[0] in refused.error_at("agreed_alike")
    assert "user_heidi" in roles(service)
    planned(alice, agreed_alike=True)
    assert "user_heidi" not in roles(service)


BULK_CHANGES = f"{ORG}/bulk-changes"
NEW, BADGE = "kofi@larkfield.exmaple", "Not seen before"


def outcome(shown: Page) -> dict[str, str]:
    """What happens to each person of the list."""
    return {row[0].split()[-1]: row[1] for row in shown.rows}


def test_an_address_that_nobody_has_seen_is_marked_and_counted(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")  # whose members Alice has seen then
    found = outcome(given(alice, f"{NEW}\nheidi@brandt-translations.example\nuser_kofi\nuser_ivan,owner"))
    assert [BADGE in found[each] for each in (NEW, "user_kofi")] == [True, False]
    said = alice.shown.main
    assert (
        f"No team that Masthead has read has {NEW}. The service may invite them or refuse. Check the address." in said
    )
    alice.get(f"{ORG}/teams/team_docs")
    shown = given(alice, "user_kofi")
    assert BADGE not in shown.main
    assert "No team that Masthead has read" not in shown.main


def test_a_call_that_the_api_refused_says_so_in_its_words_and_what_to_do_next(alice: Pages) -> None:
    given(alice, "user_kofi\nzoe@larkfield.example\n")
    planned(alice)
    shown = alice.get(f"{BULK_CHANGES}/1")
    assert [row[2] for row in shown.rows] == ["Refused", "Done"]
    assert "Done with differences 1 added · 1 not possible" in shown.main
    assert "1 isn't a member of Larkfield Freight" in shown.main
    assert text_of(shown.document.by_id["missing"]) == "zoe@larkfield.example"
    assert "Nobody in this organization has the id or the address zoe@larkfield.example." in shown.rows[0][1]
    assert "add:" not in shown.main
    assert shown.links["Invite link"] == f"{ORG}/settings#invite-link"


LIST = "user_kofi\nuser_ivan\nuser_ivan\nuser_nobody,remove\n=cmd|' /C calc'!A0\n"
FORMULA = "Row can't be used: It begins with =, like a formula. Enter only the address."
NOT_THERE = "This person isn't in the team, so there is nobody to remove."


def test_the_role_that_was_found_stands_in_each_row(alice: Pages, service: RunningService) -> None:
    given(alice, LIST)
    planned(alice)
    ask(service, ALICE, "PUT", f"{PATH}/user_ivan", {"role": "owner"})
    assert report(alice)[1:] == [
        ["1", "user_kofi", "not in the team", "member", "Added", "member"],
        ["2", "user_ivan", "member", "member", "No change", "member"],
        ["3", "user_ivan", "member", "member", "Same as line 2. It counts once.", "member"],
        ["4", "user_nobody", "not in the team", "not in the team", NOT_THERE, "not in the team"],
        ["5", "'=cmd|' /C calc'!A0", "", "", FORMULA, ""],
    ]


def test_rows_that_are_skipped_or_of_no_use_are_told_in_the_review(alice: Pages) -> None:
    shown = given(alice, "user_kofi\nuser_ivan,owner\nuser_kofi\n")
    assert people(shown, "repeated")[0].endswith("line 3 Same as line 1. It counts once.")
    assert [row[1] for row in shown.rows] == ["Change role", "Add Not seen before", "Skipped"]
    shown = given(alice, "email,role\nno address,\nnobody@,\n")
    assert "No row of this list can be used" in shown.main
    assert "these people are in the team" not in shown.main


def test_a_step_names_each_person_and_a_row_that_cannot_be_used_is_a_difference(
    alice: Pages, service: RunningService
) -> None:
    given(alice, "user_kofi,owner\nuser_heidi,remove\n")
    planned(alice)
    step = alice.get(f"{BULK_CHANGES}/1/steps/1")
    assert "Add user_kofi to the team team_operations as an owner and remove user_heidi" in step.main
    assert step.rows == [
        ["Kofi Mensah", "not in the team", "“Owner”"],
        ["Heidi Brandt", "“Member”", "not in the team"],
    ]
    start_over(alice, service)
    given(alice, "email,role\nuser_kofi,\nbob@larkfield..example,\n,owner\n")
    ended = planned(alice)
    domain = "The domain begins with a dot, or has two dots in a row."
    assert "1 added · 2 rows unusable" in ended.main
    assert all(said in ended.main for said in ("2 rows to correct Line 3", domain, "The address is missing."))
    assert report(alice)[2][4] == f"Row can't be used: {domain}"
    assert ended.links["Edit list"].startswith(f"{ROSTER}?list=")
    corrected = alice.submit(ROSTER, {"row": "bob@larkfield.example,owner"}, press="Review corrected rows")
    assert people(corrected, "add") == ["bob@larkfield.example owner line 3"]
    assert "1 person without a change" in corrected.main


def test_rows_that_the_review_corrects_are_applied_with_the_others(alice: Pages, service: RunningService) -> None:
    given(alice, "user_kofi\nlena@larkfield..example")
    ended = planned(alice, row="lena@larkfield.example,owner")
    assert "2 added" in ended.main
    assert roles(service)["user_lena"] == "owner"
    given(alice, "user_judith,owner\nuser_ivan,owner\nheidi", "exact")
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    moved = planned(alice, row="user_heidi", agreed_doubt=True)
    assert moved.problems[0].startswith("The team is not as this page showed it any more.")
    assert people(moved, "wrong") == []
    given(alice, f"{OTHERS}user_lena\nlena@larkfield..example", "exact")
    alike = planned(alice, row=TYPED, agreed_doubt=True)
    assert alike.problems == ["Select “Remove Heidi Brandt”, or correct the list."]
    assert {"user_frank", "user_heidi"} <= roles(service).keys()


def test_a_large_list_makes_a_light_page(alice: Pages) -> None:
    text = "".join(f"new-{number:04}@larkfield.example,member\n" for number in range(500))
    shown = given(alice, text)
    assert len(people(shown, "add")) == 100
    assert len(shown.html) < 85_000
    rest = alice.get(f"{shown.path}?show=add&after=400")
    assert people(rest, "add")[-1].endswith("line 500")
    one = alice.get(f"{shown.path}?q=new-0471")
    assert people(one, "add") == ["new-0471@larkfield.example member line 472"]
