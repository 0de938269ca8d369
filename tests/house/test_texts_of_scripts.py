"""Every text that a script shows goes through gettext, where a catalog can translate it."""

import pytest

from scripts.script_texts import SCRIPTS
from tests.house.sources import ROOT, named, read
from tests.house.test_texts import extract
from tests.house.texts_of_scripts import messages, untranslated_texts
from tests.loops import for_each

PLANTED = {
    'tell("Nothing was saved.");': "Nothing was saved.",
    "status.textContent = `${found} found.`;": "… found.",
    'place.textContent = all ? "selected" : gettext("None");': "selected",
    'const QUESTION = "Leave this page?";': "Leave this page?",
    'button.setAttribute("aria-label", "Close");': "Close",
    'made("p", { title: "Go to" });': "Go to",
    'tell(gettext("%(what)s is saved.", { what: "A draft" }));': "A draft",
    'tell(done ? "Undone" : gettext("Redone"));': "Undone",
}
NO_TEXTS = """
"use strict";
import { say } from "./tree.js"; // Tells a screen reader
const found = document.querySelector("[data-tree] > li:not([hidden])");
if (event.key === "Escape" && tag !== "Some Name") found.className = "notice notice-danger";
found.append(made("p", { class: "options entries" }, gettext("Close")));
say(ngettext("%(n)s row", "%(n)s rows", count, { more }));
"""


def scripts() -> dict[str, str]:
    """The text of each script by its name."""
    static = ROOT / "static"
    return {named(file): read(file) for pattern in SCRIPTS for file in sorted(static.glob(pattern))}


def test_each_text_is_translated() -> None:
    assert len(scripts()) > 30
    assert [each for name, text in scripts().items() for each in untranslated_texts(text, name)] == []


@for_each("planted, words", PLANTED.items())
def test_what_is_not_is_found(planted: str, words: str) -> None:
    assert [each.words for each in untranslated_texts(planted)] == [words]


def test_what_is_needs_no_more() -> None:
    assert list(untranslated_texts(NO_TEXTS)) == []


@for_each("planted", ["gettext(`a ${b}`)", 'gettext("a " + b)', 'ngettext("a", many, 2)'])
def test_a_text_that_is_put_together_is_refused(planted: str) -> None:
    with pytest.raises(AssertionError):
        list(messages(planted))


@pytest.mark.exhaustive
def test_extraction_finds_what_scripts_translate() -> None:
    catalog = extract()
    ids = {each for message in catalog for each in (message.id if isinstance(message.id, tuple) else (message.id,))}
    assert {each for text in scripts().values() for each in messages(text)} - ids == set()
