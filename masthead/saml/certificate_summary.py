"""A certificate's details for people."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple


class CertificateSummary(NamedTuple):
    """A certificate in words. Fingerprints and the serial number are upper-case hex with colons, times are in UTC."""

    pem: str
    """One PEM block of 64 columns that ends with a newline."""
    subject: str
    issuer: str
    serial: str
    begins: datetime
    ends: datetime
    is_self_signed: bool
    is_authority: bool
    sha1: str
    sha256: str
    key: str
    """Such as "RSA, 2048 bits", "EC, P-256" or "Ed25519"."""
    key_bits: int | None
    """Of RSA and DSA alone."""
    signature: str
    """Such as "SHA-256 with RSA" or "Ed25519"."""

    def days_left(self, now: datetime) -> int:
        """Whole days, negative once it has expired."""
        return (self.ends - now) // timedelta(days=1)


def is_chain(cards: Sequence[CertificateSummary]) -> bool:
    """Whether one of the certificates issued another."""
    return bool(_leaves(cards))


def suggest_index(cards: Sequence[CertificateSummary], now: datetime) -> int | None:
    """A chain's leaf, else the valid one, else the one that expires last; None where several are valid.

    Raises ValueError where there are no cards.
    """
    candidates = _leaves(cards) or list(range(len(cards)))
    good = [at for at in candidates if cards[at].begins <= now <= cards[at].ends]
    if len(good) > 1:  # only the provider knows with which of them it signs today
        return None
    return good[0] if good else max(candidates, key=lambda at: cards[at].ends)


def _leaves(cards: Sequence[CertificateSummary]) -> list[int]:
    """Indexes of those that another one here issued, and that issued none."""
    from masthead.saml.certificate_reading import subject_and_issuer  # noqa: PLC0415 - its library is large

    names = [subject_and_issuer(card) for card in cards]
    # One that has its own name as its issuer's would seem to be issued by its successor, which has the same name.
    issued = [(at, issuer) for at, (subject, issuer) in enumerate(names) if subject != issuer]
    subjects, issuers = {subject for subject, _ in names}, {issuer for _, issuer in issued}
    linked = [at for at, issuer in issued if issuer in subjects]
    return [at for at in linked if names[at][0] not in issuers] or linked
