"""How the pages of a team speak of people: their names in a sentence, and what they are in the team."""

from collections.abc import Sequence

from babel.lists import format_list

from blueprints.teams.reads import MEMBER_ROLES

NAMES = 3


def names(people: Sequence[str]) -> str:
    """A few by name, many by their number."""
    return str(format_list(people, locale="en")) if len(people) <= NAMES else f"{len(people)} people"


def are(people: Sequence[str], *, past: bool = False) -> str:
    """The same as the subject of a sentence."""
    one = len(people) == 1
    return f"{names(people)} {('was' if past else 'is') if one else ('were' if past else 'are')}"


def as_role(role: str, *, one: bool) -> str:
    """What somebody is by a role, or several."""
    label = MEMBER_ROLES.get(role, (role,))[0].lower()
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}" if one else f"{label}s"
