"""Parses roles in a team, and suggests one for a misspelled word."""

from collections.abc import Mapping
from difflib import get_close_matches

from contract.organization.people import MEMBER_ROLES, ROLES
from masthead.i18n import gettext
from masthead.rosters.errors import RowError, printable

KEEP, REMOVE = "", "remove"
"""No role is given; the person is to leave the team."""
IGNORED = "*"
"""Key in the meanings of words: ignore all role words of the list."""
_MAX_LENGTH = 40
WORDS = (*MEMBER_ROLES, REMOVE)


def read_role(typed: str, meanings: Mapping[str, str]) -> str:
    """Return `owner`, `member`, `remove`, or empty if no role is given. Raises RowError.

    `meanings` has the role for each `foreign_word`, by the word in lowercase.
    """
    word = typed.strip().casefold()
    if IGNORED in meanings:
        return KEEP
    if not word or word in WORDS:
        return word
    if (foreign := foreign_word(typed).casefold()) in meanings:
        return meanings[foreign]
    told = printable(typed, _MAX_LENGTH)
    if word in ROLES:
        raise RowError(
            gettext("“%(told)s” is a role in the organization. In a team, the roles are owner and member.", told=told)
        )
    near = get_close_matches(word[:_MAX_LENGTH], WORDS, n=1)
    hint = gettext(" Did you mean %(near)s?", near=near[0]) if near else gettext(" Enter owner or member, or nothing.")
    raise RowError(gettext("“%(told)s” isn't a role in a team.%(hint)s", told=told, hint=hint))


def foreign_word(typed: str) -> str:
    """Return a word that is no role, shortened, so that it can get a meaning; else empty."""
    return "" if typed.strip().casefold() in {"", *WORDS} else printable(typed.strip(), _MAX_LENGTH)
