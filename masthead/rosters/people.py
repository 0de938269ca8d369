"""Parses cells that name a person by id or e-mail address, or a role in a team."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from contract.organization.people import MEMBER_ROLES, ROLES
from masthead.i18n import N_, gettext
from masthead.resources.email_addresses import MAX_DOMAIN_LENGTH, encode_domain
from masthead.tables.rows import RowError

SHOWN = 60


def to_printable(text: str, most: int = SHOWN) -> str:
    """Return one line of at most `most` characters, with unprintable ones replaced."""
    line = " ".join(text.split())
    piece = "".join(sign if sign.isprintable() else "\ufffd" for sign in line[:most])
    return piece if len(line) <= most else f"{piece}…"


KEEP, REMOVE = "", "remove"
"""The role of a row that gives none, and that of a person who is to leave the team."""
IGNORED = "*"
"""Key in the meanings of words: ignore all role words of the list."""
ACTIVE, INACTIVE = "active", "inactive"
"""Meanings of words for account states."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Decisions on how to read a list.

    `roles` and `states` have the meaning of each of the list's words, by the word in lowercase. `column` is the
    heading of the column with the people, `sheet` the sheet of a workbook.
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    column: str = ""
    sheet: str = ""


_MAX_LENGTH = 40
WORDS = (*MEMBER_ROLES, REMOVE)


def read_role(typed: str, meanings: Mapping[str, str]) -> str:
    """Return `owner`, `member`, `remove`, or empty if no role is given. Raises RowError.

    `meanings` has the role for each foreign word, by the word in lowercase.
    """
    word = typed.strip().casefold()
    if IGNORED in meanings:
        return KEEP
    if not word or word in WORDS:
        return word
    if (foreign := find_foreign_word(typed).casefold()) in meanings:
        return meanings[foreign]
    told = to_printable(typed, _MAX_LENGTH)
    if word in ROLES:
        raise RowError(
            N_("“%(told)s” is a role in the organization. In a team, the roles are owner and member."), told=told
        )
    near = get_close_matches(word[:_MAX_LENGTH], WORDS, n=1)
    hint = gettext(" Did you mean %(near)s?", near=near[0]) if near else gettext(" Enter owner or member, or nothing.")
    raise RowError(N_("“%(told)s” isn't a role in a team.%(hint)s"), told=told, hint=hint)


def find_foreign_word(typed: str) -> str:
    """Return a word that is no role, shortened, so that it can get a meaning; else empty."""
    return "" if typed.strip().casefold() in {"", *WORDS} else to_printable(typed.strip(), _MAX_LENGTH)


MAX_LENGTH, MAX_LOCAL_LENGTH, MAX_LABEL_LENGTH, MAX_ID_LENGTH = 254, 64, 63, 200
LIMITS = {"max_length": MAX_LENGTH, "max_local_length": MAX_LOCAL_LENGTH, "max_id_length": MAX_ID_LENGTH}
FORMULA = frozenset("=+-@＝＋－＠")  # noqa: RUF001 - the full-width twins are what is meant
_NOBODY = r"[A-Za-z-]{1,19}|–|—|\?|\.|n/a|n\.a\."
"""A word, such as `nobody`, or a sign for none. An id has a digit or a sign, or is longer."""
_UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_CLEANED = dict.fromkeys(map(ord, _UNSEEN)) | dict.fromkeys(map(ord, "\u00a0\t\r\n"), " ")
SPREADSHEET_ERROR = re.compile(r"#[A-Z0-9/]{1,10}[!?]?")
_MARKDOWN = re.compile(r"\[[^\]]{0,254}\]\(mailto:([^)\s]{1,254})\)")
_SEPARATORS = re.compile(r"[,;|\s/]+")
_ID = r"(?=.{0,199}[A-Za-z])[A-Za-z0-9_~-]{1,200}(?:[.:|][A-Za-z0-9_~-]{1,200})*|[A-Za-z0-9_~-]{1,200}"

