"""Finding out what became of a change whose outcome is not known: by reading, never by sending it again."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import MISSING

from contract import BY_NAME, READS
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from i18n import N_, gettext
from masthead.changes.change import Change, intent_of
from masthead.changes.change_requests import CHANGE_REQUEST_CHECKS
from masthead.changes.comments import COMMENT_CHECKS, check_reaction, is_reaction
from masthead.changes.creations import (
    CREATIONS,
    DELETIONS,
    concurrent_entries,
    find_created,
    find_in_listing,
    is_there,
    was_deleted_since,
)
from masthead.changes.editable_settings import EDITABLE_SETTINGS
from masthead.changes.imports import IMPORTS, check_import
from masthead.changes.members import GIVES_ROLES, check_members
from masthead.changes.roles import ROLE_ASSIGNMENTS, check_role
from masthead.changes.spec_reads import check_read_again, is_sent_again
from masthead.changes.structure.kept import LISTED, check_items
from masthead.changes.structure.position_status import MOVES, check_position
from masthead.changes.undo import read_settings, sent_values
from masthead.client import Api, NotFound
from masthead.store import SET_BY_OTHERS, Cause, Entry, Journal, Outcome, Reason, State
from masthead.writes.equality import same
from masthead.writes.timeline import read_timelines

TOUCHED = (Reason.NEITHER, Reason.SOME_AS_SENT, Reason.CHANGED_SINCE)
"""What tells that somebody has set some of it since, whether or not it was saved."""
GONE = N_("The API no longer reports %(title)s, so it isn't known whether this was saved.")


def check_entry(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """What there is now says whether it was saved; UNKNOWN where it does not. Raises the Problem of a failed read.

    The journal says what other entries made and set, so that it is not taken for what this one did. What was something
    else at an earlier look proves nothing by being as before, nor by being as sent: somebody may have set it so. Nor is
    what nobody could find out before proven by being as before.
    """
    try:
        found = _outcome_now(api, entry, journal)
    except NotFound as problem:
        subject = entry.intent.subject
        raise NotFound(gettext(GONE, title=subject.title or subject.id), status=problem.status) from problem
    reasons = journal.reasons(entry) if journal is not None else {entry.outcome.cause.reason}
    was_otherwise = not reasons.isdisjoint(SET_BY_OTHERS)
    if found.state is State.SAVED and was_otherwise:
        return Outcome(State.UNKNOWN, Cause(Reason.SET_BY_SOMEBODY))
    is_back = found.state is State.NOT_SAVED and (was_otherwise or entry.outcome.state is State.CLOSED)
    return Outcome(State.UNKNOWN, Cause(Reason.SET_BY_SOMEBODY)) if is_back else found


def _outcome_now(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    endpoint = BY_NAME[entry.intent.endpoint]
    if endpoint.name in CREATIONS:
        return _check_creation(api, entry, journal)
    if endpoint.name in LISTED:
        taken = {other.outcome.made for other in concurrent_entries(journal, entry)} if journal else ()
        return check_items(api, entry, taken, journal)
    if is_sent_again(entry) and (found := check_read_again(api, entry)) is not None:
        return found
    look = check_reaction if is_reaction(entry) else CHECKS.get(endpoint.name)
    if look is not None:
        return look(api, entry, journal)
    if endpoint.method == "DELETE" and endpoint.path in READS:
        return _check_deletion(api, entry, journal)
    return Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED))


def is_checked_at_once(endpoint: str) -> bool:
    """Whether a read right after such a call shows what came of it."""
    return endpoint in CHECKS and endpoint not in IMPORTS


def verify_outcome(api: Api, change: Change[Any], journal: Journal | None = None, number: int = 0) -> Outcome:
    """The same for a change that was just carried out, of which `journal` has the entry of this `number`.

    Without them, nobody is known to have set it again since.
    """
    intent = intent_of(change, api.owner)
    entry = journal.entry(intent.organization, number) if journal is not None else None
    return check_entry(api, entry or Entry(0, 0.0, "", intent, Outcome(State.UNKNOWN)), journal)


def is_touched_since(api: Api, entry: Entry) -> bool:
    """Whether somebody has set some of it since, whether or not it was saved. Raises the Problem of the read."""
    return entry.outcome.cause.reason in TOUCHED or is_changed_since(api, entry)


def is_changed_since(api: Api, entry: Entry) -> bool:
    """Whether what was saved is seen to be otherwise now. Raises the Problem of the read."""
    intent, outcome = entry.intent, entry.outcome
    if outcome.state is not State.SAVED:
        return False
    if intent.endpoint in CREATIONS:
        return _is_gone(api, entry)
    if intent.endpoint in GIVES_ROLES:
        found = check_entry(api, entry)
        return found.state is State.NOT_SAVED or found.cause.reason in SET_BY_OTHERS
    if BY_NAME[intent.endpoint].method == "DELETE":
        return check_entry(api, entry).state is State.NOT_SAVED
    if intent.endpoint not in EDITABLE_SETTINGS:
        return False
    now = read_settings(api, EDITABLE_SETTINGS[intent.endpoint], intent.ids)
    left = {name: outcome.became.get(name, value) for name, value in sent_values(entry).items()}
    told = {name: value for name, value in left.items() if now.get(name, MISSING) is not MISSING}
    return any(not same(now[name], value) for name, value in told.items())


def _is_gone(api: Api, entry: Entry) -> bool:
    """Whether what an entry made is there no more; False where nobody knows what that was."""
    made, intent = entry.outcome.made, entry.intent
    return bool(made) and not is_there(api, intent.endpoint, (*intent.ids, made))


def _check_settings(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    """One field that is as it was sent, and was not before, is enough: the call sets all or none."""
    sent, was = sent_values(entry), entry.intent.was
    settable = EDITABLE_SETTINGS[entry.intent.endpoint]
    now = read_settings(api, settable, entry.intent.ids)
    since = read_timelines(journal, entry)
    left = {name: since[name].value_after(now.get(name, MISSING)) for name in sent}
    as_sent = {name for name, value in sent.items() if settable.are_same(name, left[name], value)}
    as_before = {name for name in sent if settable.are_same(name, left[name], was.get(name, MISSING))}
    if as_sent == sent.keys() or as_sent - as_before:
        told = {name: left[name] for name in as_sent if left[name] is not MISSING}
        there = all(settable.are_same(name, now.get(name, MISSING), value) for name, value in sent.items())
        reason = Reason.AS_SENT if there else Reason.CHANGED_SINCE_SAVED
        return Outcome(State.SAVED, Cause(reason), became=sent | told)
    if as_before - as_sent:
        known = [name for name in sent if name in was or not settable.is_hidden(name, left[name])]
        is_before = all(settable.are_same(name, now.get(name, MISSING), was.get(name, MISSING)) for name in known)
        untouched = is_before and not any(since[name].is_set_since() for name in sent)
        if untouched:
            return Outcome(State.NOT_SAVED, Cause(Reason.AS_BEFORE))
        return Outcome(State.UNKNOWN, Cause(Reason.SET_BY_SOMEBODY if is_before else Reason.CHANGED_SINCE))
    if any(settable.is_hidden(name, left[name]) for name in sent):
        return Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED))
    moved = any(not same(left[name], now.get(name, MISSING)) for name in sent)
    return Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE if moved else Reason.NEITHER))


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
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY))
    return Outcome(State.NOT_SAVED, Cause(Reason.AS_BEFORE))


def _was_found_later(journal: Journal, entry: Entry) -> bool:
    intent = entry.intent
    path = BY_NAME[intent.endpoint].path
    names = [endpoint.name for endpoint in BY_NAME.values() if endpoint.path == path]
    others = journal.since(intent.organization, entry.number + 1, names, intent.ids)
    return any(other.outcome.state is State.SAVED for other in others)


def _check_creation(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    sent, making = sent_values(entry), CREATIONS[entry.intent.endpoint]
    found = find_created(api, making, entry, sent.get(making.name, MISSING), journal)
    if found.certain is not None:
        return Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY), became=sent, made=found.certain.id)
    if found.possible:
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    if journal is not None and was_deleted_since(journal, making, entry):
        return Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


CHECKS: Mapping[str, Callable[[Api, Entry, Journal | None], Outcome]] = {
    **dict.fromkeys(MOVES, check_position),
    **dict.fromkeys(IMPORTS, check_import),
    **CHANGE_REQUEST_CHECKS,
    **COMMENT_CHECKS,
    **dict.fromkeys(EDITABLE_SETTINGS, _check_settings),
    **dict.fromkeys(ROLE_ASSIGNMENTS, check_role),
    UPDATE_TEAM_MEMBERS.name: check_members,
    **dict.fromkeys(DELETIONS, _check_deletion),
}
"""By the name of the endpoint."""
