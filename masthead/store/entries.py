"""A single change in the journal: the intent, and its outcome."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Row

from masthead.store.causes import NO_CAUSE, Cause

Values = Mapping[str, Any]
"""JSON values by the name of a field. The API didn't report missing fields."""


class State(StrEnum):
    """The state of an outcome. `UNDER_WAY` is never written: a new entry without an outcome has it."""

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
    """The object of a change. `kind` is a word for people, such as `site`; `id` is empty for a new one."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Intent:
    """A call before it is sent. `body` is its JSON text; `was` has the values before, by field of the body."""

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
    """The result of a call. `became` has the values after it, by field of the body; `made` is the id of a new thing."""

    state: State
    cause: Cause = NO_CAUSE
    status: int | None = None
    became: Values = field(default_factory=dict)
    made: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A change in the journal; times are seconds since 1970. `name` is empty for an unnamed person."""

    number: int
    at: float
    name: str
    intent: Intent
    outcome: Outcome
    settled_at: float | None = None

    @property
    def object_id(self) -> str:
        """Return the id of its object, also if the call created it."""
        return self.intent.subject.id or self.outcome.made


def intent_values(intent: Intent) -> dict[str, Any]:
    """Return the columns that entries and steps share."""
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
    """Parse the shared columns; a step has the rest elsewhere."""
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
