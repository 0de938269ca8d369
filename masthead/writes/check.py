"""Finding out what became of a change whose outcome is not known: by reading, never by sending it again."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from pydantic import MISSING

from contract import BY_NAME, READS
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from i18n import N_, gettext
from masthead.client import Api, NotFound, Problem
from masthead.resources.values import NOT_KNOWN
from masthead.store.causes import Cause, Reason
from masthead.store.entries import MAYBE_SAVED, Entry, Outcome, State
from masthead.store.errors import StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.store.journal.journal import Journal
from masthead.structure.observing import LISTED, MOVES, check_items, check_position
from masthead.writes.change import Change, intent_of
from masthead.writes.contents import CONTENT_CHECKS, shows_nowhere
from masthead.writes.creations import (
    CREATIONS,
    DELETIONS,
    concurrent_entries,
    find_in_listing,
    is_there,
    observe_creation,
)
from masthead.writes.duplicates import subjects_of
from masthead.writes.editable_settings import EDITABLE_SETTINGS
from masthead.writes.equality import same
from masthead.writes.members import GIVES_ROLES, check_members
from masthead.writes.observe import DONE_BY_SOMEBODY, NOT_REPORTED, NOT_SAVED, ObservedValue, distrust, observe
from masthead.writes.reading import read_settings
from masthead.writes.roles import ROLE_ASSIGNMENTS, check_role
from masthead.writes.timeline import read_timelines
from masthead.writes.undo import sent_values

TOUCHED = (Reason.NEITHER, Reason.SOME_AS_SENT, Reason.CHANGED_SINCE)
"""What tells that somebody has set some of it since, whether or not it was saved."""
CHANGED = (*TOUCHED, Reason.AS_BEFORE, Reason.CHANGED_SINCE_SAVED, Reason.SET_BY_SOMEBODY)
MAX_LOOKED_UP = 4
"""They are looked up along with something else, whose page is not to wait for many reads."""
GONE = N_("The API no longer reports %(title)s, so it isn't known whether this was saved.")


def check_entry(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """What there is now says whether it was saved; UNKNOWN where it does not. Raises the Problem of a failed read.

    The journal says what other entries made and set, so that it is not taken for what this one did.
    """
    try:
        found = _outcome_now(api, entry, journal)
    except NotFound as problem:
        subject = entry.intent.subject
        raise NotFound(gettext(GONE, title=subject.title or subject.id), status=problem.status) from problem
    looks = journal.reasons(entry) if journal is not None else {entry.outcome.cause.reason}
    return distrust(found, looks, entry.outcome.state)


def _outcome_now(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    endpoint = BY_NAME[entry.intent.endpoint]
    if endpoint.name in LISTED:
        taken = {other.outcome.made for other in concurrent_entries(journal, entry)} if journal else ()
        return check_items(api, entry, taken, journal)
    if shows_nowhere(entry):
        return NOT_REPORTED
    look = CHECKS.get(endpoint.name)
    if look is not None:
        return look(api, entry, journal)
    if endpoint.method == "DELETE" and endpoint.path in READS:
        return _check_deletion(api, entry, journal)
    return NOT_REPORTED


def verify_outcome(api: Api, change: Change[Any], journal: Journal | None = None, number: int = 0) -> Outcome:
    """The same for a change that was just carried out, of which `journal` has the entry of this `number`.

    Without them, nobody is known to have set it again since.
    """
    return check_entry(api, entry_sent(api, change, journal, number), journal)


def entry_sent(api: Api, change: Change[Any], journal: Journal | None, number: int) -> Entry:
    """The entry of a change that was just carried out, as if nobody had answered yet where the journal has none."""
    intent = intent_of(change, api.owner)
    entry = journal.entry(intent.organization, number) if journal is not None else None
    return entry or Entry(0, 0.0, "", intent, Outcome(State.UNKNOWN))


def look_up(api: Api, journal: Journal, entry: Entry) -> Entry:
    """The entry with what a read shows of it, where its outcome is not known; the journal then has it if it was saved.

    Raises the Problem of the read.
    """
    if entry.outcome.state not in MAYBE_SAVED:
        return entry
    found = check_entry(api, entry, journal)
    if found.state is State.SAVED:
        journal.settle_open(entry.number, found)
    return replace(entry, outcome=found)


def look_up_earlier(api: Api, journal: Journal, change: Change[Any], *, by: str | None = None) -> None:
    """Look up what was sent before to the same object, `by` one person or by anybody.

    Nothing waits for it: what cannot be told now stays not known.
    """
    intent = intent_of(change, api.owner)
    unknown = JournalQuery(intent.organization, by=by, object_id=change.subject.id, states=[State.UNKNOWN])
    about = subjects_of(intent)
    with suppress(Problem, StoreError):
        earlier = [entry for entry in journal.entries(unknown) if subjects_of(entry.intent) & about]
        for entry in earlier[:MAX_LOOKED_UP]:
            look_up(api, journal, entry)


def is_touched_since(api: Api, entry: Entry) -> bool:
    """Whether somebody has set some of it since, whether or not it was saved. Raises the Problem of the read."""
    return entry.outcome.cause.reason in TOUCHED or is_changed_since(api, entry)


def is_changed_since(api: Api, entry: Entry) -> bool:
    """Whether what was saved is seen to be otherwise now. Raises the Problem of the read."""
    intent, outcome = entry.intent, entry.outcome
    if outcome.state is not State.SAVED:
        return False
    if intent.endpoint in CREATIONS:
        return bool(outcome.made) and not is_there(api, intent.endpoint, (*intent.ids, outcome.made))
    if intent.endpoint in EDITABLE_SETTINGS:
        now = {name: each.now for name, each in observe_settings(api, entry).items() if each.now is not NOT_KNOWN}
        return any(not same(now[name], outcome.became.get(name, sent_values(entry)[name])) for name in now)
    is_checked = intent.endpoint in GIVES_ROLES or BY_NAME[intent.endpoint].method == "DELETE"
    return is_checked and check_entry(api, entry).cause.reason in CHANGED


def observe_settings(api: Api, entry: Entry, journal: Journal | None = None) -> dict[str, ObservedValue]:
    """Read the values that an update set, by name. Raises the Problem of a failed read."""
    was, settable, sent = entry.intent.was, EDITABLE_SETTINGS[entry.intent.endpoint], sent_values(entry)
    now, since = read_settings(api, settable, entry.intent.ids, sent), read_timelines(journal, entry)

    def told(values: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - JSON
        value = values.get(name, MISSING)
        return NOT_KNOWN if settable.is_hidden(name, value) else value

    return {
        name: ObservedValue(value, told(was, name), told(now, name), since[name], entry.outcome.state is State.SAVED)
        for name, value in sent.items()
    }


def _check_settings(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    values = observe_settings(api, entry, journal)
    found = observe(values.values())
    if found.state is not State.SAVED:
        return found
    told = {name: each.left for name, each in values.items() if each.left not in (MISSING, NOT_KNOWN)}
    as_sent = {name: value for name, value in told.items() if same(value, values[name].sent)}
    return replace(found, became=sent_values(entry) | as_sent)


def _check_deletion(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    endpoint, ids = BY_NAME[entry.intent.endpoint], entry.intent.ids
    try:
        if endpoint.path in READS:
            api.read(READS[endpoint.path], *ids)
        else:
            find_in_listing(api, DELETIONS[endpoint.name].listing, ids)
    except NotFound:
        if journal is not None and _was_found_later(journal, entry):
            return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
        return DONE_BY_SOMEBODY
    return NOT_SAVED


def _was_found_later(journal: Journal, entry: Entry) -> bool:
    intent = entry.intent
    path = BY_NAME[intent.endpoint].path
    names = [endpoint.name for endpoint in BY_NAME.values() if endpoint.path == path]
    others = journal.since(intent.organization, entry.number + 1, names, intent.ids)
    return any(other.outcome.state is State.SAVED for other in others)


CHECKS: Mapping[str, Callable[[Api, Entry, Journal | None], Outcome]] = {
    **dict.fromkeys(MOVES, check_position),
    **dict.fromkeys(CREATIONS, observe_creation),
    **CONTENT_CHECKS,
    **dict.fromkeys(EDITABLE_SETTINGS, _check_settings),
    **dict.fromkeys(ROLE_ASSIGNMENTS, check_role),
    UPDATE_TEAM_MEMBERS.name: check_members,
    **dict.fromkeys(DELETIONS, _check_deletion),
}
"""By the name of the endpoint."""
