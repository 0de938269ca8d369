"""Keeps or rolls back a new certificate, and removes a saved next one."""

from dataclasses import replace

from flask import g, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso import certificate
from blueprints.sso.certificate import certificate_page, page_of_provider, rotation_form, who_noted
from blueprints.sso.reads import ProviderPage, provider_of
from blueprints.sso.rotation_over import asked_about, tell_over, tell_under_way
from blueprints.sso.words import KIND, words_of_enforcement
from contract.organization.saml import UPDATE_SAML_PROVIDER, SamlProvider, SamlProviderUpdate
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.store.entries import MAYBE_SAVED, State, Subject
from masthead.store.journal.finding import JournalQuery
from masthead.store.sso.rotations import Replaced
from masthead.web.forms.forms import EXPIRED, PageForm
from masthead.web.frame.enforcement_reminder import lifted
from masthead.web.frame.feedback import Feedback, Report
from masthead.web.frame.pages import done, informed
from masthead.web.person.access import person, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.submit.form_problems import unread
from masthead.web.submit.submission import save
from masthead.writes.change import Change
from masthead.writes.check import look_up_earlier
from masthead.writes.equality import same
from masthead.writes.undo import sent_values

STILL_LIFTED = N_("Single sign-on is still not enforced.")
NOT_REMOVED = N_("Nothing was removed.")


@certificate.blueprint.post("/keep")
@signed_in
def keep(organization_id: str, provider_id: str) -> Response:
    """Keep the new certificate and stop asking about it."""
    found, form = provider_of(organization_id, provider_id), PageForm()
    before, onward = asked_about(found), page_of_provider(found)
    if not form.validate():
        return done(Report(Feedback.NOT_SAVED, gettext(EXPIRED)), onward)
    key, submissions = f"keep-{form.form_key.data}", portal().store.submissions
    first = submissions.begin(person().owner, key, provider_id)
    if first.is_finished:
        return done(first.message, first.location)
    if before is None:
        submissions.abandon(person().owner, key)
        return tell_over(found, onward, keeping=True)
    if told := tell_under_way(found):
        submissions.abandon(person().owner, key)
        return done(Report(Feedback.NOT_SAVED, told), onward)
    portal().store.rotations.keep(before.place, person().owner)
    _look_up(found, before)
    told = gettext("You kept the new certificate.")
    if before.lifted and value_or_none(g.organization.sso) is not True:
        onward = url_for("enforcement.show", organization_id=organization_id)
        told = gettext("You kept the new certificate. You can now enforce single sign-on again.")
    submissions.finish(person().owner, key, onward, told)
    return done(told, onward)


@certificate.blueprint.post("/roll-back")
@signed_in
def roll_back(organization_id: str, provider_id: str) -> Response:
    """Restore the old certificate, if the new one is still in use."""
    found, form = provider_of(organization_id, provider_id), PageForm()
    before, label = asked_about(found), found.provider.label
    if before is None:
        again = _went_back_before(found, str(form.form_key.data))
        return again or tell_over(found, page_of_provider(found), keeping=False)
    change = replace(_rolling_back(found, before), undoes=_number_taken_back(found, before))

    def after(_: SamlProvider) -> tuple[str, str]:
        told = gettext("%(label)s has its old certificate again.", label=label)
        more = gettext(STILL_LIFTED) if lifted(g.organization) else words_of_enforcement()
        return f"{told} {more}".rstrip(), page_of_provider(found)

    ready = form.validate() and not unread(form, found.remembered)
    if ready and (saved := save(form, change, after, once_saved=lambda: _end(found, before))):
        return saved
    return certificate_page(found, rotation_form(found, submitted=False), form)


def _rolling_back(found: ProviderPage, before: Replaced) -> Change[SamlProvider]:
    label = found.provider.label
    return Change(
        UPDATE_SAML_PROVIDER,
        found.place,
        Subject(KIND, found.place.provider, label),
        gettext("Roll back the certificate of %(label)s", label=label),
        SamlProviderUpdate(certificate=before.old),
        was={"certificate": value_or_none(found.provider.certificate)},
    )


def _number_taken_back(found: ProviderPage, before: Replaced) -> int | None:
    """The number of the replacement's journal entry, if that was saved and is the last one; else None.

    Also None while an earlier rollback may have been saved: an undo would not ask about that.
    """
    (organization, provider), states = found.place, [State.SAVED, *MAYBE_SAVED]
    wanted = JournalQuery(organization, endpoints=[UPDATE_SAML_PROVIDER.name], object_id=provider, states=states)
    entries = [each for each in portal().store.journal.entries(wanted) if "certificate" in sent_values(each)]
    if any(each.outcome.state in MAYBE_SAVED and each.intent.owner == person().owner for each in entries):
        return None
    newest = next(iter(entries), None)
    if newest is None or newest.outcome.state is not State.SAVED:
        return None
    left = newest.outcome.became.get("certificate", sent_values(newest)["certificate"])
    is_last = same(left, value_or_none(found.provider.certificate))
    return newest.number if is_last and same(newest.intent.was.get("certificate"), before.old) else None


def _end(found: ProviderPage, before: Replaced) -> None:
    portal().store.rotations.end(before.place)
    _look_up(found, before)


def _look_up(found: ProviderPage, before: Replaced) -> None:
    """Check changes with an unknown outcome, such as a colleague's replacement, so that the journal shows it."""
    look_up_earlier(api(), portal().store.journal, _rolling_back(found, before))


@certificate.blueprint.post("/forget")
@signed_in
def forget(organization_id: str, provider_id: str) -> Response:
    """Remove the saved next certificate."""
    found = provider_of(organization_id, provider_id)
    if not PageForm().validate():
        return done(Report(Feedback.NOT_SAVED, gettext(EXPIRED)), page_of_provider(found))
    if portal().store.rotations.coming(organization_id).get(provider_id) is None:
        return informed(gettext("The next certificate was already removed."), page_of_provider(found))
    if other := portal().store.rotations.forget(found.place, request.form.get("coming", "")):
        return done(Report(Feedback.NOT_SAVED, f"{who_noted(other)} {gettext(NOT_REMOVED)}"), page_of_provider(found))
    return done(gettext("The next certificate was removed."), page_of_provider(found))


def _went_back_before(found: ProviderPage, key: str) -> Response | None:
    """Repeat the message of the first click on a second one, while its result still holds."""
    first = portal().store.submissions.find(person().owner, key)
    if first is None or not first.is_finished:
        return None
    wanted = JournalQuery(
        found.place.organization,
        person().owner,
        endpoints=[UPDATE_SAML_PROVIDER.name],
        object_id=found.place.provider,
        since=first.begun_at,
    )
    sent = [sent_values(each).get("certificate") for each in portal().store.journal.entries(wanted)]
    is_so = bool(sent) and same(sent[-1], value_or_none(found.provider.certificate))
    return done(first.message, first.location) if is_so else None
