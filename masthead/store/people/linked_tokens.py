"""Access tokens for the API that people linked once to who they are at their provider.

Others are sealed with what a cookie holds. These have to outlast each session, so the server's keys alone open them.
"""

from sqlalchemy import Connection, delete, func, insert, select

from masthead.store.encryption import Sealing, seal_rows_anew
from masthead.store.keys import Keys
from masthead.store.records import SealedRecords
from masthead.store.tables.people import linked_tokens

PURPOSE = "linked token"


class LinkedTokens(SealedRecords):
    """One for each person and `place`, the address of the API that it is for. Raises StoreError."""

    def link(self, owner: str, place: str, token: str) -> None:
        """Keep a token, in place of the one before."""
        sealed = Sealing(self._keys, PURPOSE).seal(owner, place, token.encode())
        mine = (linked_tokens.c.owner == owner) & (linked_tokens.c.place == place)
        row = {"owner": owner, "place": place, "linked_at": self._clock(), **sealed}
        self._write(delete(linked_tokens).where(mine), insert(linked_tokens).values(row))

    def linked_at(self, owner: str, place: str) -> float | None:
        """Since when a token is linked, in seconds since 1970; None where there is none."""
        mine = (linked_tokens.c.owner == owner) & (linked_tokens.c.place == place)
        return self._value(select(linked_tokens.c.linked_at).where(mine))

    def unlink(self, owner: str) -> None:
        """Forget the token of a person, for whatever API it is."""
        self._write(delete(linked_tokens).where(linked_tokens.c.owner == owner))


def open_linked(keys: Keys, owner: str, place: str, sealed: bytes | None, key_name: str | None) -> str:
    """The token; empty where there is none, and where it does not open."""
    if sealed is None or key_name is None:
        return ""
    token = Sealing(keys, PURPOSE).open(owner, place, sealed, key_name)
    return "" if token is None else token.decode()


def seal_anew(connection: Connection, before: Keys, after: Keys) -> None:
    """Seal all of them with the key that `after` seals with: a former key opens them for a day only."""
    seal_rows_anew(connection, linked_tokens, Sealing(before, PURPOSE), Sealing(after, PURPOSE))


def count_linked(connection: Connection) -> int:
    """How many people have linked one."""
    return connection.scalar(select(func.count(linked_tokens.c.owner.distinct()))) or 0
