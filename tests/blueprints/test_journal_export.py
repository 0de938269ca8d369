"""The journal as a file, the history of an object in it, and the command that checks its seals."""

import csv
import io
import json
from pathlib import Path

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.blueprints.structure_pages import DOCS, applied_on
from tests.commands.programs import run_in
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"
EDIT = f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"
HISTORY = f"{ORG}/journal?object="
LINKS = f"{ORG}/sites/site_docs/links"


def renamed(pages: Pages, to: str) -> None:
    pages.fill_in(EDIT, title=to)


def lines(pages: Pages) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(pages.get(f"{JOURNAL}/export.csv").html)))


def test_it_comes_as_a_file(alice: Pages) -> None:
    renamed(alice, "=1+1")
    (row,) = lines(alice)
    assert list(row)[:3] == ["when", "who", "change"]
    assert (row["change"], row["method"], row["path"]) == ("Change the site Larkfield Docs: title", "PATCH", SITE)
    shown = ("who", "kind", "object", "setting", "before", "after", "outcome")
    assert [row[name] for name in shown] == [
        *("Alice", "site", "Larkfield Docs", "Title", "“Larkfield Docs”", "“=1+1”", "Saved")
    ]
    (entry,) = json.loads(alice.get(f"{JOURNAL}/export.json").html)
    assert (entry["was"], entry["sent"], entry["became"]) == (
        {"title": "Larkfield Docs"},
        {"title": "=1+1"},
        {"title": "=1+1"},
    )
    assert json.loads(alice.get(f"{JOURNAL}/export.json?state=refused").html) == []
    alice.fill_in(f"{ORG}/sites/new", title="Depots", visibility="public")
    made = [each for each in lines(alice) if each["number"] == "2"]
    assert ("Title", "nothing", "“Depots”") in [(each["setting"], each["before"], each["after"]) for each in made]
    assert len(made) > 1


def test_cells_that_a_spreadsheet_would_compute_are_quoted(alice: Pages) -> None:
    renamed(alice, "Guide")
    alice.get("/sessions")
    alice.submit("/name", name="=HYPERLINK(1)")
    assert lines(alice)[0]["who"] == "'=HYPERLINK(1)"
    alice.get("/sessions")
    alice.submit("/name", name="")
    (row,) = lines(alice)
    (entry,) = json.loads(alice.get(f"{JOURNAL}/export.json").html)
    assert entry["personId"] == row["personId"]
    assert row["who"] == f"Unnamed admin ({row['personId'][:6]})"
    assert "owner" not in {*row, *entry}


@for_each(
    "query, name",
    [
        ("", "activity-Larkfield-Freight-"),
        (
            "?area=Organizations&since=2026-11-20",
            "activity-organization-settings-and-single-sign-on-from-2026-11-20-Larkfield-Freight-",
        ),
        ("?object=site_docs&state=saved&q=a/b", "activity-site-docs-a-b-saved-Larkfield-Freight-"),
    ],
)
def test_its_name_says_what_is_in_it(alice: Pages, query: str, name: str) -> None:
    told = alice.get(f"{JOURNAL}/export.csv{query}").headers["Content-Disposition"]
    assert told.startswith(f'attachment; filename="{name}2')


