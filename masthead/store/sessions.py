"""Signed-in people: their sessions, their names and their linked tokens. Sessions and tokens are sealed."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from masthead.store.database import Records, SealedRecords
from masthead.store.errors import StoreError
from masthead.store.keys import (
    CookieSecret,
    Sealing,
    create_cookie,
    derive_key,
    key_name,
    read_cookie,
)
from masthead.store.tables.records import linked_tokens, people, sessions

MAX_NAME_LENGTH = 80
LINK_PURPOSE = "linked token"
IDLE_SECONDS = 30 * 60.0
MAX_SECONDS = 12 * 3600.0
ENDED_KEPT_SECONDS = 24 * 3600.0  # until then, input of a timed-out session is stored for its person
SEEN_EVERY_SECONDS = 60.0
MAX_LABEL_LENGTH = 200
PURPOSE, GRANT_PURPOSE = "session", "grant"
"""Grants are sealed separately, since saving the other data would otherwise restore old tokens."""
RENEWAL_SECONDS = 15.0
"""A renewal that takes longer counts as failed."""
Sealed = dict[str, Any]
# Built once: building a statement costs more than running it.
IS_OVER = (
    (sessions.c.seen_at <= bindparam("idle_since"))
    | (sessions.c.created_at <= bindparam("begun_before"))
    | sessions.c.revoked_at.is_not(None)
)
LINKED = (linked_tokens.c.owner == sessions.c.owner) & (linked_tokens.c.place == bindparam("api"))
ONE = (
    select(sessions, linked_tokens.c.sealed.label("linked"), linked_tokens.c.key_name.label("linked_key_name"))
    .select_from(sessions.outerjoin(linked_tokens, LINKED))
    .where(sessions.c.id == bindparam("session"), ~IS_OVER)
)
MINE = (
    select(sessions.c.id, sessions.c.label, sessions.c.created_at, sessions.c.seen_at)
    .where(sessions.c.owner == bindparam("owner"), ~IS_OVER)
    .order_by(sessions.c.seen_at.desc())
)
ENDED = select(sessions).where(sessions.c.id == bindparam("session"), IS_OVER)
OLD = delete(sessions).where(
    (sessions.c.seen_at <= bindparam("idle_since"))
    | (sessions.c.created_at <= bindparam("begun_before"))
    | (sessions.c.revoked_at <= bindparam("revoked_before"))
)


class People(Records):
    """Stores people's names by owner. The API doesn't report who a token belongs to, so people enter their names."""

    def get_name(self, owner: str) -> str | None:
        """Return the person's name. It is empty if they declined to enter one, and None if they were never asked."""
        return self._value(select(people.c.name).where(people.c.owner == owner))

    def set_name(self, owner: str, name: str) -> None:
        """Store a name, truncated to 80 characters. An empty one records that the person was asked."""
        self._put(people, {"owner": owner}, {"name": " ".join(name.split())[:MAX_NAME_LENGTH]})


class LinkedTokens(SealedRecords):
    """Stores one token per person and `place`, which is the URL of an API. Raises StoreError."""

    def link(self, owner: str, place: str, token: str) -> None:
        """Store a token, replacing the previous one."""
        sealed = Sealing(self._keys, LINK_PURPOSE).seal(owner, place, token.encode())
        self._put(linked_tokens, {"owner": owner, "place": place}, {"linked_at": self._clock(), **sealed})

    def find_owner(self, place: str, token: str) -> str | None:
        """Return the person who linked this token, or None."""
        sealing = Sealing(self._keys, LINK_PURPOSE)
        rows = self._all(select(linked_tokens).where(linked_tokens.c.place == place))
        return next(
            (r.owner for r in rows if sealing.open(r.owner, place, r.sealed, r.key_name) == token.encode()), None
        )

    def linked_at(self, owner: str, place: str) -> float | None:
        """Return the Unix timestamp at which a token was linked, or None if there is no token."""
        mine = (linked_tokens.c.owner == owner) & (linked_tokens.c.place == place)
        return self._value(select(linked_tokens.c.linked_at).where(mine))

    def unlink(self, owner: str) -> None:
        """Delete a person's tokens for all APIs."""
        self._write(delete(linked_tokens).filter_by(owner=owner))


def count_linked(connection: Connection) -> int:
    return connection.scalar(select(func.count(linked_tokens.c.owner.distinct()))) or 0


