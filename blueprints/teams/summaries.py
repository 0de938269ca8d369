"""What a change of a team's members is called."""

from collections.abc import Mapping

from babel.lists import format_list

from blueprints.teams.words import as_role
from blueprints.teams.words import names as people_named
from changes.members import Wanted


def adding(names: list[str], team: str) -> str:
    """They come into the team."""
    return f"Add {people_named(names)} to {team}"


def removing(names: list[str], team: str) -> str:
    """They leave it."""
    return f"Remove {people_named(names)} from {team}"


def making(names: list[str], role: str, team: str) -> str:
    """They get another role in it."""
    return f"Make {people_named(names)} {as_role(role, one=len(names) == 1)} of {team}"


def bringing(roles: Wanted, was: Wanted, names: Mapping[str, str], team: str) -> str:
    """Several of these at once: each person, by id, gets a role, or none, and had the other one before."""
    new = [names[id_] for id_, role in roles.items() if role is not None and was[id_] is None]
    gone = [names[id_] for id_, role in roles.items() if role is None]
    others: dict[str, list[str]] = {}
    for id_, role in roles.items():
        if role is not None and was[id_] is not None:
            others.setdefault(role, []).append(names[id_])
    parts = [adding(new, team)] if new else []
    parts += [making(whom, role, team) for role, whom in others.items()]
    parts += [removing(gone, team)] if gone else []
    return str(format_list([parts[0], *(f"{part[:1].lower()}{part[1:]}" for part in parts[1:])], locale="en"))
