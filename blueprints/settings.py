"""An organization's settings: one page, a form for each section, and the state that only the service changes."""

from flask import Blueprint, abort, flash, url_for
from werkzeug.wrappers import Response

from blueprints.settings_forms import SECTIONS, AccessForm, ContentForm, SettingsForm
from changes import Change, organization_settings
from client import Call, Problem, Recall, Remembered
from contract.listing import LIMIT_MAX
from contract.organizations import (
    GET_ORGANIZATION,
    LIST_ORGANIZATIONS_OF_DOMAIN,
    UPDATE_ORGANIZATION,
    Organization,
)
from contract.sites import LIST_SITES, SitesQuery
from store import Subject
from web.access import signed_in
from web.csrf import keeps_input
from web.forms import INVALID
from web.organization import arrive, may
from web.pages import done, page
from web.portal import api
from web.saving import save, unread

blueprint = Blueprint("settings", __name__, url_prefix="/orgs/<organization_id>/settings")
DOMAINS_ASKED = 20


@blueprint.get("")
@signed_in
def show(organization_id: str) -> Response:
    """All sections."""
    organization, sites = _arrive_at(organization_id)
    values = organization_settings(organization.value)
    return _page(organization, sites, {name: form.of(values) for name, form in SECTIONS.items()})


@blueprint.get("/<section>")
@signed_in
def show_section(organization_id: str, section: str) -> Response:
    """The way back from a section that was sent: the whole page."""
    if section not in SECTIONS:
        abort(404)
    return show(organization_id)


@blueprint.post("/<section>")
@signed_in
@keeps_input
def update(organization_id: str, section: str) -> Response:
    """Save one section."""
    if section not in SECTIONS:
        abort(404)
    organization, sites = _arrive_at(organization_id)
    values = organization_settings(organization.value)
    form = SECTIONS[section].of(values, about=organization_id)
    onward = url_for("settings.show", organization_id=organization_id, _anchor=f"part-{section}")
    if form.validate() and not unread(form, organization) and _nobody_else_has(form, organization_id):
        if form.unchanged:
            return done(form.why_nothing_is_sent, onward)
        change = Change(
            UPDATE_ORGANIZATION,
            (organization_id,),
            Subject("organization", organization_id, organization.value.title),
            f"Change {organization.value.title}: {form.changed_in_words}",
            form.request_body(),
            was=form.now,
        )
        if saved := save(form, change, lambda _: (f"{form.heading}: saved.", onward)):
            if form.warning:
                flash(form.warning, "warning")
            return saved
    others = {name: kind.of(values, formdata=None) for name, kind in SECTIONS.items() if name != section}
    return _page(
        organization, sites, {name: form if name == section else others[name] for name in SECTIONS}, form.status
    )


def _arrive_at(organization_id: str) -> tuple[Remembered[Organization], list[tuple[str, str]]]:
    """The organization, read anew, and its sites for the choice of landing content; none where they cannot be read."""
    organization, sites = api().gather(
        Recall(GET_ORGANIZATION, (organization_id,), refresh=True),
        Call(LIST_SITES, (organization_id,), SitesQuery(limit=LIMIT_MAX)),
    )
    return arrive(organization), [] if isinstance(sites, Problem) else [(site.id, site.title) for site in sites.items]


def _page(
    organization: Remembered[Organization],
    sites: list[tuple[str, str]],
    forms: dict[str, SettingsForm],
    status: int = 200,
) -> Response:
    content = forms["content"]
    if isinstance(content, ContentForm):
        content.defaultContent.known = tuple(sites)
    return page(
        "settings/show.html",
        status=status,
        forms=forms,
        remembered=organization,
        settings=organization.value,
        may=may("admin"),
    )


def _nobody_else_has(form: SettingsForm, organization_id: str) -> bool:
    """Ask the API whether another organization has a domain that is about to be added; if so, ask the person."""
    if not isinstance(form, AccessForm) or form.sure.data:
        return True
    domains = form.added()[:DOMAINS_ASKED]
    answers = api().gather(*(Call(LIST_ORGANIZATIONS_OF_DOMAIN, (domain,)) for domain in domains))
    for domain, answer in zip(domains, answers, strict=True):
        if isinstance(answer, Problem):
            flash(f"Whether another organization has {domain} could not be checked.", "warning")
        elif others := [each.title for each in answer.organizations if each.id != organization_id]:
            form.ask_sure(f"“{domain}” belongs to {', '.join(others)} already.")
    return form.status != INVALID
