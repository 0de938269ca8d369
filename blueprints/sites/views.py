"""Pages of sites: list, create, view, edit, delete."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, g, request, url_for
from pydantic import MISSING, ValidationError
from werkzeug.wrappers import Response

from blueprints.sites.alerts import find_alerts
from blueprints.sites.dependents import find_site_dependents
from blueprints.sites.forms import EditSiteForm, NewSiteForm, SitesFilter
from blueprints.sites.listing import (
    COLUMNS,
    HEADINGS,
    MAX_PAGES,
    ORDERS,
    csv_row,
    parse_columns,
    read_sites,
    table_rows,
)
from contract.publishing.section_groups import LIST_SECTION_GROUPS, SiteSection, SiteSectionGroup
from contract.publishing.share_links import ShareLinkCreate
from contract.publishing.sites import (
    CREATE_SITE,
    DELETE_SITE,
    GET_PUBLISHED,
    GET_SITE,
    LIST_SITES,
    UPDATE_SITE,
    PublishedContentSite,
    Site,
    SitesQuery,
)
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, NotFound, Problem, Read
from masthead.client.reads import NO_ANSWER
from masthead.i18n import gettext
from masthead.resources import SITE
from masthead.resources.publishing import list_site_parts
from masthead.store.entries import Subject
from masthead.store.notes import LinkPlace
from masthead.web.directory.entries import download_name
from masthead.web.forms.consequences import Consequence
from masthead.web.forms.forms import ConfirmForm
from masthead.web.forms.pickers import verify_named
from masthead.web.forms.share_links import build_link_creation, save_due_date
from masthead.web.frame.organization import (
    gather_in_organization,
    has_permission,
    is_refresh_requested,
    load_organization,
    or_raise,
    organization_read,
    read_in_organization,
    set_organization,
)
from masthead.web.frame.pages import Feedback, Report, page, redirect_already_done
from masthead.web.frame.problems import http_status, unread_message
from masthead.web.frame.sorting import requested_order, sort_rows
from masthead.web.http.responses import wants_fragment
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api
from masthead.web.submit.bulk_changes import SelectAll
from masthead.web.submit.follow_up import send_follow_up
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.submission import redirect_unchanged, refuse_if_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("sites", __name__, url_prefix="/orgs/<organization_id>/sites")
ROWS = 100
OFFERED = {"type": "basic", "spaces": "empty"}
"""Initial values of the form for a new site."""


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    picked = SitesFilter(request.args)
    filters = picked.active_filters(request.args)
    listing = read_sites(
        organization_id, _build_query(filters), LIST_SITES.tolerant_listing, refresh=is_refresh_requested()
    )
    order = requested_order(ORDERS)
    if not wants_fragment("sites-rows"):
        picked.space.offer_known(organization_id)
        picked.space.offer_current(filters.get("space"))
    columns = parse_columns(request.args.getlist("columns"))
    view = {**filters, **({"columns": ",".join(columns)} if columns else {})}
    # If the API can't be reached, still show the page with the filter that the person just typed.
    away = listing if isinstance(listing, NO_ANSWER) else None
    found = None if isinstance(listing, NO_ANSWER) else or_raise(listing)
    return page(
        "sites/index.html",
        status=http_status(away) if away else 200,
        fragment="rows",
        listing=found,
        rows=table_rows(found.value.items, columns, _url("index", organization_id)) if found else "",
        unread=unread_message(away) if away else "",
        filters=filters,
        picked=picked,
        view=view | ({"sort": order} if order else {}),
        sort={"here": _url("index", organization_id), "given": view, "now": order, "part": "sites-rows"},
        columns={name: COLUMNS[name].label for name in columns},
        offered={name: column.label for name, column in COLUMNS.items()},
        asked={
            **filters,
            **({"sort": order} if order else {}),
            **({"page": request.args["page"]} if request.args.get("page") else {}),
        },
        all=SelectAll(
            None, filters, pages=bool(request.args.get("page") or (found and value_or_none(found.value.next)))
        ),
        first=not request.args.get("page"),
        may_create=has_permission("createContent"),
        may_delete=has_permission("admin"),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    load_organization(organization_id)
    asked = _build_query(SitesFilter(request.args).active_filters(request.args)).model_copy(
        update={"limit": LIMIT_MAX, "page": MISSING}
    )
    sites = sort_rows(api().walk(LIST_SITES, organization_id, query=asked, pages=MAX_PAGES), ORDERS)
    return csv_response([HEADINGS, *map(csv_row, sites)], download_name("sites", organization_id))


def _build_query(filters: dict[str, str]) -> SitesQuery:
    """Build the API query from `filters`. Removes invalid values, such as from a hand-written URL, from `filters`."""
    asked: dict[str, Any] = {**filters, "limit": ROWS}
    if request.args.get("page"):
        asked["page"] = request.args["page"]
    try:
        return SitesQuery.model_validate(asked)
    except ValidationError as wrong:
        for error in wrong.errors():
            del filters[str(error["loc"][0])]
        return _build_query(filters)


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    load_organization(organization_id)
    form = NewSiteForm.new(**OFFERED)
    form.spaces.offer_known(organization_id)
    return page("sites/new.html", form=form, may=has_permission("createContent"))


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    organization = load_organization(organization_id, anew=True)
    form = NewSiteForm.new(**OFFERED)
    title = form.title.data
    form.spaces.offer_known(organization_id)
    ready = form.validate() and not refuse_if_unread(form, organization) and verify_named(form, organization_id)
    saved = ready and save(
        form,
        Change(
            CREATE_SITE,
            (organization_id,),
            Subject("site", "", title),
            gettext("Create the site %(title)s", title=title),
            form.site_body(),
        ),
        lambda site: _create_first_link(organization_id, site, form),
    )
    return saved or page("sites/new.html", form=form, may=has_permission("createContent"))


def _create_first_link(organization_id: str, site: Site, form: NewSiteForm) -> tuple[Report, str]:
    """Create the share link named in a new site's form, if any. Returns the message and the next page's URL."""
    created = Report(Feedback.SAVED, gettext("%(site)s was created.", site=site.title))
    if not form.link.data:
        return created, _url("show", organization_id, site.id)
    body = ShareLinkCreate(name=form.link.data)
    link = send_follow_up(form, build_link_creation(organization_id, site, body))
    links_url = url_for("share_links.index", organization_id=organization_id, site_id=site.id)
    if isinstance(link, str):
        return created.followed_by(gettext(" Share link %(link)s: %(why)s", link=body.name, why=link)), links_url
    created = created.followed_by(gettext(" Its share link is %(link)s.", link=body.name))
    return created.followed_by(save_due_date(LinkPlace(organization_id, site.id, link.id), form.due.day)), links_url


@blueprint.get("/<site_id>")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    ids = (organization_id, site_id)
    site, published, groups = gather_in_organization(
        organization_id,
        CachedRead(GET_SITE, ids, refresh=is_refresh_requested()),
        CachedRead(GET_PUBLISHED, ids, refresh=is_refresh_requested()),
        CachedRead(LIST_SECTION_GROUPS, ids, ListQuery(limit=LIMIT_MAX), refresh=is_refresh_requested()),
    )
    remembered = or_raise(site)
    view = None if isinstance(published, Problem) else published.value
    return page(
        "sites/show.html",
        remembered=remembered,
        site=remembered.value,
        published=view,
        outline=build_outline(view, [] if isinstance(groups, Problem) else groups.value.items) if view else [],
        alerts=list(find_alerts(organization_id, remembered.value)),
    )


@blueprint.get("/<site_id>/edit")
@signed_in
def edit(organization_id: str, site_id: str) -> Response:
    site, published = _read_site(organization_id, site_id, reads_published=True)
    return _edit_page(_edit_form(site.value, published), site, published)


@blueprint.post("/<site_id>/edit")
@signed_in
@keeps_input
def update(organization_id: str, site_id: str) -> Response:
    site, published = _read_site(organization_id, site_id, reads_published=False)
    form = _edit_form(site.value, published)
    if SITE.settings.unread.intersection(each.name for each in form.three_way.edited_fields()):
        site, published = _read_site(organization_id, site_id, reads_published=True)  # which tells the defaults
        form = _edit_form(site.value, published)
    onward = _url("show", organization_id, site_id)
    if form.validate() and not refuse_if_unread(form, site) and verify_named(form, organization_id, site_id):
        if form.is_unchanged:
            return redirect_unchanged(form, onward)
        change = Change(
            UPDATE_SITE,
            (organization_id, site_id),
            Subject("site", site_id, site.value.title),
            gettext("Change the site %(site)s: %(fields)s", site=site.value.title, fields=form.changed_labels),
            form.request_body(),
            was=form.now,
        )
        if saved := save(form, change, lambda after: (gettext("%(site)s was saved.", site=after.title), onward)):
            return saved
    if published is None:
        site, published = _read_site(organization_id, site_id, reads_published=True)
    _set_choices(form, site.value, published)
    return _edit_page(form, site, published)


def _edit_form(site: Site, published: PublishedContentSite | None) -> EditSiteForm:
    form = EditSiteForm.from_values(SITE.settings_of(site, published), about=site.id)
    form.ids = (g.organization.id, site.id)
    _set_choices(form, site, published)
    return form


def _set_choices(form: EditSiteForm, site: Site, published: PublishedContentSite | None) -> None:
    sections, spaces = list_site_parts(published) if published else ([], [])
    titles = {section.id: f"{section.title} / " for section in sections}
    form.defaultSiteSection.known = tuple((section.id, section.title) for section in sections)
    form.defaultSiteSpace.known = tuple(
        (space.id, titles.get(str(space.section), "") + space.title) for space in spaces
    )
    for picker in (form.defaultSiteSection, form.defaultSiteSpace):
        picker.offer_known(g.organization.id, site.id)


def _edit_page(form: EditSiteForm, site: Cached[Site], published: PublishedContentSite | None) -> Response:
    return page(
        "sites/edit.html",
        form=form,
        remembered=site,
        site=site.value,
        known=published is not None,
        may=has_permission("createContent"),
        may_delete=has_permission("admin"),
    )


@blueprint.get("/<site_id>/delete")
@signed_in
def ask_delete(organization_id: str, site_id: str) -> Response:
    organization, read = api().gather(
        organization_read(organization_id), CachedRead(GET_SITE, (organization_id, site_id), refresh=True)
    )
    site = or_raise(read).value
    depends = find_site_dependents(api(), set_organization(organization).value, site)
    form = ConfirmForm(site.title, depends)
    return _delete_page(form, site, depends)


@blueprint.post("/<site_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, site_id: str) -> Response:
    ids = (organization_id, site_id)
    organization, read = api().gather(organization_read(organization_id), CachedRead(GET_SITE, ids, refresh=True))
    entered = set_organization(organization).value
    onward = _url("index", organization_id)
    if isinstance(read, NotFound):
        return redirect_already_done(gettext("This site was already deleted."), onward, DELETE_SITE, *ids)
    remembered = or_raise(read)
    site = remembered.value
    depends = [] if remembered.problem else find_site_dependents(api(), entered, site)
    form = ConfirmForm(site.title, depends)
    summary = gettext("Delete the site %(site)s", site=site.title)
    change = Change(DELETE_SITE, ids, Subject("site", site_id, site.title), summary)
    ready = form.validate() and not refuse_if_unread(form, or_raise(read))
    saved = ready and save(form, change, lambda _: (deletion_report(change, site.title), onward))
    return saved or _delete_page(form, site, depends)


def _delete_page(form: ConfirmForm, site: Site, depends: list[Consequence]) -> Response:
    return page("sites/delete.html", form=form, site=site, dependents=depends, may=has_permission("admin"))


def _read_site(
    organization_id: str, site_id: str, *, reads_published: bool
) -> tuple[Cached[Site], PublishedContentSite | None]:
    """Read the site, uncached, and its published view (None if unavailable), and set the organization."""
    ids = (organization_id, site_id)
    published: PublishedContentSite | Problem | None = None
    read = CachedRead(GET_SITE, ids, refresh=True)
    if reads_published:
        site, published = gather_in_organization(organization_id, read, Read(GET_PUBLISHED, ids))
    else:
        site = read_in_organization(organization_id, read)
    return or_raise(site), None if isinstance(published, Problem) else published


def _url(view: str, organization_id: str, site_id: str | None = None) -> str:
    return url_for(f"sites.{view}", organization_id=organization_id, site_id=site_id)


@dataclass(slots=True)
class OutlineGroup:
    """A group with its sections. A section outside all groups gets its own group without a title."""

    id: str = ""
    title: str = ""
    sections: list[SiteSection] = field(default_factory=list)


def build_outline(view: PublishedContentSite, named: Sequence[SiteSectionGroup]) -> list[OutlineGroup]:
    """Build the groups in the order of their first sections. `named` has titles that the published view may lack."""
    titles = {group.id: group.title for group in named}
    found: dict[str, OutlineGroup] = {}
    for item in view.structure.structure:
        if isinstance(item, SiteSectionGroup):
            held = [] if item.sections is MISSING else item.sections
            found[item.id] = OutlineGroup(item.id, item.title, list(held))
        elif isinstance(item, SiteSection) and item.sectionGroup is not MISSING:
            group = item.sectionGroup
            found.setdefault(group, OutlineGroup(group, titles.get(group, group))).sections.append(item)
        elif isinstance(item, SiteSection):
            found[f"section {item.id}"] = OutlineGroup(sections=[item])
    return list(found.values())
