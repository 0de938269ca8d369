"""Content of strangers in Chromium: nothing of it runs, is loaded from elsewhere, or is refused by the policy."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from playwright.sync_api import Dialog, Page, expect

from service.content.pages import Leaf
from tests.edits import NOW, edit_space, with_text
from tests.loops import for_each
from tests.web.markdown.attacks import TAGS, texts
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
PAGES = f"{ORG}/spaces/space_guide/pages"
RATES = f"{PAGES}/page_guide_rates"
AT_ONCE = 90


@pytest.fixture
def watched(page: Page) -> Iterator[Page]:
    """Alice, whose browser must ask nobody but the portal and open no dialog; the policy is watched in all tests."""
    seen: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        seen.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.on("request", lambda request: seen.append(request.url))
    yield page
    own = page.evaluate("location.origin")
    assert [each for each in seen if not each.startswith(own)] == []


def titled(titles: Sequence[str]) -> Callable[[list[Leaf]], list[Leaf]]:
    """As many more pages as there are titles."""

    def edit(pages: list[Leaf]) -> list[Leaf]:
        last = pages[-1]
        more = [
            replace(last.with_changes(NOW, title=title), id=f"page_odd_{number}", slug=f"odd-{number}", parent=None)
            for number, title in enumerate(titles)
        ]
        return [*pages, *more]

    return edit


@for_each("start", lambda: range(0, len(texts()), AT_ONCE))
def test_no_text_acts(watched: Page, service: RunningService, start: int) -> None:
    edit_space(service, "space_guide", with_text("page_guide_rates", "\n\n".join(texts()[start : start + AT_ONCE])))
    watched.goto(f"{RATES}?refresh=1")
    expect(watched.get_by_role("heading", level=1)).to_have_text("Rates")
    expect(watched.locator(".markdown > *").first).to_be_attached()
    for link in watched.locator(".markdown a[href^='#']").all():
        link.dispatch_event("click")
    watched.mouse.move(500, 400)
    assert watched.url.partition("#")[0].endswith("?refresh=1")


def test_no_title_acts(watched: Page, service: RunningService) -> None:
    edit_space(service, "space_guide", titled(TAGS))
    watched.goto(f"{PAGES}?refresh=1")
    expect(watched.locator(".page-tree a")).to_have_count(11 + len(TAGS))
    watched.goto(f"{PAGES}/page_odd_0")
    expect(watched.get_by_role("heading", level=1)).to_have_text(TAGS[0])
    watched.keyboard.press("ControlOrMeta+k")
    watched.keyboard.type("alert")
    expect(watched.get_by_role("option").filter(has_text="alert(1)").first).to_be_visible()
    watched.goto(f"{ORG}/search?q=script")
    expect(watched.get_by_role("heading", level=1)).to_have_text("Search")
