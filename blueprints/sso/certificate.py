"""Replaces an identity provider's certificate: now, with a second provider, or on a later day."""

from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso.forms import BESIDE, LATER, NOW, RotationForm
from blueprints.sso.imported_metadata import TAKEN, parse_metadata_request
from blueprints.sso.metadata import FOR_CERTIFICATE, form_page, metadata_address
from blueprints.sso.reads import ProviderPage, read_provider
from blueprints.sso.service_provider import KIND
from contract.organization.saml import (
    CREATE_SAML_PROVIDER,
    LABEL_MAX,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
    SamlProviderCreate,
    SamlProviderUpdate,
)
from contract.schema.fields import value_or_none
from masthead.client import OutcomeUnknown
from masthead.i18n import N_, gettext
from masthead.resources import SAML_PROVIDER
from masthead.saml import check_certificate, next_label
from masthead.store.entries import Cause, Outcome, Reason, State, Subject
from masthead.store.sso.providers import NextCertificate
from masthead.web.auto_revert import set_enforcement
from masthead.web.forms.forms import CONFLICT, EXPIRED, PageForm
from masthead.web.forms.identity_providers import parse_cards, parse_first_card, provider_card
from masthead.web.frame.alerts import dismiss_disabled_enforcement
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import Feedback, Report, page, redirect_info, redirect_saved
from masthead.web.frame.problems import BAD_GATEWAY, LinkedText, http_status
from masthead.web.frame.templating import date as day_in_words
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.places import back_link, back_link_context
from masthead.web.submit.outcome_messages import verify_effect
from masthead.web.submit.review import should_send
from masthead.web.submit.submission import (
    answer_duplicate,
    journal_url,
    refuse_form,
    refuse_if_unread,
    save,
    show_problem,
)
from masthead.writes.send import Change, NotAppliedError, apply

blueprint = Blueprint("sso_certificate", __name__, url_prefix="/orgs/<organization_id>/sso/<provider_id>/certificate")
OUTDATED = N_(
    "This certificate comes from metadata that has expired. Make sure that your identity provider still signs with it."
)
NO_NEW = N_("The metadata has no other certificate than the saved one. Paste the new one, or come back later.")
NOT_ENFORCED = N_("Masthead had already stopped enforcing single sign-on, and it is not enforced now. ")
MAYBE_LIFTED = N_(
    "It wasn't confirmed that single sign-on is no longer enforced, so Masthead didn't send the certificate. "
)
STILL_ENFORCED = N_(
    "Single sign-on is still enforced, although the change was accepted. Masthead didn't send the certificate."
)
ENFORCED_MEANWHILE = N_(
    "Somebody enforced single sign-on after you opened this page. Nothing was saved. Choose whether "
    "to keep enforcing it while the certificate is replaced."
)
NOT_REMOVED = N_("Nothing was removed.")
REPLACE_IT = N_("Nothing was saved. Continue again to replace it with yours.")


@blueprint.get("")
@signed_in
def ask(organization_id: str, provider_id: str) -> Response:
    """Show the saved certificate, and the form for a new one, filled in from the next certificate or metadata."""
    found = read_provider(organization_id, provider_id)
    coming = portal().store.rotations.next_certificates(organization_id).get(provider_id)
    form = _rotation_form(found, coming)
    chosen = parse_metadata_request(form_page(organization_id, provider_id)).chosen
    if chosen is not None:
        saved = provider_card(found.provider)
        fresh = [card for card in chosen.signing.cards if card != saved]
        form.certificate.offer_certificates(fresh)
        form.certificate.provenance = TAKEN if fresh else ""
        form.notes += [gettext(OUTDATED)] if chosen.is_expired else []
        form.notes += [] if fresh else [gettext(NO_NEW)]
    form.compared.data = form.card.sha256 if form.card else ""
    return _certificate_page(found, form)


