"""The states that the pages of translations and of their languages can be in."""

from playwright.sync_api import Page, expect

from tests.browser import worlds
from tests.browser.states import ORGANIZATION, State, sending

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


def wanting_and_looking(page: Page) -> None:
    """Note what is wanted, and look for gaps."""
    wanting(page)
    page.goto(f"{COVERAGE}?show=gaps")


def writing_no_code(page: Page) -> None:
    """Write something that is no code of a language."""
    page.get_by_label("Other languages").fill("pt_")
    page.get_by_role("button", name="Save wanted languages").click()
    expect(page.get_by_role("alert")).to_be_visible()


TRANSLATION_PAGES = {
    "translations": State(TRANSLATIONS),
    "translations, many": State(TRANSLATIONS, world=worlds.many_translations),
    "translation": State(GUIDE),
    "translation, long title": State(f"{TRANSLATIONS}/translation_api", world=worlds.many_translations),
    "translation, new": State(f"{TRANSLATIONS}/new"),
    "translation, new, wrong": State(f"{TRANSLATIONS}/new", act=sending("Create translation", title="")),
    "translation, editing": State(f"{GUIDE}/edit"),
    "translation, editing, reader": State(f"{GUIDE}/edit", "Charlie"),
    "translation, editing, wrong": State(f"{GUIDE}/edit", act=sending("Save translation", title="")),
    "translation, deleting": State(f"{GUIDE}/delete"),
    "translation, deleting, wrong": State(f"{GUIDE}/delete", act=sending("Delete translation", confirm="x")),
    "coverage, nothing wanted": State(COVERAGE),
    "coverage, nothing wanted, reader": State(COVERAGE, "Charlie"),
    "coverage, no translation": State(COVERAGE, world=worlds.no_translation),
    "coverage": State(COVERAGE, act=wanting),
    "coverage, gaps": State(COVERAGE, act=wanting_and_looking),
    "coverage, many": State(COVERAGE, world=worlds.many_translations, act=wanting),
    "wanted languages": State(WANTED),
    "wanted languages, wrong": State(WANTED, act=writing_no_code),
    "wanted languages of one": State(f"{WANTED}/translation_guide"),
}
