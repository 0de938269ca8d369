"""Whom a cell names: an id or an e-mail address, in one way of writing, or why it is neither."""

import re

from i18n import gettext
from masthead.resources.email_addresses import MAX_DOMAIN_LENGTH, domain_in_ascii
from masthead.rosters.errors import RowError, printable
from masthead.rosters.roles import WORDS

MAX_LENGTH, MAX_LOCAL_LENGTH, MAX_LABEL_LENGTH, MAX_ID_LENGTH = 254, 64, 63, 200
FORMULA = frozenset("=+-@＝＋－＠")  # noqa: RUF001 - the full-width twins are what is meant
_NOBODY = frozenset(
    (
        "-",
        "--",
        "–",
        "—",
        "?",
        ".",
        "x",
        "n/a",
        "n.a.",
        "na",
        "none",
        "null",
        "nil",
        "nan",
        "unknown",
        "tbd",
        "todo",
        "leer",
    )
)
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_CLEANED = dict.fromkeys(map(ord, _UNSEEN)) | dict.fromkeys(map(ord, "\u00a0\t\r\n"), " ")
_SIGNS = frozenset("!#$%&'*+/=?^_`{|}~.-")
_ID = re.compile(r"[A-Za-z0-9_~-]{1,200}")
_ID_IN_PARTS = re.compile(r"(?=.{0,199}[A-Za-z])[A-Za-z0-9_~-]{1,200}(?:[.:|][A-Za-z0-9_~-]{1,200})*")
_LIKE_A_DOMAIN = re.compile(r"[^:|]{0,200}\.[A-Za-z]{1,200}")
_WITH_A_ROLE = re.compile(rf".{{1,200}}[:|](?:{'|'.join(WORDS)})", re.IGNORECASE)
SPREADSHEET_ERROR = re.compile(r"#[A-Z0-9/]{1,10}[!?]?")
_MARKDOWN = re.compile(r"\[[^\]]{0,254}\]\(mailto:([^)\s]{1,254})\)")
_SEPARATORS = re.compile(r"[,;|\s/]+")
TWINS_OF_AT = "＠﹫"  # noqa: RUF001 - they are what is meant


def read_person(typed: str) -> str:
    """The id, or the address in lower case with its domain in ASCII. Raises RowError."""
    text = _strip_wrapping(typed)
    if not text:
        raise RowError(gettext("The address is missing."))
    if text.casefold() in _NOBODY or SPREADSHEET_ERROR.fullmatch(text):
        raise RowError(
            gettext(
                "“%(text)s” doesn't name a person. Enter an address or an id, or remove the line.", text=printable(text)
            )
        )
    if not text.isprintable() or "\ufffd" in text:
        raise RowError(gettext("It contains a character that is invisible or that Masthead can't read."))
    if any(sign in text for sign in TWINS_OF_AT):
        raise RowError(gettext("It contains a character that only looks like @."))
    if "://" in text:
        raise RowError(gettext("This is the address of a page, not of a person."))
    if "@" in text:
        return _address(text)
    return _id(text)


def _strip_wrapping(typed: str) -> str:
    """Without what programs put around an address: white space, names, quotes. Raises RowError for a formula."""
    text = typed.translate(_CLEANED).strip()
    if text.startswith("'") and text[1:2] in FORMULA and text[1:]:
        text = text[1:].strip()  # as files of this portal have what a spreadsheet would compute
    elif text.startswith("'") and not text.endswith("'") and "@" in text:
        text = text[1:].strip()  # with it, spreadsheets keep what is typed as text
    elif text[:1] in FORMULA and text not in _NOBODY:
        raise RowError(
            gettext("It begins with %(text)s, like a formula. Enter only the address or the id.", text=text[0])
        )
    if markdown := _MARKDOWN.fullmatch(text):
        text = markdown[1]
    if text.endswith(">") and "<" in text and text.count("<") == 1:
        text = text[text.index("<") + 1 : -1].strip()
    if text[:7].casefold() == "mailto:":
        text = text[7:].partition("?")[0].strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1].strip()
    return text


