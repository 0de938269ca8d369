"""Undoes a journal entry by comparing its values before, its values after, and the current ones.

One function sorts the values for all kinds of calls, for undo, redo and the undo of a colleague's change
(`timeline.py`).
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pydantic import MISSING, ValidationError

from contract import BY_NAME
from contract.organization.organizations import UPDATE_ORGANIZATION
from contract.schema.endpoint import Endpoint
from masthead.client import Api, NotFound
from masthead.conditions.schema import join_parts, part_name, split_parts
from masthead.resources import BY_UPDATE, CREATIONS, DELETIONS
from masthead.resources.values import ACTION_RULES, MEMBER_CALLS, NOT_KNOWN, STRUCTURE_RULES, build_body, is_same_value
from masthead.store.entries import NO_CAUSE, Cause, Entry, Intent, Outcome, Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.writes.observe import ObservedValue, find_in_listing, observed_values, read_current, walk_named
from masthead.writes.roles import (
    GIVES_ROLES,
    ROLE_ASSIGNMENTS,
    CallBack,
    is_former_guest,
    leaves_no_owner,
    read_cached_members,
    restore_role,
    restore_roles,
)
from masthead.writes.send import RESTORED, Change, build_intent, sent_values, summary_of_undo
from masthead.writes.timeline import Timelines, read_timelines

Parts = Mapping[Any, Any]
NOTHING = object()
"""The value of a missing part."""


class Merged(NamedTuple):
    """The result of a merge. `clashes` are the names of the parts that both sides changed."""

    value: Any
    clashes: tuple[str, ...] = ()


def split_values(*values: Any) -> list[Parts] | None:  # noqa: ANN401 - JSON
    """Split each value into parts by key; None if the values aren't lists of distinct strings or schemas.

    The parts of a list of distinct strings are its items; those of a schema are its claims. An absent or null value
    among them has no parts.
    """
    there = [value for value in values if value not in (None, MISSING, {})]
    if not there:
        return None
    if all(map(_has_unique_items, there)):
        return [dict.fromkeys(value or (), True) if isinstance(value, list) else {} for value in values]
    if all(isinstance(value, dict) and isinstance(value.get("properties"), dict) for value in there):
        return [split_parts(value) if isinstance(value, dict) else {} for value in values]
    return None


def _has_unique_items(value: Any) -> bool:  # noqa: ANN401 - JSON
    plain = isinstance(value, list) and all(isinstance(item, Hashable) for item in value)
    return plain and len({*value}) == len(value)


def merge_values(
    base: Any,  # noqa: ANN401 - JSON
    mine: Any,  # noqa: ANN401 - JSON
    theirs: Any,  # noqa: ANN401 - JSON
    *,
    theirs_win: bool = False,
) -> Merged | None:
    """Merge two edits of `base`, part by part. On a clash `mine` wins, unless `theirs_win`.

    Returns None if the value has no parts, or if both edits rearranged its items.
    """
    parts = split_values(base, mine, theirs)
    if parts is None:
        return None
    before, my, their = parts
    merged, clashes = _merge_parts(before, my, their, theirs_win=theirs_win)
    if not any(isinstance(value, list) for value in (base, mine, theirs)):
        names = dict.fromkeys(part_name(key) for key in clashes)
        return Merged(join_parts(merged), tuple(names))
    order = _merge_order(list(before), list(my), list(their))
    return None if order is None else Merged([item for item in order if item in merged])


def _merge_parts(
    before: Parts, mine: Parts, theirs: Parts, *, theirs_win: bool
) -> tuple[dict[Any, Any], Sequence[Any]]:
    result, clashes = {}, []
    for key in dict.fromkeys((*theirs, *mine, *before)):
        was, one, other = (part.get(key, NOTHING) for part in (before, mine, theirs))
        is_clash = one not in (was, other) and other != was
        clashes += [key] if is_clash else []
        chosen = other if one == was or (is_clash and theirs_win) else one
        if chosen is not NOTHING:
            result[key] = chosen
    return result, clashes


def _merge_order(before: list[Any], mine: list[Any], theirs: list[Any]) -> list[Any] | None:
    """Merge two orders: keep that of the rearranged list, and insert the other's new items after their neighbours."""
    arranged = _is_reordered(before, mine)
    if arranged and _is_reordered(before, theirs) and _is_reordered(mine, theirs):
        return None
    first, second = (mine, theirs) if arranged else (theirs, mine)
    result = list(first)
    for place, item in enumerate(second):
        if item not in result:
            result.insert(result.index(second[place - 1]) + 1 if place else 0, item)
    return result


