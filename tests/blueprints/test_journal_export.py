"""The journal as a file."""

import csv
import io
import json

from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"
EDIT = f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"


def renamed(pages: Pages, to: str) -> None:
    pages.get(EDIT)
    pages.submit(EDIT, title=to)


def test_it_comes_as_a_file(alice: Pages) -> None:
    renamed(alice, "=1+1")
    rows = list(csv.reader(io.StringIO(alice.get(f"{JOURNAL}/export.csv").html)))
    assert rows[0][:3] == ["number", "at", "who"]
    assert rows[1][4:10] == ["Change the site Larkfield Docs: title", "", "saved", "", "PATCH", SITE]
    (entry,) = json.loads(alice.get(f"{JOURNAL}/export.json").html)
    assert (entry["was"], entry["sent"], entry["became"]) == (
        {"title": "Larkfield Docs"},
        {"title": "=1+1"},
        {"title": "=1+1"},
    )
    assert json.loads(alice.get(f"{JOURNAL}/export.json?state=refused").html) == []


def test_cells_that_a_spreadsheet_would_compute_are_quoted(alice: Pages) -> None:
    renamed(alice, "Guide")
    alice.get("/sessions")
    alice.submit("/name", name="=HYPERLINK(1)")
    rows = list(csv.reader(io.StringIO(alice.get(f"{JOURNAL}/export.csv").html)))
    assert rows[1][2] == "'=HYPERLINK(1)"
