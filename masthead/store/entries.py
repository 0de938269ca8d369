"""Journal entries: the intent and the outcome of a change, and the language-independent cause of the outcome."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import Row

Values = Mapping[str, Any]
"""JSON values by field name. A field is missing if the API didn't report it."""


class Reason(StrEnum):
    """Reason codes. `masthead/web/descriptions/outcome_text.py` has a text for each, and the facts it contains."""

    NONE = ""
    TEXT = "text"  # the API's message, or a text from before migration 0044: the fact `text`, shown unchanged
    CLEANED = "cleaned"

    # Changes.
    AS_SENT = "as_sent"
    CHANGED_SINCE_SAVED = "changed_since_saved"
    AS_BEFORE = "as_before"
    FOUND_AS_BEFORE = "found_as_before"
    WITHOUT_EFFECT = "without_effect"
    NEITHER = "neither"
    SOME_AS_SENT = "some_as_sent"
    CHANGED_SINCE = "changed_since"
    SET_BY_SOMEBODY = "set_by_somebody"
    NOT_REPORTED = "not_reported"
    GONE = "gone"
    DONE_BY_SOMEBODY = "done_by_somebody"
    FOUND_ON = "found_on"
    MAYBE_DONE = "maybe_done"
    NOT_DONE = "not_done"
    NOT_YET = "not_yet"
    CHECKS_STOPPED = "checks_stopped"

    # Entries that can't be undone.
    NOTHING_CHANGED = "nothing_changed"
    NOT_IN_EFFECT = "not_in_effect"
    STAYS_UNKNOWN = "stays_unknown"
    CHECK_FIRST = "check_first"
    ON_OTHER_PAGE = "on_other_page"
    EARLIER_UNKNOWN = "earlier_unknown"
    EARLIER_NOT_REPORTED = "earlier_not_reported"
    CREATED_UNKNOWN = "created_unknown"
    CREATED_AGAIN = "created_again"
    NAME_UNKNOWN = "name_unknown"
    NAME_TAKEN = "name_taken"
    UNDO_IN_STRUCTURE = "undo_in_structure"
    DELETE_ON_PAGE = "delete_on_page"
    PERMANENT_DELETION = "permanent_deletion"
    PERMANENT = "permanent"
    NO_LONGER_THERE = "no_longer_there"
    NO_OWNER = "no_owner"

    # Undos with a notice.
    BEFORE_DELETING = "before_deleting"
    BEFORE_CREATING = "before_creating"
    SET_AFTER_CREATION = "set_after_creation"
    NOT_SET_AFTER_CREATION = "not_set_after_creation"
    DELETES = "deletes"
    CREATED_BY_SOMEBODY = "created_by_somebody"
    CALLED_NOW = "called_now"
    CHANGED_SINCE_CREATED = "changed_since_created"
    NONE_OR_GUEST = "none_or_guest"

    # Steps of bulk changes.
    ALREADY_SO = "already_so"
    CHANGED_MEANWHILE = "list_changed_members"
    CLOSED_MEANWHILE = "closed_meanwhile"
    GONE_MEANWHILE = "gone_meanwhile"
    NOT_READ = "not_read"
    IN_DOUBT = "in_doubt"
    NO_TRACE = "no_trace"
    SOME_TRACE = "some_trace"
    SENT_AGAIN = "sent_again"
    LEFT_AS_IT_IS = "left_as_it_is"
    SKIPPED = "skipped"
    NOT_SENT = "not_sent"
    RESTORED = "restored"  # both stored until a refused step was left to its person
    NOT_RESTORED = "not_restored"

    # People in a list.
    REFUSED = "refused"
    NOT_MEMBER = "not_member"
    GIVEN_UP = "given_up"
    CHANGED_OUTSIDE = "changed_outside"
    OTHERWISE = "otherwise"
    UNSEEN = "unseen"
    NOT_FOUND = "not_found"
    LAST_OWNER = "last_owner"
    ROLE_LOST = "role_lost"
    MAYBE_THERE = "maybe_there"
    NOT_USED = "not_used"
    MORE_PEOPLE = "more_people"

    # Paused bulk changes and countdowns.
    NOT_ADMINISTRATOR = "not_administrator"
    TOKEN_REFUSED = "token_refused"  # noqa: S105 - no password
    API_SAID = "api_said"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    ANOTHER_RUNS = "another_runs"

    # Remaining differences of a bulk change.
    DIFFERENT = "different"
    NOT_LOOKED_AT = "not_looked_at"
    HIDDEN_PLACE = "hidden_place"
    HIDDEN_ORDER = "hidden_order"
    NO_NEIGHBOUR = "no_neighbour"
    REORDERS = "reorders"
    FOLLOWS = "follows"  # unused now; older rows have it
    LEFT_OPEN = "left_open"
    CHANGED_AGAIN = "changed_again"
    NOT_UNDONE = "not_undone"
    MAYBE_ADDED = "maybe_added"


