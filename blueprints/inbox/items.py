"""Tabs, filters and groups of the inbox."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import request, url_for

from masthead.i18n import N_, gettext, has_words
from masthead.store.directory.open_lists import COMMENTS, REQUESTS
from masthead.web.people.inbox import DAY_SECONDS, InboxItem

MINE = "mine"
KINDS = {REQUESTS: N_("Change requests"), COMMENTS: N_("Comments")}
SHOWN = {MINE: N_("For me"), "outdated": N_("Outdated"), "discussed": N_("With open comments")}
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
            MINE: bool(each.reason),
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


class Tab(NamedTuple):
    """A link to a part of the inbox with the number of its items."""

    label: str
    address: str
    items: int
    is_current: bool


def parse_filters() -> InboxFilters:
    known = {"kind": set(KINDS), "show": set(SHOWN), "since": {name for name, _, _ in BUCKETS}}
    asked = {name: request.args.get(name, "").strip() for name in FILTERS}
    return InboxFilters(**{n: value if value in known.get(n, {value}) else "" for n, value in asked.items()})


def list_tabs(organization_id: str, items: Sequence[InboxItem], filters: InboxFilters) -> list[Tab]:
    """List what is for the person, all, and each kind, with numbers that don't depend on the filters."""
    here = partial(url_for, "inbox.index", organization_id=organization_id)
    parts: Mapping[str, dict[str, Any]] = {
        gettext("For me"): {"show": MINE},
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


def get_bucket(item: InboxItem) -> str:
    """Return the name of its age group. An unknown age counts as the oldest."""
    age = item.seconds_old
    some = (name for name, _, most in BUCKETS if most is None or (age is not None and age < most * DAY_SECONDS))
    return next(some)


def group_items(items: Sequence[InboxItem]) -> list[tuple[str, list[InboxItem]]]:
    """Group items under headings: items that concern the person, then others by age."""
    others = [each for each in items if not each.reason]
    found = [(gettext(label), [each for each in others if get_bucket(each) == name]) for name, label, _ in BUCKETS]
    groups = [(gettext("For me"), [each for each in items if each.reason]), *found]
    return [(label, some) for label, some in groups if some]
