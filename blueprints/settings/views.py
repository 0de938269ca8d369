"""The page of an organization's settings, with a form for each section."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from flask import Blueprint, abort, current_app, request, url_for
from pydantic import MISSING
from werkzeug.http import parse_options_header
from werkzeug.wrappers import Response

from blueprints.settings.forms import LOGO_ADDRESS, SECTIONS, AccessForm, ContentForm, ProfileForm, SettingsForm
from contract.organization.organizations import (
    GET_ORGANIZATION,
    LIST_ORGANIZATIONS_OF_DOMAIN,
    UPDATE_ORGANIZATION,
    Organization,
)
from contract.publishing.sites import GET_SITE, LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Listing
from masthead.client import Cached, CachedRead, NotFound, Problem, Read
from masthead.i18n import N_, gettext
from masthead.resources import ORGANIZATION
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.entries import Entry, Subject
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.web.descriptions.labels import translate_rows
from masthead.web.descriptions.outcome_text import OUTCOMES
from masthead.web.directory.entries import download_name
from masthead.web.forms.consequences import hostname_dependents, landing_content_dependents
from masthead.web.forms.forms import INVALID
from masthead.web.frame.navigation import FILE
from masthead.web.frame.organization import has_permission, load_organization, set_organization
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.http.spreadsheets import archive_response, csv_response
from masthead.web.people.roles import ROLES
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.places import places
from masthead.web.submit.submission import redirect_unchanged, refuse_if_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("settings", __name__, url_prefix="/orgs/<organization_id>/settings")
MISSING_SITE = N_(
    "The site of the landing content is missing: it was deleted, or you don't have access to it. Select another site."
)
DOMAINS_ASKED = 20
NO_SITE = N_("This organization has no such site, or you don't have access to it.")
NEWEST = 5
GONE = "gone"


@blueprint.get("/export.zip")
@signed_in
def export(organization_id: str) -> Response:
    """Download one archive with an export of each list that the person may see."""
    load_organization(organization_id)
    return archive_response(_list_files(organization_id), download_name("everything", organization_id))


def _list_files(organization_id: str) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Yield the name and contents of each file; the last one lists the files that are missing, if any."""
    missing = []
    for each in (place.with_permission(each) for place in places() for each in place.destinations):
        if each.hint != FILE or each.anywhere or each.endpoint == request.endpoint:
            continue
        if each.needs and not has_permission(each.needs):
            continue
        view = current_app.view_functions[each.endpoint]
        try:
            made = cast("Response", view(organization_id=organization_id, **each.values))
        except Problem as problem:
            missing.append((gettext(each.label), unread_message(problem)))
            continue
        _, said = parse_options_header(made.headers.get("Content-Disposition"))
        if "filename" in said:
            yield said["filename"], made.iter_encoded()
        else:
            missing.append((gettext(each.label), gettext("There is nothing to export.")))
    if missing:
        yield "missing.csv", csv_response([("file", "why"), *missing], "missing").iter_encoded()


class _SettingsPage(NamedTuple):
    """The page's data. `landing` is the result of looking up a landing site that isn't in the list of sites."""

    organization: Cached[Organization]
    sites: Listing[Site] | Problem
    landing: Site | Problem | None

    @property
    def cached_organization(self) -> list[tuple[str, str]]:
        listed = [] if isinstance(self.sites, Problem) else [(site.id, site.title) for site in self.sites.items]
        return [*listed, (self.landing.id, self.landing.title)] if isinstance(self.landing, Site) else listed


@blueprint.get("")
@signed_in
def show(organization_id: str) -> Response:
    read = _read_page(organization_id)
    values = _saved_values(read.organization.value)
    return _render(read, {name: form.from_values(values) for name, form in SECTIONS.items()})


@blueprint.get("/<section>")
@signed_in
def show_section(organization_id: str, section: str) -> Response:
    """Show all sections. People get here after a sign-in that interrupted saving a section."""
    if section not in SECTIONS:
        abort(404)
    return show(organization_id)


@blueprint.post("/<section>")
@signed_in
@keeps_input
def update(organization_id: str, section: str) -> Response:
    if section not in SECTIONS:
        abort(404)
    read = _read_page(organization_id)
    organization, values = read.organization.value, _saved_values(read.organization.value)
    form = SECTIONS[section].from_values(values, about=organization_id)
    _set_dependents(form, read)
    onward = url_for("settings.show", organization_id=organization_id, _anchor=f"part-{section}")
    if form.validate() and not refuse_if_unread(form, read.organization) and check_change(form, organization_id):
        if form.is_unchanged:
            return redirect_unchanged(form, onward, form_page=onward)
        change = Change(
            UPDATE_ORGANIZATION,
            (organization_id,),
            Subject("organization", organization_id, organization.title),
            gettext(
                "Change %(organization)s: %(fields)s",
                organization=organization.title,
                fields=form.changed_labels,
            ),
            form.request_body(),
            was=form.now,
        )
        told = gettext("%(name)s: saved.", name=gettext(form.heading))
        if saved := save(form, change, lambda _: (told, onward)):
            return saved
    others = {name: kind.from_values(values, formdata=None) for name, kind in SECTIONS.items() if name != section}
    return _render(read, {name: form if name == section else others[name] for name in SECTIONS}, form.status)


