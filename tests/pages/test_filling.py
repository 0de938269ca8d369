"""Forms are sent as a browser sends them, and a test cannot choose what the page does not offer."""

import pytest

from tests.loops import for_each
from tests.pages.document import Document
from tests.pages.filling import Pairs, Value, filled

FORM = Document(
    """<form action="/x"><input type="hidden" name="key" value="1"><input name="title" value="Old">
    <textarea name="words">\none\ntwo</textarea><input type="hidden" name="on" value="off">
    <input type="checkbox" name="on" value="on"><input type="radio" name="is" value="a" checked>
    <input type="radio" name="is" value="b"><select name="kind"><option value="">-</option><option value="x">X</option>
    </select><input name="off" disabled><button name="do" value="1">First</button><button name="do" value="2">Second
    </button></form>""",
    part=True,
)
AS_SERVED = [
    ("key", "1"),
    ("title", "Old"),
    ("words", "one\r\ntwo"),
    ("on", "off"),
    ("is", "a"),
    ("kind", ""),
    ("do", "1"),
]


def sent(values: dict[str, Value] | None = None, press: str | None = None) -> Pairs:
    return filled(FORM, FORM.all("form")[0], values or {}, press)


def test_an_untouched_form_goes_as_it_was_served() -> None:
    assert sent() == AS_SERVED


@for_each(
    "name, value, goes",
    [
        ("title", "New", [("title", "New")]),
        ("words", "a\nb", [("words", "a\r\nb")]),
        ("on", True, [("on", "off"), ("on", "on")]),
        ("is", "b", [("is", "b")]),
        ("kind", "x", [("kind", "x")]),
    ],
)
def test_what_is_filled_in_goes_instead(name: str, value: Value, goes: Pairs) -> None:
    pairs = sent({name: value})
    assert [pair for pair in pairs if pair[0] == name] == goes
    assert [pair for pair in pairs if pair[0] != name] == [pair for pair in AS_SERVED if pair[0] != name]


def test_the_button_that_is_pressed_goes_along() -> None:
    assert sent(press="Second")[-1] == ("do", "2")


@for_each("values", [{"is": "c"}, {"kind": "y"}, {"key": "2"}, {"off": "x"}, {"nothing": "x"}])
def test_what_the_page_does_not_offer_cannot_be_chosen(values: dict[str, Value]) -> None:
    with pytest.raises(AssertionError):
        sent(values)


def test_a_button_that_is_not_there_cannot_be_pressed() -> None:
    with pytest.raises(AssertionError):
        sent(press="Third")
