"""Sign-ins under way at a provider; each can be taken once, by its browser, within ten minutes."""

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, select

from masthead.store.keys import key_name, new_cookie, random_id, read_cookie
from masthead.store.records import SealedRecords
from masthead.store.tables.records import sign_ins

KEPT_SECONDS = 600.0
PURPOSE = "sign-in"


class SignIns(SealedRecords):
    """Sign-ins by id, opened by the browser's cookie. Raises StoreError."""

    def begin(self, value: str, data: Mapping[str, Any]) -> tuple[str, str]:
        """Store data under a new id. Returns the id and the browser's cookie."""
        cookie, id_, now = read_cookie(value) or new_cookie(), random_id(), self._clock()
        sealed = cookie.seal(self._keys.current, PURPOSE, json.dumps(dict(data)).encode(), id_)
        row = {"id": id_, "browser": cookie.id, "at": now, "sealed": sealed, "key_name": key_name(self._keys.current)}
        self._write(delete(sign_ins).where(sign_ins.c.at <= now - KEPT_SECONDS), insert(sign_ins).values(row))
        return id_, str(cookie)

    def take(self, value: str, id_: str) -> Mapping[str, Any] | None:
        """Return and delete the data; None if this browser began no such sign-in lately."""
        cookie = read_cookie(value)
        if cookie is None:
            return None
        mine = (sign_ins.c.id == id_) & (sign_ins.c.browser == cookie.id)
        with self._database.writing() as connection:
            row = connection.execute(select(sign_ins).where(mine)).first()
            connection.execute(delete(sign_ins).where(mine))
        key = None if row is None or row.at <= self._clock() - KEPT_SECONDS else self._keys.named(row.key_name)
        text = None if key is None or row is None else cookie.open(key, PURPOSE, row.sealed, id_)
        if text is None:
            return None
        data: Mapping[str, Any] = json.loads(text)
        return data
