"""The certificates that an identity provider may sign with, read out of its metadata."""

from dataclasses import dataclass

from i18n import gettext
from masthead.saml.certificates import read_certificates
from masthead.saml.faults import CertificateError
from masthead.saml.providers import IdentityProvider
from masthead.saml.summary import Card


@dataclass(frozen=True, slots=True)
class Signing:
    """The certificates in the order of the file, each once, and notes on those that were left out."""

    cards: tuple[Card, ...]
    notes: tuple[str, ...]


def read_signing(provider: IdentityProvider) -> Signing:
    """A certificate that cannot be read becomes a note, and does not stop the others."""
    cards: dict[str, Card] = {}
    notes = []
    for number, text in enumerate(provider.keys, start=1):
        try:
            cards |= {card.sha256: card for card in read_certificates(text) if card.sha256 not in cards}
        except CertificateError as wrong:
            notes.append(
                gettext(
                    "Masthead left out certificate %(number)s of %(count)s. %(wrong)s",
                    number=number,
                    count=len(provider.keys),
                    wrong=wrong,
                )
            )
    return Signing(tuple(cards.values()), tuple(notes))
