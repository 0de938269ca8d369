"""Single sign-on pages: the list of identity providers, one provider, creation and deletion."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso.forms import NewProviderForm
from blueprints.sso.imported_metadata import MetadataRequest, parse_metadata_request
from blueprints.sso.metadata import NEW, metadata_context
from blueprints.sso.reads import (
    MINUTES_TO_TRY,
    ProviderPage,
    find_recent_replacement,
    list_completed_steps,
    read_provider,
    read_providers,
)
from blueprints.sso.service_provider import KIND, enforcement_message, get_service
from contract.organization.saml import CREATE_SAML_PROVIDER, DELETE_SAML_PROVIDER, SamlProvider
from contract.schema.fields import value_or_none
from masthead.client import NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.resources import SAML_PROVIDER
from masthead.store.entries import Subject
from masthead.store.sso.enforcements import Countdown
from masthead.web.auto_revert import current_countdowns
from masthead.web.descriptions.labels import translate_rows
from masthead.web.forms.forms import CONFLICT, ConfirmForm, PageForm
from masthead.web.forms.identity_providers import can_sign_in, list_alerts, list_provider_alerts, provider_card
from masthead.web.forms.pickers import verify_named
from masthead.web.frame.alerts import find_disabled_enforcement
from masthead.web.frame.layout import visible_countdowns
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import page, redirect_already_done
from masthead.web.frame.problems import LinkedText, unread_message
from masthead.web.http.paths import request_path
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.people.roles import ROLES
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.places import back_link_context
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.submission import answer_duplicate, refuse_form, refuse_if_unread, save
from masthead.writes.send import Change

NO_CONTENT = 204
WHOLE, REMINDER = "organization", "provider"
blueprint = Blueprint("sso", __name__, url_prefix="/orgs/<organization_id>/sso")
LAST = N_(
    "Single sign-on is enforced, and this is the last provider that people can sign in with. Stop "
    "enforcing single sign-on first."
)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    found = read_providers(organization_id)
    now, providers = datetime.now(UTC), found.listing.value.items
    return page(
        "sso/index.html",
        listing=found.listing,
        providers=[
            (each, provider_card(each), can_sign_in(each, now), list_completed_steps(organization_id, each))
            for each in providers
        ],
        matters=list_alerts(
            g.organization, providers, portal().store.rotations.next_certificates(organization_id), now
        ),
        **_enforcement_context(WHOLE),
        form=PageForm(formdata=None),
        logins=None if isinstance(found.logins, Problem) else found.logins.value.items,
        unread=unread_message(found.logins) if isinstance(found.logins, Problem) else "",
        roles=translate_rows(ROLES, 2),
        now=now,
        may=has_permission("admin"),
    )


@blueprint.get("/enforcement")
@signed_in
def enforcement(organization_id: str) -> Response:
    """Return the enforcement state as a fragment, for an open page: a colleague may have changed it.

    Returns 204 if the page is up to date, which keeps the focus in place.
    """
    if not wants_fragment("sso-enforcement"):
        return redirect_to(url_for(".index", organization_id=organization_id))
    load_organization(organization_id)
    found = _enforcement_context(WHOLE if request.args.get("of") == WHOLE else REMINDER)
    if request.args.get("shown") == found["version"]:
        return Response(status=NO_CONTENT)
    return page("sso/_enforcement.html", form=PageForm(formdata=None), may=has_permission("admin"), **found)


@blueprint.get("/new")
@signed_in
def new(organization_id: str) -> Response:
    others = read_providers(organization_id).listing.value.items
    asked = parse_metadata_request(request_path())
    return _new_page(_new_form(organization_id, asked, others), asked)


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str) -> Response:
    """Create the provider, then show the values that the identity provider needs."""
    listing, asked = read_providers(organization_id, anew=True).listing, parse_metadata_request(request_path())
    form = _new_form(organization_id, asked, listing.value.items)

    def after(provider: SamlProvider) -> tuple[str, str]:
        onward = url_for("sso_steps.service", organization_id=organization_id, provider_id=provider.id)
        return gettext(
            "%(provider)s was created. Enter these values at your identity provider.", provider=provider.label
        ), onward

    if form.validate() and not refuse_if_unread(form, listing) and verify_named(form, organization_id):
        change = _build_creation(organization_id, form)
        if earlier := answer_duplicate(form, change, after):
            return earlier
        if not _has_duplicate_label(organization_id, form) and (saved := save(form, change, after)):
            return saved
    return _new_page(form, asked)


def _enforcement_context(of: str) -> dict[str, Any]:
    note, enforced = find_disabled_enforcement(g.organization), value_or_none(g.organization.sso)
    trial = _find_running_trial() if of == WHOLE and enforced else None
    told = (enforced if of == WHOLE else None, note and (note.at, note.is_certain), trial and trial.number)
    return {"of": of, "lifted": note, "enforced": enforced, "trial": trial, "version": repr(told)}


def _find_running_trial() -> Countdown | None:
    """Return the running trial of enforcement. Pages loaded before it started have no banner for it."""
    return next((each for each in visible_countdowns(current_countdowns()) if each.end is None), None)


def _build_creation(organization_id: str, form: NewProviderForm) -> Change[SamlProvider]:
    label = form.changes()["label"]
    summary = gettext("Create the identity provider %(label)s", label=label)
    return Change(CREATE_SAML_PROVIDER, (organization_id,), Subject(KIND, "", label), summary, form.request_body())


@blueprint.get("/<provider_id>")
@signed_in
def show(organization_id: str, provider_id: str) -> Response:
    """Show one provider: setup, alerts, certificate, and links to each form."""
    found = read_provider(organization_id, provider_id, anew=False)
    provider, now = found.provider, datetime.now(UTC)
    coming = portal().store.rotations.next_certificates(organization_id)
    return page(
        "sso/show.html",
        remembered=found.remembered,
        provider=provider,
        service=get_service(provider),
        done=list_completed_steps(organization_id, provider),
        works=can_sign_in(provider, now),
        matters=list(list_provider_alerts(provider, now, coming)),
        card=provider_card(provider),
        replaced=find_recent_replacement(found),
        words_of_enforcement=enforcement_message(),
        **_enforcement_context(REMINDER),
        **back_link_context(),
        minutes=MINUTES_TO_TRY,
        coming=coming.get(provider_id),
        form=PageForm(),
        roles=translate_rows(ROLES, 2),
        now=now,
        may=has_permission("admin"),
    )


@blueprint.get("/<provider_id>/delete")
@signed_in
def ask_delete(organization_id: str, provider_id: str) -> Response:
    found = read_provider(organization_id, provider_id)
    return _delete_page(found, ConfirmForm(found.provider.label))


@blueprint.post("/<provider_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, provider_id: str) -> Response:
    """Delete the provider if its label was typed, unless it is the last working one while enforcement is on."""
    onward = url_for("sso.index", organization_id=organization_id)
    try:
        found = read_provider(organization_id, provider_id)
    except NotFound:
        read_providers(organization_id)  # raises if it is the organization that doesn't exist
        return redirect_already_done(
            gettext("This identity provider was already deleted."),
            onward,
            DELETE_SAML_PROVIDER,
            organization_id,
            provider_id,
        )
    label, form = found.provider.label, ConfirmForm(found.provider.label)
    ready = form.validate()
    if ready and _is_last_for_sign_in(found):
        refuse_form(form, gettext(LAST), CONFLICT)
    elif ready and not refuse_if_unread(form, found.remembered):
        change = Change(
            DELETE_SAML_PROVIDER,
            (organization_id, provider_id),
            Subject(KIND, provider_id, label),
            gettext("Delete the identity provider %(label)s", label=label),
            was=SAML_PROVIDER.settings_of(found.provider),
        )
        if saved := save(form, change, lambda _: (deletion_report(change, label), onward)):
            return saved
    return _delete_page(found, form)


def _new_form(organization_id: str, asked: MetadataRequest, others: Sequence[SamlProvider]) -> NewProviderForm:
    form = NewProviderForm.from_saved_values({}, asked.chosen, others)
    form.defaultTeam.offer_known(organization_id)
    return form


def _new_page(form: NewProviderForm, asked: MetadataRequest) -> Response:
    now = datetime.now(UTC)
    return page(
        "sso/new.html",
        form=form,
        now=now,
        may=has_permission("admin"),
        **metadata_context(asked, NEW),
    )


def _has_duplicate_label(organization_id: str, form: NewProviderForm) -> bool:
    """True if a provider has the entered label; sets an error. Prevents duplicates after a lost response."""
    if form.duplicate_provider is not None:
        _add_duplicate_problem(
            organization_id, form, gettext("There is already a provider with this label. "), form.duplicate_provider
        )
        form.status = CONFLICT
    return form.duplicate_provider is not None


def _add_duplicate_problem(organization_id: str, form: NewProviderForm, before: str, same: SamlProvider) -> None:
    address = url_for("sso_steps.service", organization_id=organization_id, provider_id=same.id)
    form.problems.append(
        LinkedText(before, gettext("Continue with that provider"), gettext(", or enter a different label."), address)
    )


def _is_last_for_sign_in(found: ProviderPage) -> bool:
    now = datetime.now(UTC)
    enforced = value_or_none(g.organization.sso) is True
    return enforced and can_sign_in(found.provider, now) and not any(can_sign_in(each, now) for each in found.others)


def _delete_page(found: ProviderPage, form: ConfirmForm) -> Response:
    return page(
        "sso/delete.html",
        form=form,
        provider=found.provider,
        last=_is_last_for_sign_in(found),
        may=has_permission("admin"),
    )
