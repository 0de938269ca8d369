"""Signed URLs, which give access for a limited time."""

import hashlib
from datetime import datetime, timedelta

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Connection, select
from werkzeug.exceptions import Forbidden, NotFound

from service.storage.documents import Fields
from service.tables.secrets import secret

_UNTIL = "until"


def sign(connection: Connection, purpose: str, payload: Fields, moment: datetime, lasts: timedelta) -> str:
    """A part of a URL, of letters, digits, `-`, `_` and `.`, for this purpose alone."""
    until = int((moment + lasts).timestamp())
    signed: str | bytes = _serializer(connection, purpose).dumps({**payload, _UNTIL: until})
    return signed.decode() if isinstance(signed, bytes) else signed


def verify(connection: Connection, purpose: str, given: str, moment: datetime) -> Fields:
    """The payload. Raises NotFound for what was not signed here, and Forbidden when its time has passed."""
    try:
        payload: Fields = _serializer(connection, purpose).loads(given)
    except BadData as error:
        raise NotFound("There is nothing at this address.") from error
    if moment.timestamp() >= int(str(payload.pop(_UNTIL))):
        raise Forbidden("This address has expired. Ask for a new one.")
    return payload


def _serializer(connection: Connection, purpose: str) -> URLSafeSerializer:
    key = connection.scalar(select(secret.c.value).where(secret.c.name == "addresses"))
    return URLSafeSerializer(str(key), salt=purpose, signer_kwargs={"digest_method": hashlib.sha256})
