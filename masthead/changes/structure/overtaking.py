"""Whether somebody set just now what a call is about to overwrite: one read, right before it."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import MISSING

from contract.publishing.section_groups import LIST_SECTION_GROUPS, UPDATE_SECTION_GROUP
from contract.publishing.site_spaces import LIST_SITE_SPACES, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE, SiteSpacesQuery
from contract.publishing.sites import UPDATE_SITE
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.changes.structure.steps import DEFAULTS
from masthead.client import Api
from masthead.store import Intent


def is_overtaken(api: Api, intent: Intent) -> bool:
    """Whether what it overwrites is not as it was when the call was planned. Raises the Problem of the read.

    The API has no condition for a write, so what is set between this read and the call is still overwritten.
    """
    read = READS.get(intent.endpoint)
    if read is None or not intent.was:
        return False
    there = read(api, intent)
    return any(there.get(name) != value for name, value in intent.was.items() if name in COMPARED)


def _space(api: Api, intent: Intent) -> Mapping[str, Any]:
    found = api.read(LIST_SITE_SPACES, *intent.ids[:2], query=SiteSpacesQuery(limit=LIMIT_MAX)).items
    return next(({"path": each.path, "condition": _value(each.condition)} for each in found if _is(each, intent)), {})


def _group(api: Api, intent: Intent) -> Mapping[str, Any]:
    found = api.read(LIST_SECTION_GROUPS, *intent.ids[:2], query=ListQuery(limit=LIMIT_MAX)).items
    return next(({"title": each.title, "icon": _value(each.icon)} for each in found if _is(each, intent)), {})


def _home(api: Api, intent: Intent) -> Mapping[str, Any]:
    found = api.read(LIST_SITE_SPACES, *intent.ids, query=SiteSpacesQuery(limit=LIMIT_MAX)).items
    marked = [each.id for each in found if each.default is True]  # some services mark one of each section
    was = intent.was.get(DEFAULTS["space"])
    return {DEFAULTS["space"]: was if was in marked else ""}


def _is(each: Any, intent: Intent) -> bool:  # noqa: ANN401 - anything with an id
    return bool(each.id == intent.ids[-1])


def _value(told: Any) -> Any:  # noqa: ANN401 - any field's
    return None if told is MISSING else told


COMPARED = {"path", "condition", "title", "icon", DEFAULTS["space"]}
READS: Mapping[str, Callable[[Api, Intent], Mapping[str, Any]]] = {
    UPDATE_SITE_SPACE.name: _space,
    REMOVE_SITE_SPACE.name: _space,
    UPDATE_SECTION_GROUP.name: _group,
    UPDATE_SITE.name: _home,
}
"""By the name of the endpoint. Moves overwrite nothing: what others put beside stays beside."""