def _is_reordered(before: list[Any], after: list[Any]) -> bool:
    return [item for item in before if item in after] != [item for item in after if item in before]


ENFORCEMENT = "sso"
"""The setting that enforces single sign-on, which may be enabled only with a countdown."""
NOT_UNDOABLE = {
    State.REFUSED: Reason.NOTHING_CHANGED,
    State.NOT_SENT: Reason.NOTHING_CHANGED,
    State.NOT_SAVED: Reason.NOT_IN_EFFECT,
    State.CLOSED: Reason.STAYS_UNKNOWN,
}


@dataclass(frozen=True)
class UndoPreview:
    """A preview of an undo, by setting or by member, as JSON values; `now` contains the current ones.

    `back` contains the values to restore. All other values stay: `touched` were set again since, and are given as they
    are now; `lost` have no known previous value; `at_once` don't either, since somebody else set them at the same time;
    `done` already have the previous value. `takes` is the change that deletes a created object or recreates a deleted
    one.
    """

    entry: Entry
    back: dict[str, Any] = field(default_factory=dict)
    touched: dict[str, Any] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    at_once: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    takes: Change[Any] | None = None
    warnings: Sequence[Cause] = ()
    now: Mapping[str, Any] = field(default_factory=dict)

    @property
    def possible(self) -> bool:
        """Return whether there is anything to send."""
        return bool(self.back) or self.takes is not None

    def change(self) -> Change[Any]:
        if self.takes is not None:
            return self.takes
        call = _build_reset_call(self.entry.intent, self.back)
        assert call is not None  # noqa: S101 - each of these values can be sent
        endpoint, body, was = call
        if endpoint.name in BY_UPDATE:
            left = {*self.back, *BY_UPDATE[endpoint.name].settings.side_effects(self.back)}
            became = {name: value for name, value in self.entry.outcome.became.items() if name in left}
            was = became | {name: self.now[name] for name in became if self.now.get(name, MISSING) is not MISSING}
        return _build_undo(self.entry, endpoint, body=body, was=was)


def _build_reset_call(intent: Intent, back: Mapping[str, Any]) -> CallBack | None:
    """Build the call that sets these values again; None if no call can. Raises ValidationError."""
    endpoint = BY_NAME[intent.endpoint]
    if endpoint.name in ROLE_ASSIGNMENTS:
        return restore_role(intent)
    if endpoint.name in GIVES_ROLES:
        return restore_roles(intent, back)
    body = build_body(endpoint, back)
    return None if body is None else (endpoint, body, {})


def _build_undo(entry: Entry, endpoint: Endpoint[Any], **other: Any) -> Change[Any]:  # noqa: ANN401 - fields of a change
    """Build the change that undoes an entry. `other` are the fields that differ from the entry's change."""
    fields: dict[str, Any] = {"ids": entry.intent.ids, "subject": entry.intent.subject, **other}
    summary, organization = summary_of_undo(entry.intent.summary), entry.intent.organization
    return Change(endpoint, summary=summary, organization=organization, undoes=entry.number, **fields)


def is_undoable(change: Change[Any]) -> bool:
    """Return whether a change can be undone once it is saved."""
    if change.endpoint.name in CREATIONS:  # the id is known only from the answer
        return bool(CREATIONS[change.endpoint.name].undo_create)
    saved = Entry(0, 0.0, "", build_intent(change, ""), Outcome(State.SAVED, became=change.settings))
    return not find_undo_obstacle(saved)


def find_undo_obstacle(entry: Entry, undoings: Sequence[Entry] = ()) -> Cause:
    """Explain why this entry can't be undone; NO_CAUSE if it can. `undoings` are earlier undos of it."""
    return Cause(reason) if (reason := _find_obstacle(entry, undoings)) is not None else NO_CAUSE


def _find_obstacle(entry: Entry, undoings: Sequence[Entry]) -> Reason | None:
    name = entry.intent.endpoint
    if entry.outcome.state is not State.SAVED:
        return NOT_UNDOABLE.get(entry.outcome.state, Reason.CHECK_FIRST)
    if name in DELETIONS:
        is_again = any(each.outcome.state is State.SAVED for each in undoings)
        is_named = DELETIONS[name].name in entry.intent.was
        return (Reason.CREATED_AGAIN if is_again else None) if is_named else Reason.NAME_UNKNOWN
    if name in CREATIONS and CREATIONS[name].undo_create:
        return None if entry.outcome.made else Reason.CREATED_UNKNOWN
    if name in BY_UPDATE or name in GIVES_ROLES:
        return _find_restore_obstacle(entry)
    return _permanence_reason(BY_NAME.get(name))


