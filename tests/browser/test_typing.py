"""What scripts add while somebody types: nothing is sent twice, nothing is left by mistake, limits are told."""

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.records import ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"


@pytest.mark.quick(cases=1)
def test_double_click_makes_one_site(page: Page, service: RunningService) -> None:
    page.goto(f"{SITES}/new")
    page.get_by_label("Title").fill("Customs guide")
    page.get_by_label("Unlisted").check()
    page.get_by_role("button", name="Create site").dblclick()
    expect(page.get_by_role("heading", level=1)).to_have_text("Customs guide")
    page.goto(SITES)
    assert page.get_by_role("link", name="Customs guide", exact=True).count() == 1
    listed = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites?title=customs").get_json()
    assert len(listed["items"]) == 1


@pytest.mark.quick(cases=1)
def test_leaving_typed_text_asks_first(page: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.goto(f"{SITES}/new")
    page.get_by_label("Title").fill("Customs guide")
    page.once("dialog", stay)
    page.get_by_role("link", name="Cancel").click()
    assert asked == ["Leave this page? What you typed here is not saved."]
    expect(page.get_by_label("Title")).to_have_value("Customs guide")
    page.once("dialog", Dialog.accept)
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sites")


def test_closing_a_page_with_typed_text_asks_first(page: Page) -> None:
    page.goto(f"{SITES}/new")
    page.get_by_label("Title").press_sequentially("Customs")
    with page.expect_event("dialog") as asked:
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    expect(page.get_by_label("Title")).to_have_value("Customs")


def test_counter_appears_near_the_limit(page: Page) -> None:
    page.goto(f"{SITES}/new")
    page.get_by_label("Title").fill("a" * 100)
    expect(page.locator(".counter").first).to_be_hidden()
    page.get_by_label("Title").fill("a" * 120)
    expect(page.locator(".counter").first).to_have_text("120 of 128")
    page.get_by_label("Title").fill("a" * 129)
    expect(page.locator(".counter-over")).to_have_text("129 of 128")


def test_typing_beside_a_choice_chooses_it(page: Page) -> None:
    page.goto(f"{SITES}/site_docs/edit")
    page.get_by_role("textbox", name="Custom path").press_sequentially("larkfield.example/docs")
    expect(page.get_by_role("radio", name="This path on one")).to_be_checked()


def test_what_was_there_before_moves_nothing_when_it_appears(page: Page) -> None:
    page.goto(f"{SITES}/site_help/edit")
    save = page.get_by_role("button", name="Save changes")
    before = save.evaluate("button => button.offsetTop")
    page.get_by_label("Title", exact=True).fill("Halp center")
    expect(page.get_by_text("Before your change: “Help centre”")).to_be_visible()
    assert save.evaluate("button => button.offsetTop") == before
