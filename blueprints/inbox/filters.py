"""Filters of the inbox, parsed from the query of its URL."""

from typing import NamedTuple

from flask import request

from masthead.i18n import N_, has_words
from masthead.store.directory.open_lists import COMMENTS, REQUESTS
from masthead.web.people.inbox import DAY_SECONDS, STARTED, InboxItem

MINE = "mine"
KINDS = {REQUESTS: N_("Change requests"), COMMENTS: N_("Comments")}
FOR_YOU = N_("For you")
SHOWN = {
    MINE: FOR_YOU,
    "started": N_("Started by you"),
    "outdated": N_("Outdated"),
    "discussed": N_("With open comments"),
}
BUCKETS = (
    ("today", N_("Last 24 hours"), 1),
    ("week", N_("Last 7 days"), 7),
    ("month", N_("Last 30 days"), 30),
    ("older", N_("Older"), None),
)
"""Name, heading, and maximum age in days."""
FILTERS = ("q", "kind", "show", "space", "since")


class InboxFilters(NamedTuple):
    """Filters from the query; invalid values are ignored."""

    q: str = ""
    kind: str = ""
    show: str = ""
    space: str = ""
    since: str = ""

    @property
    def active_filters(self) -> dict[str, str]:
        return {name: value for name in FILTERS if (value := getattr(self, name))}

    def matches_filters(self, each: InboxItem) -> bool:
        shown = {
            "": True,
            MINE: each.is_waiting,
            "started": each.reason == STARTED,
            "outdated": each.item.is_outdated,
            "discussed": each.kind == REQUESTS and each.item.comments > 0,
        }
        return (
            shown[self.show]
            and self.kind in {"", each.kind}
            and self.space in {"", each.space.id}
            and (not self.since or self.since == get_bucket(each))
            and (not self.q or has_words(self.q, each.title, each.author, each.space.called))
        )


def parse_filters() -> InboxFilters:
    known = {"kind": set(KINDS), "show": set(SHOWN), "since": {name for name, _, _ in BUCKETS}}
    asked = {name: request.args.get(name, "").strip() for name in FILTERS}
    return InboxFilters(**{n: value if value in known.get(n, {value}) else "" for n, value in asked.items()})


def get_bucket(item: InboxItem) -> str:
    """Return the name of the item's age group. An unknown age counts as the oldest."""
    age = item.seconds_old
    some = (name for name, _, most in BUCKETS if most is None or (age is not None and age < most * DAY_SECONDS))
    return next(some)
