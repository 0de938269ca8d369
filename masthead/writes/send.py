"""A change to one resource and its call. The journal records it before it is sent, and its outcome afterwards."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import MISSING, BaseModel
from pydantic_core import from_json

from contract import BY_NAME, READS
from contract.authoring.change_requests import MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST
from contract.organization.organizations import UPDATE_ORGANIZATION
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE
from contract.schema.endpoint import Endpoint
from masthead.client import Api, NotFound, OutcomeUnknown, Problem, Refused
from masthead.client.exchange import build_path, list_renewed_versions, quote_id
from masthead.resources import BY_CREATE, BY_UPDATE
from masthead.resources.values import parse_settings
from masthead.store.entries import Cause, Intent, Outcome, Reason, State, Subject, quote
from masthead.store.errors import StoreError
from masthead.store.journal.journal import Journal, JournalHook
from masthead.store.responses import RenewingVersions
from masthead.store.sso.enforcements import StartCountdownHook

A = TypeVar("A")
UNDO, REDO = "Undo: ", "Redo: "
ALIKE = "alike"
"""Key in `was` of an addition: the ids of earlier objects that have the same name or show the same content."""
RESTORED = "restored"
"""Key in `was` of a call that recreates a deleted object: the settings that an update sets afterwards."""
SERVICE_CHOSEN_FIELDS = {
    ADD_SITE_SPACE.name: "path",
    MOVE_SITE_SPACE.name: "section",
    MERGE_CHANGE_REQUEST.name: "revision",
    PULL_INTO_CHANGE_REQUEST.name: "revision",
}
"""The field that the service sets by itself, by endpoint. An undo checks whether it is unchanged."""


@dataclass(frozen=True, slots=True)
class Change(Generic[A]):
    """A single write. `ids` are in path order; the first is the organization's unless `organization` is set.

    `summary` is in plain words: "Rename the site Handbook to Guide". `was` contains the previous values by field, in
    the form of the body; for a deletion, in the form of the body that creates. `undoes` is the number of a journal
    entry.
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
        """Return the values that the change sets, by setting name."""
        return parse_settings(self.endpoint.name, self.sent)


def build_intent(change: Change[Any], owner: str, request_id: str = "") -> Intent:
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
        # A deletion and a move to the end replace values without sending any.
        was={
            name: value
            for name, value in change.was.items()
            if (name in {*touched, ALIKE, RESTORED} or not sets) and value is not MISSING
        },
        reason=change.reason,
        request_id=request_id,
        undoes=change.undoes,
    )


def rebuild_change(intent: Intent) -> Change[Any]:
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
    """Return the JSON values in a stored body, by setting name."""
    return parse_settings(intent.endpoint, from_json(intent.body) if intent.body else {})


def strip_field(intent: Intent, message: str) -> str:
    """Remove the API's field name from the message of a refusal: people know fields by their labels."""
    field, colon, rest = message.partition(": ")
    return rest if colon and field in sent_values(intent) else message


def summary_of_undo(summary: str) -> str:
    """Summarize an undo; undoing an undo is a redo."""
    if summary.startswith(UNDO):
        return REDO + summary.removeprefix(UNDO)
    return UNDO + summary.removeprefix(REDO)


def undo_prefix(summary: str) -> str:
    """Return the prefix of a summary, `Undo: ` or `Redo: `, or an empty string."""
    return next((word for word in (UNDO, REDO) if summary.startswith(word)), "")


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Applied(Generic[A]):
    """A change that was carried out; `entry` is its number in the journal.

    `answer` is the API's answer. `after` is the resource now: the answer, or a read after an empty answer; None if
    there is nothing to read, or the read failed with `read_problem`. `failed` are follow-up changes that were not
    saved.
    """

    change: Change[A]
    entry: int
    answer: A
    after: Any = None
    read_problem: Problem | None = None
    failed: tuple[Cause, ...] = ()


class NotAppliedError(Exception):
    """Raised if a change was not, or may not have been, carried out. `entry` is its number in the journal."""

    def __init__(self, problem: Problem, entry: int) -> None:
        super().__init__(problem.message)
        self.problem, self.entry = problem, entry


class NoCountdownError(Exception):
    """Raised for a bug: single sign-on enforced without a countdown. Nothing was sent."""


