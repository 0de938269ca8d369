"""Members of a team are selected, and found while typing."""

import pytest
from playwright.sync_api import Page, expect

TEAMS = "/orgs/org_larkfield/teams"
DOCS = f"{TEAMS}/team_docs"


def test_all_are_ticked_at_once(page: Page) -> None:
    page.goto(DOCS)
    page.get_by_role("checkbox", name="Select all people on this page").check()
    expect(page.get_by_role("checkbox", name="Erin Walsh")).to_be_checked()


@pytest.mark.quick(cases=1)
def test_members_are_found_while_typing(page: Page) -> None:
    page.goto(DOCS)
    page.get_by_label("Name, e-mail or id").press_sequentially("kofi")
    expect(page.get_by_role("rowheader")).to_have_count(1)
    expect(page).to_have_url(f"{page.url.split('?')[0]}?q=kofi&role=&state=")
