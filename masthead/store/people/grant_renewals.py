"""Renewals of a session's provider tokens, by one process at a time."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import update

from masthead.store.keys import CookieSecret
from masthead.store.people.grants import seal_grant
from masthead.store.people.sessions import Session
from masthead.store.records import SealedRecords
from masthead.store.tables.records import sessions

RENEWAL_SECONDS = 15.0
"""A renewal that takes longer counts as given up."""


class GrantRenewals(SealedRecords):
    """Decides which process renews a session's tokens, and stores them. Raises StoreError."""

    def begin(self, session: Session) -> bool:
        """Return whether this process should renew: nobody else does, and nobody has since it read them."""
        now = self._clock()
        idle = sessions.c.renewing_until.is_(None) | (sessions.c.renewing_until <= now)
        same = (sessions.c.id == session.id) & (sessions.c.sealed_grant == session.sealed_grant)
        begun = update(sessions).where(same, idle, sessions.c.revoked_at.is_(None))
        return self._write(begun.values(renewing_until=now + RENEWAL_SECONDS)) > 0

    def end(self, session: Session, grant: Mapping[str, Any] | None) -> None:
        """Store new tokens; None lets the next one try. Ended sessions keep nothing."""
        cookie = CookieSecret(session.id, session.secret)
        new = {} if grant is None else seal_grant(self._keys, cookie, grant)
        is_open = (sessions.c.id == session.id) & sessions.c.revoked_at.is_(None)
        self._write(update(sessions).where(is_open).values(renewing_until=None, **new))
