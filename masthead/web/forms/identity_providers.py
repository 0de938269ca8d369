"""Identity providers: certificates, a field that accepts certificates in any format, and alerts with fixes."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from flask import request, url_for
from wtforms.validators import ValidationError

from contract.organization.organizations import Organization
from contract.organization.saml import CERTIFICATE_MAX, LABEL_MAX, SamlProvider
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, language
from masthead.saml import (
    CertificateError,
    CertificateFinding,
    CertificateSummary,
    Suggestion,
    check_certificate,
    find_placeholder,
    is_unencrypted,
    parse_certificates,
    suggest_certificate,
)
from masthead.store.sso.providers import NextCertificate
from masthead.web.forms.field_types import sent_file
from masthead.web.forms.fields import TextInput
from masthead.web.frame.alerts import (
    ADDRESSES,
    PARTS,
    URGENCY,
    Alert,
    AlertLink,
    day_label,
    expiry_alert,
    expiry_level,
    missing_settings,
    provider_alert_links,
)

MAX_READ = 4 * CERTIFICATE_MAX
"""The most characters of a certificate to parse, since other services may return texts of any length."""


def provider_card(provider: SamlProvider) -> CertificateSummary | None:
    """Return the provider's certificate. None if it has none or it can't be read."""
    return parse_first_card(value_or_none(provider.certificate))


def parse_first_card(text: object) -> CertificateSummary | None:
    """Return the first certificate in a value of any type, or None."""
    cards = parse_cards(text) if isinstance(text, str) else ()
    return cards[0] if cards else None


def parse_cards(text: str) -> tuple[CertificateSummary, ...]:
    """Parse all certificates in a string. Empty if it can't be read."""
    return _parse_cached(text, language())


@lru_cache(maxsize=1200)
def _parse_cached(text: str, _language: str) -> tuple[CertificateSummary, ...]:
    try:
        return tuple(parse_certificates(text)) if len(text) <= MAX_READ else ()
    except CertificateError:
        return ()


MAY_BE_SECRET = {"private-key", "other"}
"""Kinds of input that are never stored: a PKCS#12 file, for example, usually contains a private key."""


def may_contain_private_key(pasted: str) -> bool:
    try:
        parse_certificates(pasted)
    except CertificateError as wrong:
        return wrong.kind in MAY_BE_SECRET
    return False


NOT_KEPT = N_("Masthead doesn't show or keep what you pasted, because it may contain a private key.")
SEVERAL = N_(
    "This contains %(count)s certificates. Select the one that the provider signs with now. You can keep another one "
    "for later on the page “Replace the certificate”."
)
CHAIN = N_("This is a certificate chain. Masthead took the provider's own certificate and left out the others.")


class CertificateText(TextInput):
    """A certificate in any format, sent as one PEM block. If there are several, the page asks for one."""

    kind = "certificate"

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, rows=8, **options)
        self.cards: Sequence[CertificateSummary] = ()
        self.wrong = ""
        self.note = ""
        self.uploaded = False

    @property
    def file_name(self) -> str:
        """Return the name of the file input."""
        return f"{self.name}-file"

    @property
    def chosen_fingerprint(self) -> str:
        return request.form.get(f"{self.name}-which", "")

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the uploaded file, or else the pasted text. A private key is dropped and not shown again."""
        if not valuelist:
            return
        typed = "\n".join(valuelist[0].split("\r\n")).strip()
        self.data, self.wrong, self.cards = typed, "", ()
        sent = sent_file(self.file_name)
        if sent is None and (not typed or typed == self.saved_certificate.strip()):
            self.data = self.saved_certificate if typed else ""
            return
        try:
            self.cards = parse_certificates(typed if sent is None else sent.content)
        except CertificateError as wrong:
            hidden = sent is None and wrong.kind in MAY_BE_SECRET
            self.wrong = f"{wrong} {gettext(NOT_KEPT)}" if hidden and wrong.kind == "other" else str(wrong)
            self.data = "" if hidden else typed
            return
        if sent is not None:
            self.uploaded, self.data = True, "".join(card.pem for card in self.cards)
        chosen = next((card for card in self.cards if card.sha256 == self.chosen_fingerprint), None)
        if chosen is None and self.suggestion.is_certain:
            chosen = self.suggestion.card
            self.note = gettext(CHAIN) if len(self.cards) > 1 else ""
        if chosen is not None:
            self.data = chosen.pem

    def offer_certificates(self, cards: Sequence[CertificateSummary]) -> None:
        self.cards, self.data = cards, "".join(card.pem for card in cards)

    @property
    def saved_certificate(self) -> str:
        """Return the saved text unparsed, since the API accepted it."""
        return self.object_data if isinstance(self.object_data, str) else ""

    @property
    def needs_choice(self) -> bool:
        return len(self.cards) > 1 and not any(card.pem == self.data for card in self.cards)

    @property
    def suggestion(self) -> Suggestion:
        return suggest_certificate(self.cards, datetime.now(UTC))

    def same(self, one: Any, other: Any) -> bool:
        """Compare by fingerprint, so that line breaks don't matter."""
        return super().same(_fingerprint_or_value(one), _fingerprint_or_value(other))

    @property
    def offered_certificates(self) -> list[tuple[CertificateSummary, list[CertificateFinding]]]:
        """Return the certificates to choose from, with the findings for each."""
        now = datetime.now(UTC)
        return [(card, check_certificate(card, now)) for card in self.cards]

    def display_value(self, value: Any) -> str:
        card = parse_first_card(value)
        return (
            gettext("%(subject)s, SHA-256 %(sha256)s", subject=card.subject, sha256=card.sha256)
            if card
            else super().display_value(value)
        )

    def pre_validate(self, _form: Any) -> None:
        if self.wrong:
            raise ValidationError(self.wrong)
        if self.needs_choice:
            raise ValidationError(gettext(SEVERAL, count=len(self.cards)))


