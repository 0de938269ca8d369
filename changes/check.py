"""Finding out what became of a change whose outcome is not known: by reading, never by sending it again."""

from datetime import datetime
from typing import Any

from pydantic import MISSING

from changes.settable import SETTABLE
from changes.undo import read_settings, same, sent_by
from client import Api, NotFound
from contract import BY_NAME, READS
from contract.sites import CREATE_SITE, LIST_SITES, SitesQuery
from store import Entry, Outcome, State

CLOCKS_APART_SECONDS = 120.0
"""How far the service's clock may be from the portal's."""


def check(api: Api, entry: Entry) -> Outcome:
    """What there is now says whether it was saved; UNKNOWN where it does not. Raises the Problem of a failed read."""
    endpoint = BY_NAME[entry.intent.endpoint]
    if endpoint.name in SETTABLE:
        return _compared(api, entry)
    if endpoint.method == "DELETE" and endpoint.path in READS:
        return _looked_for(api, entry)
    if endpoint.name == CREATE_SITE.name:
        return _site_made(api, entry)
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
    try:
        api.read(READS[BY_NAME[entry.intent.endpoint].path], *entry.intent.ids)
    except NotFound:
        return Outcome(State.SAVED, "It was deleted: it is not there any more.")
    return Outcome(State.NOT_SAVED, "It was not deleted: it is still there.")


def _site_made(api: Api, entry: Entry) -> Outcome:
    title = sent_by(entry).get("title", MISSING)
    query = SitesQuery() if title is MISSING else SitesQuery(title=title)
    earliest = entry.at - CLOCKS_APART_SECONDS
    for site in api.walk(LIST_SITES, *entry.intent.ids, query=query):
        if (title is MISSING or site.title == title) and _seconds(site.createdAt) >= earliest:
            return Outcome(State.SAVED, f"It was created: there is the site {site.title}.", made=site.id)
    return Outcome(State.NOT_SAVED, "It was not created: there is no such site.")


def _seconds(moment: Any) -> float:  # noqa: ANN401 - a datetime of the contract
    return moment.timestamp() if isinstance(moment, datetime) else 0.0
