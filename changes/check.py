"""Finding out what became of a change whose outcome is not known: by reading, never by sending it again."""

from pydantic import MISSING

from changes.making import CREATIONS, DELETIONS, Making, listed, made_since
from changes.settable import SETTABLE
from changes.structure.standing import MOVES, arranged
from changes.undo import read_settings, same, sent_by
from client import Api, NotFound
from contract import BY_NAME, READS
from store import Entry, Outcome, State


def check(api: Api, entry: Entry) -> Outcome:
    """What there is now says whether it was saved; UNKNOWN where it does not. Raises the Problem of a failed read."""
    endpoint = BY_NAME[entry.intent.endpoint]
    if endpoint.name in MOVES:
        return arranged(api, entry)
    if endpoint.name in SETTABLE:
        return _compared(api, entry)
    if endpoint.name in DELETIONS or (endpoint.method == "DELETE" and endpoint.path in READS):
        return _looked_for(api, entry)
    if endpoint.name in CREATIONS:
        return _made(api, entry, CREATIONS[endpoint.name])
    return Outcome(State.UNKNOWN, "The service has no read that tells it. Look at the page of what was changed.")


def _compared(api: Api, entry: Entry) -> Outcome:
    sent, was = sent_by(entry), entry.intent.was
    now = read_settings(api, SETTABLE[entry.intent.endpoint], entry.intent.ids)
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


def _made(api: Api, entry: Entry, making: Making) -> Outcome:
    sent = sent_by(entry)
    found = made_since(api, making, entry.intent.ids, sent.get(making.name, MISSING), entry.at)
    if found is None:
        return Outcome(State.NOT_SAVED, f"It was not created: there is no such {making.kind}.")
    told = f"It was created: there is the {making.kind} {getattr(found, making.name)}."
    return Outcome(State.SAVED, told, became=sent, made=found.id)