def _fingerprint_or_value(value: Any) -> Any:
    cards = parse_cards(value) if isinstance(value, str) else ()
    return cards[0].sha256 if len(cards) == 1 else value


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
    """List an organization's alerts, most urgent first.

    `coming` holds the next certificates by provider id. `is_whole` means that there are no other providers.
    """
    found = [
        matter
        for each in providers
        for matter in list_provider_alerts(each, now, coming, provider_alert_links(organization.id, each))
    ]
    if is_whole and value_or_none(organization.sso) and not any(can_sign_in(each, now) for each in providers):
        text = gettext("Single sign-on is enforced, and nobody can sign in with any provider.")
        advice = gettext(
            "People who sign out may not be able to sign in again. Stop enforcing single sign-on, or fix a provider."
        )
        page = url_for("enforcement.show", organization_id=organization.id)
        found.append(Alert("bad", text, advice, (AlertLink(gettext("Stop enforcing single sign-on"), page),)))
    found += [
        _next_certificate_alert(organization, each, coming[each.id], now) for each in providers if each.id in coming
    ]
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


def _next_certificate_alert(
    organization: Organization, provider: SamlProvider, following: NextCertificate, now: datetime
) -> Alert:
    due = following.due <= now.date()
    text = (
        gettext(
            "The next certificate of %(provider)s was due on %(date)s.",
            provider=provider.label,
            date=day_label(following.due),
        )
        if due
        else gettext(
            "The next certificate of %(provider)s is due on %(date)s.",
            provider=provider.label,
            date=day_label(following.due),
        )
    )
    address = url_for("sso_certificate.ask", organization_id=organization.id, provider_id=provider.id)
    return Alert("warn" if due else "quiet", text, "", (AlertLink(gettext("Use next certificate"), address),))


def can_sign_in(provider: SamlProvider, now: datetime) -> bool:
    """Return whether the settings allow sign-in: complete, not pending, with a valid certificate."""
    card = provider_card(provider)
    whole = all(value_or_none(getattr(provider, name)) for name, _ in PARTS)
    whole = whole and not find_placeholders(provider)
    return whole and value_or_none(provider.status) != "pending" and card is not None and card.begins <= now < card.ends


def find_placeholders(provider: SamlProvider) -> list[tuple[str, str]]:
    """List placeholders left in the settings as (setting label, placeholder) pairs."""
    values = [(gettext(words), value_or_none(getattr(provider, name)) or "") for name, words in ADDRESSES]
    return [(words, found) for words, value in values if (found := find_placeholder(value))]


def list_provider_alerts(
    provider: SamlProvider, now: datetime, coming: Mapping[str, NextCertificate], ways: tuple[AlertLink, ...] = ()
) -> Iterator[Alert]:
    """List a provider's alerts. `ways` are the links from `provider_alert_links`, if any."""
    label, of_certificate, ways = provider.label, ways[::-1], ways[:1]
    yield from _list_setup_alerts(provider, ways)
    card = provider_card(provider)
    if value_or_none(provider.certificate) and not card:
        text = gettext("Masthead can't read the certificate of %(label)s.", label=label)
        yield Alert("warn", text, gettext(NEXT), of_certificate)
    if card:
        if expiry_level(card.days_left(now)):
            yield expiry_alert(label, card, now, of_certificate, has_next=provider.id in coming)
        odd = [each for each in check_certificate(card, now) if each.kind not in {"expired", "ending"}]
        for finding in odd:
            yield Alert("bad" if finding.blocks else "warn", f"{label}: {finding.text}", gettext(NEXT), of_certificate)
    if is_unencrypted(value_or_none(provider.ssoURL) or ""):
        advice = gettext("Anybody on the network can read and change what is sent. Use its https address.")
        yield Alert("warn", gettext("The sign-on address of %(label)s is not encrypted.", label=label), advice, ways)
    if len(label) > LABEL_MAX:
        yield Alert(
            "quiet",
            gettext("The label %(label)s is longer than %(max)s characters.", label=label, max=LABEL_MAX),
            gettext("Shorten it."),
            ways,
        )


def _list_setup_alerts(provider: SamlProvider, ways: tuple[AlertLink, ...]) -> Iterator[Alert]:
    label = provider.label
    if text := missing_settings(provider):
        yield Alert("warn", text, gettext("Ask the administrator of your identity provider."), ways)
    elif value_or_none(provider.status) == "pending":
        advice = gettext("It isn't active yet.")
        yield Alert("quiet", gettext("%(label)s is pending.", label=label), advice, ways)
    for words, found in find_placeholders(provider):
        text = gettext(
            "%(label)s: %(words)s still has the placeholder “%(found)s”.", label=label, words=words, found=found
        )
        yield Alert("bad", text, gettext(FILL_IN), ways)