def _address(text: str) -> str:
    if text.count("@") > 1:
        parts = _SEPARATORS.split(text.strip(",;|/ ")) if len(text) <= 10 * MAX_LENGTH else ["", ""]
        if len([part for part in parts if "@" in part]) > 1:
            raise RowError(gettext("It contains several addresses. Put each on its own line."))
        raise RowError(gettext("It contains more than one @."))
    if len(text) > MAX_LENGTH:
        raise RowError(
            gettext("It is too long. An address has at most %(max_length)s characters.", max_length=MAX_LENGTH)
        )
    if any(letter.isspace() for letter in text):
        raise RowError(gettext("It contains a space."))
    local, _, domain = text.partition("@")
    _check_local(local)
    return f"{local}@{_domain(domain)}".lower()


def _check_local(local: str) -> None:
    if not local:
        raise RowError(gettext("There is nothing before the @."))
    if len(local) > MAX_LOCAL_LENGTH:
        raise RowError(
            gettext(
                "The part before the @ is too long. It can have at most %(max_local_length)s characters.",
                max_local_length=MAX_LOCAL_LENGTH,
            )
        )
    if local.startswith(".") or local.endswith(".") or ".." in local:
        raise RowError(gettext("The part before the @ begins or ends with a dot, or has two dots in a row."))
    wrong = next((letter for letter in local if not (letter.isalnum() or letter in _SIGNS)), "")
    if wrong:
        raise RowError(gettext("The part before the @ can't contain “%(wrong)s”.", wrong=wrong))


def _domain(domain: str) -> str:
    if not domain:
        raise RowError(gettext("There is nothing after the @."))
    if domain.startswith("["):
        raise RowError(gettext("There is a number instead of a domain after the @."))
    if domain.endswith("."):
        raise RowError(gettext("It ends with a dot."))
    if domain.startswith(".") or ".." in domain:
        raise RowError(gettext("The domain begins with a dot, or has two dots in a row."))
    if "." not in domain:
        raise RowError(gettext("“%(domain)s” isn't a complete domain. It has no dot.", domain=printable(domain)))
    known = domain_in_ascii(domain)
    _check_domain(known)
    return known


def _check_domain(known: str) -> None:
    labels = known.split(".")
    if len(known) > MAX_DOMAIN_LENGTH or any(len(label) > MAX_LABEL_LENGTH for label in labels):
        raise RowError(gettext("The domain is too long."))
    if any(label.startswith("-") or label.endswith("-") for label in labels):
        raise RowError(gettext("A part of the domain begins or ends with a hyphen."))
    wrong = next((letter for letter in known if not (letter.isalnum() or letter in "-.")), "")
    if wrong:
        raise RowError(gettext("The domain can't contain “%(wrong)s”.", wrong=wrong))
    if not known.isascii():
        raise RowError(gettext("The domain has letters that no domain can have, or is too long with them."))
    if labels[-1].isdigit():
        raise RowError(gettext("The domain ends with a number."))


def _id(text: str) -> str:
    if any(letter.isspace() for letter in text):
        raise RowError(gettext("This is neither an address nor an id. It has no @, and an id has no spaces."))
    if len(text) > MAX_ID_LENGTH:
        raise RowError(
            gettext("It is too long. An id has at most %(max_id_length)s characters.", max_id_length=MAX_ID_LENGTH)
        )
    if _LIKE_A_DOMAIN.fullmatch(text):
        raise RowError(gettext("It has no @."))
    if _WITH_A_ROLE.fullmatch(text):
        raise RowError(gettext("A role follows right after it. Put a comma between them."))
    if not _ID.fullmatch(text) and not _ID_IN_PARTS.fullmatch(text):
        raise RowError(
            gettext(
                "This is neither an address nor an id. Ids have letters, digits and the characters _ ~ and -, "
                "with . : or | between them."
            )
        )
    return text
