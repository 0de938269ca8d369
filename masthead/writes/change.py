"""A change to one resource: its call, the values before it, and its summary."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import MISSING, BaseModel
from pydantic_core import from_json

from contract import BY_NAME
from contract.authoring.change_requests import MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE
from contract.schema.endpoint import Endpoint
from masthead.resources import BY_UPDATE
from masthead.resources.setting_names import settings_in
from masthead.store.entries import Intent, Subject

A = TypeVar("A")
UNDO, REDO = "Undo: ", "Redo: "
ALIKE = "alike"
"""Key in `was` of an addition: the ids of earlier things that have its name or show the same."""
RESTORED = "restored"
"""Key in `was` of a call that creates a deleted thing again: the settings that an update sets afterwards."""
SERVICE_CHOSEN_FIELDS = {
    ADD_SITE_SPACE.name: "path",
    MOVE_SITE_SPACE.name: "section",
    MERGE_CHANGE_REQUEST.name: "revision",
    PULL_INTO_CHANGE_REQUEST.name: "revision",
}
"""The field that the service alone decides, by endpoint: an undo has to know whether it is still so."""


@dataclass(frozen=True, slots=True)
class Change(Generic[A]):
    """A single write. `ids` are in path order, the organization's first unless `organization` says which.

    `summary` is in plain words: "Rename the site Handbook to Guide". `was` has the values before, by field, in the form
    of the body, or for a deletion in that of the body that creates. `undoes` is the number of a journal entry.
    """

    endpoint: Endpoint[A]
    ids: tuple[str, ...]
    subject: Subject
    summary: str
    body: BaseModel | None = None
    was: Mapping[str, Any] = field(default_factory=dict, repr=False)
    organization: str = ""
    reason: str = ""
    undoes: int | None = None

    @property
    def sent(self) -> dict[str, Any]:
        """Return the body as JSON values by field; empty without a body."""
        return {} if self.body is None else self.body.model_dump(mode="json")

    @property
    def settings(self) -> dict[str, Any]:
        """Return the values that the change sets, by the name of the setting."""
        return settings_in(self.endpoint.name, self.sent)


def intent_of(change: Change[Any], owner: str, request_id: str = "") -> Intent:
    """Convert a change to the form in which the journal stores it."""
    resource, sets = BY_UPDATE.get(change.endpoint.name), change.settings
    along = resource.settings.side_effects(sets) if resource else ()
    touched = {*sets, *along, SERVICE_CHOSEN_FIELDS.get(change.endpoint.name)}
    return Intent(
        organization=change.organization or change.ids[0],
        owner=owner,
        endpoint=change.endpoint.name,
        ids=change.ids,
        subject=change.subject,
        summary=change.summary,
        body=None if change.body is None else change.body.model_dump_json(),
        # A deletion, or a move to the end, sends nothing of what was there.
        was={
            name: value
            for name, value in change.was.items()
            if (name in {*touched, ALIKE, RESTORED} or not sets) and value is not MISSING
        },
        reason=change.reason,
        request_id=request_id,
        undoes=change.undoes,
    )


def change_of(intent: Intent) -> Change[Any]:
    """Rebuild a stored change, ready to be sent."""
    endpoint = BY_NAME[intent.endpoint]
    return Change(
        endpoint,
        intent.ids,
        intent.subject,
        intent.summary,
        endpoint.body.model_validate_json(intent.body) if endpoint.body and intent.body is not None else None,
        was=intent.was,
        organization=intent.organization,
        reason=intent.reason,
        undoes=intent.undoes,
    )


def sent_values(intent: Intent) -> dict[str, Any]:
    """Return the JSON values of a stored body by the name of the setting."""
    return settings_in(intent.endpoint, from_json(intent.body) if intent.body else {})


def without_field(intent: Intent, message: str) -> str:
    """Strip the API's name of the field from a refusal: people know fields by their labels."""
    field, colon, rest = message.partition(": ")
    return rest if colon and field in sent_values(intent) else message


def summary_of_undo(summary: str) -> str:
    """Summarize an undo; undoing an undo is a redo."""
    if summary.startswith(UNDO):
        return REDO + summary.removeprefix(UNDO)
    return UNDO + summary.removeprefix(REDO)


def undo_word(summary: str) -> str:
    """Return the prefix `Undo: ` or `Redo: ` of a summary; else empty."""
    return next((word for word in (UNDO, REDO) if summary.startswith(word)), "")
