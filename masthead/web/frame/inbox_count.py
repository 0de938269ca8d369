"""How many items the inbox had when it was last read, for the navigation: no page reads the inbox for that."""

import time
from dataclasses import dataclass

from flask import g, session

from i18n import format_number, gettext, ngettext

INBOX = "inbox.index"
KEPT_SECONDS = 600
MAX_ORGANIZATIONS = 5
_KEY = "inbox-counts"


@dataclass(frozen=True, slots=True)
class InboxCount:
    """`at` is when the oldest of it was read, `entry` the newest of the journal then; `more` are not listed."""

    items: int
    more: bool
    at: float
    entry: int

    @property
    def short(self) -> str:
        """The number, with a sign where there are more."""
        return format_number(self.items) + ("+" if self.more else "")

    @property
    def words(self) -> str:
        """What the number counts."""
        if self.more:
            return gettext("more than %(count)s open items", count=format_number(self.items))
        return ngettext("%(n)s open item", "%(n)s open items", self.items)


def remember_inbox_count(count: InboxCount) -> None:
    """Keep it in the session, for the organization of this page."""
    own = {g.organization.id: [count.items, count.more, round(count.at), count.entry]}
    others = [(name, values) for name, values in session.get(_KEY, {}).items() if name not in own]
    counts = dict([*others[1 - MAX_ORGANIZATIONS :], *own.items()])
    if counts != session.get(_KEY):
        session[_KEY] = counts


def get_inbox_count() -> InboxCount | None:
    """That of the organization of this page, where the inbox was read in the last ten minutes."""
    organization = g.get("organization")
    values = session.get(_KEY, {}).get(organization.id) if organization is not None else None
    count = InboxCount(*values) if values else None
    return count if count is not None and time.time() - count.at < KEPT_SECONDS else None
