"""The roles of a team as people write them, and what somebody meant who wrote something else."""

from collections.abc import Mapping
from difflib import get_close_matches

from contract.organization.people import MEMBER_ROLES, ROLES
from i18n import gettext
from masthead.rosters.errors import RowError, printable

KEEP, REMOVE = "", "remove"
"""Nothing is said of the role; the person is to leave the team."""
IGNORED = "*"
"""Among the meanings of words: that no word of the list counts."""
_MAX_LENGTH = 40
WORDS = (*MEMBER_ROLES, REMOVE)


def read_role(typed: str, meanings: Mapping[str, str]) -> str:
    """`owner`, `member`, `remove`, or empty where nothing is said. Raises RowError.

    `meanings` has the role that a `foreign_word` stands for, by that in lowercase.
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
    """The word, shortened, where it is none of ours and may be given a meaning; else empty."""
    return "" if typed.strip().casefold() in {"", *WORDS} else printable(typed.strip(), _MAX_LENGTH)
