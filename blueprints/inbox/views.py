"""The inbox: open change requests and comments of all spaces, starting with those that wait for the person."""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.inbox.filters import BUCKETS, FOR_YOU, KINDS, MINE, SHOWN, InboxFilters, get_bucket, parse_filters
from blueprints.inbox.inbox_bulk import ACTS
from masthead.i18n import gettext, sort_key
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.web.frame.navigation import InboxCount, remember_inbox_count
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.people.inbox import InboxItem, list_inbox
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import find_name
from masthead.web.submit.bulk_changes import SelectAll

blueprint = Blueprint("inbox", __name__, url_prefix="/orgs/<organization_id>/inbox")
ROWS = 100
MAX_SPACES = 200
"""The most spaces in the filter's list; typed text finds more."""


class Tab(NamedTuple):
    """A link to a part of the inbox with the number of its items."""

    label: str
    address: str
    items: int
    is_current: bool


def list_tabs(organization_id: str, items: Sequence[InboxItem], filters: InboxFilters) -> list[Tab]:
    """List the tabs: items that wait for the person, all items, and each kind. Their numbers ignore the filters."""
    here = partial(url_for, "inbox.index", organization_id=organization_id)
    parts: Mapping[str, dict[str, Any]] = {
        gettext(FOR_YOU): {"show": MINE},
        gettext("All"): {},
        **{gettext(label): {"kind": kind} for kind, label in KINDS.items()},
    }
    shown = {name: value for name, value in filters.active_filters.items() if name == "kind" or value == MINE}
    return [
        Tab(
            label,
            here(**part),
            sum(map(InboxFilters(**part).matches_filters, items)),
            shown == part,
        )
        for label, part in parts.items()
    ]


def group_items(items: Sequence[InboxItem]) -> list[tuple[str, list[InboxItem]]]:
    """Group items under headings: items that wait for the person, then others by age."""
    others = [each for each in items if not each.is_waiting]
    found = [(gettext(label), [each for each in others if get_bucket(each) == name]) for name, label, _ in BUCKETS]
    groups = [(gettext(FOR_YOU), [each for each in items if each.is_waiting]), *found]
    return [(label, some) for label, some in groups if some]


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show the inbox. A script opens one item beside the list: `item`, else `then`, else the first."""
    load_organization(organization_id)
    newest = _newest_entry_number(organization_id)
    items = list_inbox(organization_id)
    if newest is not None:
        remember_inbox_count(InboxCount(len(items), more=False, at=time.time(), entry=newest))
    return page("inbox/index.html", fragment="rows", **_list_context(organization_id, items))


def _newest_entry_number(organization_id: str) -> int | None:
    """Return the newest journal entry's number, which shows if a count is outdated; None if unknown."""
    try:
        newest = portal().store.journal.entries(JournalQuery(organization_id), limit=1)
    except StoreError:
        return None
    return newest[0].number if newest else 0


def _list_context(organization_id: str, items: Sequence[InboxItem]) -> dict[str, Any]:
    filters, number = parse_filters(), get_page_number()
    found = [each for each in items if filters.matches_filters(each)]
    shown = found[(number - 1) * ROWS : number * ROWS]
    acts = {name: act for name, act in ACTS.items() if any(map(act.applies, shown))}
    keys, asked = {each.key for each in shown}, [*map(request.args.get, ("item", "then"))]
    spaces = {each.space.id: each.space.called for each in items}
    return {
        "filters": filters,
        "name": find_name(),
        "tabs": list_tabs(organization_id, items, filters),
        "total": len(items),
        "found": len(found),
        "all": SelectAll(len(found), filters.active_filters, pages=len(found) > ROWS),
        "groups": group_items(shown),
        "addresses": _build_addresses(organization_id, shown),
        "opened": next((each for each in asked if each in keys), ""),
        "number": number,
        "more": number * ROWS < len(found),
        "acts": [(name, gettext(act.short)) for name, act in acts.items()],
        "selectable": {each.key for each in shown if any(act.applies(each) for act in acts.values())},
        "shows": [(name, gettext(label)) for name, label in SHOWN.items()],
        "ages": [(name, gettext(label)) for name, label, _ in BUCKETS],
        "spaces": sorted(spaces.items(), key=lambda each: sort_key(each[1])) if len(spaces) <= MAX_SPACES else [],
    }


def _build_addresses(organization_id: str, shown: Sequence[InboxItem]) -> dict[str, str]:
    """Return each item's URL by key. That page links back to the item, or to the next one once it is closed."""
    args: dict[str, Any] = {
        name: value for name, value in request.args.items() if name not in {"item", "then", "refresh"}
    }
    following = dict(pairwise([each.key for each in shown]))
    here = partial(url_for, "inbox.index", organization_id=organization_id, **args)
    return {
        each.key: each.address(organization_id, here(item=each.key, then=following.get(each.key))) for each in shown
    }
