"""The register of all share links: those in the cache, and as many others as time allows to read."""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import quote

from flask import Blueprint, request, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.share_links.forms import NewLinkOfSiteForm
from blueprints.share_links.links import create_link, offer_sites, read_selected_site
from contract.publishing.share_links import LIST_SHARE_LINKS, ShareLink
from contract.publishing.sites import LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import N_, gettext, has_words, sort_key
from masthead.store.notes import LinkNote, LinkPlace
from masthead.web.descriptions.labels import VISIBILITY, translate_labels, translate_rows
from masthead.web.directory.entries import download_name
from masthead.web.directory.share_links import (
    BY_LINK,
    OLD_DAYS,
    SOON,
    Review,
    attention_rank,
    days_since_creation,
    list_notes,
    needs_attention,
    urgent_review,
)
from masthead.web.forms.forms import PageForm
from masthead.web.forms.share_links import link_label
from masthead.web.frame.organization import (
    has_permission,
    is_refresh_requested,
    or_raise,
    read_further_pages,
    read_in_organization,
)
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.http.paths import get_page_number
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.locale import today
from masthead.web.person.portal import api
from masthead.web.submit.bulk_changes import SelectAll

Links = Cached[Listing[ShareLink]]
PAGES_OF_SITES = 10
AT_ONCE = 8
"""Sites read in parallel: as many requests as a page sends without queueing."""
SITES_A_PAGE = 48
SECONDS_A_PAGE = 3.0


class RegisterRow(NamedTuple):
    """One link in the register. `age` is the age of its site's list of links, in seconds."""

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
    def days_old(self) -> int:
        return days_since_creation(self.link)

    def urgent_review(self, today: date) -> Review | None:
        """Return the urgency of the link's review; None if it isn't urgent."""
        return urgent_review(self.link, self.note.due, today)

    def is_overdue(self, today: date) -> bool:
        return self.urgent_review(today) is Review.OVERDUE

    def needs_attention(self, today: date) -> bool:
        return needs_attention(self.link, self.site, self.note.due, today)


@dataclass(slots=True)
class Register:
    """Known links. `unread` has the sites whose links are unknown; `old` counts the sites whose links are outdated.

    `more_sites` is true if not all sites were listed. `stopped` describes why reading ended early. `cut` has the sites
    with more links than one request lists. `refused` counts the sites whose links the person may not see.
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
    def is_unfinished(self) -> bool:
        return bool(self.unread) and not self.stopped


def read_register(organization_id: str) -> Register:
    """Set the organization, and read the links of as many sites as time allows, starting with uncached ones."""
    asked = CachedRead(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX), refresh=is_refresh_requested())
    sites = read_further_pages(asked, or_raise(read_in_organization(organization_id, asked)), PAGES_OF_SITES)
    listed = sites.items
    register, notes = Register(listed, more_sites=sites.more), list_notes(organization_id)
    known: dict[str, Links] = {}
    waiting: list[Site] = []
    for site in listed:
        last = api().get_last_response(_links_read(organization_id, site))
        if last is not None:
            known[site.id] = last[0]
        if last is None or not last[1]:
            waiting.append(site)
    due = {place.site for place, note in notes.items() if note.due is not None}
    # First sites that are not cached, with due dates, opened by links; then the oldest.
    waiting.sort(
        key=lambda site: (site.id in known, site.id not in due, site.visibility != BY_LINK, -_cached_age(known, site))
    )
    gone = _read_sites(organization_id, waiting, known, register)
    for site in listed:
        if site.id in known:
            _add_rows(register, organization_id, site, known[site.id], notes)
        elif site.id not in gone:
            register.unread.append(site)
    return register


def _links_read(organization_id: str, site: Site) -> CachedRead[Listing[ShareLink]]:
    return CachedRead(
        LIST_SHARE_LINKS, (organization_id, site.id), ListQuery(limit=LIMIT_MAX), refresh=is_refresh_requested()
    )


def _cached_age(known: dict[str, Links], site: Site) -> float:
    return known[site.id].age if site.id in known else 0.0


def _read_sites(
    organization_id: str, waiting: Sequence[Site], known: dict[str, Links], register: Register
) -> Collection[str]:
    """Read sites' links into `known` while there is time. Returns the ids of sites that are denied or deleted."""
    hidden: set[str] = set()
    until, done = time.monotonic() + SECONDS_A_PAGE, 0
    while done < min(len(waiting), SITES_A_PAGE) and time.monotonic() < until and not register.stopped:
        some = waiting[done : done + AT_ONCE]
        answers = api().gather(*(_links_read(organization_id, site) for site in some))
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


