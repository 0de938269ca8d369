"""What the journal says of one change: what was meant, and what came of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Row

from masthead.store.causes import NO_CAUSE, Cause

Values = Mapping[str, Any]
"""JSON values by the name of a field. A field that is not there was not told by the API."""


class State(StrEnum):
    """What is known of an outcome. `UNDER_WAY` is never written: it is what an entry without an outcome is at first."""

    UNDER_WAY = "under way"
    SAVED = "saved"
    REFUSED = "refused"
    NOT_SENT = "not sent"
    UNKNOWN = "unknown"
    NOT_SAVED = "not saved"  # sent, and not in effect when it was looked for: somebody may have set it back
    CLOSED = "closed"  # not known, and somebody has said that nobody is to look for it any more


MAYBE_SAVED = (State.UNKNOWN, State.UNDER_WAY, State.CLOSED)
"""The outcomes of what was sent and may be there."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a change is about. `kind` is a word for people, such as `site`; `id` is empty for something new."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Intent:
    """What is about to be sent. `body` is its JSON text; `was` is, by field of the body, what was there before."""

    organization: str
    owner: str
    endpoint: str
    ids: tuple[str, ...]
    subject: Subject
    summary: str
    body: str | None = None
    was: Values = field(default_factory=dict)
    reason: str = ""
    request_id: str = ""
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it, and why that is known.

    `became` is, by field of the body, what there is now; `made` the id of what is new.
    """

    state: State
    cause: Cause = NO_CAUSE
    status: int | None = None
    became: Values = field(default_factory=dict)
    made: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One change in the journal; times are seconds since 1970. `name` is empty for someone who told none."""

    number: int
    at: float
    name: str
    intent: Intent
    outcome: Outcome
    settled_at: float | None = None

    @property
    def object_id(self) -> str:
        """The id of what it is about, also where that was only made by it."""
        return self.intent.subject.id or self.outcome.made


def intent_values(intent: Intent) -> dict[str, Any]:
    """The values of the columns by which entries and steps say what is sent."""
    return {
        "endpoint": intent.endpoint,
        "ids": json.dumps(intent.ids),
        "body": intent.body,
        "was": json.dumps(dict(intent.was)),
        "kind": intent.subject.kind,
        "object_id": intent.subject.id,
        "title": intent.subject.title,
        "summary": intent.summary,
        "undoes": intent.undoes,
    }


def to_intent(row: Row[Any], organization: str, owner: str, reason: str, request_id: str = "") -> Intent:
    """What those columns say; the rest stands elsewhere for a step."""
    return Intent(
        organization=organization,
        owner=owner,
        endpoint=row.endpoint,
        ids=tuple(json.loads(row.ids)),
        subject=Subject(row.kind, row.object_id, row.title),
        summary=row.summary,
        body=row.body,
        was=json.loads(row.was),
        reason=reason,
        request_id=request_id,
        undoes=row.undoes,
    )
