"""The journal as a file."""

import csv
import io
import json

import pytest

from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"
EDIT = f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"


def renamed(pages: Pages, to: str) -> None:
    pages.get(EDIT)
    pages.submit(EDIT, title=to)


def lines(pages: Pages) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(pages.get(f"{JOURNAL}/export.csv").html)))


def test_it_comes_as_a_file(alice: Pages) -> None:
    renamed(alice, "=1+1")
    (row,) = lines(alice)
    assert list(row)[:3] == ["when", "who", "change"]
    assert (row["change"], row["method"], row["path"]) == ("Change the site Larkfield Docs: title", "PATCH", SITE)
    (entry,) = json.loads(alice.get(f"{JOURNAL}/export.json").html)
    assert (entry["was"], entry["sent"], entry["became"]) == (
        {"title": "Larkfield Docs"},
        {"title": "=1+1"},
        {"title": "=1+1"},
    )
    assert json.loads(alice.get(f"{JOURNAL}/export.json?state=refused").html) == []


def test_both_files_call_a_person_by_the_id_that_the_page_shows(alice: Pages) -> None:
    alice.get("/sessions")
    alice.submit("/name", name="")
    renamed(alice, "Guide")
    (row,) = lines(alice)
    (entry,) = json.loads(alice.get(f"{JOURNAL}/export.json").html)
    assert entry["personId"] == row["personId"]
    assert row["who"] == f"Unnamed admin ({row['personId'][:6]})"
    assert "owner" not in {*row, *entry}


def test_cells_that_a_spreadsheet_would_compute_are_quoted(alice: Pages) -> None:
    renamed(alice, "Guide")
    alice.get("/sessions")
    alice.submit("/name", name="=HYPERLINK(1)")
    assert lines(alice)[0]["who"] == "'=HYPERLINK(1)"


def test_it_says_what_was_changed_from_what_to_what(alice: Pages) -> None:
    renamed(alice, "Guide")
    (row,) = lines(alice)
    shown = ("who", "kind", "object", "setting", "before", "after", "outcome")
    assert [row[name] for name in shown] == [
        *("Alice", "site", "Larkfield Docs", "Title", "“Larkfield Docs”", "“Guide”", "Saved"),
    ]


def test_a_change_of_several_settings_has_a_line_for_each(alice: Pages) -> None:
    alice.get(f"{ORG}/sites/new")
    alice.submit(f"{ORG}/sites/new", title="Depots")
    rows = lines(alice)
    assert {row["number"] for row in rows} == {"1"}
    assert ("Title", "nothing", "“Depots”") in [(row["setting"], row["before"], row["after"]) for row in rows]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("", "journal-Larkfield-Freight-"),
        (
            "?area=Organizations&since=2026-11-20",
            "journal-organization-settings-and-single-sign-on-from-2026-11-20-Larkfield-Freight-",
        ),
        ("?object=site_docs&state=saved&q=a/b", "journal-site-docs-a-b-saved-Larkfield-Freight-"),
    ],
)
def test_its_name_says_what_is_in_it(alice: Pages, query: str, name: str) -> None:
    told = alice.get(f"{JOURNAL}/export.csv{query}").headers["Content-Disposition"]
    assert told.startswith(f'attachment; filename="{name}2')
