"""Builds the change that undoes an entry from its values before, its values after, and the current ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import MISSING, ValidationError

from contract import BY_NAME
from contract.organization.organizations import UPDATE_ORGANIZATION
from contract.organization.people import MEMBER_ROLES
from contract.schema.endpoint import Endpoint
from i18n import N_, gettext
from masthead.client import Api, NotFound
from masthead.resources.setting_names import body_that_sets
from masthead.resources.values import NOT_KNOWN
from masthead.store.causes import Reason
from masthead.store.entries import Entry, Outcome, State, Subject
from masthead.store.journal.finding import JournalQuery
from masthead.store.journal.journal import Journal
from masthead.structure.observing import MOVES
from masthead.writes.change import RESTORED, Change, intent_of, summary_of_undo
from masthead.writes.conflicts import saved_while_deleted
from masthead.writes.creations import CREATIONS, DELETIONS, Creation, find_in_listing, tell_name_taken
from masthead.writes.editable_settings import DELETED_SETTINGS, EDITABLE_SETTINGS
from masthead.writes.members import GIVES_ROLES, leaves_no_owner, read_members, restore_roles
from masthead.writes.permanent import why_permanent
from masthead.writes.reading import read_settings, sent
from masthead.writes.roles import IN_TEAM, ROLE_ASSIGNMENTS, is_listed, read_roles, undo_role, was_guest
from masthead.writes.timeline import Timelines, read_timelines
from masthead.writes.undo_rules import SetValue, invert

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
BY_WHOM = N_("You or somebody else created it.")
CHANGED_SINCE = N_("It was changed after it was created. The last change: %(change)s.")
NONE_OR_GUEST = N_("The API doesn't report whether there was no role before or a guest role. Undoing removes the role.")
NO_OWNER = N_("Undoing would leave the team without an owner. Make somebody else an owner first.")
WHY_NOT_UNDOABLE = {
    State.REFUSED: NOTHING_CHANGED,
    State.NOT_SENT: NOTHING_CHANGED,
    State.NOT_SAVED: N_("It was not in effect when Masthead checked, so there is nothing to undo."),
    State.CLOSED: N_("It stays not known whether this was saved, so it can't be undone here."),
}


@dataclass(frozen=True)
class UndoPreview:
    """The inputs for undoing an entry, by setting or by member name, as JSON values.

    `back` goes back to what it was. `touched` was changed again since, and holds what is there now. `lost` cannot go
    back: what it was is not known; nor can `at_once`, which somebody set at the same moment. `done` is what it was
    already. `takes` is there instead of them where something that was made is deleted, or made again; `told` is what to
    know before, in sentences. `now` has all settings.
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
        if endpoint.name in ROLE_ASSIGNMENTS and (back := undo_role(self.entry)) is not None:
            return back
        if endpoint.name in GIVES_ROLES:
            return restore_roles(self.entry, self.back)
        left = {*self.back, *EDITABLE_SETTINGS[endpoint.name].along(self.back)}
        return Change(
            endpoint,
            intent.ids,
            intent.subject,
            summary_of_undo(intent.summary),
            body_that_sets(endpoint, self.back),
            was={
                name: value if (now := self.now.get(name, MISSING)) is MISSING else now
                for name, value in self.entry.outcome.became.items()
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
        is_move = entry.outcome.state is State.NOT_SAVED and entry.intent.endpoint in MOVES
        return gettext(NOT_IN_POSITION if is_move else WHY_NOT_UNDOABLE.get(entry.outcome.state, CHECK_FIRST))
    if endpoint is not None and _undoes_by_delete_or_create(endpoint):
        return _why_not_recreatable(entry, undoings)
    if endpoint is None or endpoint.name not in {*GIVES_ROLES, *EDITABLE_SETTINGS}:
        return why_permanent(endpoint)
    return _why_not_restorable(entry)


def _why_not_restorable(entry: Entry) -> str:
    if entry.intent.endpoint == UPDATE_ORGANIZATION.name and ENFORCEMENT in sent_values(entry):
        return gettext(ON_ITS_OWN_PAGE)
    if any(each.before is not NOT_KNOWN for each in _set_values(entry, read_timelines(None, entry)).values()):
        return ""
    if entry.intent.endpoint in GIVES_ROLES:
        return gettext(EARLIER_NOT_KNOWN)
    return gettext("The earlier values can't be restored: the API doesn't report them.")


def _why_not_recreatable(entry: Entry, undoings: Sequence[Entry]) -> str:
    making = DELETIONS.get(entry.intent.endpoint)
    if making is None:
        return (
            "" if entry.outcome.made else gettext("Masthead doesn't know what was created. Delete it on its own page.")
        )
    if making.name not in entry.intent.was:
        return gettext("The name of what was deleted is not known, so it can't be created again.")
    if any(each.outcome.state is State.SAVED for each in undoings):
        return gettext("It was already created again.")
    return ""


def undo_change(entry: Entry, journal: Journal | None) -> Change[Any] | None:
    """The change back as the journal tells it, for a bulk change, which looks at what is there before it sends it.

    None where there is no way back, or where others have set all of it since.
    """
    if why_not_undoable(entry, journal.undoings(entry.number) if journal is not None else ()):
        return None
    if making := DELETIONS.get(entry.intent.endpoint):
        return _undo_delete(entry, making, saved_while_deleted(journal, entry)[0])[0]
    if making := CREATIONS.get(entry.intent.endpoint):
        return _undo_create(entry, making)
    found = _preview(entry, read_timelines(journal, entry))
    return found.change() if found.possible else None


def preview_undo(api: Api, entry: Entry, journal: Journal) -> UndoPreview:
    """Read what is there now, and sort the values. Raises the Problem when it cannot be read.

    What somebody else has set since is not taken back, though it be the same value again.
    """
    if making := CREATIONS.get(entry.intent.endpoint):
        return _preview_undo_create(api, entry, making, journal)
    if making := DELETIONS.get(entry.intent.endpoint):
        beside, more = saved_while_deleted(journal, entry)
        takes, told = _undo_delete(entry, making, beside)
        if taken := tell_name_taken(api, takes, making):
            return UndoPreview(entry, told=(taken,))
        return UndoPreview(entry, takes=takes, told=(*told, gettext(NOT_ALL)) if more else told)
    if entry.intent.endpoint in GIVES_ROLES:
        return _preview_undo_roles(api, entry, journal)
    settable, names = EDITABLE_SETTINGS[entry.intent.endpoint], sent_values(entry)
    now = read_settings(api, settable, entry.intent.ids, {*names, *settable.along(names)})
    return _preview(entry, read_timelines(journal, entry), now)


def _preview_undo_roles(api: Api, entry: Entry, journal: Journal) -> UndoPreview:
    holding = ROLE_ASSIGNMENTS.get(entry.intent.endpoint)
    if holding is not None and holding is not IN_TEAM:
        role = read_roles(api, holding, entry.intent.ids[:-1]).get(entry.intent.ids[-1])
        found = _preview(entry, read_timelines(journal, entry), {"role": role})
        in_doubt = found.possible and entry.intent.was.get("role") is None and not was_guest(entry.intent)
        return replace(found, told=(gettext(NONE_OR_GUEST),)) if in_doubt else found
    members = read_members(api, *entry.intent.ids[:2])
    since = read_timelines(journal, entry, members.addresses)
    found = _preview(entry, since, {name: there.role if (there := members.find(name)) else None for name in since})
    return UndoPreview(entry, told=(gettext(NO_OWNER),)) if leaves_no_owner(members, found.back) else found


def _preview(entry: Entry, since: Timelines, now: Mapping[str, Any] | None = None) -> UndoPreview:
    """`now` are the values by name; without them, all is as the entry left it."""
    values = _set_values(entry, since, now)
    found = invert(values, in_parts=now is not None)
    back = {name: value for name, value in found.back.items() if _can_be_sent(entry, name, value)}
    along = EDITABLE_SETTINGS[entry.intent.endpoint].along if entry.intent.endpoint in EDITABLE_SETTINGS else set
    stays = [*found.touched, *(name for name in found.back if name not in back)]
    there = {} if now is None else now
    touched = {each: there.get(each, MISSING) for name in stays for each in (name, *along([name]) - {name})}
    return UndoPreview(entry, back, touched, tuple(found.lost), tuple(found.at_once), tuple(found.done), now=there)


def _set_values(entry: Entry, since: Timelines, now: Mapping[str, Any] | None = None) -> dict[str, SetValue]:
    """Return what an entry set, by setting or member name; as it left it if `now` is not known."""
    settable = EDITABLE_SETTINGS.get(entry.intent.endpoint)

    def value_of(name: str) -> SetValue:
        value = SetValue(since[name], _before(entry, since, name), NOT_KNOWN)
        return value._replace(now=_told(entry, name, value.left if now is None else now.get(name, MISSING)))

    if settable is None:
        return {name: value_of(name) for name in since}
    along = {name: tuple(map(value_of, settable.along([name]))) for name in sent_values(entry)}
    return {name: value_of(name)._replace(along=others) for name, others in along.items()}


def _before(entry: Entry, since: Timelines, name: str) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    """What goes back; NOT_KNOWN for what can't be sent."""
    before, settable = since[name].own.before, EDITABLE_SETTINGS.get(entry.intent.endpoint)
    if before is NOT_KNOWN and settable is not None and name not in settable.unread:
        before = None
    return before if _can_be_sent(entry, name, before) else NOT_KNOWN


def _told(entry: Entry, name: str, value: Any) -> Any:  # noqa: ANN401 - JSON, or NOT_KNOWN
    """The value, NOT_KNOWN where the API doesn't tell it."""
    settable = EDITABLE_SETTINGS.get(entry.intent.endpoint)
    if settable is not None:
        return NOT_KNOWN if settable.is_hidden(name, value) else value
    is_told = entry.intent.endpoint not in ROLE_ASSIGNMENTS or is_listed(entry.intent, value)
    return value if is_told else NOT_KNOWN


def _can_be_sent(entry: Entry, name: str, value: Any) -> bool:  # noqa: ANN401 - JSON, or NOT_KNOWN
    endpoint = entry.intent.endpoint
    if value is NOT_KNOWN:
        return False
    if endpoint in ROLE_ASSIGNMENTS:
        return undo_role(entry) is not None
    if endpoint in GIVES_ROLES:
        return value is None or value in MEMBER_ROLES
    try:
        return body_that_sets(BY_NAME[endpoint], {name: value}) is not None
    except ValidationError:
        return False


def _preview_undo_create(api: Api, entry: Entry, making: Creation, journal: Journal) -> UndoPreview:
    ids = (*entry.intent.ids, entry.outcome.made)
    try:
        item = find_in_listing(api, making.listing, ids)
    except NotFound:
        gone = gettext("The %(kind)s no longer exists.", kind=gettext(making.kind))
        return UndoPreview(entry, told=(gone,))
    name, was = getattr(item, making.name), entry.outcome.became.get(making.name)
    about = JournalQuery(entry.intent.organization, object_id=item.id, states=[State.SAVED])
    later = [each for each in journal.entries(about, limit=1) if each.number > entry.number]
    told = (
        making.before_deleting,
        gettext("This deletes %(item)s.", item=item.id),
        *([gettext(BY_WHOM)] if entry.outcome.cause.reason in {Reason.DONE_BY_SOMEBODY, Reason.FOUND_ON} else []),
        *([] if name == was else [gettext("It is now called “%(name)s”.", name=name)]),
        *(gettext(CHANGED_SINCE, change=each.intent.summary) for each in later),
    )
    now = DELETED_SETTINGS[making.delete.name].values(item)
    there = {each: value for each, value in now.items() if value is not MISSING}
    takes = replace(_undo_create(entry, making), subject=Subject(making.kind, item.id, str(name)), was=there)
    return UndoPreview(entry, takes=takes, told=told)


def _undo_create(entry: Entry, making: Creation) -> Change[Any]:
    """Return the change that deletes what `entry` created."""
    intent, made = entry.intent, entry.outcome.made
    return Change(
        making.delete,
        (*intent.ids, made),
        Subject(making.kind, made, intent.subject.title),
        summary_of_undo(intent.summary),
        was={**entry.outcome.became, **intent.was.get(RESTORED, {})},
        organization=intent.organization,
        undoes=entry.number,
    )


def _undo_delete(entry: Entry, making: Creation, beside: Mapping[str, Any]) -> tuple[Change[Any], tuple[str, ...]]:
    """The change that makes again what `entry` deleted, and what to know before, in sentences.

    `beside` is what was saved of it while it was being deleted.
    """
    intent, body = entry.intent, making.create.body
    known = {**intent.was, **beside}
    was = {name: known[name] for name in body.model_fields if name in known} if body else {}
    after = {name: each for name, each in making.set_after.items() if known.get(name) == each.value}
    change = Change(
        making.create,
        intent.ids[:-1],
        Subject(making.kind, "", str(was.get(making.name) or intent.subject.title)),
        summary_of_undo(intent.summary),
        body.model_validate(was) if body else None,
        was={RESTORED: {name: each.value for name, each in after.items()}} if after else {},
        organization=intent.organization,
        undoes=entry.number,
    )
    return change, (gettext(making.before_making), *(gettext(each.told) for each in after.values()))


def sent_values(entry: Entry) -> dict[str, Any]:
    """What was sent, by the names of the settings."""
    return sent(entry.intent)
