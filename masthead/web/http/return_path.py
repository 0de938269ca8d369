"""Ways back: a path that came from outside is followed only when it stays on this portal."""

import re

# One slash, then anything but a second slash or a backslash, and no control characters anywhere.
LOCAL_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x1f\x7f]*")
MAX_LENGTH = 2000


def local_path(text: str | None, otherwise: str) -> str:
    """The text when it has the shape of a local path, else the other one."""
    if text and len(text) <= MAX_LENGTH and LOCAL_PATH.fullmatch(text):
        return text
    return otherwise
