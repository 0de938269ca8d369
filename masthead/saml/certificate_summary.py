"""Summarizes certificates for people, and finds the leaf of a chain."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple


class CertificateSummary(NamedTuple):
    """Details for a page. Fingerprints and the serial number are upper-case hex with colons, times are in UTC."""

    pem: str
    """A PEM block of 64 columns with a final newline."""
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
    """Only for RSA and DSA."""
    signature: str
    """Such as "SHA-256 with RSA" or "Ed25519"."""

    def days_left(self, now: datetime) -> int:
        """Count whole days until the certificate expires, negative once it has."""
        return (self.ends - now) // timedelta(days=1)


def is_chain(cards: Sequence[CertificateSummary]) -> bool:
    """Return True if one of the certificates issued another."""
    return bool(_find_leaves(cards))


def suggest_index(cards: Sequence[CertificateSummary], now: datetime) -> int | None:
    """Suggest which certificate to use: a chain's leaf, the valid one, else the one that expires last.

    Returns None if several are valid. Raises ValueError for no certificates.
    """
    candidates = _find_leaves(cards) or list(range(len(cards)))
    good = [at for at in candidates if cards[at].begins <= now <= cards[at].ends]
    if len(good) > 1:  # only the provider can say which one it signs with today
        return None
    return good[0] if good else max(candidates, key=lambda at: cards[at].ends)


def _find_leaves(cards: Sequence[CertificateSummary]) -> list[int]:
    """Return the indexes of certificates that another one issued and that issued none."""
    from masthead.saml.certificate_reading import subject_and_issuer  # noqa: PLC0415 - its library is large

    names = [subject_and_issuer(card) for card in cards]
    # A self-issued certificate would seem to be issued by its successor, which has the same name.
    issued = [(at, issuer) for at, (subject, issuer) in enumerate(names) if subject != issuer]
    subjects, issuers = {subject for subject, _ in names}, {issuer for _, issuer in issued}
    linked = [at for at, issuer in issued if issuer in subjects]
    return [at for at in linked if names[at][0] not in issuers] or linked
