"""Rules of forms: where they go, what guards them, and that each input says what it is for."""

from collections import Counter
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tests.pages.document import Document, name_of, read_aloud, text_of

NEED_NO_LABEL = {"hidden", "submit", "button", "reset", "image"}
KIND = {"button": "submit", "input": "text"}


def forms_go_somewhere(document: Document) -> Iterator[str]:
    """A method, an action of this portal, a button, and a CSRF token exactly where something changes."""
    for form in document.all("form"):
        action, method = form.get("action", ""), form.get("method")
        if method not in {"get", "post"}:
            yield f"the form to {action!r} has the method {method}"
        if not action.startswith("/") or action.startswith("//"):
            yield f"a form goes to {action!r}"
        tokens = [each for each in controls(form) if each.get("name") == "csrf_token"]
        if [bool(each.get("value")) for each in tokens] != ([True] if method == "post" else []):
            yield f"the form to {action!r} has {len(tokens)} CSRF tokens"
        if not buttons(form) and not document.with_attribute("role", "note"):
            yield f"the form to {action!r} has no button, and the page does not note why"


def controls_are_labelled(document: Document) -> Iterator[str]:
    """Each input has a label that says something, by `for`, around it, or in ARIA."""
    for control in document.all("input", "select", "textarea"):
        if control.get("type") in NEED_NO_LABEL:
            continue
        if not label_of(document, control):
            yield f"{name_of(control)} {control.get('name')!r} has no label"
        if not control.get("name"):
            yield f"{name_of(control)} {control.attrib} has no name"


def choices_are_groups(document: Document) -> Iterator[str]:
    """Radios stand in a fieldset, at most one is checked, and a value is offered once."""
    for form in document.all("form"):
        radios = [each for each in controls(form) if each.get("type") == "radio"]
        for radio in radios:
            if not any(name_of(each) == "fieldset" for each in document.around(radio)):
                yield f"the radio {radio.get('name')!r} stands in no fieldset"
        checked = Counter(each.get("name") for each in radios if "checked" in each.attrib)
        yield from (f"{count} radios {name!r} are checked" for name, count in checked.items() if count > 1)
        offered = Counter((each.get("name"), each.get("value")) for each in radios)
        yield from (f"{each} is offered {count} times" for each, count in offered.items() if count > 1)


def wrong_inputs_say_so(document: Document) -> Iterator[str]:
    """An input that is marked as wrong is described by a message."""
    for control in document.with_attribute("aria-invalid", "true"):
        ids = control.get("aria-describedby", "").split()
        if not any(each.endswith("-error") and text_of(document.by_id[each]) for each in ids if each in document.by_id):
            yield f"{control.get('name')!r} is wrong, and nothing says why"


def label_of(document: Document, control: Element) -> str:
    """What a person is told that an input is for."""
    if "aria-label" in control.attrib or "aria-labelledby" in control.attrib:
        return read_aloud(document, control)
    labels = [each for each in document.all("label") if control.get("id") and each.get("for") == control.get("id")]
    around = [each for each in document.around(control) if name_of(each) == "label"]
    return " ".join(read_aloud(document, each) for each in labels + around)


def controls(form: Element) -> list[Element]:
    """What a form can send, in order, its buttons left out."""
    found = [each for each in form.iter() if name_of(each) in {"input", "select", "textarea"}]
    return [each for each in found if each.get("type") not in NEED_NO_LABEL - {"hidden"}]


def buttons(form: Element) -> list[Element]:
    """What sends a form."""
    return [each for each in form.iter() if each.get("type", KIND.get(name_of(each))) == "submit"]
