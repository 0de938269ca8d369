"""Lists are sorted, and filters find, as readers of the language expect."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from masthead.i18n import CURRENT, fold_text, has_words, sort_key
from tests.house.sources import modules, named, read
from tests.loops import for_each


@for_each(
    "tag, titles",
    [
        ("en", "(Draft)|“Quoted”|1. One|2. Two|10. Ten|apfel|Ärger|Éclair|Österreich|v9|v10|Zoo"),
        ("de", "API 2|Api 2.1|api 10|Straße|Strassen|Z"),
        ("en", "a b|a-b|a1|a٢|a10|ab|Łódź|Lodz 2|ŁÓDŹ 3"),
        ("sv", "apa|Zoo|Åre|äpple|Öland"),
        ("da", "apa|Zoo|Æble|Øl|Å"),
        ("es", "nube|Ñandú|oso"),
        ("pl", "lot|Łódź|mapa"),
        ("tr", "hız|Irmak|İzmir"),  # noqa: RUF001
    ],
)
def test_titles_are_sorted_as_their_readers_expect(tag: str, titles: str) -> None:
    before = CURRENT.set(tag)
    wanted = titles.split("|")
    found = sorted(set(wanted), key=sort_key)
    CURRENT.reset(before)
    assert found == wanted


def test_every_list_is_sorted_that_way() -> None:
    own = re.compile(r"key=(str\.casefold|lambda .*(name|title|\])\.casefold)")
    code = [file for file in modules() if not named(file).startswith(("tests/", "service/"))]
    assert [named(file) for file in code if own.search(read(file))] == []


@for_each(
    "words, title",
    [
        ("istanbul", "İstanbul depot"),
        ("DEPOT İstanbul", "istanbul depot"),
        ("müller", unicodedata.normalize("NFD", "Müller")),
        (unicodedata.normalize("NFD", "Müller"), "Müller"),
        ("muller", "Müller"),
        ("strasse", "STRAẞE"),
        ("lodz", "Łódź"),
        ("api", "ＡＰＩ"),  # noqa: RUF001
        ("fdp", "\u202efdp.stnemyap"),
        ("coop", "co\u00adop"),
    ],
)
def test_a_filter_finds_a_title_however_it_is_encoded(words: str, title: str) -> None:
    assert has_words(words, "other", title)


def test_a_filter_wants_each_word_and_keeps_letters_apart() -> None:
    assert not has_words("か", "が")
    assert not has_words("depot b", "Depot a")
    assert has_words("", "anything")


@given(st.text())
def test_what_is_folded_is_found_in_either_form(text: str) -> None:
    folded = fold_text(text)
    assert {fold_text(unicodedata.normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")} == {folded}
    assert fold_text(folded) == folded
