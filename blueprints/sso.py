"""Single sign-on: the identity providers of an organization, what each side has to know of the other, newcomers."""

from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from flask import Blueprint, g, url_for
from werkzeug.wrappers import Response

from blueprints.sso_forms import NewProviderForm, ProviderForm
from blueprints.sso_health import matters, works
from blueprints.sso_reads import provider_of, providers_of
from changes import Change, saml_provider_settings
from client import NotFound, Problem, Remembered
from contract.fields import told
from contract.saml import (
    CREATE_SAML_PROVIDER,
    DELETE_SAML_PROVIDER,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
    SamlService,
)
from saml import findings
from store import Subject
from web.access import signed_in
from web.certificates import card_of
from web.csrf import keeps_input
from web.forms import CONFLICT, ConfirmForm
from web.organization import enter, may
from web.pages import done, page
from web.problems import why_unread
from web.proving import proved
from web.roles import ROLES
from web.saving import save, unread
from web.spreadsheets import attachment

blueprint = Blueprint("sso", __name__, url_prefix="/orgs/<organization_id>/sso")
KIND = "identity provider"
LAST = "Single sign-on is enforced, and this is the last provider that can sign anybody in. Stop enforcing it first."
NOT_TOLD = "The service has not told all of its addresses yet, so there is no file to make of them."
# What each identity provider calls, of this side, the ACS URL, the entity ID and the start URL.
DIALECTS = (
    ("Okta", "Single sign-on URL", "Audience URI (SP Entity ID)", "not asked for"),
    ("Microsoft Entra ID", "Reply URL", "Identifier (Entity ID)", "Sign on URL"),
    ("Google Workspace", "ACS URL", "Entity ID", "Start URL"),
    ("OneLogin", "ACS (Consumer) URL", "Audience (EntityID)", "Login URL"),
    ("Keycloak", "Assertion Consumer Service POST Binding URL", "Client ID", "Home URL"),
    ("AD FS", "Relying party SAML 2.0 SSO service URL", "Relying party trust identifier", "not asked for"),
)
METADATA = """<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID={entity}>
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>{name_id}</md:NameIDFormat>
    <md:AssertionConsumerService Binding={binding} Location={acs} index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
"""
POST_BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
BY_EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Whether it is enforced, the providers, what may go wrong, and what people see when they sign in."""
    found = providers_of(organization_id)
    now, providers = datetime.now(UTC), found.listing.value.items
    return page(
        "sso/index.html",
        listing=found.listing,
        providers=[(each, card_of(each), works(each, now)) for each in providers],
        matters=matters(g.organization, providers, now),
        logins=None if isinstance(found.logins, Problem) else found.logins.value.items,
        unread=why_unread(found.logins) if isinstance(found.logins, Problem) else "",
        enforced=told(g.organization.sso) is True,
        roles=ROLES,
        now=now,
        may=may("admin"),
    )


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    """The name of a new provider."""
    enter(organization_id)
    return page("sso/new.html", form=NewProviderForm.new(), may=may("admin"))


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Make it; its page then shows what the identity provider has to know."""
    organization, form = enter(organization_id, anew=True), NewProviderForm.new()

    def after(provider: SamlProvider) -> tuple[str, str]:
        return f"{provider.label} was created. Now both sides have to know each other.", _at(
            organization_id, provider.id
        )

    if form.validate() and not unread(form, organization):
        label = form.changes()["label"]
        summary = f"Create the identity provider {label}"
        subject = Subject(KIND, "", label)
        change = Change(CREATE_SAML_PROVIDER, (organization_id,), subject, summary, form.request_body())
        if saved := save(form, change, after):
            return saved
    return page("sso/new.html", status=form.status, form=form, may=may("admin"))


@blueprint.get("/<provider_id>")
@signed_in
def show(organization_id: str, provider_id: str) -> Response:
    """What the identity provider has to know, what it tells, and what newcomers get."""
    provider, others = provider_of(organization_id, provider_id)
    return _provider_page(provider, _form(provider, others))


