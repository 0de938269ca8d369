"""Whether a site space or a group was added, removed or renamed: there is no read of one, but the site lists them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from pydantic_core import from_json

from contract.publishing.section_groups import CREATE_SECTION_GROUP, DELETE_SECTION_GROUP, UPDATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE
from masthead.changes.structure.attempts import find_added
from masthead.changes.structure.reading import read
from masthead.changes.structure.since import Standing, find_met_since, outcome_of, was_met_since
from masthead.changes.structure.tree import SiteStructure
from masthead.client import Api
from masthead.store import Cause, Entry, Journal, Outcome, Reason, State

Body = Mapping[str, Any]


def check_items(api: Api, entry: Entry, taken: Collection[str], journal: Journal | None = None) -> Outcome:
    """Read the site, and look whether what was sent is there. Raises the Problem of a failed read.

    `taken` are the ids that other entries of the journal have made.
    """
    site = read_whole(api, entry)
    body = from_json(entry.intent.body) if entry.intent.body else {}
    if entry.intent.endpoint in ADDS:
        return _check_added(find_added(site, entry.intent), taken, find_met_since(journal, entry))
    return REST[entry.intent.endpoint](site, entry, body, journal)


def read_whole(api: Api, entry: Entry) -> SiteStructure:
    """The structure that an entry changed. Raises the Problem where not all of it can be read."""
    live = read(api, *entry.intent.ids[:2])
    if live.groups_problem is not None:
        raise live.groups_problem
    return live.structure


def _check_added(found: Collection[str], taken: Collection[str], met: Collection[str]) -> Outcome:
    """`found` is what is called as it was to be. Nothing tells when it was added: somebody else may have done it.

    `met` is what somebody has found so and changed since.
    """
    if not set(found) <= set(taken):
        return Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
    if met:
        return Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE))
    return Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))


def _check_removed(site: SiteStructure, entry: Entry, _body: Body, journal: Journal | None) -> Outcome:
    if entry.intent.ids[-1] in site.spaces | site.groups:
        return Outcome(State.NOT_SAVED, Cause(Reason.AS_BEFORE))
    if was_met_since(journal, entry):
        return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
    reason = Reason.CHANGED_SINCE_SAVED if _is_there_again(site, entry) else Reason.DONE_BY_SOMEBODY
    return Outcome(State.SAVED, Cause(reason))


def _is_there_again(site: SiteStructure, entry: Entry) -> bool:
    """Under another id, as what is added again has."""
    if entry.intent.endpoint == DELETE_SECTION_GROUP.name:
        return any(each.title == entry.intent.subject.title for each in site.groups.values())
    space = entry.intent.was.get("spaceId")
    return bool(space) and any(each.space == space for each in site.spaces.values())


def _check_renamed(site: SiteStructure, entry: Entry, body: Body, journal: Journal | None) -> Outcome:
    group = site.groups.get(entry.intent.ids[-1])
    now = {name: getattr(group, name) for name in body} if group else {}
    if group is None:
        standing = Standing.GONE
    elif now == body:
        standing = Standing.AS_SENT
    elif all(now[name] == entry.intent.was.get(name) for name in body):
        standing = Standing.AS_BEFORE
    else:
        standing = Standing.NEITHER
    return outcome_of(entry, standing, site, journal, became=body)


ADDS = frozenset({ADD_SITE_SPACE.name, CREATE_SECTION_GROUP.name})
REST: Mapping[str, Callable[[SiteStructure, Entry, Body, Journal | None], Outcome]] = {
    REMOVE_SITE_SPACE.name: _check_removed,
    DELETE_SECTION_GROUP.name: _check_removed,
    UPDATE_SECTION_GROUP.name: _check_renamed,
}
"""By the name of the endpoint."""
LISTED = ADDS | REST.keys()
