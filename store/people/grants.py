"""The tokens that a provider gave to a session, sealed with what its cookie holds, and renewed by one at a time.

They stand beside the other values of a session: a page that saves those would else bring old tokens back.
"""

import json
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import update

from store.cookies import CookieSecret
from store.database import Database
from store.keys import Keys, key_name
from store.tables import sessions

if TYPE_CHECKING:
    from store.people.sessions import Session

PURPOSE = "grant"
RENEWAL_SECONDS = 15.0
"""After which a renewal that was begun counts as given up."""


class Grants:
    """Renews them. Raises StoreError."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database, self._keys, self._clock = database, keys, clock

    def begin_renewal(self, session: "Session") -> bool:
        """Whether this process is to ask for new tokens: nobody else is, and nobody did since it read them."""
        now = self._clock()
        idle = sessions.c.renewing_until.is_(None) | (sessions.c.renewing_until <= now)
        same = (sessions.c.id == session.id) & (sessions.c.sealed_grant == session.sealed_grant)
        begun = update(sessions).where(same, idle, sessions.c.revoked_at.is_(None))
        with self._database.writing() as connection:
            return connection.execute(begun.values(renewing_until=now + RENEWAL_SECONDS)).rowcount > 0

    def end_renewal(self, session: "Session", grant: Mapping[str, Any] | None) -> None:
        """Keep the new tokens; without any, let the next one try. Nothing is kept of a session that has ended."""
        cookie = CookieSecret(session.id, session.secret)
        new = {} if grant is None else seal_grant(self._keys, cookie, grant)
        is_open = (sessions.c.id == session.id) & sessions.c.revoked_at.is_(None)
        with self._database.writing() as connection:
            connection.execute(update(sessions).where(is_open).values(renewing_until=None, **new))


def seal_grant(keys: Keys, cookie: CookieSecret, grant: Mapping[str, Any] | None) -> dict[str, bytes | str | None]:
    """The columns `sealed_grant` and `grant_key_name`."""
    if grant is None:
        return {"sealed_grant": None, "grant_key_name": None}
    sealed = cookie.seal(keys.current, PURPOSE, json.dumps(dict(grant)).encode(), cookie.id)
    return {"sealed_grant": sealed, "grant_key_name": key_name(keys.current)}


def open_grant(
    keys: Keys, cookie: CookieSecret, sealed: bytes | None, key_name: str | None
) -> Mapping[str, Any] | None:
    """None where there is none, and where it does not open."""
    key = None if sealed is None or key_name is None else keys.named(key_name)
    text = None if key is None or sealed is None else cookie.open(key, PURPOSE, sealed, cookie.id)
    if text is None:
        return None
    grant: Mapping[str, Any] = json.loads(text)
    return grant
