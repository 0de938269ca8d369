"""Interface to detect answers that are older than a write. The portal implements it in store/responses/versions.py."""

from typing import Protocol


class CacheVersions(Protocol):
    """A number for each organization that every write to it changes, through whichever portal.

    The empty id stands for what belongs to no single organization: the list of organizations, the lookups by e-mail
    domain, and all that is not below an organization in its path. Every write changes that number too. None of these
    methods ever raises.
    """

    def version(self, organization: str) -> int | None:
        """None where it cannot be read."""

    def renew(self, organizations: set[str]) -> bool:
        """Returns False where the numbers could not be written."""
