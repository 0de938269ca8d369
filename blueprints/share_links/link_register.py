"""The register of all share links of an organization, with filters, sorting and overdue links."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.share_links.forms import NewLinkOfSiteForm
from blueprints.share_links.new_link import create_link, offer_sites, selected_site
from blueprints.share_links.reads import list_notes
from blueprints.share_links.register_reads import Register, RegisterRow, read_register
from masthead.i18n import N_, gettext, has_words, sort_key
from masthead.web.descriptions.labels import translated, translated_rows
from masthead.web.descriptions.visibility import VISIBILITY
from masthead.web.directory.entries import download_name
from masthead.web.directory.share_links import OLD_DAYS, SOON, Review
from masthead.web.forms.forms import PageForm
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.http.htmx import redirect_to, wants_fragment
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.locale import today

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
    "oldest": N_("Oldest first"),
    "newest": N_("Newest first"),
    "due": N_("By review date"),
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
    def asked(cls) -> "LinkFilters":
        known = {"state": set(STATES), "due": set(DUES), "visibility": set(VISIBILITY), "sort": set(ORDERS)}
        asked = {name: request.args.get(name, "") for name in known}
        chosen = {name: value if value in known[name] else "" for name, value in asked.items()}
        return cls(q=request.args.get("q", "").strip(), **chosen)

    @property
    def given(self) -> dict[str, str]:
        return {name: getattr(self, name) for name in self.__slots__ if getattr(self, name)}

    @property
    def narrows(self) -> bool:
        """True if a filter is set; the order doesn't count."""
        return bool(self.given.keys() - {"sort"})

    @property
    def asks_for_due(self) -> bool:
        return self.due not in {"", "none"}

    def matches(self, line: RegisterRow, day: date) -> bool:
        due = line.note.due
        by_due = {
            "": True,
            "overdue": line.review(day) in {Review.OVERDUE, Review.UNREPORTED},
            **{name: due is not None and day <= due <= day + time for name, time in WITHIN.items()},
            "any": due is not None,
            "none": due is None,
        }
        by_state = {
            "": True,
            "attention": line.needs_attention(day),
            "old": line.state == "on" and line.days > OLD_DAYS,
            line.state: True,
        }
        return (
            by_due[self.due]
            and by_state.get(self.state, False)
            and self.visibility in {"", line.site.visibility}
            and has_words(self.q, line.site.title, line.name, line.note.note)
        )

    def arranged(self, lines: list[RegisterRow], day: date) -> list[RegisterRow]:
        """Links that match, in order."""
        orders: dict[str, Callable[[RegisterRow], Any]] = {
            "newest": lambda line: -line.link.createdAt.timestamp(),
            "due": lambda line: (line.note.due or date.max, line.link.createdAt),
            "site": lambda line: (sort_key(line.site.title), line.link.createdAt),
        }
        order = orders.get(self.sort, lambda line: line.link.createdAt)
        return sorted((line for line in lines if self.matches(line, day)), key=order)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show the known links. Sites that are not read yet are read in parts, each loaded by the one before."""
    register = read_register(organization_id, list_notes(organization_id))
    if wants_fragment("link_register-reading"):
        return page("link_register/index.html", fragment="reading", again=True, **_list_context(register))
    return page("link_register/index.html", fragment="rows", again=False, **_list_context(register))


@blueprint.get("/overdue")
@signed_in
def ask_switch_off(organization_id: str) -> Response:
    """Redirect to the review that switches off all links whose review date has passed."""
    return redirect_to(url_for("link_bulk.ask", organization_id=organization_id, do="off", due="overdue"))


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    form = NewLinkOfSiteForm.new(site=request.args.get("site", ""))
    offer_sites(form, organization_id)
    return _new_page(form)


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Create a link for the selected site. The page that follows shows its URL."""
    form = NewLinkOfSiteForm.new()
    offer_sites(form, organization_id)
    site = selected_site(form, organization_id) if form.validate() else None
    saved = create_link(form, organization_id, site) if site else None
    return saved or _new_page(form)


def _new_page(form: NewLinkOfSiteForm) -> Response:
    return page("link_register/new.html", form=form, may=has_permission("createContent"))


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download links that match the filters as CSV. Sites that were not read have a row that says so."""
    register = read_register(organization_id, list_notes(organization_id))
    day = today()
    lines = [_cells(line, day) for line in LinkFilters.asked().arranged(register.lines, day)]
    unread = [
        (site.title, site.id, site.visibility, "", "", gettext("not read yet"), *[""] * 6) for site in register.unread
    ]
    return csv_response([COLUMNS, *lines, *unread], download_name("share-links", organization_id))


def _cells(line: RegisterRow, day: date) -> tuple[str, ...]:
    """CSV cells of a link. Its URL is left out: anybody with the file could read the sites."""
    return (
        line.site.title,
        line.site.id,
        line.site.visibility,
        line.name,
        line.link.id,
        line.state or gettext("not reported"),
        line.link.createdAt.date().isoformat(),
        str(line.days),
        line.note.due.isoformat() if line.note.due else "",
        "yes" if line.is_overdue(day) else "",
        line.note.note,
        (datetime.now(UTC) - timedelta(seconds=line.age)).isoformat(timespec="seconds"),
    )


def _list_context(register: Register) -> dict[str, Any]:
    day, filters = today(), LinkFilters.asked()
    lines = filters.arranged(register.lines, day)
    number = get_page_number()
    return {
        "register": register,
        "filters": filters,
        "lines": lines[(number - 1) * ROWS : number * ROWS],
        "found": len(lines),
        "number": number,
        "more": len(lines) > number * ROWS,
        "dated": any(line.note.due is not None for line in register.lines),
        "overdue": sum(line.is_overdue(day) for line in register.lines),
        "today": day,
        "key": PageForm(formdata=None).form_key.data,
        "may": has_permission("createContent"),
        "choices": {"state": translated(STATES), "due": translated(DUES), "sort": translated(ORDERS)},
        "visibilities": translated_rows(VISIBILITY, 2),
    }
