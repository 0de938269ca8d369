"""A provider's tokens of a session, sealed with its cookie.

They are separate from the session's other data: saving that would bring old tokens back.
"""

import json
from collections.abc import Mapping
from typing import Any

from masthead.store.keys import CookieSecret, Keys, key_name

PURPOSE = "grant"


def seal_grant(keys: Keys, cookie: CookieSecret, grant: Mapping[str, Any] | None) -> dict[str, bytes | str | None]:
    """Return the columns `sealed_grant` and `grant_key_name`."""
    if grant is None:
        return {"sealed_grant": None, "grant_key_name": None}
    sealed = cookie.seal(keys.current, PURPOSE, json.dumps(dict(grant)).encode(), cookie.id)
    return {"sealed_grant": sealed, "grant_key_name": key_name(keys.current)}


def open_grant(
    keys: Keys, cookie: CookieSecret, sealed: bytes | None, key_name: str | None
) -> Mapping[str, Any] | None:
    """Return the tokens, None if there are none or they don't open."""
    key = None if sealed is None or key_name is None else keys.named(key_name)
    text = None if key is None or sealed is None else cookie.open(key, PURPOSE, sealed, cookie.id)
    if text is None:
        return None
    grant: Mapping[str, Any] = json.loads(text)
    return grant