@blueprint.post("")
@signed_in
@keeps_input
def replace(organization_id: str, provider_id: str) -> Response:
    """Replace the certificate now, create a second provider with the new one, or save it for later."""
    found = read_provider(organization_id, provider_id)
    form = _rotation_form(found)
    # If the API already has the certificate, this form may have saved it before, with a response that got lost.
    if form.how.data == NOW and form.is_current_certificate:
        forget_next = partial(_delete_next_certificate, found, form)
        if earlier := answer_duplicate(form, _build_replacement(found, form), _provider_url(found), forget_next):
            return earlier
    if form.validate() and not refuse_if_unread(form, found.remembered):
        if form.how.data == LATER and form.due.day is not None:
            if noted := _save_next_certificate(found, form, form.due.day):
                return noted
        elif (
            saved := _create_second_provider(found, form)
            if form.how.data == BESIDE
            else _replace_certificate(found, form)
        ):
            return saved
    return _certificate_page(found, form)


@blueprint.post("/forget")
@signed_in
def forget(organization_id: str, provider_id: str) -> Response:
    found = read_provider(organization_id, provider_id)
    onward = _provider_url(found)
    if not PageForm().validate():
        return redirect_saved(Report(Feedback.NOT_SAVED, gettext(EXPIRED)), onward)
    if portal().store.rotations.next_certificates(organization_id).get(provider_id) is None:
        return redirect_info(gettext("The next certificate was already removed."), onward)
    if other := portal().store.rotations.delete_next_certificate(found.place, request.form.get("coming", "")):
        return redirect_saved(Report(Feedback.NOT_SAVED, f"{_conflict_message(other)} {gettext(NOT_REMOVED)}"), onward)
    return redirect_saved(gettext("The next certificate was removed."), onward)


def _replace_certificate(found: ProviderPage, form: RotationForm) -> Response | None:
    provider, place = found.provider, found.place
    if form.lifting and "lift" not in request.form:
        form.lift.data = True
        refuse_form(form, gettext(ENFORCED_MEANWHILE), CONFLICT)
        return None
    lifts = bool(form.list_preceding_changes()) and should_send(form)
    if lifts and not _disable_enforcement(form, provider.label):
        return None

    def after(_: SamlProvider) -> tuple[str, str]:
        told = gettext("%(provider)s has the new certificate. Ask somebody to sign in.", provider=provider.label)
        return told, _provider_url(found)

    saved = save(
        form, _build_replacement(found, form), after, once_saved=partial(_delete_next_certificate, found, form)
    )
    if saved is None and lifts:
        enforce = url_for("enforcement.show", organization_id=place.organization)
        link, after_it = gettext("Enforce single sign-on"), gettext(" again when this is resolved.")
        form.problems.append(LinkedText(gettext(NOT_ENFORCED), link, after_it, enforce))
    return saved


def _build_replacement(found: ProviderPage, form: RotationForm) -> Change[SamlProvider]:
    provider = found.provider
    return Change(
        UPDATE_SAML_PROVIDER,
        found.place,
        Subject(KIND, provider.id, provider.label),
        gettext("Replace the certificate of %(provider)s", provider=provider.label),
        SamlProviderUpdate(certificate=form.certificate.data),
        was=form.now,
    )


def _delete_next_certificate(found: ProviderPage, form: RotationForm) -> None:
    place, rotations = found.place, portal().store.rotations
    coming = rotations.next_certificates(place.organization).get(found.provider.id)
    if coming is not None and parse_first_card(coming.pem) == parse_first_card(form.certificate.data):
        rotations.delete_next_certificate(place, coming.mark)


def _disable_enforcement(form: RotationForm, label: str) -> bool:
    """Stop enforcing single sign-on before the certificate is sent. If that fails, set an error and return False."""
    portal().store.rotations.record_disabled_enforcement(g.organization.id, person().owner, label)
    change, journal = _build_disabling(), portal().store.journal
    try:
        beside = portal().store.enforcements.build_stop_hook(g.organization.id, person().owner)
        applied = apply(api(), journal, change, beside)
    except NotAppliedError as failure:
        if isinstance(failure.problem, OutcomeUnknown):
            at = journal_url("show", change, failure.entry)
            why = LinkedText(gettext(MAYBE_LIFTED), gettext("Check now"), gettext(" before you send it again."), at)
            refuse_form(form, why, http_status(failure.problem), Feedback.UNKNOWN)
            form.renew_key()
            return False
        dismiss_disabled_enforcement(g.organization.id)
        show_problem(failure.problem, form)
        return False
    if (found := verify_effect(applied)) is not None:
        dismiss_disabled_enforcement(g.organization.id)
        journal.write_outcome(applied.entry, Outcome(State.NOT_SAVED, Cause(Reason.WITHOUT_EFFECT)))
        refuse_form(form, gettext(STILL_ENFORCED), BAD_GATEWAY)
    return found is None