def _find_restore_obstacle(entry: Entry) -> Reason | None:
    name = entry.intent.endpoint
    if name == UPDATE_ORGANIZATION.name and ENFORCEMENT in sent_values(entry.intent):
        return Reason.ON_OTHER_PAGE
    values = observed_values(entry, read_timelines(None, entry))
    if any(_can_be_sent(entry.intent, name, each.before) for name, each in values.items()):
        return None
    return Reason.EARLIER_UNKNOWN if name in GIVES_ROLES else Reason.EARLIER_NOT_REPORTED


def _permanence_reason(endpoint: Endpoint[Any] | None) -> Reason:
    if endpoint is not None and endpoint.name in STRUCTURE_RULES:
        return Reason.UNDO_IN_STRUCTURE
    if endpoint is not None and endpoint.method == "DELETE":
        return Reason.PERMANENT_DELETION
    creates = endpoint is not None and endpoint.method == "POST" and endpoint.name not in ACTION_RULES
    return Reason.DELETE_ON_PAGE if creates else Reason.PERMANENT


def undo_change(entry: Entry, journal: Journal | None) -> Change[Any] | None:
    """Build the undo from the journal alone; None if it can't be undone, or others have set all of its values since."""
    if find_undo_obstacle(entry, journal.list_undos(entry.number) if journal is not None else ()):
        return None
    found = preview_recorded_undo(entry, journal)
    return found.change() if found.possible else None


def preview_recorded_undo(entry: Entry, journal: Journal | None, undone: Collection[int] = ()) -> UndoPreview:
    """Preview an undo from the journal alone, for a bulk change, which reads before it sends.

    `undone` are the numbers of the entries to undo before it.
    """
    if entry.intent.endpoint in DELETIONS:
        return UndoPreview(entry, takes=_undo_delete(entry))
    if entry.intent.endpoint in CREATIONS:
        return UndoPreview(entry, takes=_undo_create(entry))
    since = read_timelines(journal, entry).items()
    left = {
        name: replace(each, writes=[write for write in each.writes if write.entry not in undone])
        for name, each in since
    }
    return _sort_values(entry, left)


def preview_undo(api: Api, entry: Entry, journal: Journal) -> UndoPreview:
    """Read the current values and sort them into a preview. Raises Problem if a read fails.

    Values that somebody else has set since stay, even if they are equal.
    """
    intent = entry.intent
    if intent.endpoint in CREATIONS:
        return _preview_undo_create(api, entry, journal)
    if intent.endpoint in DELETIONS:
        return _preview_undo_delete(api, entry)
    found = _sort_values(entry, *read_current(api, entry, journal))
    if intent.endpoint in MEMBER_CALLS:
        members = read_cached_members(api, *intent.ids[:2])
        return UndoPreview(entry, warnings=[Cause(Reason.NO_OWNER)]) if leaves_no_owner(members, found.back) else found
    is_role = intent.endpoint in ROLE_ASSIGNMENTS and intent.was.get("role") is None and not is_former_guest(intent)
    return replace(found, warnings=[Cause(Reason.NONE_OR_GUEST)]) if is_role and found.possible else found


def _sort_values(entry: Entry, since: Timelines, now: Mapping[str, Any] | None = None) -> UndoPreview:
    """Sort values into a preview. Without `now`, they count as unchanged since the entry, so all are restored."""
    endpoint, there = entry.intent.endpoint, {} if now is None else now
    found = UndoPreview(entry, now=there)
    for name, value in observed_values(entry, since, now).items():
        if not _can_be_sent(entry.intent, name, value.before):
            found.lost.append(name)
        elif value.now is not NOT_KNOWN and is_same_value(value.now, value.before):
            found.done.append(name)
        elif value.timeline.is_set_concurrently() and is_same_value(value.now, value.recorded_value):
            found.at_once.append(name)
        elif value.is_as_written:
            found.back[name] = value.before
        elif now is not None and _can_be_sent(entry.intent, name, rest := _remove_own_parts(value)):
            found.back[name] = rest
        else:
            along = BY_UPDATE[endpoint].settings.side_effects([name]) if endpoint in BY_UPDATE else ()
            found.touched.update({each: there.get(each, MISSING) for each in (name, *along)})
    return found


