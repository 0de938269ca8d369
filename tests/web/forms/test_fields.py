"""Each kind of field: what it shows of a value, and what it makes of what a person did. Absent, null, empty differ."""

from collections.abc import Callable
from typing import Any

from pydantic import MISSING
from werkzeug.datastructures import MultiDict
from wtforms import Form

from masthead.web.forms.field_types import NullableText, WordList
from masthead.web.forms.fields import Choice, Switch, TextInput, WireField
from masthead.web.forms.pickers import Picker, SiteContent, Spaces
from tests.loops import for_each

Sent = list[tuple[str, str]]


def field_of(make: Callable[[], WireField], value: Any = MISSING, sent: Sent | None = None) -> Any:  # noqa: ANN401
    """A field that shows `value`, or that was sent what a browser sends."""

    class One(Form):  # type: ignore[misc]  # WTForms has no types
        it = make()

    return One(MultiDict([("page", "it"), *sent]) if sent is not None else None, data={"it": value}).it


def text() -> WireField:
    return TextInput("Title")


def role() -> WireField:
    return Choice("Role", meanings={"admin": ("Admin",), "read": ("Reader", "Reads only.")}, null=("Guest", "Nothing."))


def kind() -> WireField:
    return Choice("Type")


def switch() -> WireField:
    return Switch("AI")


def keyed() -> WireField:
    return Switch("Adaptive", key="enabled")


def words() -> WireField:
    return WordList("Domains", clean=str.lower)


def path() -> WireField:
    return NullableText("Path", none="None", some="This")


def logo() -> WireField:
    return NullableText("Logo", none="None", some="This", keep="Keep")


def picker() -> WireField:
    return Picker("Section", of="section")


def content() -> WireField:
    return SiteContent("Landing")


def spaces() -> WireField:
    return Spaces("Spaces")


KEPT: list[tuple[Callable[[], WireField], Any, Any]] = [
    (text, MISSING, ""),
    (text, "", ""),
    (text, "Docs", "Docs"),
    (role, MISSING, MISSING),
    (role, None, None),
    (role, "read", "read"),
    (role, "emperor", "emperor"),
    (kind, "basic", "basic"),
    (kind, "brand-new", "brand-new"),
    (switch, MISSING, MISSING),
    (switch, True, True),
    (switch, False, False),
    (keyed, MISSING, MISSING),
    (keyed, {"enabled": True}, {"enabled": True}),
    (keyed, {"enabled": False}, {"enabled": False}),
    (words, MISSING, []),
    (words, [], []),
    (words, ["b.example", "a.example"], ["b.example", "a.example"]),
    (path, MISSING, None),
    (path, None, None),
    (path, "a.example/docs", "a.example/docs"),
    (logo, MISSING, MISSING),
    (logo, None, None),
    (picker, MISSING, MISSING),
    (picker, "section_a", "section_a"),
    (content, None, None),
    (content, {"type": "site", "site": "site_a"}, {"type": "site", "site": "site_a"}),
    (content, {"type": "page", "page": "p"}, {"type": "page", "page": "p"}),
    (spaces, "empty", "empty"),
]


@for_each("make, value, wire", KEPT)
def test_a_value_that_nobody_touches_comes_back(make: Callable[[], WireField], value: Any, wire: Any) -> None:  # noqa: ANN401
    field = field_of(make, value)
    assert field.wire == wire
    assert field.same(field.wire, value)


TYPED: list[tuple[Callable[[], WireField], Any, Sent, Any]] = [
    (text, "Docs", [("it", "  Guide ")], "Guide"),
    (text, "Docs", [("it", "")], ""),
    (text, "Docs", [], "Docs"),
    (role, "read", [("it", "admin")], "admin"),
    (role, "read", [("it", "")], None),
    (role, None, [("it", "read")], "read"),
    (kind, MISSING, [("it", "")], ""),
    (switch, True, [("it", "off")], False),
    (switch, False, [("it", "off"), ("it", "on")], True),
    (keyed, {"enabled": True}, [("it", "off")], {"enabled": False}),
    (words, ["a.example"], [("it", "")], []),
    (words, [], [("it", "A.example,b.example; c.example\r\nA.EXAMPLE\t")], ["a.example", "b.example", "c.example"]),
    (path, "a/b", [("it-is", "none"), ("it", "a/b")], None),
    (path, None, [("it-is", "text"), ("it", " a/b ")], "a/b"),
    (path, None, [("it-is", "text"), ("it", "")], ""),
    (path, "a/b", [("it-is", "nonsense"), ("it", "a/c")], "a/c"),
    (logo, MISSING, [("it-is", "keep"), ("it", "typed and not meant")], MISSING),
    (picker, "section_a", [("it", "section_b")], "section_b"),
    (picker, "section_a", [("it", "section_b"), ("it-other", " section_c ")], "section_c"),
    (picker, "section_a", [("it", "")], MISSING),
    (content, {"type": "site", "site": "a"}, [("it", "")], None),
    (content, None, [("it", ""), ("it-other", "b")], {"type": "site", "site": "b"}),
    (spaces, "empty", [("it", "")], MISSING),
    (spaces, "empty", [("it", "known"), ("it-ids", "a, b\ta")], ["a", "b"]),
    (spaces, "empty", [("it", "sample"), ("it-ids", "a")], "sample"),
]


@for_each("make, value, sent, wire", TYPED)
def test_what_a_person_did_goes_out(make: Callable[[], WireField], value: Any, sent: Sent, wire: Any) -> None:  # noqa: ANN401
    assert field_of(make, value, sent).wire == wire


@for_each(
    "make, one, other, same",
    [
        (text, "", MISSING, True),
        (text, "", "x", False),
        (role, None, "read", False),
        (role, None, MISSING, False),
        (switch, False, MISSING, True),
        (switch, True, MISSING, False),
        (keyed, {"enabled": False}, MISSING, True),
        (words, [], MISSING, True),
        (words, ["a"], ["b"], False),
        (path, None, MISSING, True),
        (logo, None, MISSING, False),
        (content, None, MISSING, True),
    ],
)
def test_nothing_typed_is_no_change_to_what_was_never_there(
    make: Callable[[], WireField],
    one: Any,  # noqa: ANN401
    other: Any,  # noqa: ANN401
    same: bool,  # noqa: FBT001
) -> None:
    field = field_of(make)
    assert (field.same(one, other), field.same(other, one)) == (same, same)
