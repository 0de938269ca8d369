"""The list of the journal: by day, bulk changes as one row, words, periods, undo; moves within a site in words."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
from flask import Flask

from blueprints.journal.rows import BulkRow, EntryRow, SentInBulk, rows_by_day
from masthead.store.bulk.steps import BulkReference
from masthead.store.entries import Entry, Intent, Outcome, State, Subject
from masthead.web.person.portal import get_portal
from tests.blueprints.structure_pages import DOCS, HELP, START, applied_on, into, rows
from tests.bulk_changes import BULK_CHANGES
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import AUDITORS, enforce, saved
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"
EDIT = f"{ORG}/sites/site_docs/edit"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
INTENT = Intent("org", "me", "updateSite", ("org", "site"), Subject("site", "site", "Docs"), "Change the site Docs")
BULK_CHANGE = BulkReference(3, "Who can read 2 sites", "me")


def entry(number: int, days_ago: float = 0, state: State = State.SAVED) -> Entry:
    return Entry(number, (NOON - timedelta(days=days_ago)).timestamp(), "Alice", INTENT, Outcome(state))


def told(page: Page) -> list[str]:
    """The changes that a journal page lists, without their values."""
    return [row[0].partition(" “")[0] for row in page.rows]


def change(pages: Pages, **typed: str) -> None:
    pages.get(EDIT)
    pages.submit(EDIT, typed)


def two_sites_at_once(pages: Pages) -> None:
    pages.get(f"{ORG}/sites")
    pages.post(f"{ORG}/bulk", [("site", "site_docs"), ("site", "site_help"), ("setting", "visibility")])
    pages.submit(f"{ORG}/bulk", visibility="unlisted", press="Review")
    run = next(each for each in pages.shown.buttons if each.startswith("Apply"))
    pages.submit(f"{ORG}/bulk", press=run)


@pytest.fixture
def within(portal: Flask) -> Iterator[None]:
    with portal.test_request_context():
        yield


@pytest.mark.usefixtures("within")
def test_days_have_their_headings_and_what_a_bulk_change_sent_in_turn_is_one_row() -> None:
    entries = [entry(4), entry(3, 0.4), entry(2, 1), entry(1, 30)]
    days = list(rows_by_day(entries, SentInBulk("me", {}), {}, NOON))
    assert [(each.label, len(each.rows)) for each in days] == [("Today", 2), ("Yesterday", 1), ("23 Oct 2026", 1)]
    entries = [entry(5), entry(4, state=State.REFUSED), entry(3), entry(2), entry(1)]
    (day,) = rows_by_day(
        entries, SentInBulk("me", {5: BULK_CHANGE, 4: BULK_CHANGE, 3: BULK_CHANGE, 1: BULK_CHANGE}), {}, NOON
    )
    whole, between, alone = day.rows
    assert isinstance(whole, BulkRow)
    assert [each.entry.number for each in whole.changes] == [5, 4, 3]
    assert whole.counts == [(State.REFUSED, 1)]
    assert [each.entry.number for each in (between, alone) if isinstance(each, EntryRow)] == [2, 1]
    other = replace(BULK_CHANGE, number=4)
    entries = [entry(number) for number in (4, 3, 2, 1)]
    (day,) = rows_by_day(entries, SentInBulk("me", {4: other, 3: other, 2: BULK_CHANGE, 1: BULK_CHANGE}), {}, NOON)
    assert [each.bulk.number for each in day.rows if isinstance(each, BulkRow)] == [4, 3]


def test_the_values_of_one_short_setting_stand_in_its_row(alice: Pages) -> None:
    change(alice, title="Guide")
    change(alice, title="Guide of all that is shipped by road, rail and sea")
    long, short = alice.get(JOURNAL).rows
    change(alice, agentsContext="excluded")
    assert short[0] == "Alice renamed the site Larkfield Docs to Guide"
    assert long[0].startswith("Alice renamed the site Guide to Guide of all")
    assert "“Included” →changed to “Excluded”" in alice.get(JOURNAL).rows[0][0]


def test_a_bulk_change_opens_to_its_changes(alice: Pages) -> None:
    two_sites_at_once(alice)
    shown = alice.get(JOURNAL)
    (row,) = shown.rows
    assert "2 changes of one bulk change" in row[0]
    assert "Saved" not in row[0]
    assert shown.links["Alice: Who can read 2 sites: Unlisted"] == f"{BULK_CHANGES}/1"
    assert [text for text, url in shown.links.items() if url == f"{JOURNAL}/2"] == [
        "Alice changed the site Help centre: who can read it"
    ]


def test_a_bulk_change_that_was_undone_says_so_and_one_that_was_not_leads_to_its_undo(alice: Pages) -> None:
    two_sites_at_once(alice)
    shown = alice.get(JOURNAL)
    assert shown.links["Undo: Who can read 2 sites: Unlisted"] == f"{BULK_CHANGES}/1#bulk-undo"
    alice.get(f"{BULK_CHANGES}/1")
    back = alice.submit(f"{BULK_CHANGES}/1", press="Undo bulk change")
    alice.submit(back.path, press=next(each for each in back.buttons if each.startswith("Apply")))
    shown = alice.get(JOURNAL)
    assert ["Undone" in row[0] for row in shown.rows] == [False, True]
    assert f"{BULK_CHANGES}/1#bulk-undo" not in shown.links.values()
    assert f"{BULK_CHANGES}/2#bulk-undo" in shown.links.values()


def test_words_are_looked_for_in_changes_and_reasons(alice: Pages) -> None:
    change(alice, title="Guide")
    change(alice, visibility="share-link")
    alice.confirm(EDIT, reason="The Audit of 100% of all sites")
    title, visibility = (
        "Alice renamed the site Larkfield Docs to Guide",
        "Alice changed the site Guide: who can read it",
    )
    assert [each.startswith(visibility) for each in told(alice.get(f"{JOURNAL}?q=AUDIT+guide"))] == [True]
    assert told(alice.get(f"{JOURNAL}?q=docs"))[0] == title
    assert [each.startswith(visibility) for each in told(alice.get(f"{JOURNAL}?q=100%25"))] == [True]
    shown = alice.get(f"{JOURNAL}?q=nothing+like+it")
    assert ("No change matches" in shown.main, shown.value("q")) == (True, "nothing like it")
    assert "Export" not in shown.links
    assert "q=100%25" in alice.get(f"{JOURNAL}?q=100%25").links["Export"]


@pytest.mark.exhaustive
def test_the_settings_have_single_sign_on_too_and_single_sign_on_has_enforcement(
    alice: Pages, service: RunningService
) -> None:
    enforce(service)
    alice.get(f"{ORG}/sso/enforce")
    alice.submit(f"{ORG}/sso/enforce/off")
    alice.get(f"{ORG}/settings")
    alice.submit(f"{ORG}/settings/profile", title='Larkfield "sso":')
    saved(alice, AUDITORS, label="Audit")
    provider, settings, lifted = told(alice.get(JOURNAL))
    assert told(alice.get(f"{JOURNAL}?area=SAML and SSO")) == [provider, lifted]
    assert told(alice.get(f"{JOURNAL}?area=Organizations")) == [provider, settings, lifted]
    assert told(alice.get(f"{JOURNAL}?object=org_larkfield")) == [settings, lifted]
    assert "Single sign-on" in alice.get(JOURNAL).main


def test_the_number_of_changes_that_the_filters_left_is_told(alice: Pages, portal: Flask) -> None:
    change(alice, title="Guide")
    assert "1 change" not in alice.get(JOURNAL).main
    assert "1 change" in alice.get(f"{JOURNAL}?state=saved").main
    intent = replace(INTENT, organization="org_larkfield")
    for _ in range(100):
        get_portal(portal).store.journal.begin(intent)
    assert "More than 100 changes" in alice.get(f"{JOURNAL}?area=Sites").main
    assert "1 change" not in alice.get(f"{JOURNAL}?area=Sites&before=2").main


def test_periods_are_a_click_away_and_keep_the_other_filters(alice: Pages) -> None:
    change(alice, title="Guide")
    periods = alice.get(f"{JOURNAL}?q=site").links
    today = alice.get(periods["Today"])
    assert len(today.rows) == 1
    assert "Period: Today" in today.main
    marked = [each.get("href") for each in today.document.with_attribute("aria-current", "true")]
    assert periods["Today"] in marked
    assert periods["Last 7 days"] not in marked
    assert "No change matches" in alice.get(periods["Yesterday"]).main
    assert len(alice.get(periods["Last 7 days"]).rows) == 1
    assert all("q=site" in periods[each] for each in ("Today", "Yesterday", "Last 7 days"))


def test_a_change_is_undone_from_its_row(alice: Pages) -> None:
    change(alice, title="Guide")
    narrowed = f"{JOURNAL}?q=Larkfield"
    undo = alice.get(narrowed).links["Undo: Alice renamed the site Larkfield Docs to Guide"]
    assert alice.get(undo).links["Cancel"] == narrowed
    assert alice.submit(f"{JOURNAL}/1/undo").address == narrowed
    shown = alice.get(f"{JOURNAL}/1")
    assert ("Undo" in shown.links, "It was undone." in shown.main) == (False, True)
    undone, done = alice.get(JOURNAL).rows[1], alice.shown.rows[0]
    assert (undone[0].endswith(" Undone"), undone[2], done[2]) == (True, "", "Undo")
    alice.get(f"{JOURNAL}/2/undo")
    alice.submit(f"{JOURNAL}/2/undo")
    assert ["Undone" in row[0] for row in alice.get(JOURNAL).rows] == [False, True, False]


def test_selected_changes_are_undone_in_one_review_that_leads_back(alice: Pages, service: RunningService) -> None:
    for each in ({"title": "Guide"}, {"title": "Manual"}, {"agentsContext": "excluded"}):
        change(alice, **each)
    alice.fill_in(f"{ORG}/sites/new", title="Drivers", visibility="public")
    narrowed = f"{JOURNAL}?q=site"
    asked = urlencode([("entry", "1"), ("entry", "2"), ("entry", "3,4"), ("next", narrowed)])
    alice.get(narrowed)
    whole = alice.submit(f"{JOURNAL}/chosen", all="1").rows
    shown = alice.get(f"{JOURNAL}/chosen?{asked}")
    assert shown.rows == whole
    assert [row[2] for row in shown.rows] == [
        "AI agents: “Excluded” →changed to “Included”",
        "Title: “Manual” →changed to “Guide”",
        "Title: “Guide” →changed to “Larkfield Docs”",
    ]
    assert "1 selected change stays Create the site Drivers: " in shown.main
    shown = alice.submit(f"{JOURNAL}/chosen", press="Undo these changes")
    assert (shown.address, shown.toasts) == (narrowed, ["3 changes were undone."])
    site = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites/site_docs").get_json()
    assert (site["title"], site["agentsContext"]) == ("Larkfield Docs", "included")
    assert [each for each in shown.links if each.startswith("Undo: ") and "renamed" in each] == []
    assert "The selected changes can't be undone" in alice.get(f"{JOURNAL}/chosen?entry=1&entry=4").main


def test_the_history_of_an_object_is_named_as_its_last_change_named_it(alice: Pages) -> None:
    alice.get(f"{ORG}/sites")
    shown = alice.get(f"{JOURNAL}?object=site_docs")
    assert "The changes to Larkfield Docs that were made in Masthead." in shown.main
    assert "Nobody has changed Larkfield Docs in Masthead." in shown.main
    assert "Remove a filter" not in shown.main
    assert "Remove a filter" in alice.get(f"{JOURNAL}?object=site_docs&q=zebra").main
    edit = "/orgs/org_larkfield/sites/site_docs/edit"
    alice.get(edit)
    alice.submit(edit, title="Guide")
    shown = alice.get("/orgs/org_larkfield/journal?object=site_docs")
    assert "The changes to Guide that were made in Masthead." in shown.main
    assert "Show all changes" in shown.main


def test_who_sees_only_their_own_changes_is_told_nothing_of_others(bob: Pages) -> None:
    bob.get(f"{ORG}/sites")
    shown = bob.get(f"{JOURNAL}?object=site_docs")
    assert "You haven't changed Larkfield Docs in Masthead." in shown.main
    assert "Nobody" not in shown.main


def test_moves_are_told_by_their_neighbours_and_titles(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "group_developers", "where": "first"})
    applied_on(alice, DOCS)
    moved = ["Position", "between Product and Release notes", "above Get started"]
    assert alice.get(f"{JOURNAL}/1").rows == [moved]
    assert alice.get(f"{BULK_CHANGES}/1/steps/1").rows == [moved]
    assert alice.get(f"{JOURNAL}/1").links["The section group Developers"] == DOCS
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": START, "where": "last"})  # to the end, for which nothing is sent
    applied_on(alice, HELP)
    assert alice.get(f"{JOURNAL}/2").rows[0] == ["Position", "above Shipping guide", "below Release notes"]
    into(alice, "sitespace_docs_guide", "section_api")
    alice.get(f"{DOCS}/review")
    applied_on(alice, DOCS)
    assert alice.get(f"{JOURNAL}/3").rows == [
        ["Position", "above Partner onboarding", "below API reference"],
        ["Section", "“Shipping”", "“API”"],
    ]
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "sitespace_docs_guide", "where": "first"})  # within its section
    applied_on(alice, DOCS)
    assert [row[0] for row in alice.get(f"{JOURNAL}/4").rows] == ["Position"]


def test_a_group_and_its_sections_are_told_by_titles(alice: Pages) -> None:
    before = rows(alice.get(DOCS), "top:")
    alice.post(DOCS, {"do": "group", "title": "Extras"})
    group = next(each for each in rows(alice.get(DOCS), "top:") if each not in before)
    alice.post(DOCS, {"do": "move", "item": "section_releases", "where": f"into group:{group}"})
    applied_on(alice, DOCS)
    created = [["Title", "nothing", "“Extras”"], ["Sections", "nothing", "Release notes"]]
    assert alice.get(f"{JOURNAL}/1").rows == created


def test_a_change_within_a_site_names_the_site_in_the_journal_and_before_its_undo(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})
    applied_on(alice, DOCS)
    assert "Site: Larkfield Docs" in alice.get(JOURNAL).rows[0][0]
    assert "Site: Larkfield Docs" in alice.get(f"{JOURNAL}/1").main
    assert "Site: Larkfield Docs. You made this change" in alice.get(f"{JOURNAL}/1/undo").main
