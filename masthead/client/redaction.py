"""Removes secrets from responses before they are shown, logged or stored.

The person's token is removed from every response. Other secrets are removed only from error messages: in a regular
response, "password" may be the title of a page.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from urllib.parse import quote

from masthead.i18n import N_

TOKEN_REMOVED = "[access token removed]"  # noqa: S105 - the replacement of one
"""The replacement of a token. A text that contains it is never sent back to the API."""
SHORTEST_TOKEN = 8
"""Shorter strings occur in ordinary text and aren't secret."""
ESCAPES = ("%{:02x}", "%{:02X}", "\\u{:04x}", "\\u{:04X}", "&#{};", "&#x{:x};", "&#x{:X};")
ESCAPED = re.compile(rb"\\(?:\\|u00(2[013-9a-f]|[3467][0-9a-f]|5[0-9abd-f]))", re.IGNORECASE)
"""An escaped backslash, or an escaped ASCII character. A literal first makes the search fast."""
REMOVED = "[removed]"
HTML_PAGE = N_("The documentation service answered with an HTML page.")
TRACEBACK = N_("The documentation service answered with a traceback.")
PLAIN_TEXT = N_("The documentation service answered with text that is not an error message.")
TECHNICAL = frozenset({HTML_PAGE, TRACEBACK, PLAIN_TEXT})
"""Messages that name the kind of an error body and give no reason."""
MARKUP = re.compile(r"\A\s*<[!?a-z]|<!doctype|<(?:html|head|body|title|script|h1)\b|</[a-z][a-z0-9]*>", re.IGNORECASE)
STACK = re.compile(
    r"""
    Traceback\ \(most\ recent\ call\ last\)
    | File\ "[^"]{1,300}",\ line\ [0-9]                       # Python
    | \bat\ [\w$.<>/]+\ ?\([^()]{0,200}:[0-9]+(?::[0-9]+)?\)   # Java, JavaScript
    | \bat\ \S+\([^()]{0,200}\)\ in\ \S+:line\ [0-9]           # .NET
    | Exception\ in\ thread\b | \bgoroutine\ [0-9]+\ \[ | \bpanic:\ | \bStack\ ?trace:
    | \.(?:php|rb)(?::[0-9]+:in\b|\ on\ line\ [0-9])
    """,
    re.VERBOSE | re.IGNORECASE,
)
NOT_YET = r"(?!\s*\[(?:access token )?removed\])"
SEPARATOR = r"""(?:\\?["'])?\s*(?:[:=]+>?|%3[ad])\s*"""
QUOTED = r"""(?P<quote>\\?["'])(?:(?!(?P=quote))(?:\\.|.))*(?:(?P=quote)|$)"""
NAMES = (
    r"pass(?:word|wd|phrase|code)|pwd|secret|token|api[ _.-]?key|apikey|private[ _-]?key|access[ _-]?key"
    r"|credentials?|signature|session[ _-]?id|jwt"
)
WORDS_AFTER_BEARER = r"auth\w*|tokens?|scheme|headers?|is|was|required|missing|or|and|realm|error"
PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # The whole header, since cookies and schemes have several words.
        rf"(?P<name>\b(?:(?:proxy-)?authorization|(?:set-)?cookie){SEPARATOR}){NOT_YET}(?:{QUOTED}|[^\"'\r\n]+)",
        rf"(?P<name>\bbearer[\s:=]+){NOT_YET}(?!(?:{WORDS_AFTER_BEARER})\b(?![-./+~]))[\"']?[^\s\"',;<>()\]}}]+",
        r"(?P<name>\bbasic\s+)(?=(?-i:\S*(?:[0-9=+/]|[a-z][A-Z])))[a-z0-9+/=_-]{8,}",
        rf"(?P<name>(?:{NAMES})[\w-]{{0,20}}{SEPARATOR}){NOT_YET}(?:{QUOTED}|[^\"'&,;<>)\]}}\r\n]+)",
        r"(?P<name>://)[^\s/@:]+:[^\s/@]+(?=@)",
        r"(?P<name>)\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?",
        r"(?P<name>)-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
    )
)


def redact_for_log(text: str, token: str = "") -> str:
    """Remove the token, and the values of fields whose names suggest a secret."""
    return redact_secrets(remove_token(text.encode("utf-8", "replace"), token).decode())


def remove_token(text: bytes, token: str) -> bytes:
    """Remove the token in all its encodings. Text that doesn't contain it is returned unchanged, byte for byte."""
    if len(token) < SHORTEST_TOKEN:
        return text
    parts = token.split(".")
    signature = parts[2:] if len(parts) == 3 and len(parts[2]) >= SHORTEST_TOKEN else []  # noqa: PLR2004 - of a JWT
    for secret in (token, *signature):
        plain = ESCAPED.sub(lambda found: bytes([int(found[1], 16)]) if found[1] else found[0], text)
        text = plain if secret.encode() in plain else text
        for form in _encodings(secret):
            text = text.replace(form, TOKEN_REMOVED.encode())
    return text


def _encodings(secret: str) -> Iterator[bytes]:
    raw = secret.encode()
    yield from (each.encode() for each in (secret, quote(secret, safe=""), escape(secret), secret.replace("/", "\\/")))
    yield from ("".join(form.format(code) for code in raw).encode() for form in ESCAPES)
    yield from (raw.hex().encode(), raw.hex().upper().encode(), secret.encode("utf-16-le")[:-1])
    # Base64 packs three bytes at a time, so a token has three forms, depending on its offset.
    for before in range(3):
        whole = b64encode(b"\0" * before + raw).rstrip(b"=")
        core = whole[(0, 2, 3)[before] : len(whole) if (before + len(raw)) % 3 == 0 else -1]
        yield from (core, core.translate(bytes.maketrans(b"+/", b"-_")))


def redact_message(message: str) -> str:
    """Remove secrets from a message. If it isn't a message for people, return the kind of text instead."""
    if STACK.search(message):
        return TRACEBACK
    return HTML_PAGE if MARKUP.search(message) else redact_secrets(message)


def redact_secrets(text: str) -> str:
    for pattern in PATTERNS:
        text = pattern.sub(rf"\g<name>{REMOVED}", text)
    return text
