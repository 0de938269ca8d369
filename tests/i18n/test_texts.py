"""Texts are English, or in the language of the thread that writes them."""

from collections.abc import Iterator
from contextvars import copy_context
from threading import Thread

import pytest
from markupsafe import Markup

from masthead.i18n import ENGLISH, N_, gettext, language, ngettext, use_language
from masthead.web.frame.templating import markup, template_text
from tests.loops import for_each

PSEUDO = "en-XA"


@pytest.fixture(autouse=True)
def in_english_again() -> Iterator[None]:
    yield
    use_language(ENGLISH)


def test_english_is_as_written() -> None:
    assert gettext("100 % of %(what)s") == "100 % of %(what)s"
    assert gettext("100 %% of %(what)s", what="sites") == "100 % of sites"
    assert N_("Published") == "Published"


def test_a_number_decides_on_the_form_and_is_written_with_commas() -> None:
    assert ngettext("%(n)s site of %(whom)s", "%(n)s sites of %(whom)s", 1, whom="Ann") == "1 site of Ann"
    assert ngettext("%(n)s site", "%(n)s sites", 1000) == "1,000 sites"


@for_each(
    "value, shown",
    [
        ("Docs", "Docs"),
        ("Doku für Äpfel", "Doku für Äpfel"),
        ("دليل API", "\u2068دليل API\u2069"),
        ("\u202efdp.stnemyap", "\u2068\u202efdp.stnemyap\u2069"),
        ("a\u2069\u202eb\u2068", "\u2068a\u202eb\u2069"),
        ("Delete \u2068דף\u2069?", "\u2068Delete \u2068דף\u2069?\u2069"),
        (Markup("<b>דף</b>"), "<b>דף</b>"),
    ],
)
def test_a_value_leaves_the_direction_of_its_sentence_alone(value: str, shown: str) -> None:
    assert gettext("Delete %(what)s?", what=value) == f"Delete {shown}?"
    assert ngettext("%(n)s of %(what)s", "", 1, what=value) == f"1 of {shown}"
    assert template_text("%(what)s is kept.", what=value) == f"{shown} is kept."
    assert markup("%(what)s is kept.", what=value) == f"{shown} is kept."


def test_another_language_keeps_placeholders_and_markup() -> None:
    use_language(PSEUDO)
    assert gettext("Ask <a href='/'>%(name)s</a> &amp; all", name="Ann") == "⟦Åšķ <a href='/'>Ann</a> &amp; åååļļ~~⟧"
    assert ngettext("%(n)s site", "%(n)s sites", 2) == "⟦2 šîîţééš⟧"


def test_a_thread_has_the_language_of_who_started_it() -> None:
    found: list[str] = []
    use_language(PSEUDO)
    context = copy_context()
    use_language(ENGLISH)
    for target in (lambda: context.run(lambda: found.append(language())), lambda: found.append(language())):
        thread = Thread(target=target)
        thread.start()
        thread.join()
    assert found == [PSEUDO, ENGLISH]


def test_a_language_without_texts_is_refused() -> None:
    with pytest.raises(KeyError):
        use_language("tlh")
    assert language() == ENGLISH
