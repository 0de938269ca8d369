"""The page of the inbox."""

import time
from typing import Any

from flask import Blueprint
from werkzeug.wrappers import Response

from blueprints.inbox.inbox_bulk import ACTS
from blueprints.inbox.items import BUCKETS, KINDS, SHOWN, group_items, parse_filters, sort_items
from blueprints.inbox.reads import Inbox, read_details, read_inbox
from masthead.i18n import gettext
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.web.frame.navigation import InboxCount, remember_inbox_count
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.http.responses import wants_fragment
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal

blueprint = Blueprint("inbox", __name__, url_prefix="/orgs/<organization_id>/inbox")
ROWS = 100


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show the inbox. If some spaces are unread, each part of the page loads the next one."""
    newest = _newest_entry_number(organization_id)
    inbox = read_inbox(organization_id)
    read_details(inbox)
    if newest is not None and inbox.spaces and not inbox.unread:
        count = InboxCount(len(inbox.items), bool(inbox.cut or inbox.more_spaces), time.time() - inbox.age, newest)
        remember_inbox_count(count)
    if wants_fragment("inbox-reading"):
        return page("inbox/index.html", fragment="reading", again=True, **_list_context(inbox))
    return page("inbox/index.html", fragment="rows", again=False, **_list_context(inbox))


def _newest_entry_number(organization_id: str) -> int | None:
    """Return the newest journal number, or None if unknown; an outdated count is recognized by it."""
    try:
        newest = portal().store.journal.entries(JournalQuery(organization_id), limit=1)
    except StoreError:
        return None
    return newest[0].number if newest else 0


def _list_context(inbox: Inbox) -> dict[str, Any]:
    filters, number = parse_filters(), get_page_number()
    found = sort_items([each for each in inbox.items if filters.passes(each)])
    acts = {name: act for name, act in ACTS.items() if any(map(act.applies, found))}
    selectable = {each.key for each in found if any(act.applies(each) for act in acts.values())}
    return {
        "inbox": inbox,
        "filters": filters,
        "found": len(found),
        "groups": group_items(found[(number - 1) * ROWS : number * ROWS]),
        "mine": sum(bool(each.reasons) for each in inbox.items),
        "number": number,
        "more": number * ROWS < len(found),
        "acts": [(name, gettext(act.short)) for name, act in acts.items()],
        "selectable": selectable,
        "kinds": [(name, gettext(label)) for name, label in KINDS.items()],
        "shows": [(name, gettext(label)) for name, label in SHOWN.items()],
        "ages": [(name, gettext(label)) for name, label, _ in BUCKETS],
        "spaces": [(each.id, each.called) for each in inbox.spaces],
    }
