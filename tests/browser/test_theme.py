"""Light and dark: from the system or chosen, in the first answer, with scripts and without."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import Windows
from tests.loops import for_each

PAGE = "/orgs/org_larkfield"
IS_DARK = "matchMedia('print').matches || getComputedStyle(document.body).backgroundColor === 'rgb(21, 24, 29)'"


def choose(page: Page, theme: str) -> None:
    page.locator("summary[aria-label=Theme]").click()
    page.get_by_role("button", name=theme).click()
    page.wait_for_load_state()


def first_answer(page: Page) -> str:
    response = page.goto(PAGE)
    assert response is not None
    return response.text().partition("<head>")[0]


@for_each("scripts", [True, False])
def test_chosen_theme_is_in_the_first_answer(windows: Windows, *, scripts: bool) -> None:
    page = windows.open("Alice", scripts=scripts, color_scheme="light")
    page.goto(PAGE)
    choose(page, "Dark")
    assert 'data-bs-theme="dark"' in first_answer(page)
    assert page.evaluate(IS_DARK)
    choose(page, "Light")
    assert 'data-bs-theme="light"' in first_answer(page)
    choose(page, "System")
    assert "data-bs-theme" not in first_answer(page)


@for_each("scheme, dark", [("light", False), ("dark", True)])
def test_without_a_choice_it_is_as_the_system(
    windows: Windows, scheme: Literal["light", "dark"], *, dark: bool
) -> None:
    page = windows.open("Alice", color_scheme=scheme)
    page.goto(PAGE)
    assert page.evaluate(IS_DARK) is dark


@pytest.mark.quick(cases=1)
def test_choosing_stays_on_the_page(page: Page) -> None:
    page.goto(f"{PAGE}/sites?published=false")
    choose(page, "Dark")
    expect(page).to_have_url(f"{PAGE}/sites?published=false")