def apply(api: Api, journal: Journal, change: Change[A], *hooks: JournalHook | None) -> Applied[A]:
    """Send a change once. Each of the `hooks` writes its own rows in the journal's transactions.

    Raises NotFound for an id that cannot exist and StoreError if the journal can't be written, both before anything is
    sent. Raises NotAppliedError if the change was refused, or with OutcomeUnknown if there was no answer.
    """
    versions = list_renewed_versions(build_path(change.endpoint, change.ids), quote_id(change.organization))
    every = [*filter(None, hooks), RenewingVersions(versions)]
    if _enables_enforcement(change) and not any(isinstance(each, StartCountdownHook) for each in every):
        raise NoCountdownError(change.summary)
    entry = journal.begin(build_intent(change, api.owner, api.request_id), *every)
    try:
        answer = api.write(
            change.endpoint, *change.ids, body=change.body, organization=change.organization, renews=False
        )
    except Problem as problem:
        _write_outcome(journal, entry, _outcome_of_problem(problem), every)
        raise NotAppliedError(problem, entry) from problem
    after, unread = _read_back(api, change, answer)
    became = _values_after(change, after) | _side_effects(api, change, after)
    _write_outcome(journal, entry, Outcome(State.SAVED, became=became, made=_created_id(change, after)), every)
    return _set_after_creation(api, journal, Applied(change, entry, answer, after, unread))


def _set_after_creation(api: Api, journal: Journal, applied: Applied[A]) -> Applied[A]:
    """Set the values of a recreated object that can't be set by creating it, each with its own journal entry."""
    change, failed = applied.change, list[Cause]()
    for name, value in change.was.get(RESTORED, {}).items():
        resource, made = BY_CREATE[change.endpoint.name], _created_id(change, applied.after)
        update: Any = resource.endpoints.update
        subject = Subject(resource.one, made, change.subject.title)
        summary, body = resource.set_after[name].summary_for(subject.title), update.body.model_validate({name: value})
        following = Change(update, (*change.ids, made), subject, summary, body, organization=change.organization)
        try:
            followed = apply(api, journal, following)
            is_set = _values_after(following, followed.after)[name] == value
        except (NotAppliedError, NotFound, StoreError):
            is_set = False
        if not is_set:
            failed.append(Cause(Reason.NOT_SET_AFTER_CREATION, {"kind": resource.kind, "setting": name}))
    return replace(applied, failed=tuple(failed))


def _enables_enforcement(change: Change[Any]) -> bool:
    return change.endpoint.name == UPDATE_ORGANIZATION.name and change.sent.get("sso") is True


def _outcome_of_problem(problem: Problem) -> Outcome:
    if isinstance(problem, OutcomeUnknown):
        state = State.UNKNOWN
    else:
        state = State.REFUSED if isinstance(problem, Refused) else State.NOT_SENT
    return Outcome(state, quote(problem.message), problem.status)


def _write_outcome(journal: Journal, entry: int, outcome: Outcome, hooks: Sequence[JournalHook]) -> None:
    try:
        journal.write_outcome(entry, outcome, *hooks)
    except StoreError:  # the change was sent; an entry without an outcome counts as unknown
        log.warning("outcome not written", extra={"entry": entry})


def _read_back(api: Api, change: Change[A], answer: A) -> tuple[Any, Problem | None]:
    shows = _find_read(change.endpoint)
    if change.endpoint.answer is not None or shows is None:
        return answer, None
    try:
        return api.read(shows, *change.ids), None
    except Problem as problem:  # the change was carried out even if this read fails
        return None, problem


def _find_read(endpoint: Endpoint[Any]) -> Endpoint[Any] | None:
    """Find the read with the same path, unless it is a listing or the call is a deletion."""
    found = READS.get(endpoint.path)
    return None if found is None or found.listing or endpoint.method == "DELETE" else found


def _values_after(change: Change[Any], after: Any) -> dict[str, Any]:  # noqa: ANN401 - any resource
    """Return the values after the call, by field: as answered, or else as sent. Includes SERVICE_CHOSEN_FIELDS."""
    resource = BY_UPDATE.get(change.endpoint.name)
    told = resource.settings_of(after) if resource is not None and after is not None else {}
    became = {
        name: told[name] if told.get(name, MISSING) is not MISSING else sent for name, sent in change.settings.items()
    }
    name = SERVICE_CHOSEN_FIELDS.get(change.endpoint.name, "")
    decided = getattr(after, name, MISSING) if name else MISSING
    return became if decided is MISSING else became | {name: decided}


def _side_effects(api: Api, change: Change[Any], after: Any) -> dict[str, Any]:  # noqa: ANN401 - any resource
    """Return the values that the API set in addition to those sent. A later undo compares them."""
    resource = BY_UPDATE.get(change.endpoint.name)
    names = resource.settings.side_effects(change.settings) if resource is not None else set()
    if resource is None or resource.settings.also is None or not names:
        return {}
    try:
        told = resource.settings_of(after, api.read(resource.settings.also, *change.ids))
    except Problem:  # the change was carried out even if this read fails
        return {}
    return {name: told[name] for name in names if told.get(name, MISSING) is not MISSING}


def _created_id(change: Change[Any], after: Any) -> str:  # noqa: ANN401 - any resource
    return str(getattr(after, "id", "")) if change.endpoint.method == "POST" and not change.subject.id else ""