def _remove_own_parts(value: ObservedValue) -> Any:  # noqa: ANN401 - JSON
    """Return the current value without the parts that the entry set; NOT_KNOWN if all of those have changed since."""
    if value.timeline.is_set_concurrently() or is_same_value(value.now, value.recorded_value):
        return NOT_KNOWN
    merged = merge_values(value.recorded_value, value.before, value.now, theirs_win=True)
    parts = None if merged is None else split_values(merged.value, value.now)
    return NOT_KNOWN if merged is None or parts is None or parts[0] == parts[1] else merged.value


def _can_be_sent(intent: Intent, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON, or NOT_KNOWN
    try:
        return value is not NOT_KNOWN and _build_reset_call(intent, {name: value}) is not None
    except ValidationError:
        return False


def _preview_undo_create(api: Api, entry: Entry, journal: Journal) -> UndoPreview:
    resource, made = CREATIONS[entry.intent.endpoint], entry.outcome.made
    listing: Any = resource.endpoints.listing
    try:
        item = find_in_listing(api, listing, (*entry.intent.ids, made))
    except NotFound:
        return UndoPreview(entry, warnings=[Cause(Reason.NO_LONGER_THERE)])
    if not resource.may_undo_create(item):
        return UndoPreview(entry, warnings=[Cause(Reason.DELETE_ON_PAGE)])
    name, was = getattr(item, resource.name), entry.outcome.became.get(resource.name)
    about = JournalQuery(entry.intent.organization, object_id=item.id, states=[State.SAVED])
    later = [each for each in journal.entries(about, limit=1) if each.number > entry.number]
    is_somebodys = entry.outcome.cause.reason in {Reason.DONE_BY_SOMEBODY, Reason.FOUND_ON}
    warnings = [
        Cause(Reason.BEFORE_DELETING, {"kind": resource.kind}),
        Cause(Reason.DELETES, {"item": item.id}),
        *([Cause(Reason.CREATED_BY_SOMEBODY)] if is_somebodys else []),
        *([] if name == was else [Cause(Reason.CALLED_NOW, {"name": name})]),
        *(Cause(Reason.CHANGED_SINCE_CREATED, {"change": each.intent.summary}) for each in later),
    ]
    there = {each: value for each, value in resource.settings_of(item).items() if value is not MISSING}
    takes = replace(_undo_create(entry), subject=Subject(resource.one, item.id, str(name)), was=there)
    return UndoPreview(entry, takes=takes, warnings=warnings)


def _undo_create(entry: Entry) -> Change[Any]:
    resource, intent, made = CREATIONS[entry.intent.endpoint], entry.intent, entry.outcome.made
    delete: Any = resource.endpoints.delete
    was = {**entry.outcome.became, **intent.was.get(RESTORED, {})}
    subject = Subject(resource.one, made, intent.subject.title)
    return _build_undo(entry, delete, ids=(*intent.ids, made), subject=subject, was=was)


def _preview_undo_delete(api: Api, entry: Entry) -> UndoPreview:
    resource, takes = DELETIONS[entry.intent.endpoint], _undo_delete(entry)
    name, facts = takes.subject.title, {"kind": resource.kind}
    if resource.is_name_unique and any(True for _ in walk_named(api, resource, takes.ids, name)):
        return UndoPreview(entry, warnings=[Cause(Reason.NAME_TAKEN, {"name": name})])
    after = [Cause(Reason.SET_AFTER_CREATION, facts | {"setting": each}) for each in takes.was.get(RESTORED, ())]
    return UndoPreview(entry, takes=takes, warnings=[Cause(Reason.BEFORE_CREATING, facts), *after])


def _undo_delete(entry: Entry) -> Change[Any]:
    resource, intent = DELETIONS[entry.intent.endpoint], entry.intent
    create: Any = resource.endpoints.create
    body = {name: intent.was[name] for name in create.body.model_fields if name in intent.was}
    after = {name: each.value for name, each in resource.set_after.items() if intent.was.get(name) == each.value}
    return _build_undo(
        entry,
        create,
        ids=intent.ids[:-1],
        subject=Subject(resource.one, "", str(body.get(resource.name) or intent.subject.title)),
        body=create.body.model_validate(body),
        was={RESTORED: after} if after else {},
    )
