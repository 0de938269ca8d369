"""The certificates that an identity provider may sign with, read out of its metadata."""

from dataclasses import dataclass

from i18n import gettext
from masthead.saml.certificates import parse_certificates
from masthead.saml.faults import CertificateError
from masthead.saml.providers import IdentityProvider
from masthead.saml.summary import CertificateSummary


@dataclass(frozen=True, slots=True)
class SigningCertificates:
    """The certificates in the order of the file, each once, and notes on those that were left out."""

    cards: tuple[CertificateSummary, ...]
    notes: tuple[str, ...]


def parse_signing_certificates(provider: IdentityProvider) -> SigningCertificates:
    """A certificate that cannot be read becomes a note, and does not stop the others."""
    cards: dict[str, CertificateSummary] = {}
    notes = []
    for number, text in enumerate(provider.keys, start=1):
        try:
            cards |= {card.sha256: card for card in parse_certificates(text) if card.sha256 not in cards}
        except CertificateError as wrong:
            notes.append(
                gettext(
                    "Masthead left out certificate %(number)s of %(count)s. %(wrong)s",
                    number=number,
                    count=len(provider.keys),
                    wrong=wrong,
                )
            )
    return SigningCertificates(tuple(cards.values()), tuple(notes))
