"""Alerts about identity providers: obstacles to sign-in, their urgency, and their fixes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from flask import url_for

from contract.organization.organizations import Organization
from contract.organization.saml import LABEL_MAX, SamlProvider
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.saml import check_certificate, find_placeholder
from masthead.store.sso.rotations import NextCertificate
from masthead.web.forms.certificates import provider_card
from masthead.web.frame.alerts import (
    ADDRESSES,
    PARTS,
    URGENCY,
    Alert,
    AlertLink,
    expiry_alert,
    expiry_level,
    missing_settings,
    on_day,
    provider_links,
)

NEXT = N_(
    "Ask the administrator of your identity provider for the certificate that it signs with, and replace this one."
)
FILL_IN = N_("Replace it with the value that your identity provider shows, or import its metadata.")


def list_alerts(
    organization: Organization,
    providers: Sequence[SamlProvider],
    coming: Mapping[str, NextCertificate],
    now: datetime,
    *,
    is_whole: bool = True,
) -> list[Alert]:
    """List the alerts of an organization, most urgent first.

    `coming` has the next certificates by provider id. `is_whole` says that there are no further providers.
    """
    found = [
        matter
        for each in providers
        for matter in alerts_of_provider(each, now, coming, provider_links(organization.id, each))
    ]
    if is_whole and value_or_none(organization.sso) and not any(can_sign_in(each, now) for each in providers):
        text = gettext("Single sign-on is enforced, and nobody can sign in with any provider.")
        advice = gettext(
            "People who sign out may not be able to sign in again. Stop enforcing single sign-on, or fix a provider."
        )
        page = url_for("enforcement.show", organization_id=organization.id)
        found.append(Alert("bad", text, advice, (AlertLink(gettext("Stop enforcing single sign-on"), page),)))
    found += [_next(organization, each, coming[each.id], now) for each in providers if each.id in coming]
    twice = Counter(value_or_none(each.entityID) for each in providers if value_or_none(each.entityID))
    found += [
        Alert(
            "warn",
            gettext("%(number)s providers have the entity ID %(entity)s.", number=number, entity=entity),
            gettext("People may be sent to the wrong provider."),
        )
        for entity, number in twice.items()
        if number > 1
    ]
    return sorted(found, key=lambda matter: URGENCY[matter.level])


def _next(organization: Organization, provider: SamlProvider, following: NextCertificate, now: datetime) -> Alert:
    due = following.due <= now.date()
    text = (
        gettext(
            "The next certificate of %(provider)s was due on %(date)s.",
            provider=provider.label,
            date=on_day(following.due),
        )
        if due
        else gettext(
            "The next certificate of %(provider)s is due on %(date)s.",
            provider=provider.label,
            date=on_day(following.due),
        )
    )
    address = url_for("sso_certificate.ask", organization_id=organization.id, provider_id=provider.id)
    return Alert("warn" if due else "quiet", text, "", (AlertLink(gettext("Use next certificate"), address),))


def can_sign_in(provider: SamlProvider, now: datetime) -> bool:
    """Return whether sign-in can work: complete, not pending, with a valid certificate. Tests nothing."""
    card = provider_card(provider)
    whole = all(value_or_none(getattr(provider, name)) for name, _ in PARTS)
    whole = whole and not find_placeholders(provider)
    return whole and value_or_none(provider.status) != "pending" and card is not None and card.begins <= now < card.ends


def find_placeholders(provider: SamlProvider) -> list[tuple[str, str]]:
    """List placeholders left in the settings, as pairs of a setting's label and the placeholder."""
    values = [(gettext(words), value_or_none(getattr(provider, name)) or "") for name, words in ADDRESSES]
    return [(words, found) for words, value in values if (found := find_placeholder(value))]


def alerts_of_provider(
    provider: SamlProvider, now: datetime, coming: Mapping[str, NextCertificate], ways: tuple[AlertLink, ...] = ()
) -> Iterator[Alert]:
    """List the alerts of a provider. `ways` are links to its fixes."""
    label = provider.label
    yield from _unfinished(provider, ways)
    card = provider_card(provider)
    if value_or_none(provider.certificate) and not card:
        yield Alert(
            "warn", gettext("Masthead can't read the certificate of %(label)s.", label=label), gettext(NEXT), ways
        )
    if card:
        if expiry_level(card.days_left(now)):
            yield expiry_alert(label, card, now, ways, has_next=provider.id in coming)
        odd = [each for each in check_certificate(card, now) if each.kind not in {"expired", "ending"}]
        for finding in odd:
            yield Alert("bad" if finding.blocks else "warn", f"{label}: {finding.text}", gettext(NEXT), ways)
    if (value_or_none(provider.ssoURL) or "").lower().startswith("http:"):
        advice = gettext("Anybody on the network can read and change what is sent. Use its https address.")
        yield Alert("warn", gettext("The sign-on address of %(label)s is not encrypted.", label=label), advice, ways)
    if len(label) > LABEL_MAX:
        yield Alert(
            "quiet",
            gettext("The label %(label)s is longer than %(max)s characters.", label=label, max=LABEL_MAX),
            gettext("Shorten it."),
            ways,
        )


def _unfinished(provider: SamlProvider, ways: tuple[AlertLink, ...]) -> Iterator[Alert]:
    label = provider.label
    if text := missing_settings(provider):
        yield Alert("warn", text, gettext("Ask the administrator of your identity provider."), ways)
    elif value_or_none(provider.status) == "pending":
        advice = gettext("The API hasn't activated it yet.")
        yield Alert("quiet", gettext("%(label)s is pending.", label=label), advice, ways)
    for words, found in find_placeholders(provider):
        text = gettext(
            "%(label)s: %(words)s still has the placeholder “%(found)s”.", label=label, words=words, found=found
        )
        yield Alert("bad", text, gettext(FILL_IN), ways)