def _add_rows(
    register: Register, organization_id: str, site: Site, links: Links, notes: dict[LinkPlace, LinkNote]
) -> None:
    for link in links.value.items:
        place = LinkPlace(organization_id, site.id, link.id)
        register.lines.append(RegisterRow(site, link, notes.get(place, LinkNote(place)), links.age))
    if links.value.next is not MISSING:
        register.cut.append(site)


blueprint = Blueprint("link_register", __name__, url_prefix="/orgs/<organization_id>/links")
ROWS = 100
WITHIN = {"soon": SOON, "month": timedelta(days=30), "quarter": timedelta(days=90)}
STATES = {
    "attention": N_("Needs attention"),
    "on": N_("On"),
    "old": N_("On, older than a year"),
    "off": N_("Off"),
}
DUES = {
    "overdue": N_("Overdue"),
    "soon": N_("Within 7 days"),
    "month": N_("Within 30 days"),
    "quarter": N_("Within 90 days"),
    "any": N_("With a date"),
    "none": N_("Without a date"),
}
ORDERS = {
    "attention": N_("Needs attention first"),
    "oldest": N_("Oldest first"),
    "newest": N_("Newest first"),
    "due": N_("By review date"),
    "name": N_("By name"),
    "site": N_("By site"),
}
COLUMNS = (
    "site",
    "siteId",
    "visibility",
    "link",
    "linkId",
    "state",
    "created",
    "days",
    "reviewBy",
    "overdue",
    "note",
    "read",
)


