"""API tokens that people linked to their identity at a provider.

Sessions are sealed with their cookies. These outlast sessions, so only the server's keys seal them.
"""

from sqlalchemy import Connection, delete, func, insert, select

from masthead.store.keys import Keys, Sealing, seal_rows_anew
from masthead.store.records import SealedRecords
from masthead.store.tables.people import linked_tokens

PURPOSE = "linked token"


class LinkedTokens(SealedRecords):
    """One token per person and `place`, the URL of its API. Raises StoreError."""

    def link(self, owner: str, place: str, token: str) -> None:
        """Store a token in place of the one before."""
        sealed = Sealing(self._keys, PURPOSE).seal(owner, place, token.encode())
        mine = (linked_tokens.c.owner == owner) & (linked_tokens.c.place == place)
        row = {"owner": owner, "place": place, "linked_at": self._clock(), **sealed}
        self._write(delete(linked_tokens).where(mine), insert(linked_tokens).values(row))

    def linked_at(self, owner: str, place: str) -> float | None:
        """Return when a token was linked, in seconds since 1970, None for no token."""
        mine = (linked_tokens.c.owner == owner) & (linked_tokens.c.place == place)
        return self._value(select(linked_tokens.c.linked_at).where(mine))

    def unlink(self, owner: str) -> None:
        """Delete a person's tokens for all APIs."""
        self._write(delete(linked_tokens).where(linked_tokens.c.owner == owner))


def open_linked(keys: Keys, owner: str, place: str, sealed: bytes | None, key_name: str | None) -> str:
    """Return the token, empty if there is none or it doesn't open."""
    if sealed is None or key_name is None:
        return ""
    token = Sealing(keys, PURPOSE).open(owner, place, sealed, key_name)
    return "" if token is None else token.decode()


def seal_anew(connection: Connection, before: Keys, after: Keys) -> None:
    """Seal all tokens with the new key: a former key opens them for a day only."""
    seal_rows_anew(connection, linked_tokens, Sealing(before, PURPOSE), Sealing(after, PURPOSE))


def count_linked(connection: Connection) -> int:
    return connection.scalar(select(func.count(linked_tokens.c.owner.distinct()))) or 0
