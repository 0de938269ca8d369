"""The certificates that identity providers have at the service, as cards; each text is read once."""

from functools import lru_cache

from contract.organization.saml import CERTIFICATE_MAX, SamlProvider
from contract.schema.fields import value_or_none
from i18n import language
from masthead.saml import CertificateError, CertificateSummary, parse_certificates

MAX_READ = 4 * CERTIFICATE_MAX
"""Characters that are looked at: a service of another kind may answer anything."""


def provider_card(provider: SamlProvider) -> CertificateSummary | None:
    """Return the provider's certificate, or None if it has none that can be read."""
    return first_card(value_or_none(provider.certificate))


def first_card(text: object) -> CertificateSummary | None:
    """Return the first certificate in a value of any type, or None."""
    cards = parse_cards(text) if isinstance(text, str) else ()
    return cards[0] if cards else None


def parse_cards(text: str) -> tuple[CertificateSummary, ...]:
    """Parse all certificates in a text; none if it can't be read."""
    return _parsed(text, language())


@lru_cache(maxsize=1200)
def _parsed(text: str, _language: str) -> tuple[CertificateSummary, ...]:
    try:
        return tuple(parse_certificates(text)) if len(text) <= MAX_READ else ()
    except CertificateError:
        return ()


MAY_BE_SECRET = {"private-key", "other"}
"""Kinds of what was pasted that are kept nowhere: a PKCS#12 file, for one, mostly holds a private key."""


def may_contain_private_key(pasted: str) -> bool:
    try:
        parse_certificates(pasted)
    except CertificateError as wrong:
        return wrong.kind in MAY_BE_SECRET
    return False
