"""Messages that people can read: without values of secrets, and without what was meant for a developer."""

import re

from i18n import N_

REMOVED = "[removed]"
HTML_PAGE = N_("The API answered with an HTML page.")
TRACEBACK = N_("The API answered with a traceback.")
PLAIN_TEXT = N_("The API answered with text that is not an error message.")
TECHNICAL = frozenset({HTML_PAGE, TRACEBACK, PLAIN_TEXT})
"""Messages that name what an API said, and give no reason."""
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
NOT_YET = r"(?!\s*\[removed\])"
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
        # A header: all of it, as cookies and schemes hold several words.
        rf"(?P<name>\b(?:(?:proxy-)?authorization|(?:set-)?cookie){SEPARATOR}){NOT_YET}(?:{QUOTED}|[^\"'\r\n]+)",
        rf"(?P<name>\bbearer[\s:=]+){NOT_YET}(?!(?:{WORDS_AFTER_BEARER})\b(?![-./+~]))[\"']?[^\s\"',;<>()\]}}]+",
        r"(?P<name>\bbasic\s+)(?=(?-i:\S*(?:[0-9=+/]|[a-z][A-Z])))[a-z0-9+/=_-]{8,}",
        rf"(?P<name>(?:{NAMES})[\w-]{{0,20}}{SEPARATOR}){NOT_YET}(?:{QUOTED}|[^\"'&,;<>)\]}}\r\n]+)",
        r"(?P<name>://)[^\s/@:]+:[^\s/@]+(?=@)",
        r"(?P<name>)\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?",
        r"(?P<name>)-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)",
    )
)

UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b"
OPAQUE = re.compile(
    rf"(?<![\w~+=-])(?!{UUID})(?=[\w~+=-]*[0-9])(?=[\w~+=-]*[a-z])[\w~+=-]{{32,}}", re.IGNORECASE | re.ASCII
)
"""What may be a token of which nobody knows any more what it was."""


def redact_message(message: str) -> str:
    """The message without secrets, or what it is instead of a message."""
    if STACK.search(message):
        return TRACEBACK
    return HTML_PAGE if MARKUP.search(message) else redact_secrets(message)


def redact_secrets(text: str) -> str:
    for pattern in PATTERNS:
        text = pattern.sub(rf"\g<name>{REMOVED}", text)
    return text


def redact_stored_message(message: str) -> str:
    """For a message that was stored with the token in it: all that could be a token is removed."""
    return OPAQUE.sub(REMOVED, redact_message(message))