def test_a_command_checks_the_seals_and_finds_that_a_journal_was_cut_off(alice: Pages, portal: Flask) -> None:
    renamed(alice, "Guide")
    run = portal.test_cli_runner().invoke
    assert run(args=["journal", "verify"]).output == "All 2 seals hold.\n"
    with get_portal(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE journal SET summary = 'Nothing'")
    broken = run(args=["journal", "verify"])
    assert (broken.exit_code, broken.output) == (1, "Error: 0 seals hold, and then entry 1 is not what was sealed.\n")
    cut_off(portal)
    told = run(args=["journal", "verify"])
    assert told.exit_code == 1
    assert "All 0 seals hold, but the journal had the seal 2 on " in told.output
    assert "Restore the newest backup" in told.output


def cut_off(portal: Flask) -> None:
    """Take all entries out of the journal."""
    with get_portal(portal).store.database.writing() as connection:
        for table in ("journal_seals", "journal_values", "journal_outcomes", "journal"):
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - a table of ours


@pytest.mark.exhaustive
def test_a_backup_knows_what_there_was(alice: Pages, portal: Flask, tmp_path: Path) -> None:
    folder, file = get_portal(portal).settings.instance_path, str(tmp_path / "b")
    renamed(alice, "Guide")
    assert run_in(folder, "backup", file).returncode == 0
    run = portal.test_cli_runner().invoke
    assert run(args=["journal", "verify", "--backup", file]).output == "All 2 seals hold.\n"
    cut_off(portal)
    (folder / "journal-anchor.json").unlink()
    assert run(args=["journal", "verify"]).output == "All 0 seals hold.\n"
    told = run(args=["journal", "verify", "--backup", file])
    assert (told.exit_code, "the journal had the seal 2 on " in told.output) == (1, True)


PARTS = "The changes to {}, and to everything in it, that were made in Masthead."


def changes(pages: Pages, object_id: str) -> list[str]:
    return [row[0] for row in pages.get(f"{HISTORY}{object_id}").rows]


def share(pages: Pages) -> None:
    """Create a share link; of a public site, that is asked about."""
    pages.fill_in(LINKS, name="Board")
    pages.submit(LINKS, press="Save changes")


def test_an_object_has_the_changes_of_what_is_in_it(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "group_developers", "where": "first"})
    applied_on(alice, DOCS)
    share(alice)
    link, moved = changes(alice, "site_docs")
    assert ("Board" in link, "Developers" in moved) == (True, True)
    assert PARTS.format("Larkfield Docs") in alice.shown.main
    assert changes(alice, "site_help") == []
    assert changes(alice, "org_larkfield") == []
    assert "Nobody has changed the settings of Larkfield Freight in Masthead." in alice.shown.main
    alice.get(f"{ORG}/spaces")
    alice.fill_in(f"{ORG}/spaces/space_guide/change-requests/new", subject="Rename the depots")
    (created,) = changes(alice, "space_guide")
    assert "Rename the depots" in created
    assert PARTS.format("Shipping guide") in alice.shown.main


def current(pages: Pages) -> list[str]:
    """What the page says it is in: the area and the part."""
    return [text_of(each).strip() for each in pages.shown.document.all("a") if each.get("aria-current")]


def test_the_history_of_an_object_is_one_of_its_parts_or_leads_back_to_it(alice: Pages) -> None:
    alice.get(DOCS)
    shown = alice.get(f"{HISTORY}site_docs")
    assert shown.h1 == "Larkfield Docs: History"
    assert (shown.links["Structure"], shown.links["Overview"]) == (DOCS, f"{ORG}/sites/site_docs")
    assert {*current(alice)} == {"Sites", "History"}
    alice.get(f"{ORG}/spaces/space_guide")
    shown = alice.get(f"{HISTORY}space_guide")
    assert shown.h1 == "Shipping guide: History"
    assert shown.links["Files"] == f"{ORG}/spaces/space_guide/files"
    assert {*current(alice)} == {"Spaces", "History"}
    alice.get(f"{ORG}/spaces/space_guide/change-requests/2")
    assert "Changes" in alice.get(f"{HISTORY}change_guide_customs").links
    shown = alice.get(f"{HISTORY}org_larkfield")
    assert shown.h1 == "History of the settings of Larkfield Freight"
    assert {*current(alice)} == {"Settings"}
    assert alice.get(f"{HISTORY}nowhere").h1 == "History of nowhere"
    alice.get(f"{ORG}/sso")
    shown = alice.get(f"{HISTORY}saml_drivers")
    assert (shown.h1, shown.links["Overview"]) == ("Drivers: History", f"{ORG}/sso/saml_drivers")
    alice.fill_in(f"{ORG}/sso/saml_drivers/delete", confirm="Drivers")
    shown = alice.get(f"{HISTORY}saml_drivers")
    assert (shown.h1, "Drivers" in shown.links) == ("History of Drivers", False)
