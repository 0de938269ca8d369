"""Reads share links of all sites: from the cache, and as many from the API as the time allows."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple
from urllib.parse import quote

from pydantic import MISSING

from blueprints.share_links.reads import link_label
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.sites import LIST_SITES, Site, SitesQuery
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.directory.share_links import BY_LINK, Review, days_since_creation, needs_attention, urgent_review
from masthead.web.frame.organization import is_refresh_requested, or_raise, read_in, read_on
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

Links = Cached[Listing[ShareLink]]
PAGES_OF_SITES = 10
AT_ONCE = 8
"""Sites read in parallel: as many requests as a page sends without queueing."""
SITES_A_PAGE = 48
SECONDS_A_PAGE = 3.0


class RegisterRow(NamedTuple):
    """One link in the register. `age` in seconds is that of its site's list."""

    site: Site
    link: ShareLink
    note: LinkNote
    age: float

    @property
    def name(self) -> str:
        return link_label(self.link)

    @property
    def place(self) -> LinkPlace:
        return self.note.place

    @property
    def key(self) -> str:
        return f"{quote(self.site.id, safe='')}/{quote(self.link.id, safe='')}"

    @property
    def state(self) -> str:
        """`on` or `off`; empty if the API doesn't report it."""
        on = value_or_none(self.link.active)
        return "" if on is None else "on" if on else "off"

    @property
    def days(self) -> int:
        return days_since_creation(self.link)

    def review(self, today: date) -> Review | None:
        """The urgency of its review; None if it isn't urgent."""
        return urgent_review(self.link, self.note.due, today)

    def is_overdue(self, today: date) -> bool:
        return self.review(today) is Review.OVERDUE

    def needs_attention(self, today: date) -> bool:
        return needs_attention(self.link, self.site, self.note.due, today)


@dataclass(slots=True)
class Register:
    """Known links. `unread` has sites whose links are not known; `old` counts sites with outdated links.

    `more_sites`: there are sites that were not listed. `stopped` says in words why reading ended early. `cut` has sites
    with more links than one request lists. `refused` counts sites whose links this person may not see.
    """

    sites: Sequence[Site]
    lines: list[RegisterRow] = field(default_factory=list)
    unread: list[Site] = field(default_factory=list)
    cut: list[Site] = field(default_factory=list)
    old: int = 0
    refused: int = 0
    more_sites: bool = False
    stopped: str = ""

    @property
    def age(self) -> float:
        return max((line.age for line in self.lines), default=0.0)

    @property
    def goes_on(self) -> bool:
        return bool(self.unread) and not self.stopped


def read_register(organization_id: str, notes: dict[LinkPlace, LinkNote]) -> Register:
    """Set the organization, and read as many sites as time allows: first those that are not cached."""
    asked = CachedRead(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX), refresh=is_refresh_requested())
    sites = read_on(asked, or_raise(read_in(organization_id, asked)), PAGES_OF_SITES)
    listed = sites.items
    register = Register(listed, more_sites=sites.more)
    known: dict[str, Links] = {}
    waiting: list[Site] = []
    for site in listed:
        last = api().last_known(_links_query(organization_id, site))
        if last is not None:
            known[site.id] = last[0]
        if last is None or not last[1]:
            waiting.append(site)
    due = {place.site for place, note in notes.items() if note.due is not None}
    # First sites that are not cached, with due dates, opened by links; then the oldest.
    waiting.sort(
        key=lambda site: (site.id in known, site.id not in due, site.visibility != BY_LINK, -_age(known, site))
    )
    gone = _read(organization_id, waiting, known, register)
    for site in listed:
        if site.id in known:
            _add(register, organization_id, site, known[site.id], notes)
        elif site.id not in gone:
            register.unread.append(site)
    return register


def _links_query(organization_id: str, site: Site) -> CachedRead[Listing[ShareLink]]:
    return CachedRead(
        LIST_SHARE_LINKS, (organization_id, site.id), ListQuery(limit=LIMIT_MAX), refresh=is_refresh_requested()
    )


def _age(known: dict[str, Links], site: Site) -> float:
    return known[site.id].age if site.id in known else 0.0


def _read(
    organization_id: str, waiting: Sequence[Site], known: dict[str, Links], register: Register
) -> Collection[str]:
    """Read sites into `known` while there is time. Returns ids of sites without access."""
    hidden: set[str] = set()
    until, done = time.monotonic() + SECONDS_A_PAGE, 0
    while done < min(len(waiting), SITES_A_PAGE) and time.monotonic() < until and not register.stopped:
        some = waiting[done : done + AT_ONCE]
        answers = api().gather(*(_links_query(organization_id, site) for site in some))
        if not known and all(isinstance(answer, Forbidden) for answer in answers):
            or_raise(answers[0])  # raises: a person without access to all of these has none to the others
        for site, answer in zip(some, answers, strict=True):
            if isinstance(answer, (Forbidden, NotFound)):
                known.pop(site.id, None)
                hidden.add(site.id)
                register.refused += isinstance(answer, Forbidden)
            elif isinstance(answer, Problem):
                register.stopped = unread_message(answer)
            else:
                known[site.id] = answer
                register.stopped = unread_message(answer.problem) if answer.problem else register.stopped
        done += len(some)
    register.old = sum(site.id in known for site in waiting[done:])
    return hidden


def _add(register: Register, organization_id: str, site: Site, links: Links, notes: dict[LinkPlace, LinkNote]) -> None:
    for link in links.value.items:
        place = LinkPlace(organization_id, site.id, link.id)
        register.lines.append(RegisterRow(site, link, notes.get(place, LinkNote(place)), links.age))
    if links.value.next is not MISSING:
        register.cut.append(site)
