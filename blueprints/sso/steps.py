"""The four steps that set up an identity provider. Each has its own page and can be repeated."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, g, url_for
from werkzeug.wrappers import Response

from blueprints.sso.forms import AddressForm, IdentityForm, NewcomersForm, SettingUpForm
from blueprints.sso.imported_metadata import MetadataRequest, parse_metadata_request
from blueprints.sso.metadata import metadata_context
from blueprints.sso.reads import ProviderPage, read_provider, steps_done
from blueprints.sso.service_provider import DIALECTS, KIND, get_service, service_metadata_xml, unreachable_message
from blueprints.sso.sign_in_trial import test_context
from contract.organization.saml import UPDATE_SAML_PROVIDER
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.resources import SAML_PROVIDER
from masthead.saml import check_certificate
from masthead.store.entries import Subject
from masthead.web.forms.identity_providers import can_sign_in, provider_card
from masthead.web.forms.pickers import verify_named
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import request_path
from masthead.web.http.spreadsheets import attachment_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.places import back_link_context
from masthead.web.submit.submission import nothing_sent, refuse_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("sso_steps", __name__, url_prefix="/orgs/<organization_id>/sso/<provider_id>")
NOT_TOLD = N_("The API hasn't reported all of the addresses yet, so Masthead can't make a metadata file.")


@blueprint.get("/service")
@signed_in
def service(organization_id: str, provider_id: str) -> Response:
    """Step 1: show the service provider's values, which the identity provider needs."""
    found = read_provider(organization_id, provider_id, anew=False)
    return page("sso_steps/service.html", dialects=DIALECTS, **_context(found))


@blueprint.get("/metadata.xml")
@signed_in
def metadata(organization_id: str, provider_id: str) -> Response:
    """Download the service provider's values as a metadata file."""
    provider = read_provider(organization_id, provider_id, anew=False).provider
    if text := service_metadata_xml(provider):
        return attachment_response(iter([text]), f"sp-{provider.label}", "xml", "application/samlmetadata+xml")
    return redirect_info(
        gettext(NOT_TOLD), url_for(".service", organization_id=organization_id, provider_id=provider_id)
    )


@blueprint.get("/idp")
@signed_in
def identity(organization_id: str, provider_id: str) -> Response:
    """Step 2: enter the values of the identity provider."""
    found, asked = read_provider(organization_id, provider_id), parse_metadata_request(request_path())
    return _identity_page(found, _identity_form(found, asked), asked)


@blueprint.post("/idp")
@signed_in
@keeps_input
def save_identity(organization_id: str, provider_id: str) -> Response:
    """Save step 2. The first time, the next step follows; for a provider that works, its page."""
    found = read_provider(organization_id, provider_id)
    onward = "sso.show" if can_sign_in(found.provider, datetime.now(UTC)) else ".newcomers"
    asked = parse_metadata_request(request_path())
    form = _identity_form(found, asked)
    return _saved(found, form, onward) or _identity_page(found, form, asked)


@blueprint.get("/people")
@signed_in
def newcomers(organization_id: str, provider_id: str) -> Response:
    """Step 3: choose the role and team of people who sign in for the first time."""
    found = read_provider(organization_id, provider_id)
    return _newcomers_page(found, _newcomers_form(found))


@blueprint.post("/people")
@signed_in
@keeps_input
def save_newcomers(organization_id: str, provider_id: str) -> Response:
    """Save step 3 and go on to the test."""
    found = read_provider(organization_id, provider_id)
    form = _newcomers_form(found)
    return _saved(found, form, ".test") or _newcomers_page(found, form)


@blueprint.get("/test")
@signed_in
def test(organization_id: str, provider_id: str) -> Response:
    """Step 4: sign in as a test, with advice if that fails."""
    found = read_provider(organization_id, provider_id, anew=False)
    unanswered = unreachable_message(found.provider)
    shown_now = _context(found) | test_context(organization_id, provider_id) | back_link_context()
    return page("sso_steps/test.html", unanswered=unanswered, **shown_now)


def _saved(found: ProviderPage, form: SettingUpForm, onward: str) -> Response | None:
    provider = found.provider
    then = url_for(onward, organization_id=g.organization.id, provider_id=provider.id)
    if form.validate() and not refuse_unread(form, found.remembered) and verify_named(form, g.organization.id):
        if form.unchanged:
            return nothing_sent(form, then)
        change = Change(
            UPDATE_SAML_PROVIDER,
            (g.organization.id, provider.id),
            Subject(KIND, provider.id, provider.label),
            gettext(
                "Change the identity provider %(provider)s: %(fields)s",
                provider=provider.label,
                fields=form.changed_in_words,
            ),
            form.request_body(),
            was=form.now,
        )
        return save(form, change, lambda saved: (gettext("%(saved)s was saved.", saved=saved.label), then))
    return None


def _identity_form(found: ProviderPage, asked: MetadataRequest) -> AddressForm:
    """Leaves out a certificate that is saved: its own page replaces it and can roll back."""
    kind = IdentityForm if provider_card(found.provider) is None else AddressForm
    form = kind.filled(SAML_PROVIDER.settings_of(found.provider), asked.chosen, found.others, about=found.provider.id)
    form.provider = found.provider
    return form


def _newcomers_form(found: ProviderPage) -> NewcomersForm:
    form = NewcomersForm.from_values(SAML_PROVIDER.settings_of(found.provider), about=found.provider.id)
    team = value_or_none(found.provider.defaultTeam)
    if team is not None:
        form.defaultTeam.known = ((team.id, team.title),)
    form.defaultTeam.look_in(g.organization.id)
    return form


def _identity_page(found: ProviderPage, form: AddressForm, asked: MetadataRequest) -> Response:
    now, saved = datetime.now(UTC), provider_card(found.provider)
    return page(
        "sso_steps/idp.html",
        form=form,
        card=saved,
        said=check_certificate(saved, now) if saved else [],
        now=now,
        **_context(found),
        **back_link_context(),
        **metadata_context(asked, found.provider.id),
    )


def _newcomers_page(found: ProviderPage, form: NewcomersForm) -> Response:
    return page("sso_steps/people.html", form=form, **_context(found))


def _context(found: ProviderPage) -> dict[str, Any]:
    provider = found.provider
    return {
        "remembered": found.remembered,
        "provider": provider,
        "done": steps_done(g.organization.id, provider),
        "service": get_service(provider),
        "may": has_permission("admin"),
    }
