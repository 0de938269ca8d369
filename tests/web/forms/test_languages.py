"""Languages have the names that the reader of the page knows them by."""

import pytest
from flask import Flask

from contract.publishing.translations import LANGUAGES
from masthead.i18n import CURRENT, ENGLISH, PSEUDO
from masthead.web.forms.languages import language_name, reader_language
from tests.loops import for_each


@pytest.fixture
def app() -> Flask:
    return Flask("names")


def named(app: Flask, code: str, asked: str = "") -> str:
    with app.test_request_context(headers={"Accept-Language": asked}):
        return language_name(code)


@for_each(
    "asked, language",
    [
        ("", "en"),
        ("*", "en"),
        ("tlh-XX", "en"),
        ("fr", "fr"),
        ("en;q=0.3, de-AT;q=0.8", "de-AT"),
        ("de-XX", "de"),
        ("zh-TW", "zh-TW"),
        ("x" * 300, "en"),
    ],
)
def test_the_browser_says_which_language_its_reader_knows(app: Flask, asked: str, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": asked}):
        assert reader_language() == language


@for_each("shown, language", [("fr", "fr"), ("pt-BR", "pt-BR"), (ENGLISH, "de"), (PSEUDO, "de")])
def test_a_page_in_another_language_has_their_names_in_it(app: Flask, shown: str, language: str) -> None:
    token = CURRENT.set(shown)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert reader_language() == language
    CURRENT.reset(token)


def test_each_language_of_the_contract_has_a_name(app: Flask) -> None:
    names = [named(app, code) for code in LANGUAGES]
    assert [name for code, name in zip(LANGUAGES, names, strict=True) if name == code] == []
    assert len(set(names)) == len(LANGUAGES)


@for_each(
    "code, asked, name",
    [
        ("pt-br", "", "Brazilian Portuguese"),
        ("pt_BR", "", "Brazilian Portuguese"),
        ("zh-tw", "", "Chinese (Traditional, Taiwan)"),
        ("yue", "", "Cantonese"),
        ("zh-Hans", "", "Simplified Chinese"),
        ("sr-Latn-RS", "", "Serbian (Latin, Serbia)"),
        ("pt-br", "de", "Portugiesisch (Brasilien)"),
        ("de", "ja", "ドイツ語"),
    ],
)
def test_a_code_becomes_a_name(app: Flask, code: str, asked: str, name: str) -> None:
    assert named(app, code, asked) == name


@for_each("code", ["xx", "klingon", "de-zz", "en-x", "", "-", "__", "a_b_c", "<b>", "zh-tw-x"])
def test_what_has_no_name_stays_as_it_is(app: Flask, code: str) -> None:
    assert named(app, code) == code
