"""Flash messages, each shown in the part of the page it is about, and reports of outcomes."""

from enum import StrEnum
from typing import Any, NamedTuple

from flask import Flask, g, get_flashed_messages

from masthead.i18n import N_
from masthead.store.entries import Outcome, State
from masthead.web.descriptions.outcome_text import cause_text

UNDO = N_("Undo")
REDO = N_("Redo")


class Message(NamedTuple):
    """A flash message. `kind` is an outcome, `info` or `warning`; `undo` is a form's URL or empty.

    `link` follows the text and leads to `address`.
    """

    kind: str
    text: str
    undo: str = ""
    undo_label: str = UNDO
    redoes: bool = False
    part: str = ""
    link: str = ""
    address: str = ""

    @property
    def undo_icon(self) -> str:
        return "arrow-clockwise" if self.redoes else "arrow-counterclockwise"


def init_app(app: Flask) -> None:
    """Let templates show messages."""
    app.jinja_env.globals.update(messages_of=messages_in, other_messages=other_messages, asks_name=asks_name)


def messages_in(part: str) -> list[Message]:
    """Return the messages about the part with this id."""
    found = [each for each in _all() if each.part == part]
    g.setdefault("parts_shown", set()).add(part)
    return found


def other_messages() -> list[Message]:
    """Return the messages about no part that is on the page. Call it after the parts are rendered."""
    return [each for each in _all() if each.part not in g.get("parts_shown", ())]


def asks_name() -> bool:
    """Return whether to ask for a name, after the person's first saved change."""
    return any(kind == "name" for kind, _ in _flashed())


def _all() -> list[Message]:
    said = [(kind, said) for kind, said in _flashed() if kind != "name"]
    return [Message(kind, **each) if isinstance(each, dict) else Message(kind, each) for kind, each in said]


def _flashed() -> list[tuple[str, Any]]:
    flashed: Any = get_flashed_messages(with_categories=True)
    return list(flashed)


class Feedback(StrEnum):
    """Outcomes as templates know them; UNKNOWN is a write that the API did not confirm."""

    SAVED = "saved"
    NOT_SAVED = "not-saved"
    UNKNOWN = "unknown"


class Report(NamedTuple):
    """An outcome and its sentence."""

    outcome: Feedback
    text: str

    def followed_by(self, more: str) -> "Report":
        """Append a sentence."""
        return Report(self.outcome, self.text + more)


OF_STATE = {
    State.SAVED: Feedback.SAVED,
    State.REFUSED: Feedback.NOT_SAVED,
    State.NOT_SENT: Feedback.NOT_SAVED,
    State.NOT_SAVED: Feedback.NOT_SAVED,
    State.UNKNOWN: Feedback.UNKNOWN,
    State.UNDER_WAY: Feedback.UNKNOWN,
    State.CLOSED: Feedback.UNKNOWN,
}


def as_report(message: str | Report) -> Report:
    """Return the report; a text alone reports what was saved."""
    return message if isinstance(message, Report) else Report(Feedback.SAVED, message)


def build_report(outcome: Outcome) -> Report:
    """Report an outcome of the journal."""
    return Report(OF_STATE[outcome.state], cause_text(outcome.cause))