Rules = Sequence[tuple[re.Pattern[str], str]]
"""The first pattern that matches the beginning refuses a text; a group captures what is wrong."""
TEXT_RULES: Rules = (
    (re.compile(r"\Z"), N_("The address is missing.")),
    (
        re.compile(rf"(?:(?i:{_NOBODY})|{SPREADSHEET_ERROR.pattern})\Z"),
        N_("“%(text)s” isn't an e-mail address. Enter one, or remove the line."),
    ),
    (re.compile(r".*\ufffd"), N_("It contains a character that is invisible or that Masthead can't read.")),
    (re.compile(r".*[＠﹫]"), N_("It contains a character that only looks like @.")),  # noqa: RUF001 - twins of @
    (re.compile(r".*://"), N_("This is the address of a page, not of a person.")),
)
ADDRESS_RULES: Rules = (
    (re.compile(r".*@.*@"), N_("It contains more than one @.")),
    (re.compile(rf".{{{MAX_LENGTH + 1}}}"), N_("It is too long. An address has at most %(max_length)s characters.")),
    (re.compile(r".*\s"), N_("It contains a space.")),
)
LOCAL_RULES: Rules = (
    (re.compile(r"\Z"), N_("There is nothing before the @.")),
    (
        re.compile(rf".{{{MAX_LOCAL_LENGTH + 1}}}"),
        N_("The part before the @ is too long. It can have at most %(max_local_length)s characters."),
    ),
    (re.compile(r"\.|.*\.\.|.*\.\Z"), N_("The part before the @ begins or ends with a dot, or has two dots in a row.")),
    (re.compile(r".*?([^\w!#$%&'*+/=?^`{|}~.-])"), N_("The part before the @ can't contain “%(wrong)s”.")),
)
DOMAIN_RULES: Rules = (
    (re.compile(r"\Z"), N_("There is nothing after the @.")),
    (re.compile(r"\["), N_("There is a number instead of a domain after the @.")),
    (re.compile(r".*\.\Z"), N_("It ends with a dot.")),
    (re.compile(r"\.|.*\.\."), N_("The domain begins with a dot, or has two dots in a row.")),
    (re.compile(r"[^.]*\Z"), N_("“%(text)s” isn't a complete domain. It has no dot.")),
)
ASCII_DOMAIN_RULES: Rules = (
    (
        re.compile(rf".{{{MAX_DOMAIN_LENGTH + 1}}}|(?:.*\.)?[^.]{{{MAX_LABEL_LENGTH + 1}}}"),
        N_("The domain is too long."),
    ),
    (re.compile(r"-|.*\.-|.*-\.|.*-\Z"), N_("A part of the domain begins or ends with a hyphen.")),
    (re.compile(r".*?([^\w.-]|_)"), N_("The domain can't contain “%(wrong)s”.")),
    (re.compile(r".*[^\x00-\x7f]"), N_("The domain has letters that no domain can have, or is too long with them.")),
    (re.compile(r".*\.\d+\Z"), N_("The domain ends with a number.")),
)
ID_RULES: Rules = (
    (re.compile(r".*\s"), N_("This is no e-mail address: it has no @.")),
    (re.compile(rf".{{{MAX_ID_LENGTH + 1}}}"), N_("It is too long: at most %(max_id_length)s characters.")),
    (re.compile(r"[^:|]*\.[A-Za-z]+\Z"), N_("It has no @.")),
    (
        re.compile(rf".+[:|](?:{'|'.join(WORDS)})\Z", re.IGNORECASE),
        N_("A role follows right after it. Put a comma between them."),
    ),
    (
        re.compile(rf"(?!(?:{_ID})\Z)"),
        N_(
            "This is no e-mail address. Other names have letters, digits and the characters _ ~ and -, "
            "with . : or | between them."
        ),
    ),
)


def read_person(typed: str) -> str:
    """Return the id, or the address in lower case with an ASCII domain. Raises RowError."""
    text = _strip_wrapping(typed)
    # Refuse unprintable characters like undecodable ones.
    _ensure_no_match(TEXT_RULES, text if text.isprintable() else "\ufffd")
    if "@" not in text:
        _ensure_no_match(ID_RULES, text)
        return text
    parts = _SEPARATORS.split(text.strip(",;|/ ")) if len(text) <= 10 * MAX_LENGTH else []
    if sum("@" in part for part in parts) > 1:
        raise RowError(N_("It contains several addresses. Put each on its own line."))
    _ensure_no_match(ADDRESS_RULES, text)
    local, _, domain = text.partition("@")
    _ensure_no_match(LOCAL_RULES, local)
    _ensure_no_match(DOMAIN_RULES, domain)
    known = encode_domain(domain)
    _ensure_no_match(ASCII_DOMAIN_RULES, known)
    return f"{local}@{known}".lower()


def _ensure_no_match(rules: Rules, text: str) -> None:
    for pattern, message in rules:
        if found := pattern.match(text):
            wrong = found[1] if pattern.groups else ""
            raise RowError(message, text=to_printable(text), wrong=wrong, **LIMITS)


def _strip_wrapping(typed: str) -> str:
    """Remove white space, names and quotes around an address; refuse a formula.

    Raises RowError.
    """
    text = typed.translate(_CLEANED).strip()
    if text.startswith("'") and text[1:2] in FORMULA and text[1:]:
        text = text[1:].strip()  # our own files escape formulas so
    elif text.startswith("'") and not text.endswith("'") and "@" in text:
        text = text[1:].strip()  # spreadsheets mark text so
    elif text[:1] in FORMULA and text not in {"-", "--"}:
        raise RowError(N_("It begins with %(text)s, like a formula. Enter only the address."), text=text[0])
    if markdown := _MARKDOWN.fullmatch(text):
        text = markdown[1]
    if text.endswith(">") and "<" in text and text.count("<") == 1:
        text = text[text.index("<") + 1 : -1].strip()
    if text[:7].casefold() == "mailto:":
        text = text[7:].partition("?")[0].strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1].strip()
    return text
