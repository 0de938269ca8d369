"""The states that the pages of translations and of their languages can be in."""

from playwright.sync_api import Page, expect

from tests.browser import worlds
from tests.browser.states import ORGANIZATION, State

TRANSLATIONS = f"{ORGANIZATION}/translations"
GUIDE = f"{TRANSLATIONS}/translation_guide"
COVERAGE = f"{TRANSLATIONS}/coverage"
WANTED = f"{COVERAGE}/wanted"


def wanting(page: Page) -> None:
    """Note that some languages are wanted of all, and others of one translation."""
    for address, names in ((WANTED, ("German", "French", "English")), (f"{WANTED}/translation_api", ("Japanese",))):
        page.goto(address)
        for name in names:
            page.get_by_label(name, exact=False).first.check()
        page.get_by_role("button", name="Save wanted languages").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Language coverage")


TRANSLATION_PAGES = {
    "translations": State(TRANSLATIONS),
    "translation": State(GUIDE),
    "translation, new": State(f"{TRANSLATIONS}/new"),
    "translation, editing": State(f"{GUIDE}/edit"),
    "translation, deleting": State(f"{GUIDE}/delete"),
    "coverage, nothing wanted": State(COVERAGE),
    "coverage": State(COVERAGE, act=wanting),
    "coverage, many": State(COVERAGE, world=worlds.many_translations, act=wanting),
    "wanted languages": State(WANTED),
    "wanted languages of one": State(f"{WANTED}/translation_guide"),
}