@dataclass(frozen=True, slots=True)
class Session:
    """An open session. Times are Unix timestamps.

    `data` is JSON with the person's `token`, or with their `subject` (issuer and id) and `provider_session`. `grant`
    has the provider's tokens if it issues tokens for the API. Otherwise, `linked_token` is the person's linked token,
    or empty.
    """

    id: str
    owner: str
    created_at: float
    seen_at: float
    label: str
    data: Mapping[str, Any] = field(repr=False)
    secret: bytes = field(repr=False)
    grant: Mapping[str, Any] | None = field(repr=False, default=None)
    sealed_grant: bytes | None = field(repr=False, default=None)
    linked_token: str = field(repr=False, default="")

    @property
    def has_provider(self) -> bool:
        """Return whether the person signed in through a provider."""
        return "subject" in self.data

    @property
    def is_linked(self) -> bool:
        """Return whether the provider only identifies the person, so that they have to link an API token."""
        return self.has_provider and self.grant is None

    @property
    def token(self) -> str:
        """Return the API token. It is empty if the person has to link one but hasn't."""
        if self.is_linked:
            return self.linked_token
        return str(self.data["token"] if self.grant is None else self.grant["access_token"])


class SessionLine(NamedTuple):
    """A row in a person's list of sessions. Its id alone gives no access."""

    id: str
    label: str
    created_at: float
    seen_at: float


class SessionEnd(Enum):
    """Why a session ended, other than by signing out."""

    IDLE = "idle"
    TOO_OLD = "too-old"
    REVOKED = "revoked"


class EndedSession(NamedTuple):
    owner: str
    by: SessionEnd


