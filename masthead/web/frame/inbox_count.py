"""The number of items in the inbox when it was last read, for the navigation."""

import time
from typing import NamedTuple

from flask import g, session

from masthead.i18n import format_number, gettext, ngettext

INBOX = "inbox.index"
KEPT_SECONDS = 600
MAX_ORGANIZATIONS = 5
_KEY = "inbox-counts"


class InboxCount(NamedTuple):
    """A count. `at` is when the oldest item was read, `entry` the newest journal entry then."""

    items: int
    more: bool
    at: float
    entry: int

    @property
    def short(self) -> str:
        """Return the count as `12`, or `100+` if there are more."""
        return format_number(self.items) + ("+" if self.more else "")

    @property
    def words(self) -> str:
        if self.more:
            return gettext("more than %(count)s open items", count=format_number(self.items))
        return ngettext("%(n)s open item", "%(n)s open items", self.items)


def remember_inbox_count(count: InboxCount) -> None:
    """Store the count of the page's organization in the session."""
    own = {g.organization.id: [count.items, count.more, round(count.at), count.entry]}
    others = [(name, values) for name, values in session.get(_KEY, {}).items() if name not in own]
    counts = dict([*others[1 - MAX_ORGANIZATIONS :], *own.items()])
    if counts != session.get(_KEY):
        session[_KEY] = counts


def get_inbox_count() -> InboxCount | None:
    """Return the count of the page's organization, if read within ten minutes."""
    organization = g.get("organization")
    values = session.get(_KEY, {}).get(organization.id) if organization is not None else None
    count = InboxCount(*values) if values else None
    return count if count is not None and time.time() - count.at < KEPT_SECONDS else None