@blueprint.post("/<provider_id>")
@signed_in
@keeps_input
def update(organization_id: str, provider_id: str) -> Response:
    """Save what was changed."""
    provider, others = provider_of(organization_id, provider_id)
    form, onward = _form(provider, others), _at(organization_id, provider_id)
    if form.validate() and not unread(form, provider) and proved(form, organization_id):
        if form.unchanged:
            return done(form.why_nothing_is_sent, onward)
        label = provider.value.label
        change = Change(
            UPDATE_SAML_PROVIDER,
            (organization_id, provider_id),
            Subject(KIND, provider_id, label),
            f"Change the identity provider {label}: {form.changed_in_words}",
            form.request_body(),
            was=form.now,
        )
        if saved := save(form, change, lambda _: (f"{label} was saved.", onward)):
            return saved
    return _provider_page(provider, form)


@blueprint.get("/<provider_id>/metadata.xml")
@signed_in
def metadata(organization_id: str, provider_id: str) -> Response:
    """What the identity provider has to know, as a file for those that take one: only what the service told."""
    provider, _ = provider_of(organization_id, provider_id)
    service = told(provider.value.service) or SamlService()
    acs, entity = told(service.acsURL), told(service.entityID)
    if not acs or not entity:
        return done(NOT_TOLD, _at(organization_id, provider_id))
    parts = {"entity": entity, "binding": POST_BINDING, "acs": acs}
    text = METADATA.format(name_id=escape(BY_EMAIL), **{name: quoteattr(value) for name, value in parts.items()})
    return attachment(iter([text]), f"sp-{provider.value.label}", "xml", "application/samlmetadata+xml")


@blueprint.get("/<provider_id>/delete")
@signed_in
def ask_delete(organization_id: str, provider_id: str) -> Response:
    """What deleting means, and the place to type the label."""
    provider, others = provider_of(organization_id, provider_id)
    return _delete_page(provider, others, ConfirmForm(provider.value.label))


@blueprint.post("/<provider_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, provider_id: str) -> Response:
    """Delete the provider when its label was typed, and others can still sign people in."""
    onward = url_for("sso.index", organization_id=organization_id)
    try:
        provider, others = provider_of(organization_id, provider_id)
    except NotFound:
        providers_of(organization_id)  # raises where it is the organization that is not there
        return done("This identity provider had been deleted already.", onward)
    label, form = provider.value.label, ConfirmForm(provider.value.label)
    ready = form.validate()
    if ready and _is_last(provider.value, others):
        form.problems.append(LAST)
        form.status = CONFLICT
    elif ready and not unread(form, provider):
        change = Change(
            DELETE_SAML_PROVIDER,
            (organization_id, provider_id),
            Subject(KIND, provider_id, label),
            f"Delete the identity provider {label}",
            was=saml_provider_settings(provider.value),
        )
        if saved := save(form, change, lambda _: (f"{label} was deleted.", onward)):
            return saved
    return _delete_page(provider, others, form)


def _at(organization_id: str, provider_id: str) -> str:
    return url_for("sso.show", organization_id=organization_id, provider_id=provider_id)


def _is_last(provider: SamlProvider, others: list[SamlProvider]) -> bool:
    now = datetime.now(UTC)
    enforced = told(g.organization.sso) is True
    return enforced and works(provider, now) and not any(works(each, now) for each in others)


def _form(provider: Remembered[SamlProvider], others: list[SamlProvider]) -> ProviderForm:
    form = ProviderForm.of(saml_provider_settings(provider.value), about=provider.value.id)
    form.provider, form.others = provider.value, others
    team = told(provider.value.defaultTeam)
    if team is not None:
        form.defaultTeam.known = ((team.id, team.title),)
    form.defaultTeam.look_in(g.organization.id)
    return form


def _provider_page(provider: Remembered[SamlProvider], form: ProviderForm) -> Response:
    now = datetime.now(UTC)
    saved = card_of(provider.value)
    return page(
        "sso/show.html",
        status=form.status,
        form=form,
        remembered=provider,
        provider=provider.value,
        service=told(provider.value.service) or SamlService(),
        card=saved,
        said=findings(saved, now) if saved else [],
        now=now,
        dialects=DIALECTS,
        may=may("admin"),
    )


def _delete_page(provider: Remembered[SamlProvider], others: list[SamlProvider], form: ConfirmForm) -> Response:
    return page(
        "sso/delete.html",
        status=form.status,
        form=form,
        provider=provider.value,
        last=_is_last(provider.value, others),
        may=may("admin"),
    )