def _saved_values(organization: Organization) -> dict[str, Any]:
    return {**ORGANIZATION.settings_of(organization), LOGO_ADDRESS: logo_url(organization)}


def _read_page(organization_id: str) -> _SettingsPage:
    organization, sites = api().gather(
        CachedRead(GET_ORGANIZATION, (organization_id,), refresh=True),
        Read(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX)),
    )
    remembered = set_organization(organization)
    return _SettingsPage(remembered, sites, _read_landing_site(remembered.value, sites))


def _read_landing_site(organization: Organization, sites: Listing[Site] | Problem) -> Site | Problem | None:
    """Read the landing site if it isn't in the list of sites; None if it is, or if either is unknown."""
    content = organization.defaultContent
    if content is MISSING or content.site is MISSING or isinstance(sites, Problem):
        return None
    if content.site in {site.id for site in sites.items}:
        return None
    return api().gather(Read(GET_SITE, (organization.id, content.site)))[0]


def _set_dependents(form: SettingsForm, read: _SettingsPage) -> None:
    if isinstance(form, ProfileForm):
        form.depends["hostname"] = hostname_dependents(read.organization.value, read.sites)
        form.logo.address_now = logo_url(read.organization.value)
    if isinstance(form, ContentForm):
        form.depends["defaultContent"] = landing_content_dependents(read.organization.value, read.sites)
        form.defaultContent.known = tuple(read.cached_organization)
        form.defaultContent.offer_known(read.organization.value.id)
        if isinstance(read.landing, NotFound):
            form.notes.append(gettext(MISSING_SITE))


def _render(read: _SettingsPage, forms: dict[str, SettingsForm], status: int = 200) -> Response:
    organization = read.organization.value
    for form in forms.values():
        if not form.depends:
            _set_dependents(form, read)
    return page(
        "settings/show.html",
        status=status,
        forms=forms,
        remembered=read.organization,
        settings=organization,
        may=has_permission("admin"),
        changes=read_newest_changes(organization.id),
        outcomes=translate_rows(OUTCOMES),
        invites=list_known_invites(organization.id),
        roles=translate_rows(ROLES, 2),
    )


def check_change(form: SettingsForm, organization_id: str) -> bool:
    """Return whether the change can be saved; otherwise the form has errors."""
    if isinstance(form, AccessForm):
        _check_domain_owners(form, organization_id)
    if isinstance(form, ContentForm):
        _check_landing_site(form, organization_id)
    return form.status != INVALID


def _check_domain_owners(form: AccessForm, organization_id: str) -> None:
    """Look up other organizations that have an added domain. If there are any, the form asks for confirmation."""
    added = form.added_domains()
    domains = added[:DOMAINS_ASKED]
    answers = api().gather(*(Read(LIST_ORGANIZATIONS_OF_DOMAIN, (domain,)) for domain in domains))
    failed = []
    for domain, answer in zip(domains, answers, strict=True):
        if isinstance(answer, Problem):
            failed.append(domain)
            continue
        others = [each.title for each in answer.organizations if each.id != organization_id]
        if others and not form.sure.data:
            form.require_checkbox(
                gettext("“%(domain)s” already belongs to %(others)s.", domain=domain, others=", ".join(others))
            )
    form.not_looked_up = (*failed, *added[DOMAINS_ASKED:])


def _check_landing_site(form: ContentForm, organization_id: str) -> None:
    content = form.changes().get("defaultContent")
    site = content.get("site") if content else None
    if site is None:
        return
    try:
        api().read(GET_SITE, organization_id, site)
    except NotFound:
        form.defaultContent.errors = [gettext(NO_SITE)]
        form.status = INVALID
    except Problem:
        form.unproved = gettext("Masthead couldn't check whether the site for the landing content exists.")


def read_newest_changes(organization_id: str) -> list[Entry] | None:
    """Return recent settings changes that the person may see; None if the journal can't be read."""
    owner = None if has_permission("admin") else person().owner
    try:
        return portal().store.journal.entries(
            JournalQuery(organization_id, owner, object_id=organization_id), limit=NEWEST
        )
    except StoreError:
        return None


def list_known_invites(organization_id: str) -> list[KnownObject]:
    """Return the invite links in the person's directory, except those known to be deleted."""
    sought = DirectoryQuery(organization=organization_id, kinds=["invite"])
    try:
        return [each for each in portal().store.directory.find(person().owner, sought) if each.state != GONE]
    except StoreError:
        return []


def logo_url(organization: Organization) -> str:
    """Return the URL of the current logo, or an empty string."""
    urls = organization.urls
    return "" if urls is MISSING or urls.logo is MISSING else urls.logo
