"""What a change of a team's members is called: their names, and what they become."""

from collections.abc import Mapping, Sequence

from i18n import gettext, join_and, ngettext
from masthead.web.people.roles import TEAM_ROLES
from masthead.writes.members import Wanted

NAMES = 3


def names(people: Sequence[str]) -> str:
    """A few by name, many by their number."""
    return join_and(people) if len(people) <= NAMES else ngettext("%(n)s person", "%(n)s people", len(people))


def are(people: Sequence[str], *, past: bool = False) -> str:
    """The same as the subject of a sentence: with `is`, `are`, `was` or `were`."""
    one = len(people) == 1
    return f"{names(people)} {('was' if past else 'is') if one else ('were' if past else 'are')}"


def as_role(role: str, *, one: bool) -> str:
    """What somebody is by a role, or several."""
    label = gettext(TEAM_ROLES.get(role, (role,))[0]).lower()
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}" if one else f"{label}s"


def adding(people: list[str], team: str) -> str:
    """They come into the team."""
    return gettext("Add %(people)s to %(team)s", people=names(people), team=team)


def removing(people: list[str], team: str) -> str:
    """They leave it."""
    return gettext("Remove %(people)s from %(team)s", people=names(people), team=team)


def making(people: list[str], role: str, team: str) -> str:
    """They get another role in it."""
    return gettext(
        "Make %(people)s %(role)s of %(team)s",
        people=names(people),
        role=as_role(role, one=len(people) == 1),
        team=team,
    )


def bringing(roles: Wanted, was: Wanted, called: Mapping[str, str], team: str) -> str:
    """Several of these at once: each person, by id, gets a role, or none, and had the other one before."""
    new = [called[id_] for id_, role in roles.items() if role is not None and was[id_] is None]
    gone = [called[id_] for id_, role in roles.items() if role is None]
    others: dict[str, list[str]] = {}
    for id_, role in roles.items():
        if role is not None and was[id_] is not None:
            others.setdefault(role, []).append(called[id_])
    parts = [adding(new, team)] if new else []
    parts += [making(whom, role, team) for role, whom in others.items()]
    parts += [removing(gone, team)] if gone else []
    return join_and([parts[0], *(f"{part[:1].lower()}{part[1:]}" for part in parts[1:])])
