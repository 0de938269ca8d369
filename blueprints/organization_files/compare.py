"""Pages that compare two sites or organizations, make one like the other, and create a site like another."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response
from wtforms import Form

from blueprints.organization_files.review import KindGroup, group_changes, list_sections, start_review
from blueprints.organization_files.views import blueprint
from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.sites import GET_SITE, Site, SiteCreate
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import CachedRead, Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.organization_file.compare import Translation, list_needed, translate, translate_site
from masthead.organization_file.export import Values, export, read_for, read_space_titles
from masthead.organization_file.plan import Plan, plan
from masthead.organization_file.schema import MARK, OWNER, VERSION
from masthead.web.descriptions.labels import MEANINGS
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.forms.pickers import Picker
from masthead.web.frame.organization import has_permission, load_organization, or_raise, read_in_organization
from masthead.web.frame.pages import page
from masthead.web.frame.problems import http_status, unread_message
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api
from masthead.web.submit.review import should_send

sites = Blueprint("compare", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>")


class OtherSite(Picker):
    nothing = N_("Select a site")


class OtherSiteForm(Form):  # type: ignore[misc]  # WTForms has no types
    """The site to compare with, and the organization that it belongs to."""

    site = OtherSite(N_("Compare with the site"), of="site", id="other-site")

    def __init__(self, organization_id: str) -> None:
        super().__init__(request.args)
        self.organization = request.args.get("organization") or organization_id
        self.validate()

    @property
    def query(self) -> dict[str, Any]:
        return {"organization": self.organization, "site": self.site.chosen}


class CopyForm(ContractForm):
    """The title of a site that is created like another, and who can read it."""

    body = SiteCreate
    title = TextInput(N_("Title"), hint=N_("Readers see it at the top of every page. You can change it later."))
    visibility = Choice(N_("Who can read it"), meanings=MEANINGS)

    def check(self) -> None:
        """Require a title."""
        if not self.title.data and not self.title.errors:
            self.title.errors = [gettext("Title: enter one, so that readers and colleagues know the site.")]


class Comparison(NamedTuple):
    """The differences between two sites or organizations, `here` and `there`. Applying `wanted` makes them alike."""

    here: str
    there: str
    wanted: Values
    notes: list[str]
    planned: Plan
    groups: list[KindGroup]


class MissingSiteError(ValueError):
    """The other site doesn't exist, or the person has no access to it."""


def _compare(here: str, there: str, live: Values, theirs: Values, found: Translation) -> Comparison:
    planned = plan(live, found.wanted, allow_delete=True)
    return Comparison(here, there, found.wanted, [*found.notes], planned, group_changes(planned, live, theirs))


def _compare_sites(ids: tuple[str, str], others: tuple[str, str]) -> Comparison:
    """Compare two sites, given the ids of their organizations and their own. Raises Problem and MissingSiteError."""
    live, theirs = (read_for(api(), organization, {"sites": [{"id": site}]}) for organization, site in (ids, others))
    if not live["sites"] or not theirs["sites"]:
        raise MissingSiteError
    if ids[0] != others[0]:
        live, theirs = (each | {"spaces": read_space_titles(api(), each[OWNER])} for each in (live, theirs))
    here, there = (each["sites"][0]["title"] for each in (live, theirs))
    return _compare(here, there, live, theirs, translate_site(theirs, live, here))


def _compare_organizations(organization_id: str, other: str, keys: list[str]) -> Comparison:
    live, theirs = (export(api(), each, list_needed(keys)) for each in (organization_id, other))
    found = translate(theirs, live, keys)
    wanted = {MARK: VERSION, OWNER: organization_id, **found.wanted}
    title = _list_organizations().get(other, other)
    return _compare(g.organization.title, title, live, theirs, found._replace(wanted=wanted))


def _list_organizations() -> dict[str, str]:
    (found,) = api().gather(CachedRead(LIST_ORGANIZATIONS.tolerant_listing, (), ListQuery(limit=LIMIT_MAX)))
    return {} if isinstance(found, Problem) else {each.id: each.title for each in found.value.items}