SET_BY_OTHERS = (Reason.NEITHER, Reason.SOME_AS_SENT, Reason.SET_BY_SOMEBODY)
"""Reasons of an earlier check after which somebody outside the journal may have set the value."""
UNCONFIRMED = (Reason.NOT_LOOKED_AT, Reason.HIDDEN_PLACE, Reason.HIDDEN_ORDER)
"""Reasons of remaining differences that can't be verified by a read."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason code and its facts: JSON values by name."""

    reason: Reason = Reason.NONE
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.reason is not Reason.NONE

    @property
    def text(self) -> str:
        """Return the API's own message, or an empty string if the cause isn't one."""
        return str(self.facts.get("text", ""))

    def to_json(self) -> str:
        """Return the JSON to store, or an empty string for `NO_CAUSE`."""
        return json.dumps({"reason": self.reason, "facts": dict(self.facts)}) if self else ""


NO_CAUSE = Cause()


def quote(text: str) -> Cause:
    """Return a cause for the API's own message."""
    return Cause(Reason.TEXT, {"text": text}) if text else NO_CAUSE


def parse_cause(kept: str, text_reason: str | None = None) -> Cause:
    """Parse a stored cause. `text_reason` is the reason code of a plain text from before migration 0044."""
    if text_reason:
        return Cause(Reason(text_reason), {"text": kept})
    if not kept.startswith('{"reason": '):
        return quote(kept)
    found = json.loads(kept)
    return Cause(Reason(found["reason"]), found["facts"])


class State(StrEnum):
    """The state of an outcome. `UNDER_WAY` is never stored: it is the state of a new entry without an outcome."""

    UNDER_WAY = "under way"
    SAVED = "saved"
    REFUSED = "refused"
    NOT_SENT = "not sent"
    UNKNOWN = "unknown"
    NOT_SAVED = "not saved"  # sent, but not in effect when checked; somebody may have reverted it
    CLOSED = "closed"  # unknown, and a person decided that it isn't checked any more


MAYBE_SAVED = (State.UNKNOWN, State.UNDER_WAY, State.CLOSED)
"""Outcomes of calls that may have been saved."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The object that is changed. `kind` is a word for people, such as `site`. `id` is empty for a new object."""

    kind: str
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Intent:
    """A call before it is sent. `body` is its JSON. `was` has the previous values, by field of the body."""

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
    """The result of a call. `became` has the new values by field of the body. `made` is the id of a created object."""

    state: State
    cause: Cause = NO_CAUSE
    status: int | None = None
    became: Values = field(default_factory=dict)
    made: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A change in the journal. Times are Unix timestamps. `name` is empty if the person hasn't entered one."""

    number: int
    at: float
    name: str
    intent: Intent
    outcome: Outcome
    settled_at: float | None = None

    @property
    def object_id(self) -> str:
        """Return the id of the changed object, even if the call created it."""
        return self.intent.subject.id or self.outcome.made


def intent_values(intent: Intent) -> dict[str, Any]:
    """Return the values of the columns that journal entries and steps of bulk changes share."""
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
    """Build an intent from a row, with the columns that entries and steps share, and from the other values."""
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
