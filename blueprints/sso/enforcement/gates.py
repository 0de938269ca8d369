"""Computes the gates: conditions before single sign-on is enforced, with advice for each that isn't met."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from flask import url_for

from blueprints.sso.enforcement.gate import (
    Gate,
    GateFacts,
    GateState,
    members_gate,
    own_record_gate,
    own_row,
    second_admin_gate,
    way_back_gate,
)
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from masthead.client import Problem
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.store.sso.providers import TestKind
from masthead.web.forms.identity_providers import FILL_IN, can_sign_in, find_placeholders, provider_card
from masthead.web.frame.alerts import AlertLink, missing_settings, relative_day_label
from masthead.web.frame.problems import unread_message
from masthead.web.frame.templating import age_label, date_text

DAYS = 7
TEST_HOURS = 24
ACTIVE = N_("An identity provider is active")
VALID = N_("The certificate is valid for more than %(days)s days")


def gates(known: GateFacts) -> list[Gate]:
    """All gates, in the order in which to fix them."""
    own = own_row(known)
    return [
        *_of_providers(known),
        members_gate(known),
        own_record_gate(own),
        second_admin_gate(known, own),
        way_back_gate(),
    ]


def _of_providers(known: GateFacts) -> list[Gate]:
    """Gates of the one checked provider. All have to pass for the same one: two that pass half each sign nobody in."""
    if isinstance(known.providers, Problem):
        return [Gate("provider", gettext(ACTIVE), GateState.UNKNOWN, unread_message(known.providers), blocks=True)]
    checked = checked_provider(known)
    if checked is None:
        new = AlertLink(gettext("Add a provider"), url_for("sso.new", organization_id=known.organization))
        text = gettext("There is no identity provider, so nobody could sign in.")
        return [Gate("provider", gettext(ACTIVE), GateState.BAD, text, blocks=True, links=(new,))]
    known = replace(known, wanted=checked.id)  # so that the links lead back to this provider
    return [*_of_provider(known, checked), *_others(known, checked)]


def checked_provider(known: GateFacts) -> SamlProvider | None:
    """The provider that the person chose, else the active one tested last, else the one that passes most gates.

    Of several that rank alike, the first in the list: a certificate that lasts longer makes no difference.
    """
    listed = [] if isinstance(known.providers, Problem) else known.providers
    chosen = [each for each in listed if each.id == known.wanted]
    return max(chosen or listed, key=lambda each: _rank(known, each), default=None)


def _rank(known: GateFacts, provider: SamlProvider) -> tuple[int, float, int, int]:
    status, test, found = value_or_none(provider.status), known.tests.get(provider.id), _of_provider(known, provider)
    good = sum(gate.state is GateState.GOOD for gate in found)
    # Active ranks before unknown, and unknown before inactive.
    activity = (status is None) + 2 * (status == "active")
    return activity, test.at if test else 0.0, -sum(gate.blocks for gate in found), good


def _others(known: GateFacts, best: SamlProvider) -> list[Gate]:
    """A gate for the people of other active providers: enforcement must not lock them out."""
    listed = [] if isinstance(known.providers, Problem) else known.providers
    others = [each for each in listed if each is not best and value_or_none(each.status) == "active"]
    if not others:
        return []
    title = gettext("The other active providers can sign people in")
    judged = [gate for each in others for gate in _of_provider(known, each) if gate.name in {"parts", "certificate"}]
    bad = [gate for gate in judged if gate.state is not GateState.GOOD]
    if not bad:
        labels = join_and([each.label for each in others])
        text = ngettext(
            "%(labels)s is complete and has a valid certificate.",
            "%(labels)s are complete and have valid certificates.",
            len(others),
            labels=labels,
        )
        return [Gate("others", title, GateState.GOOD, text)]
    tick = gettext("The people who use them can sign in with %(provider)s.", provider=best.label)
    links = dict.fromkeys(link for gate in bad for link in gate.links)
    return [Gate("others", title, GateState.BAD, " ".join(gate.text for gate in bad), tick, links=tuple(links))]


def _of_provider(known: GateFacts, provider: SamlProvider) -> list[Gate]:
    desk = url_for("sso.index", organization_id=known.organization)
    here = url_for("enforcement.show", organization_id=known.organization, provider=known.wanted or None)
    page = url_for("sso_steps.identity", organization_id=known.organization, provider_id=provider.id, next=here)
    ways = (AlertLink(provider.label, page), AlertLink(gettext("All providers"), desk))
    certificate = _certificate(provider, known.now, ways[:1])
    return [_active(provider, ways), _parts(provider, ways[:1]), certificate, _test(known, provider, here)]


def _active(provider: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    status, label = value_or_none(provider.status), provider.label
    gate = partial(Gate, "provider", gettext(ACTIVE))
    if status == "active":
        return gate(GateState.GOOD, gettext("%(provider)s is active.", provider=label))
    if status is None:
        text = gettext("The API doesn't report whether %(provider)s is active.", provider=label)
        tick = gettext("I know that %(provider)s is active.", provider=label)
        return gate(GateState.UNKNOWN, text, tick, links=ways)
    text = gettext("%(provider)s is %(status)s, so nobody can sign in with it.", provider=label, status=status)
    return gate(GateState.BAD, text, blocks=True, links=ways)


def _parts(best: SamlProvider, ways: tuple[AlertLink, ...]) -> Gate:
    gate, label = partial(Gate, "parts", gettext("The provider is complete")), best.label
    if text := missing_settings(best):
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if unfilled := find_placeholders(best):
        named = join_and([gettext("%(words)s has “%(found)s”", words=words, found=found) for words, found in unfilled])
        text = gettext("%(provider)s still has placeholders: %(named)s.", provider=label, named=named)
        tick = gettext("These are the real values.")
        return gate(GateState.BAD, f"{text} {gettext(FILL_IN)}", tick, links=ways)
    if not (value_or_none(best.ssoURL) or "").lower().startswith("https:"):
        text = gettext(
            "%(provider)s: the sign-on address is not encrypted. Anybody on the network can read what is sent.",
            provider=label,
        )
        return gate(GateState.BAD, text, gettext("I accept an address without encryption."), links=ways)
    text = gettext("%(provider)s has an https sign-on address, an entity ID and a certificate.", provider=label)
    return gate(GateState.GOOD, text)


def _certificate(best: SamlProvider, now: datetime, ways: tuple[AlertLink, ...]) -> Gate:
    gate, card, label = partial(Gate, "certificate", gettext(VALID, days=DAYS)), provider_card(best), best.label
    if not value_or_none(best.certificate):
        text = gettext("%(provider)s has no certificate.", provider=label)
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if card is None:
        text = gettext(
            "Masthead can't read the certificate of %(provider)s, so it isn't known when it expires.", provider=label
        )
        return gate(GateState.UNKNOWN, text, gettext("I know that the certificate is valid."), links=ways)
    it = gettext("The certificate of %(provider)s", provider=label)
    days, until = card.days_left(now), date_text(card.ends)
    if card.ends <= now:
        text = gettext(
            "%(it)s expired on %(until)s. Replace it with the one that the identity provider signs with now.",
            it=it,
            until=until,
        )
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if card.begins > now:
        text = gettext("%(it)s isn't valid until %(date)s.", it=it, date=date_text(card.begins))
        return gate(GateState.BAD, text, blocks=True, links=ways)
    if days <= DAYS:
        text = gettext(
            "%(it)s expires %(when)s. After that, nobody can sign in with this provider. Replace it first.",
            it=it,
            when=relative_day_label(days),
        )
        return gate(GateState.BAD, text, gettext("I will replace the certificate in time."), links=ways)
    text = gettext("%(it)s is valid for %(days)s days, until %(until)s.", it=it, days=days, until=until)
    return gate(GateState.GOOD, text)


def _test(known: GateFacts, provider: SamlProvider, here: str) -> Gate:
    gate = partial(Gate, "test", gettext("Sign-in was tested within %(hours)s hours", hours=TEST_HOURS))
    tick = gettext("I enforce single sign-on without a test.")
    page = url_for("sso_steps.test", organization_id=known.organization, provider_id=provider.id, next=here)
    link = AlertLink(gettext("Test %(provider)s", provider=provider.label), page)
    links = (link,) if can_sign_in(provider, known.now) else ()
    if (test := known.tests.get(provider.id)) is None:
        return gate(GateState.BAD, _untested(known, provider), tick, links=links)
    old = known.now.timestamp() - test.at
    by = test.by or gettext("somebody")
    when = gettext("%(provider)s was tested %(when)s by %(by)s", provider=provider.label, when=age_label(old), by=by)
    if provider.id in known.changed:
        text = gettext("%(when)s, and has changed since. Test it again.", when=when)
        return gate(GateState.BAD, text, tick, links=links)
    if old > timedelta(hours=TEST_HOURS).total_seconds():
        return gate(GateState.BAD, gettext("%(when)s. Test it again.", when=when), tick, links=links)
    words = gettext("Seen by the API:") if test.kind is TestKind.EVIDENCE else gettext("Stated, not verified:")
    return gate(GateState.GOOD, f"{when}. {words} {test.who}")


def _untested(known: GateFacts, provider: SamlProvider) -> str:
    if (begun := known.begun.get(provider.id)) is None:
        return gettext("No test is recorded for %(provider)s.", provider=provider.label)
    return gettext(
        "A test of %(provider)s was started %(when)s. No sign-in was recorded since.",
        provider=provider.label,
        when=age_label(known.now.timestamp() - begun.at),
    )