@dataclass(frozen=True, slots=True)
class LinkFilters:
    """Filters and order from the query; invalid values are ignored."""

    q: str
    state: str
    due: str
    visibility: str
    sort: str

    @classmethod
    def from_request(cls) -> "LinkFilters":
        known = {"state": set(STATES), "due": set(DUES), "visibility": set(VISIBILITY), "sort": set(ORDERS)}
        asked = {name: request.args.get(name, "") for name in known}
        chosen = {name: value if value in known[name] else "" for name, value in asked.items()}
        return cls(q=request.args.get("q", "").strip(), **chosen)

    @property
    def active_filters(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in self.__slots__ if getattr(self, name)}

    @property
    def is_narrowed(self) -> bool:
        """True if any filter is set, apart from the order."""
        return bool(self.active_filters.keys() - {"sort"})

    @property
    def has_due_filter(self) -> bool:
        return self.due not in {"", "none"}

    def matches(self, line: RegisterRow, day: date) -> bool:
        due = line.note.due
        by_due = {
            "": True,
            "overdue": line.urgent_review(day) in {Review.OVERDUE, Review.UNREPORTED},
            **{name: due is not None and day <= due <= day + time for name, time in WITHIN.items()},
            "any": due is not None,
            "none": due is None,
        }
        by_state = {
            "": True,
            "attention": line.needs_attention(day),
            "old": line.state == "on" and line.days_old > OLD_DAYS,
            line.state: True,
        }
        return (
            by_due[self.due]
            and by_state.get(self.state, False)
            and self.visibility in {"", line.site.visibility}
            and has_words(self.q, line.site.title, line.name, line.note.note)
        )

    def select_rows(self, lines: list[RegisterRow], day: date) -> list[RegisterRow]:
        """Return the links that match the filters, in the requested order."""
        orders: dict[str, Callable[[RegisterRow], Any]] = {
            "oldest": lambda line: line.link.createdAt,
            "newest": lambda line: -line.link.createdAt.timestamp(),
            "due": lambda line: (line.note.due or date.max, line.link.createdAt),
            "name": lambda line: sort_key(line.name),
            "site": lambda line: (sort_key(line.site.title), line.link.createdAt),
        }
        order = orders.get(self.sort, lambda line: attention_rank(line.link, line.site, line.note.due, day))
        return sorted((line for line in lines if self.matches(line, day)), key=order)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show the known links. Sites that are still unread are loaded in batches."""
    register = read_register(organization_id)
    if wants_fragment("link_register-reading"):
        return page("link_register/index.html", fragment="reading", again=True, **_list_context(register))
    return page("link_register/index.html", fragment="rows", again=False, **_list_context(register))


@blueprint.get("/overdue")
@signed_in
def ask_switch_off(organization_id: str) -> Response:
    """Redirect to the review that switches off all links whose review date has passed."""
    return redirect_to(
        url_for("link_bulk.ask", organization_id=organization_id, do="off", all=1, due="overdue", state="on")
    )


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    form = NewLinkOfSiteForm.new(site=request.args.get("site", ""))
    offer_sites(form, organization_id)
    return page("link_register/new.html", form=form, may=has_permission("createContent"))


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Create a link for the selected site. The next page shows its URL."""
    form = NewLinkOfSiteForm.new()
    offer_sites(form, organization_id)
    site = read_selected_site(form, organization_id) if form.validate() else None
    saved = create_link(form, organization_id, site) if site else None
    return saved or page("link_register/new.html", form=form, may=has_permission("createContent"))


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download the links that match the filters as CSV. Sites that were not read get a row that says so."""
    register = read_register(organization_id)
    day = today()
    lines = [_csv_cells(line, day) for line in LinkFilters.from_request().select_rows(register.lines, day)]
    unread = [
        (site.title, site.id, site.visibility, "", "", gettext("not read yet"), *[""] * 6) for site in register.unread
    ]
    return csv_response([COLUMNS, *lines, *unread], download_name("share-links", organization_id))


def _csv_cells(line: RegisterRow, day: date) -> tuple[str, ...]:
    """Return the CSV cells of a link, without its URL: anybody with the file could read the site."""
    return (
        line.site.title,
        line.site.id,
        line.site.visibility,
        line.name,
        line.link.id,
        line.state or gettext("not shown"),
        line.link.createdAt.date().isoformat(),
        str(line.days_old),
        line.note.due.isoformat() if line.note.due else "",
        "yes" if line.is_overdue(day) else "",
        line.note.note,
        (datetime.now(UTC) - timedelta(seconds=line.age)).isoformat(timespec="seconds"),
    )


def _list_context(register: Register) -> dict[str, Any]:
    day, filters = today(), LinkFilters.from_request()
    lines = filters.select_rows(register.lines, day)
    number = get_page_number()
    return {
        "register": register,
        "filters": filters,
        "lines": lines[(number - 1) * ROWS : number * ROWS],
        "found": len(lines),
        "all": SelectAll(len(lines), filters.active_filters, pages=len(lines) > ROWS),
        "number": number,
        "more": len(lines) > number * ROWS,
        "dated": any(line.note.due is not None for line in register.lines),
        "overdue": sum(line.is_overdue(day) for line in register.lines),
        "today": day,
        "key": PageForm(formdata=None).form_key.data,
        "may": has_permission("createContent"),
        "choices": {"state": translate_labels(STATES), "due": translate_labels(DUES), "sort": translate_labels(ORDERS)},
        "visibilities": translate_rows(VISIBILITY, 2),
    }