class Sessions(SealedRecords):
    """Stores sessions. They end 30 minutes after their last use, 12 hours after their start, or when revoked."""

    def create(self, data: Mapping[str, Any], *, label: str = "", grant: Mapping[str, Any] | None = None) -> str:
        """Create a session. Returns the value of its cookie. See `Session` for `data` and `grant`."""
        cookie, now = create_cookie(), self._clock()
        row = {
            "id": cookie.id,
            "label": label[:MAX_LABEL_LENGTH],
            "created_at": now,
            "seen_at": now,
            "proof": _secret_proof(cookie),
            **self._seal_data(cookie, data),
            **({} if grant is None else self._seal_grant(cookie, grant)),
        }
        with self._database.writing() as connection:
            day_ago = now - ENDED_KEPT_SECONDS
            connection.execute(OLD, {**_expiry_limits(day_ago), "revoked_before": day_ago})
            connection.execute(insert(sessions).values(row))
        return str(cookie)

    def load(self, value: str, api: str = "", *, is_use: bool = True) -> Session | None:
        """Return a cookie's session. None if it is unknown or has ended, or the cookie's secret is wrong.

        `api` is the URL of the API whose linked token is needed. Without `is_use`, the session isn't extended.
        """
        cookie, now = read_cookie(value), self._clock()
        if cookie is None:
            return None
        row = self._database.first_row(ONE, {"session": cookie.id, "api": api, **_expiry_limits(now)})
        data = None if row is None else self._open_data(row, cookie)
        if row is None or data is None:
            return None
        owner = self._refresh_session(row, cookie, data, now if is_use else row.seen_at)
        grant = cookie.open(self._keys, GRANT_PURPOSE, row.sealed_grant, row.grant_key_name)
        if row.sealed_grant is not None and grant is None:
            return None
        linked = Sealing(self._keys, LINK_PURPOSE).open(row.owner, api, row.linked, row.linked_key_name) or b""
        known = (cookie.id, owner, row.created_at, row.seen_at, row.label, data, cookie.secret)
        return Session(*known, grant, row.sealed_grant, linked.decode())

    def find_ended(self, value: str) -> EndedSession | None:
        """Return a cookie's session if it timed out or was revoked less than a day ago."""
        cookie = read_cookie(value)
        if cookie is None:
            return None
        row = self._first(ENDED, {"session": cookie.id, **_expiry_limits(self._clock())})
        if row is None or not self._has_proof(row, cookie):
            return None
        return EndedSession(str(row.owner), _find_end(row))

    def save(self, session: Session, data: Mapping[str, Any], *, within: Connection | None = None) -> None:
        """Replace the data of a session, unless it was revoked or deleted."""
        self._update_session(session.id, self._seal_data(CookieSecret(session.id, session.secret), data), within)

    def begin_renewal(self, session: Session) -> bool:
        """Claim the renewal of the grant. Returns False if another process is renewing it, or has since it was read."""
        now = self._clock()
        idle = sessions.c.renewing_until.is_(None) | (sessions.c.renewing_until <= now)
        same = (sessions.c.id == session.id) & (sessions.c.sealed_grant == session.sealed_grant)
        begun = update(sessions).where(same, idle, sessions.c.revoked_at.is_(None))
        return self._write(begun.values(renewing_until=now + RENEWAL_SECONDS)) > 0

    def end_renewal(self, session: Session, grant: Mapping[str, Any] | None) -> None:
        """Store a renewed grant, unless the session was revoked or deleted. None lets another process try."""
        cookie = CookieSecret(session.id, session.secret)
        new = {} if grant is None else self._seal_grant(cookie, grant)
        self._update_session(session.id, {"renewing_until": None, **new})

    def of_owner(self, owner: str) -> list[SessionLine]:
        """List a person's open sessions, most recently used first."""
        return [SessionLine(*row) for row in self._all(MINE, {"owner": owner, **_expiry_limits(self._clock())})]

    def end(self, owner: str, session_id: str) -> None:
        """Delete one of this person's sessions."""
        self._write(delete(sessions).filter_by(owner=owner, id=session_id))

    def revoke(self, owner: str, session_id: str) -> None:
        """Revoke a session from another one. For a day, its browser can still prove who was signed in."""
        self._revoke(sessions.c.owner == owner, sessions.c.id == session_id)

    def revoke_others(self, owner: str, session_id: str) -> None:
        """Revoke all of a person's other sessions."""
        self._revoke(sessions.c.owner == owner, sessions.c.id != session_id)

    def revoke_all(self, owner: str) -> None:
        self._revoke(sessions.c.owner == owner)

    def revoke_of_provider(self, issuer: str, *, subject: str | None, session: str | None) -> None:
        """Revoke sessions that a provider has ended: those of one provider `session`, or all of a subject."""
        named = []
        if session is not None:
            named.append(sessions.c.provider_session == self._provider_session(issuer, session))
        if subject is not None:
            named.append(sessions.c.owner == self._keys.owner_of_subject(issuer, subject))
        if named:
            self._revoke(*named)

    def _revoke(self, *which: ColumnElement[bool]) -> None:
        # The row stays without the token, and only proves whose session a cookie opened.
        values = {"revoked_at": self._clock(), "sealed": b"", "sealed_grant": None}
        self._write(update(sessions).where(*which, sessions.c.revoked_at.is_(None)).values(values))

    def _refresh_session(self, row: Row[Any], cookie: CookieSecret, data: Mapping[str, Any], now: float) -> str:
        """Record that the session was used, at most once a minute. Seal it again if the key has changed."""
        changed: Sealed = {}
        if row.key_name != key_name(self._keys.current):
            changed = self._seal_data(cookie, data)
        if now - row.seen_at >= SEEN_EVERY_SECONDS:
            changed["seen_at"] = now
        if changed:
            try:
                self._update_session(row.id, changed)
            except StoreError:  # a page that only reads needs no more than the row
                return str(row.owner)
        return str(changed.get("owner", row.owner))

    def _update_session(self, identifier: str, values: Sealed, within: Connection | None = None) -> None:
        with self._database.writing(within=within) as connection:
            is_open = (sessions.c.id == identifier) & sessions.c.revoked_at.is_(None)
            connection.execute(update(sessions).where(is_open).values(values))

    def _seal_data(self, cookie: CookieSecret, data: Mapping[str, Any]) -> Sealed:
        return {**self._owner_columns(data), **cookie.seal(self._keys, PURPOSE, data)}

    def _seal_grant(self, cookie: CookieSecret, grant: Mapping[str, Any]) -> Sealed:
        sealed = cookie.seal(self._keys, GRANT_PURPOSE, grant)
        return {"sealed_grant": sealed["sealed"], "grant_key_name": sealed["key_name"]}

    def _owner_columns(self, data: Mapping[str, Any]) -> dict[str, str | None]:
        """Build the columns that identify whose session it is."""
        if "subject" not in data:
            return {"owner": self._keys.owner_of(data["token"])}
        issuer, subject = data["subject"]
        session = data.get("provider_session")
        named = None if session is None else self._provider_session(issuer, session)
        return {"owner": self._keys.owner_of_subject(issuer, subject), "provider_session": named}

    def _provider_session(self, issuer: str, session: str) -> str:
        return self._keys.hash_texts("provider session", issuer, session)

    def _has_proof(self, row: Row[Any], cookie: CookieSecret) -> bool:
        if row.revoked_at is None:
            return self._open_data(row, cookie) is not None
        return row.proof is not None and hmac.compare_digest(row.proof, _secret_proof(cookie))

    def _open_data(self, row: Row[Any], cookie: CookieSecret) -> Mapping[str, Any] | None:
        return cookie.open(self._keys, PURPOSE, row.sealed, row.key_name)


def _expiry_limits(now: float) -> dict[str, float]:
    return {"idle_since": now - IDLE_SECONDS, "begun_before": now - MAX_SECONDS}


def _find_end(row: Row[Any]) -> SessionEnd:
    """Return the earliest cause of the end, since a session may be revoked after it timed out."""
    moments = {SessionEnd.IDLE: row.seen_at + IDLE_SECONDS, SessionEnd.TOO_OLD: row.created_at + MAX_SECONDS}
    if row.revoked_at is not None:
        moments[SessionEnd.REVOKED] = row.revoked_at
    return min(moments, key=moments.__getitem__)


def _secret_proof(cookie: CookieSecret) -> bytes:
    """Return a digest that can be used to verify a secret, but doesn't reveal it."""
    return derive_key(cookie.secret, "session proof", salt=cookie.id.encode())
