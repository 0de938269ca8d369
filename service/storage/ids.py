"""New ids, which say what they are of."""

import secrets


def new_id(kind: str) -> str:
    """Such as `site_4f0c…`: random, so that nobody can guess another one, and safe in a URL."""
    return f"{kind}_{secrets.token_hex(10)}"
