"""Finding out what became of a change whose outcome is not known: by reading, never by sending it again."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import MISSING

from changes.change import Change, intent_of
from changes.creations import CREATIONS, DELETIONS, about_then, describe, listed, made_by
from changes.editable_settings import EDITABLE_SETTINGS
from changes.members import look_for_members
from changes.roles import ROLE_ASSIGNMENTS, look_for
from changes.structure.kept import LISTED, look_for_items
from changes.structure.position_status import MOVES, arranged
from changes.undo import read_settings, sent_by
from changes.values import same
from client import Api, NotFound
from contract import BY_NAME, READS
from contract.team_members import UPDATE_TEAM_MEMBERS
from store import Entry, Journal, Outcome, State

SHOWN = 5
PERHAPS = (
    "Whether it was created cannot be told: there is a {} of this name, but it may be somebody else's: {}. "
    "Look at the list whether yours is in it before you make it again or delete one."
)


def check(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """What there is now says whether it was saved; UNKNOWN where it does not. Raises the Problem of a failed read.

    The journal says what other entries made, so that it is not taken for what this one did.
    """
    endpoint = BY_NAME[entry.intent.endpoint]
    if endpoint.name in CREATIONS:
        return _made(api, entry, journal)
    if endpoint.name in LISTED:
        taken = {other.outcome.made for other in about_then(journal, entry)} if journal else ()
        return look_for_items(api, entry, taken)
    look = LOOKS.get(endpoint.name)
    if look is not None:
        return look(api, entry)
    if endpoint.method == "DELETE" and endpoint.path in READS:
        return _looked_for(api, entry)
    return Outcome(State.UNKNOWN, "The service has no read that tells it. Look at the page of what was changed.")


def verify_outcome(api: Api, change: Change[Any]) -> Outcome:
    """The same for a change that was just carried out, and whose endpoint answers nothing."""
    return check(api, Entry(0, 0.0, "", intent_of(change, api.owner), Outcome(State.UNKNOWN)))


def _compared(api: Api, entry: Entry) -> Outcome:
    sent, was = sent_by(entry), entry.intent.was
    now = read_settings(api, EDITABLE_SETTINGS[entry.intent.endpoint], entry.intent.ids)
    told = {name: now[name] for name in sent if now.get(name, MISSING) is not MISSING}
    if all(same(now.get(name, MISSING), value) for name, value in sent.items()):
        return Outcome(State.SAVED, "It was saved: what is there now is what was sent.", became=told)
    if all(same(now.get(name, MISSING), was.get(name)) for name in sent):
        return Outcome(State.NOT_SAVED, "It was not saved: all is as it was before.")
    return Outcome(State.UNKNOWN, "What is there now is neither what was sent nor what was there before.")


def _looked_for(api: Api, entry: Entry) -> Outcome:
    endpoint, ids = BY_NAME[entry.intent.endpoint], entry.intent.ids
    try:
        if endpoint.name in DELETIONS:
            listed(api, DELETIONS[endpoint.name].listing, ids)
        else:
            api.read(READS[endpoint.path], *ids)
    except NotFound:
        return Outcome(State.SAVED, "It was deleted: it is not there any more.")
    return Outcome(State.NOT_SAVED, "It was not deleted: it is still there.")


def _made(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    sent, making = sent_by(entry), CREATIONS[entry.intent.endpoint]
    found = made_by(api, making, entry, sent.get(making.name, MISSING), journal)
    if found.surely is not None:
        told = f"It was created: there is the {making.kind} {getattr(found.surely, making.name)}."
        return Outcome(State.SAVED, told, became=sent, made=found.surely.id)
    if found.perhaps:
        return Outcome(State.UNKNOWN, PERHAPS.format(making.kind, "; ".join(map(describe, found.perhaps[:SHOWN]))))
    return Outcome(State.NOT_SAVED, f"It was not created: there is no such {making.kind}.")


LOOKS: Mapping[str, Callable[[Api, Entry], Outcome]] = {
    **dict.fromkeys(MOVES, arranged),
    **dict.fromkeys(EDITABLE_SETTINGS, _compared),
    **dict.fromkeys(ROLE_ASSIGNMENTS, look_for),
    UPDATE_TEAM_MEMBERS.name: look_for_members,
    **dict.fromkeys(DELETIONS, _looked_for),
}
"""By the name of the endpoint."""
