"""Whether a site space or a group was added, removed or renamed: there is no read of one, but the site lists them."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from pydantic_core import from_json

from contract.publishing.section_groups import CREATE_SECTION_GROUP, DELETE_SECTION_GROUP, UPDATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE
from i18n import N_, gettext
from masthead.changes.structure.attempts import find_added
from masthead.changes.structure.reading import read
from masthead.changes.structure.since import Standing, find_met_since, outcome_of, was_met_since
from masthead.changes.structure.tree import SiteStructure
from masthead.client import Api
from masthead.store import Entry, Journal, Outcome, State

Body = Mapping[str, Any]
SOMEBODY_ELSES = N_("The API doesn't report who added what is there now. Somebody else may have added it.")
MET_SINCE = N_("It isn't known whether this was added: one of this name was renamed or removed since.")
REMOVED = N_("It was removed: it was not on the site when Masthead checked.")
REMOVED_BUT_THERE = N_("It was removed, and the site had it again when Masthead checked.")
RENAMED_AGAIN = N_("The group is neither as it was sent nor as it was before.")


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
        return Outcome(State.UNKNOWN, gettext(SOMEBODY_ELSES))
    if met:
        return Outcome(State.UNKNOWN, gettext(MET_SINCE))
    return Outcome(State.NOT_SAVED, gettext("It was not on the site when Masthead checked."))


def _check_removed(site: SiteStructure, entry: Entry, _body: Body, journal: Journal | None) -> Outcome:
    if entry.intent.ids[-1] in site.spaces | site.groups:
        return Outcome(State.NOT_SAVED, gettext("It was not removed: it was still on the site when Masthead checked."))
    if was_met_since(journal, entry):
        return Outcome(State.NOT_SAVED, gettext("This did not remove it: a later change found it there."))
    return Outcome(State.SAVED, gettext(REMOVED_BUT_THERE if _is_there_again(site, entry) else REMOVED))


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
        standing, told = Standing.GONE, gettext("The group no longer exists.")
    elif now == body:
        standing, told = Standing.AS_SENT, gettext("It was saved: the current values are what was sent.")
    elif all(now[name] == entry.intent.was.get(name) for name in body):
        standing, told = Standing.AS_BEFORE, gettext("It is not saved: the values are the same as before.")
    else:
        standing, told = Standing.NEITHER, gettext(RENAMED_AGAIN)
    return outcome_of(entry, standing, told, site, journal, became=body)


ADDS = frozenset({ADD_SITE_SPACE.name, CREATE_SECTION_GROUP.name})
REST: Mapping[str, Callable[[SiteStructure, Entry, Body, Journal | None], Outcome]] = {
    REMOVE_SITE_SPACE.name: _check_removed,
    DELETE_SECTION_GROUP.name: _check_removed,
    UPDATE_SECTION_GROUP.name: _check_renamed,
}
"""By the name of the endpoint."""
LISTED = ADDS | REST.keys()