def _answer_comparison(organization_id: str, compare: Callable[[], Comparison] | None, **context: Any) -> Response:  # noqa: ANN401 - of a template
    """Show a comparison or, when its form is sent, start the review of the changes that make both alike."""
    form, found, unread = PageForm(), None, ""
    is_sent = request.method == "POST" and form.validate()
    status = form.status
    try:
        found = compare() if compare else None
    except MissingSiteError:
        unread, status = gettext("There is no such site, or you have no access to it."), 404
    except Problem as problem:
        if is_sent or isinstance(problem, TokenRefused):
            raise
        unread, status = unread_message(problem), http_status(problem)
    if is_sent and found:
        return _start_review(organization_id, found.there, found.wanted, found.notes)
    return page(
        "compare/show.html",
        status=status,
        form=form,
        found=found,
        unread=unread,
        organizations=_list_organizations(),
        may=has_permission("createContent"),
        **context,
    )


def _start_review(organization_id: str, title: str, wanted: Values, notes: Sequence[str]) -> Response:
    return start_review(organization_id, wanted, gettext("the values of %(title)s", title=title), notes)


@sites.get("/compare")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    """Show the differences from the site in the query, which may belong to another organization."""
    ids, other = (organization_id, site_id), OtherSiteForm(organization_id)
    site = or_raise(read_in_organization(organization_id, CachedRead(GET_SITE, ids))).value
    other.site.taken = {site_id}
    other.site.offer_known(other.organization)
    back: dict[str, Any] = {"organization_id": other.organization, "site_id": other.site.chosen}
    return _answer_comparison(
        organization_id,
        partial(_compare_sites, ids, (other.organization, other.site.chosen)) if other.site.chosen else None,
        site=site,
        other=other,
        here=url_for(".show", organization_id=organization_id, site_id=site_id),
        action=url_for(".make_alike", organization_id=organization_id, site_id=site_id, **other.query),
        swapped=other.site.chosen and url_for(".show", **back, organization=organization_id, site=site_id),
    )


@sites.post("/compare")
@signed_in
@keeps_input
def make_alike(organization_id: str, site_id: str) -> Response:
    """Redirect to the review of the changes that make the site like the other one."""
    return show(organization_id, site_id)


@blueprint.get("/compare")
@signed_in
def compare(organization_id: str) -> Response:
    """Show the differences from the organization in the query, in the sections that it names."""
    load_organization(organization_id)
    other = request.args.get("organization", "")
    keys = request.args.getlist("section") or [key for key, _ in list_sections()]
    query: dict[str, Any] = {"organization": other, "section": keys}
    return _answer_comparison(
        organization_id,
        partial(_compare_organizations, organization_id, other, keys) if other else None,
        site=None,
        other=other,
        sections=list_sections(),
        keys=keys,
        here=url_for(".compare", organization_id=organization_id),
        action=url_for(".make_alike_organization", organization_id=organization_id, **query),
        swapped=other and url_for(".compare", organization_id=other, organization=organization_id, section=keys),
    )


@blueprint.post("/compare")
@signed_in
@keeps_input
def make_alike_organization(organization_id: str) -> Response:
    """Redirect to the review of the changes that make the organization like the other one."""
    return compare(organization_id)


@sites.get("/copy")
@signed_in
def ask_copy(organization_id: str, site_id: str) -> Response:
    """Ask for the title of a new site like this one, and who can read it."""
    site = or_raise(read_in_organization(organization_id, CachedRead(GET_SITE, (organization_id, site_id)))).value
    return _copy_page(CopyForm.new(visibility=site.visibility), site)


@sites.post("/copy")
@signed_in
@keeps_input
def copy(organization_id: str, site_id: str) -> Response:
    """Redirect to the review of the changes that create a site like this one."""
    site = or_raise(read_in_organization(organization_id, CachedRead(GET_SITE, (organization_id, site_id)))).value
    form = CopyForm.new(visibility=site.visibility)
    if form.validate() and should_send(form):
        title = str(form.title.data)
        live = read_for(api(), organization_id, {"sites": [{"id": site_id}, {"title": title}]})
        others = [each for each in live["sites"] if each["title"] == title]
        if not others:
            found = translate_site(live, {**live, "sites": []}, title)
            new = {**found.wanted["sites"][0], "visibility": form.visibility.data}
            return _start_review(organization_id, site.title, {"sites": [new]}, found.notes)
        form.title.errors = [gettext("A site with this title exists. Enter another one.")]
        form.status = INVALID
    return _copy_page(form, site)


def _copy_page(form: CopyForm, site: Site) -> Response:
    return page("compare/copy.html", form=form, site=site, may=has_permission("createContent"))
