"""Texts that only the server's key opens, each for one person and one purpose: a copy of the database tells nothing."""

import secrets

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Connection, Table, and_, select, update

from masthead.store.keys import Keys, derive_key, key_name

NONCE_BYTES = 12


class Sealing:
    """Seals and opens for one purpose. `place` is what the text belongs to: in another place it does not open."""

    def __init__(self, keys: Keys, purpose: str) -> None:
        self._keys = keys
        self._purpose = purpose

    def seal(self, owner: str, place: str, text: bytes) -> dict[str, bytes | str]:
        """The columns `sealed` and `key_name`."""
        key, nonce = self._keys.current, secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self._cipher(key, owner).encrypt(nonce, text, place.encode())
        return {"sealed": sealed, "key_name": key_name(key)}

    def open(self, owner: str, place: str, sealed: bytes, key_name: str) -> bytes | None:
        """The text; None where the key is not known any more, or it was not sealed for this."""
        key = self._keys.named(key_name)
        if key is None:
            return None
        try:
            return self._cipher(key, owner).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
        except InvalidTag:
            return None

    def _cipher(self, key: bytes, owner: str) -> AESGCM:
        return AESGCM(derive_key(key, self._purpose, salt=owner.encode()))


def seal_rows_anew(connection: Connection, table: Table, old: Sealing, new: Sealing) -> None:
    """Seal each row that opens anew. Its columns `owner` and `place` say what it was sealed for."""
    own = table.primary_key.columns
    for named in connection.execute(select(*own)).mappings().all():
        this = and_(*(each == named[each.name] for each in own))
        row = connection.execute(select(table).where(this)).one()
        text = old.open(row.owner, row.place, row.sealed, row.key_name)
        if text is not None:
            connection.execute(update(table).where(this).values(new.seal(row.owner, row.place, text)))
