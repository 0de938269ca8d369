"""An organization as a file: exported, edited, reviewed, applied as a bulk change, and compared later."""

import json

import yaml

from tests.asked import Log
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.pages.filling import File
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
FILE, DRIFT = f"{ORG}/file", f"{ORG}/file/applied"
SITES = "settings: {title: Larkfield}\nsites:\n- {id: site_docs, visibility: unlisted}\n- {title: A new site}\n"


def given(pages: Pages, text: str) -> Page:
    return pages.fill_in(FILE, {"text": f"masthead: 1\n{text}"}, press="Review changes")


def applied(pages: Pages, press: str, **agreed: str | bool | File) -> Page:
    """Apply the file of the review, and run the bulk change to its end."""
    page = pages.submit(pages.shown.path, agreed, press=press)
    while "Continue" in page.buttons:
        page = pages.submit(page.path, press="Continue")
    return page


def test_an_export_has_what_is_asked_for_and_needs_no_change(alice: Pages, asked: Log) -> None:
    everything = alice.get(f"{FILE}/export?people=yes")
    assert everything.headers["Content-Disposition"].startswith('attachment; filename="organization-Larkfield-Freight-')
    values = yaml.safe_load(everything.html)
    assert values["teams"][0]["members"]
    some = json.loads(alice.get(f"{FILE}/export?section=sites&section=teams&format=json").html)
    assert [*some] == ["masthead", "organization", "sites", "teams"]
    assert "members" not in some["teams"][0]
    alice.get(FILE)
    same = alice.submit(FILE, {"file": File("larkfield.yaml", everything.html.encode())}, press="Review changes")
    assert "From the file larkfield.yaml." in same.main
    assert "The organization is as the file says." in same.main
    assert asked.writes == []


def test_a_file_is_reviewed_applied_and_compared_later(alice: Pages, asked: Log, service: RunningService) -> None:
    assert "You haven't applied a file here yet" in alice.get(DRIFT).main
    shown = given(alice, SITES)
    assert [row[:4] for row in shown.rows] == [
        ["Change the organization Larkfield Freight", "Name", "“Larkfield Freight”", "“Larkfield”"],
        ["Create the site A new site", "Title", "", "“A new site”"],
        ["Change the site Larkfield Docs", "Who can read it", "“Public”", "“Unlisted”"],
    ]
    assert asked.writes == []
    done = applied(alice, "Apply 3 changes", reason="As agreed")
    assert (done.path, done.h1, "As agreed" in done.main) == (f"{BULK_CHANGES}/1", "Apply the pasted file", True)
    assert "Done 3 of 3 changes completed" in done.main
    assert [each.split()[0] for each in asked.writes] == ["POST", "PATCH", "PATCH"]
    assert alice.get(DRIFT).rows == []
    ask(service, ALICE, "PATCH", f"/v1{ORG}", {"title": "By hand"})
    drift = alice.get(DRIFT)
    assert "What differs from the pasted file, which you applied" in drift.main
    assert [row[2:4] for row in drift.rows] == [["“By hand”", "“Larkfield”"]]
    applied(alice, "Apply 1 change")
    assert alice.get(DRIFT).rows == []


def test_nothing_is_deleted_but_what_the_consent_counts(alice: Pages, asked: Log, service: RunningService) -> None:
    sites = ask(service, ALICE, "GET", f"/v1{ORG}/sites?limit=100").get_json()["items"]
    others = "".join(f"- {{id: {each['id']}}}\n" for each in sites if each["id"] not in {"site_partners", "site_help"})
    shown = given(alice, f"sites:\n- {{id: site_partners, shareLinks: [{{id: link_carriers}}]}}\n{others}")
    consent = "Also delete or remove 3 share links and 1 site"
    assert consent in shown.main
    refused = alice.submit(shown.path, press="Apply the changes")
    assert refused.problems == [f"Select “{consent}” first."]
    ask(service, ALICE, "POST", f"/v1{ORG}/sites", {"title": "A colleague's"})
    stale = alice.submit(shown.path, {"delete": True}, press="Apply the changes")
    assert "The organization is not as this page showed it any more." in stale.main
    asked.clear()
    done = applied(alice, "Apply the changes", delete=True)
    assert "Done 5 of 5 changes completed" in done.main
    assert {each.split()[0] for each in asked.writes} == {"DELETE"}


def test_all_errors_are_shown_and_the_text_stays(alice: Pages, asked: Log) -> None:
    text = b"masthead: 1\nsites:\n- {id: a, visibility: publik}\nteams: none\n"
    assert "For a larger file, use the command “masthead apply”." in alice.get(FILE).main
    wrong = alice.submit(FILE, {"file": File("f.yaml", b"\xef\xbb\xbf" + text)}, press="Review changes")
    assert (wrong.status, "The file has errors. Nothing was sent" in wrong.main) == (422, True)
    assert wrong.problems == [
        "Line 3, column 11 (/sites/0/visibility): “publik” is not possible here. Did you mean “public”?",
        "Line 4, column 1 (/teams): This has to be a list.",
    ]
    assert wrong.value("text") == text.decode()
    cases: list[tuple[dict[str, str | bool | File], str]] = [
        ({}, "Paste a file, or choose one."),
        ({"file": File("f.xlsx", b"PK\x03\x04\xff\xfe")}, "The file isn't text in UTF-8. Choose a YAML or JSON file."),
        ({"text": "a", "file": File("f.yaml", b"b")}, "Paste a file or choose one, not both."),
    ]
    for sent, told in cases:
        alice.get(FILE)  # which offers the drafts of before
        assert told in alice.submit(FILE, sent, press="Review changes").problems
    assert "This file is no longer kept." in alice.get(f"{FILE}/{'x' * 22}").main
    assert asked.writes == []


def test_a_review_waits_for_the_service_and_names_a_bulk_change_under_way(distant: Pages, wire: Wire) -> None:
    given(distant, SITES)
    review = distant.shown.path
    wire.faults["GET"] = faults.refusal(503, "Later.")
    assert "Masthead can't compare your file without it. Your file is kept." in distant.get(review).main
    wire.faults = {"PATCH": faults.refusal(503, "Later.")}
    distant.get(review)
    distant.submit(review, press="Apply 3 changes")
    assert "Another bulk change is under way: Apply the pasted file" in distant.get(review).main
