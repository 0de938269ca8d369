"""Taking back a change: only what nobody else has touched since, after a fresh read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import MISSING, ValidationError

from contract import BY_NAME
from contract.organization.organizations import UPDATE_ORGANIZATION
from contract.schema.endpoint import Endpoint
from i18n import N_, gettext
from masthead.changes.change import Change, intent_of, summary_of_undo
from masthead.changes.creations import CREATIONS, DELETIONS, find_in_listing, tell_name_taken
from masthead.changes.editable_settings import EDITABLE_SETTINGS, EditableSettings
from masthead.changes.members import GIVES_ROLES, preview_undo_members, undo_members
from masthead.changes.merging import NOTHING, merge_values, split_values
from masthead.changes.permanent import why_permanent
from masthead.changes.reading import sent
from masthead.changes.roles import ROLE_ASSIGNMENTS, preview_undo_role, read_roles, sent_role, setting_name, undo_role
from masthead.changes.structure.position_status import MOVES
from masthead.changes.undo_creations import known_name, undo_create, undo_create_as_made, undo_delete
from masthead.client import Api, NotFound, Problem, Read
from masthead.resources.setting_names import body_that_sets
from masthead.resources.values import NOT_KNOWN
from masthead.store import Entry, Journal, Outcome, State
from masthead.writes.conflicts import saved_while_deleted
from masthead.writes.equality import same
from masthead.writes.timeline import Timeline, Timelines, read_timelines

ENFORCEMENT = "sso"
"""The setting that enforces single sign-on, which nothing may switch on but with what takes it back."""
ON_ITS_OWN_PAGE = N_("Can't be undone here. Change enforcement on the Single sign-on page.")
EARLIER_NOT_KNOWN = N_("The earlier values are not known.")
NOTHING_CHANGED = N_("Nothing was changed, so there is nothing to undo.")
CHECK_FIRST = N_("It isn't known whether this was saved. Check that first.")
NOT_IN_POSITION = N_("It isn't where this change moves it, so there is nothing to undo.")
NOT_ALL = N_(
    "A change was sent while this was being deleted, and it isn't known whether it was saved: what is created doesn't "
    "have it."
)
WHY_NOT_UNDOABLE = {
    State.REFUSED: NOTHING_CHANGED,
    State.NOT_SENT: NOTHING_CHANGED,
    State.NOT_SAVED: N_("It was not in effect when Masthead checked, so there is nothing to undo."),
    State.CLOSED: N_("It stays not known whether this was saved, so it can't be undone here."),
}


@dataclass(frozen=True)
class UndoPreview:
    """What it takes to undo an entry: by field of the request, as the wire has them.

    `back` goes back to what it was. `touched` was changed again since, and holds what is there now. `lost` cannot go
    back: what it was is not known; nor can `at_once`, which somebody set at the same moment. `done` is what it was
    already. `takes` is there instead of them where something that was made is deleted, or made again; `told` is what to
    know before that, in sentences. `now` has all settings.
    """

    entry: Entry
    back: dict[str, Any] = field(default_factory=dict)
    touched: dict[str, Any] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    at_once: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    takes: Change[Any] | None = None
    told: tuple[str, ...] = ()
    now: Mapping[str, Any] = field(default_factory=dict)

    @property
    def possible(self) -> bool:
        """Whether there is anything to send."""
        return bool(self.back) or self.takes is not None

    def change(self) -> Change[Any]:
        if self.takes is not None:
            return self.takes
        intent, endpoint = self.entry.intent, BY_NAME[self.entry.intent.endpoint]
        body = body_that_sets(endpoint, self.back)
        became = self.entry.outcome.became
        left = {*self.back, *EDITABLE_SETTINGS[endpoint.name].along(self.back)}
        return Change(
            endpoint,
            intent.ids,
            intent.subject,
            summary_of_undo(intent.summary),
            body,
            was={
                name: _unless_missing(self.now.get(name, MISSING), value)
                for name, value in became.items()
                if name in left
            },
            organization=intent.organization,
            undoes=self.entry.number,
        )


def is_undoable(change: Change[Any]) -> bool:
    """Whether there is a way back once it is saved. What is put where there was nothing cannot be taken away again."""
    if change.endpoint.name in CREATIONS:  # whose id only the answer tells
        return _undoes_by_delete_or_create(change.endpoint)
    saved = Entry(0, 0.0, "", intent_of(change, ""), Outcome(State.SAVED, became=change.settings))
    return not why_not_undoable(saved)


def _undoes_by_delete_or_create(endpoint: Endpoint[Any]) -> bool:
    making = CREATIONS.get(endpoint.name)
    return endpoint.name in DELETIONS or (making is not None and bool(making.before_deleting))


def was_undone(journal: Journal, entry: Entry) -> bool:
    """Whether something took it back that was not taken back in turn."""
    saved = (each for each in journal.undoings(entry.number) if each.outcome.state is State.SAVED)
    return any(not was_undone(journal, each) for each in saved)


def why_not_undoable(entry: Entry, undoings: Sequence[Entry] = ()) -> str:
    """Why this entry cannot be undone, in words; empty where it can. `undoings` were to undo it before."""
    endpoint = BY_NAME.get(entry.intent.endpoint)
    if entry.outcome.state is not State.SAVED:
        return _why_not_saved(entry)
    if endpoint is not None and _undoes_by_delete_or_create(endpoint):
        return _why_not_recreatable(entry, undoings)
    if endpoint is not None and endpoint.name in GIVES_ROLES:
        return "" if _undo_roles(entry) else gettext(EARLIER_NOT_KNOWN)
    if endpoint is None or endpoint.name not in EDITABLE_SETTINGS:
        return why_permanent(endpoint)
    return _why_not_restorable(entry)


def _why_not_saved(entry: Entry) -> str:
    if entry.outcome.state is State.NOT_SAVED and entry.intent.endpoint in MOVES:
        return gettext(NOT_IN_POSITION)
    return gettext(WHY_NOT_UNDOABLE.get(entry.outcome.state, CHECK_FIRST))


def _why_not_restorable(entry: Entry) -> str:
    endpoint = entry.intent.endpoint
    if endpoint == UPDATE_ORGANIZATION.name and ENFORCEMENT in sent_values(entry):
        return gettext(ON_ITS_OWN_PAGE)
    if not _returnable(entry, EDITABLE_SETTINGS[endpoint]):
        return gettext("The earlier values can't be restored: the API doesn't report them.")
    return ""


def _why_not_recreatable(entry: Entry, undoings: Sequence[Entry]) -> str:
    making = DELETIONS.get(entry.intent.endpoint)
    if making is None:
        return (
            "" if entry.outcome.made else gettext("Masthead doesn't know what was created. Delete it on its own page.")
        )
    if not known_name(entry.intent.was, making):
        return gettext("The name of what was deleted is not known, so it can't be created again.")
    if any(each.outcome.state is State.SAVED for each in undoings):
        return gettext("It was already created again.")
    return ""


def _undo_roles(entry: Entry) -> Change[Any] | None:
    return (
        undo_role(entry)
        if entry.intent.endpoint in ROLE_ASSIGNMENTS
        else undo_members(entry, read_timelines(None, entry))
    )


def undo_change(entry: Entry, journal: Journal | None) -> Change[Any] | None:
    """The change back as the journal tells it, for a plan, which looks at what is there before it sends it.

    None where there is no way back, or where others have set all of it since.
    """
    undoings = journal.undoings(entry.number) if journal is not None else ()
    if why_not_undoable(entry, undoings):
        return None
    if making := DELETIONS.get(entry.intent.endpoint):
        return undo_delete(entry, making, saved_while_deleted(journal, entry)[0])[0]
    if making := CREATIONS.get(entry.intent.endpoint):
        return undo_create_as_made(entry, making)
    return _undo_values(entry, read_timelines(journal, entry))


def _undo_values(entry: Entry, since: Timelines) -> Change[Any] | None:
    if entry.intent.endpoint in ROLE_ASSIGNMENTS:
        its_own = since[setting_name(entry.intent)].is_in_effect(sent_role(entry.intent))
        return undo_role(entry) if its_own else None
    if entry.intent.endpoint in GIVES_ROLES:
        return undo_members(entry, since)
    if entry.intent.endpoint not in EDITABLE_SETTINGS:
        return None
    settable = EDITABLE_SETTINGS[entry.intent.endpoint]
    before, became = _returnable(entry, settable), entry.outcome.became
    back = {name: value for name, value in before.items() if _stands(settable, since, name, became, became)}
    return UndoPreview(entry, back=back).change() if back else None


def _stands(
    settable: EditableSettings,
    since: Timelines,
    name: str,
    now: Mapping[str, Any],
    became: Mapping[str, Any],
) -> bool:
    """Whether nobody has set it since, nor what going back sets along with it."""
    along = settable.sets.get(name, "")
    is_as_left = along not in became or same(now.get(along, MISSING), became[along])
    is_along_as_left = along not in since or since[along].is_in_effect(now.get(along, MISSING))
    return is_as_left and is_along_as_left and since[name].is_in_effect(now.get(name, MISSING))


def preview_undo(api: Api, entry: Entry, journal: Journal) -> UndoPreview:
    """Read what is there now, and sort the fields. Raises the Problem when it cannot be read.

    What somebody else has set since is not taken back, though it be the same value again.
    """
    if making := CREATIONS.get(entry.intent.endpoint):
        takes, told = undo_create(api, entry, making, journal)
        return UndoPreview(entry, takes=takes, told=told)
    if making := DELETIONS.get(entry.intent.endpoint):
        beside, more = saved_while_deleted(journal, entry)
        takes, told = undo_delete(entry, making, beside)
        if taken := tell_name_taken(api, takes, making):
            return UndoPreview(entry, told=(taken,))
        return UndoPreview(entry, takes=takes, told=(*told, gettext(NOT_ALL)) if more else told)
    if entry.intent.endpoint in GIVES_ROLES:
        roles = preview_undo_role if entry.intent.endpoint in ROLE_ASSIGNMENTS else preview_undo_members
        takes, told = roles(api, entry, journal)
        return UndoPreview(entry, takes=takes, told=told)
    return _preview_fields(api, entry, read_timelines(journal, entry))


def _preview_fields(api: Api, entry: Entry, since: Timelines) -> UndoPreview:
    settable = EDITABLE_SETTINGS[entry.intent.endpoint]
    now, became = read_settings(api, settable, entry.intent.ids), entry.outcome.became
    before = _returnable(entry, settable)
    result = UndoPreview(entry, lost=tuple(name for name in sent_values(entry) if name not in before))
    done: list[str] = []
    at_once: list[str] = []
    for name, value in before.items():
        if settable.are_same(name, now.get(name, MISSING), value):
            done.append(name)
        elif since[name].is_set_at_once() and same(now.get(name, MISSING), became.get(name)):
            at_once.append(name)
        elif _is_as_left(settable, since, name, now, became):
            result.back[name] = value
        elif (rest := _take_back_parts(entry, since, name, now.get(name))) is not None:
            result.back[name] = rest
        else:
            result.touched.update({each: now.get(each, MISSING) for each in (name, *settable.along([name]))})
    return UndoPreview(entry, result.back, result.touched, result.lost, tuple(at_once), tuple(done), now=now)


def _is_as_left(
    settable: EditableSettings,
    since: Timelines,
    name: str,
    now: Mapping[str, Any],
    became: Mapping[str, Any],
) -> bool:
    """Of what is hidden, the journal alone tells whether it is."""
    value = now.get(name, MISSING)
    is_there = not since[name].may_be_set_since() if settable.is_hidden(name, value) else same(value, became.get(name))
    return is_there and _stands(settable, since, name, now, became)


def _take_back_parts(entry: Entry, since: Timelines, name: str, now: Any) -> Any:  # noqa: ANN401 - JSON
    """What is there now without what the entry changed of it; None where it has no part, or somebody set one since."""
    was, became = entry.intent.was.get(name), entry.outcome.became.get(name)
    parts = split_values(was, became, now)
    if parts is None or since[name].is_set_at_once():
        return None
    before, left, there = parts
    changed = [key for key in {**before, **left} if before.get(key, NOTHING) != left.get(key, NOTHING)]
    own = [key for key in changed if there.get(key, NOTHING) == left.get(key, NOTHING)]
    if not own or not all(_of_part(since[name], key).is_in_effect(there.get(key, NOTHING)) for key in own):
        return None
    merged = merge_values(became, was, now, theirs_win=True)
    return merged.value if merged is not None and _fits(entry.intent.endpoint, name, merged.value) else None


def _of_part(line: Timeline, key: Any) -> Timeline:  # noqa: ANN401 - one of `split_values`
    """The same for a part of the value, without the writes that left it as they found it."""
    writes = []
    for write in line.writes:
        parts = None if write.before is NOT_KNOWN else split_values(write.before, write.sent)
        before, sent = [each.get(key, NOTHING) for each in parts] if parts else [NOT_KNOWN, NOT_KNOWN]
        if before != sent or not parts or write.entry == line.own.entry:
            writes.append(write._replace(before=before, sent=sent))
    return Timeline(writes, next(each for each in writes if each.entry == line.own.entry))


def read_settings(api: Api, settable: EditableSettings, ids: tuple[str, ...]) -> Mapping[str, Any]:
    """The settings as they are now. Raises the Problem of the main read; the other one is left out when it fails."""
    if settable.also is None:
        return _read_alone(api, settable, ids)
    main, also = api.gather(Read(settable.read, ids), Read(settable.also, ids))
    if isinstance(main, Problem):
        raise main
    return settable.values(main, None if isinstance(also, Problem) else also)


def _read_alone(api: Api, settable: EditableSettings, ids: tuple[str, ...]) -> Mapping[str, Any]:
    if settable.listed:
        return settable.values(find_in_listing(api, settable.read, ids))
    try:
        return settable.values(api.read(settable.read, *ids))
    except NotFound:
        if not settable.optional:
            raise
        return {}


def read_settings_before(api: Api, change: Change[Any]) -> Mapping[str, Any]:
    """The settings as they are now of what is being changed; empty where none can be read. Raises the Problem."""
    holding, settable = ROLE_ASSIGNMENTS.get(change.endpoint.name), EDITABLE_SETTINGS.get(change.endpoint.name)
    if holding is not None:
        return {"role": read_roles(api, holding, change.ids[:-1]).get(change.ids[-1])}
    return {} if settable is None else read_settings(api, settable, change.ids)


def _returnable(entry: Entry, settable: EditableSettings) -> dict[str, Any]:
    """The fields with what they were, where that can be sent."""
    was = entry.intent.was
    own = [name for name in entry.outcome.became if name in sent_values(entry)]
    before = {name: was.get(name) for name in own if name in was or name not in settable.unread}
    return {name: value for name, value in before.items() if _fits(entry.intent.endpoint, name, value)}


def _unless_missing(value: Any, other: Any) -> Any:  # noqa: ANN401 - JSON
    return other if value is MISSING else value


def _fits(endpoint: str, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON
    try:
        return body_that_sets(BY_NAME[endpoint], {name: value}) is not None
    except ValidationError:
        return False


def sent_values(entry: Entry) -> dict[str, Any]:
    """What was sent, by the names of the settings."""
    return sent(entry.intent)
