"""An invite link: found by its id, changed and deleted, with scripts and without."""

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.records import ask
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield/link-invites/inv_welcome"


def test_change_its_role(each_page: Page, service: RunningService) -> None:
    each_page.goto("/orgs/org_larkfield/settings")
    each_page.get_by_role("textbox", name="Id or address", exact=True).fill("inv_welcome")
    each_page.get_by_role("button", name="View invite link").click()
    expect(each_page.get_by_role("radio", name="Commenter")).to_be_checked()
    each_page.get_by_role("radio", name="Reader").check()
    each_page.get_by_role("button", name="Save role").click()
    expect(toasts(each_page)).to_contain_text("The invite link was saved.")
    assert ask(service, ALICE, "GET", API).get_json()["role"] == "read"


def test_delete_it(each_page: Page, service: RunningService) -> None:
    each_page.goto("/orgs/org_larkfield/invites/inv_welcome")
    each_page.get_by_role("link", name="Delete").click()
    each_page.get_by_label("Type “inv_welcome” to confirm").fill("inv_welcome")
    each_page.get_by_role("button", name="Delete invite link").click()
    expect(toasts(each_page)).to_contain_text("The invite link was deleted.")
    assert ask(service, ALICE, "GET", API).status_code == 404


def test_one_that_is_not_there_says_so(each_page: Page) -> None:
    each_page.goto("/orgs/org_larkfield/settings")
    each_page.get_by_role("textbox", name="Id or address", exact=True).fill("inv_gone")
    each_page.get_by_role("button", name="View invite link").click()
    expect(each_page.get_by_role("alert")).to_contain_text("This organization has no such invite link")
    expect(each_page.get_by_role("textbox", name="Id or address", exact=True)).to_have_value("inv_gone")
