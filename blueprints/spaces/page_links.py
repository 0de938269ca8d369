"""The links of one page with their states. They are read only when somebody asks for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from blueprints.spaces.content import Content
from blueprints.spaces.tree import PageTree
from contract.schema.fields import value_or_none
from contract.schema.listing import NextPage
from contract.schema.references import PageLink, PageLinks
from i18n import N_, gettext
from masthead.client import Cached, Problem
from masthead.lookup.link_scan import BROKEN, FILE, PAGE, build_link_target
from masthead.web.descriptions.link_targets import what_is_broken, what_is_linked
from masthead.web.frame.problems import why_unread

OK, IN_APP = "ok", "in-app"
STATES: Mapping[str, tuple[str, str, str]] = {
    BROKEN: (N_("Broken"), "bad", "x-circle"),
    IN_APP: (N_("Leads into the app"), "warn", "exclamation-triangle"),
    OK: (N_("Working"), "good", "check-circle"),
}
"""Label, kind and icon of a badge. Links to fix come first."""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A link: its kind and target in words. `at` is the target's URL in the portal, or empty."""

    kind: str
    name: str
    anchor: str
    badge: tuple[str, str, str]
    at: str


@dataclass(frozen=True, slots=True)
class ShownLinks:
    """Links of a page, broken ones first. `total` includes links not listed; `unread` says why there are none."""

    rows: Sequence[LinkRow] = ()
    total: int = 0
    more: bool = False
    unread: str = ""
    read: Cached[PageLinks] | None = None


def shown_links(content: Content, tree: PageTree, answer: Cached[PageLinks] | Problem) -> ShownLinks:
    """Convert the response for display."""
    if isinstance(answer, Problem):
        return ShownLinks(unread=why_unread(answer))
    items = sorted(answer.value.items, key=lambda each: _place(each.status))
    stats = value_or_none(answer.value.stats)
    return ShownLinks(
        [_row(content, tree, each) for each in items],
        max(len(items), int(stats.total) if stats else 0),
        isinstance(answer.value.next, NextPage),
        read=answer,
    )


def _place(status: str) -> int:
    known = list(STATES)
    return known.index(status) if status in known else len(known)


def _row(content: Content, tree: PageTree, link: PageLink) -> LinkRow:
    target = build_link_target(content.space.id, link)
    label, kind, icon = STATES.get(link.status, (link.status, "quiet", "info-circle"))
    words = what_is_broken if link.status == BROKEN else what_is_linked
    at = ""
    if link.status != BROKEN and target.kind == PAGE and tree.get(target.id):
        at = content.page_at(target.id)
    elif link.status != BROKEN and target.kind == FILE and target.id:
        at = content.file_at(target.id)
    return LinkRow(words(target.kind, target.anchor), target.name, target.anchor, (gettext(label), kind, icon), at)
