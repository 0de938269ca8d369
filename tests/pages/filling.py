"""What a browser sends when a person fills in a form and presses a button of it."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tests.pages.controls import buttons, controls
from tests.pages.document import Document, name_of, read_aloud


class File(NamedTuple):
    """A file that a person chooses."""

    name: str
    content: bytes


Value = str | bool | File
Pairs = list[tuple[str, str]]
Files = dict[str, File]
SWITCHES = {"radio", "checkbox"}


def filled(document: Document, form: Element, values: Mapping[str, Value], press: str | None) -> Pairs:
    """The names and values that go out besides files. A value is a text, or for a checkbox whether it is ticked.

    Hidden inputs go as they were served. `press` names the button, if it is not the first one.
    """
    offered = [each for each in controls_of(document, form) if "disabled" not in each.attrib and each.get("name")]
    shown = {each.get("name") for each in offered if each.get("type") != "hidden"}
    if unknown := values.keys() - shown:
        raise AssertionError(f"the form to {form.get('action')} has no {sorted(unknown)}, but {shown}")
    pairs = [pair for control in offered for pair in _sent(control, values)]
    for name in values:
        if isinstance(values[name], str) and (name, _lines(str(values[name]))) not in pairs:
            raise AssertionError(f"{name} does not offer {values[name]!r}")
    return pairs + _pressed(document, form, press)


def controls_of(document: Document, form: Element) -> list[Element]:
    """The fields inside the form, and fields elsewhere that name it."""
    own, elsewhere = form.get("id"), document.with_attribute("form")
    inside = [each for each in controls(form) if each.get("form", own) == own]
    beside = [each for each in elsewhere if own and each.get("form") == own and name_of(each) == "input"]
    return inside + [each for each in beside if each not in inside and each.get("type") not in SWITCHES]


def _sent(control: Element, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    name, kind = control.attrib["name"], control.get("type", "text")
    if kind == "file":
        return
    if kind in SWITCHES:
        value = control.get("value", "on")
        given = values.get(name, "checked" in control.attrib)
        on = given if isinstance(given, bool) else given == value
        if kind == "radio" and name in values and isinstance(given, bool):
            raise AssertionError(f"{name} is one of several: say which")
        if on:
            yield name, value
    elif name_of(control) == "select":
        yield from ((name, value) for value in _chosen(control, values.get(name)))
    elif kind == "hidden" or name not in values:
        yield name, _lines(_served(control))
    else:
        yield name, _lines(str(values[name]))


def _chosen(select: Element, given: Value | None) -> list[str]:
    options = [each for each in select.iter() if name_of(each) == "option"]
    values = [each.get("value", "") for each in options]
    if given is not None:
        return [each for each in values if each == given]
    marked = [each.get("value", "") for each in options if "selected" in each.attrib]
    return (marked or values)[:1]


def _served(control: Element) -> str:
    return (control.text or "") if name_of(control) == "textarea" else control.get("value", "")


def _lines(text: str) -> str:
    """Browsers send the line ends of the internet, whatever was typed."""
    return re.sub(r"\r\n|\r|\n", "\r\n", text)


def _pressed(document: Document, form: Element, press: str | None) -> Pairs:
    found = [each for each in buttons(form) if press is None or press in read_aloud(document, each)]
    if not found:
        raise AssertionError(f"the form to {form.get('action')} has no button {press or ''}")
    name = found[0].get("name")
    return [(name, found[0].get("value", ""))] if name else []
