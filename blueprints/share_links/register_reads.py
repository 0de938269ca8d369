"""All share links of an organization, site by site: what is remembered, and as much read anew as there is time for."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from urllib.parse import quote

from pydantic import MISSING

from blueprints.share_links.changes import called
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.site import Site
from contract.publishing.sites import LIST_SITES, SitesQuery
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.store import LinkNote, LinkPlace
from masthead.web.pages.link_attention import Review, days_since_creation, needs_attention, urgent_review
from masthead.web.pages.link_readers import BY_LINK
from masthead.web.pages.organization import or_raise, organization_read, refreshing, set_organization
from masthead.web.pages.problems import why_unread
from masthead.web.person.portal import api

Links = Cached[Listing[ShareLink]]
PAGES_OF_SITES = 10
AT_ONCE = 8
"""Sites that are asked together: as many calls as a page sends without queueing."""
SITES_A_PAGE = 48
SECONDS_A_PAGE = 3.0


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link in the register. `age` in seconds: when the links of its site were read."""

    site: Site
    link: ShareLink
    note: LinkNote
    age: float

    @property
    def name(self) -> str:
        """What people know the link by."""
        return called(self.link)

    @property
    def place(self) -> LinkPlace:
        """Which link it is."""
        return self.note.place

    @property
    def key(self) -> str:
        """What stands for it in a form."""
        return f"{quote(self.site.id, safe='')}/{quote(self.link.id, safe='')}"

    @property
    def state(self) -> str:
        """Whether it is on or off; empty where the API doesn't report it."""
        on = value_or_none(self.link.active)
        return "" if on is None else "on" if on else "off"

    @property
    def days(self) -> int:
        """How many days ago it was made."""
        return days_since_creation(self.link)

    def review(self, today: date) -> Review | None:
        """How urgent its review is."""
        return urgent_review(self.link, self.note.due, today)

    def is_overdue(self, today: date) -> bool:
        """Whether it is on, and should not be."""
        return self.review(today) is Review.OVERDUE

    def needs_attention(self, today: date) -> bool:
        """Whether somebody should look at it."""
        return needs_attention(self.link, self.site, self.note.due, today)


@dataclass(slots=True)
class Register:
    """The lines that are known. `unread` are the sites whose links are not; `old` says that some may have changed.

    `more_sites` says that there are more than were listed, `stopped` in words why reading stopped before its time.
    `cut` are the sites with more links than are read at once. `refused` is how many sites keep theirs from this person.
    """

    sites: Sequence[Site]
    lines: list[LinkRow] = field(default_factory=list)
    unread: list[Site] = field(default_factory=list)
    cut: list[Site] = field(default_factory=list)
    old: int = 0
    refused: int = 0
    more_sites: bool = False
    stopped: str = ""

    @property
    def age(self) -> float:
        """Seconds since the oldest of it was read."""
        return max((line.age for line in self.lines), default=0.0)

    @property
    def goes_on(self) -> bool:
        """Whether the next page would read more."""
        return bool(self.unread) and not self.stopped


def read_register(organization_id: str, notes: dict[LinkPlace, LinkNote]) -> Register:
    """Arrive in the organization, and read what there is time for: first what is not known at all."""
    organization, sites = api().gather(organization_read(organization_id), _sites_query(organization_id, None))
    set_organization(organization)
    listed, more = _walk(organization_id, or_raise(sites).value)
    register = Register(listed, more_sites=more)
    known: dict[str, Links] = {}
    waiting: list[Site] = []
    for site in listed:
        last = api().last_known(_links_query(organization_id, site))
        if last is not None:
            known[site.id] = last[0]
        if last is None or not last[1]:
            waiting.append(site)
    due = {place.site for place, note in notes.items() if note.due is not None}
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


def _sites_query(organization_id: str, page: str | None) -> CachedRead[Listing[Site]]:
    query = SitesQuery(limit=LIMIT_MAX) if page is None else SitesQuery(limit=LIMIT_MAX, page=page)
    return CachedRead(LIST_SITES, (organization_id,), query, refresh=refreshing())


def _walk(organization_id: str, first: Listing[Site]) -> tuple[list[Site], bool]:
    """All sites, and whether there are more than are listed here."""
    sites, listing = list(first.items), first
    for _ in range(PAGES_OF_SITES - 1):
        if listing.next is MISSING:
            break
        (answer,) = api().gather(_sites_query(organization_id, listing.next.page))
        if isinstance(answer, Problem):
            return sites, True
        listing = answer.value
        sites += listing.items
    return sites, listing.next is not MISSING


def _links_query(organization_id: str, site: Site) -> CachedRead[Listing[ShareLink]]:
    return CachedRead(LIST_SHARE_LINKS, (organization_id, site.id), ListQuery(limit=LIMIT_MAX), refresh=refreshing())


def _age(known: dict[str, Links], site: Site) -> float:
    return known[site.id].age if site.id in known else 0.0


def _read(
    organization_id: str, waiting: Sequence[Site], known: dict[str, Links], register: Register
) -> Collection[str]:
    """Read sites in their order while there is time, into `known`; those that turn out to show no links."""
    hidden: set[str] = set()
    until, done = time.monotonic() + SECONDS_A_PAGE, 0
    while done < min(len(waiting), SITES_A_PAGE) and time.monotonic() < until and not register.stopped:
        some = waiting[done : done + AT_ONCE]
        answers = api().gather(*(_links_query(organization_id, site) for site in some))
        if not known and all(isinstance(answer, Forbidden) for answer in answers):
            or_raise(answers[0])  # raises it: whoever may not see these may not see the others
        for site, answer in zip(some, answers, strict=True):
            if isinstance(answer, (Forbidden, NotFound)):
                known.pop(site.id, None)
                hidden.add(site.id)
                register.refused += isinstance(answer, Forbidden)
            elif isinstance(answer, Problem):
                register.stopped = why_unread(answer)
            else:
                known[site.id] = answer
                register.stopped = why_unread(answer.problem) if answer.problem else register.stopped
        done += len(some)
    register.old = sum(site.id in known for site in waiting[done:])
    return hidden


def _add(register: Register, organization_id: str, site: Site, links: Links, notes: dict[LinkPlace, LinkNote]) -> None:
    for link in links.value.items:
        place = LinkPlace(organization_id, site.id, link.id)
        register.lines.append(LinkRow(site, link, notes.get(place, LinkNote(place)), links.age))
    if links.value.next is not MISSING:
        register.cut.append(site)