def _create_second_provider(found: ProviderPage, form: RotationForm) -> Response | None:
    provider, organization = found.provider, g.organization.id
    label = next_label(provider.label, LABEL_MAX)
    settings = SAML_PROVIDER.settings_of(provider)
    body = SamlProviderCreate(
        label=label,
        certificate=form.certificate.data,
        defaultRole=settings["defaultRole"],
        defaultTeam=settings["defaultTeam"],
    )
    summary = gettext(
        "Create the identity provider %(label)s, to replace %(provider)s", label=label, provider=provider.label
    )
    change = Change(CREATE_SAML_PROVIDER, (organization,), Subject(KIND, "", label), summary, body)

    def after(made: SamlProvider) -> tuple[str, str]:
        onward = url_for("sso_steps.service", organization_id=organization, provider_id=made.id)
        told = gettext("%(label)s was created with the new certificate.", label=label)
        return gettext("%(told)s Create a second application for it at your identity provider.", told=told), onward

    if earlier := answer_duplicate(form, change, after):
        return earlier
    if same := next((each for each in found.others if each.label == label), None):
        there = gettext("There is already a provider called %(label)s. ", label=label)
        at = url_for("sso_steps.service", organization_id=organization, provider_id=same.id)
        refuse_form(form, LinkedText(there, gettext("Continue with that provider"), ".", at), CONFLICT)
        return None
    return save(form, change, after)


def _save_next_certificate(found: ProviderPage, form: RotationForm, day: date) -> Response | None:
    """Save the new certificate as the next one. If a colleague has saved another, set a form error and return None."""
    pem, shown = form.certificate.data, str(form.coming.data or "")
    other = portal().store.rotations.save_next_certificate(
        found.place, person().owner, pem=pem, due=day, instead_of=shown
    )
    if other is None:
        told = gettext("Masthead saved the certificate as the next one. The provider is unchanged.")
        return redirect_saved(told, _provider_url(found))
    form.coming.data = other.mark
    refuse_form(form, f"{_conflict_message(other)} {gettext(REPLACE_IT)}", CONFLICT)
    return None


def _conflict_message(other: NextCertificate) -> str:
    by, due = other.by or gettext("Somebody"), day_in_words(other.due)
    return gettext("%(by)s saved a next certificate after you opened this page. It is due on %(due)s.", by=by, due=due)


def _rotation_form(found: ProviderPage, coming: NextCertificate | None = None) -> RotationForm:
    values = {"certificate": SAML_PROVIDER.settings_of(found.provider)["certificate"]}
    start = {"certificate": "", "coming": coming.mark if coming else ""}
    form = RotationForm(values, {**start, "how": NOW, "lift": True}, found.provider.id)
    form.provider, form.others = found.provider, found.others
    form.certificate.shows_saved = False  # the page shows it above the form
    if coming:
        form.certificate.offer_certificates(parse_cards(coming.pem))
    if value_or_none(g.organization.sso) is True:
        form.lifting = _build_disabling()
    return form


def _build_disabling() -> Change[Any]:
    return set_enforcement(g.organization, on=False, reason=gettext("While a certificate is replaced."))


def _provider_url(found: ProviderPage) -> str:
    of = {"organization_id": g.organization.id, "provider_id": found.provider.id}
    return url_for("sso.show", next=back_link() or None, **of)


def _certificate_page(found: ProviderPage, form: RotationForm) -> Response:
    now, saved = datetime.now(UTC), provider_card(found.provider)
    return page(
        "sso_certificate/ask.html",
        form=form,
        remembered=found.remembered,
        provider=found.provider,
        card=saved,
        said=check_certificate(saved, now) if saved else [],
        enforced=value_or_none(g.organization.sso) is True,
        published_at=metadata_address(value_or_none(found.provider.entityID) or ""),
        now=now,
        may=has_permission("admin"),
        purpose=FOR_CERTIFICATE,
        **back_link_context(),
    )
