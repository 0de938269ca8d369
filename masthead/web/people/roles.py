"""Role labels, ordered from the most permissions to the fewest, and titles for member and role changes."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import MISSING

from masthead.access import ADMINISTRATOR, DEFAULT, DIRECT
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.store.entries import Intent
from masthead.writes.roles import Wanted, sent_role

# Value: label, what it means.
ROLES = {
    "admin": (N_("Admin"), N_("Administers everything: content, spaces, people, settings.")),
    "create": (N_("Creator"), N_("Creates content and sites.")),
    "review": (N_("Reviewer"), N_("Reviews what others propose.")),
    "edit": (N_("Editor"), N_("Edits content, live or by change requests.")),
    "comment": (N_("Commenter"), N_("Reads and discusses.")),
    "read": (N_("Reader"), N_("Reads only.")),
}
GUEST = (N_("Guest"), N_("No role. Has only the access that is given individually."))
TEAM_ROLES = {
    "owner": (N_("Owner"), N_("Manages who is in the team.")),
    "member": (N_("Member"), N_("Belongs to the team.")),
}
"""Roles within a team, most permissions first."""
GENERAL = {
    ADMINISTRATOR: N_("Administrator of the organization"),
    DIRECT: N_("Own role in the organization"),
    DEFAULT: N_("Default role of the organization"),
}
"""Sources of a role that comes from no team."""
IN_COLLECTION = N_("%(role)s, in collection %(collection)s")
NONE_TOLD = N_("No role of its own, or guest")


def role_label(role: Any) -> str:
    """Return the label of a role. An unknown role is returned as reported."""
    if role is MISSING:
        return gettext(NONE_TOLD)
    return gettext(GUEST[0] if role is None else ROLES.get(role, (role,))[0])


def team_role_label(role: str) -> str:
    """Return the label of a role in a team. An unknown role is returned as reported."""
    return gettext(TEAM_ROLES.get(role, (role,))[0])


def general_role_source(source: str) -> str:
    """Say where a role comes from that no team gives. Empty for other sources."""
    return gettext(GENERAL[source]) if source in GENERAL else ""


NAMES = 3


def people_label(people: Sequence[str]) -> str:
    """Name people if there are only a few, or else give their number."""
    return join_and(people) if len(people) <= NAMES else ngettext("%(n)s person", "%(n)s people", len(people))


def people_with_verb(people: Sequence[str], *, past: bool = False) -> str:
    """Name people as the subject of a sentence, with the form of “to be”."""
    one = len(people) == 1
    return f"{people_label(people)} {('was' if past else 'is') if one else ('were' if past else 'are')}"


def role_phrase(role: str, *, one: bool) -> str:
    """Return a role as a noun phrase: `an owner`, `members`."""
    label = team_role_label(role).lower()
    return f"{'an' if label[0] in 'aeiou' else 'a'} {label}" if one else f"{label}s"


def add_title(people: list[str], team: str) -> str:
    return gettext("Add %(people)s to %(team)s", people=people_label(people), team=team)


def remove_title(people: list[str], team: str) -> str:
    return gettext("Remove %(people)s from %(team)s", people=people_label(people), team=team)


def role_title(people: list[str], role: str, team: str) -> str:
    return gettext(
        "Make %(people)s %(role)s of %(team)s",
        people=people_label(people),
        role=role_phrase(role, one=len(people) == 1),
        team=team,
    )


def members_title(roles: Wanted, was: Wanted, called: Mapping[str, str], team: str) -> str:
    """Return the title for a change of team members, given by id. None means that the person is no member."""
    new = [called[id_] for id_, role in roles.items() if role is not None and was[id_] is None]
    gone = [called[id_] for id_, role in roles.items() if role is None]
    others: dict[str, list[str]] = {}
    for id_, role in roles.items():
        if role is not None and was[id_] is not None:
            others.setdefault(role, []).append(called[id_])
    parts = [add_title(new, team)] if new else []
    parts += [role_title(whom, role, team) for role, whom in others.items()]
    parts += [remove_title(gone, team)] if gone else []
    return join_and([parts[0], *(f"{part[:1].lower()}{part[1:]}" for part in parts[1:])])


def place_role_title(team: str, place: str, role: str | None, was: str | None) -> str:
    """Return the title for a team's role in a place. None means guest for `role`, unknown for `was`."""
    if was is not None:
        return gettext(
            "Change the role of %(team)s in %(place)s: %(role)s to %(other_role)s",
            team=team,
            place=place,
            role=role_label(was),
            other_role=role_label(role),
        )
    return gettext("Give %(team)s the role %(role)s in %(place)s", team=team, role=role_label(role), place=place)


def replaced_role_title(intent: Intent, found: Mapping[str, Any]) -> str:
    """Return the title if the replaced role was not the expected one. Empty if the title names no role."""
    to = role_label(sent_role(intent)) if "role" in found else ""
    seen = gettext("%(role)s to %(to)s", role=role_label(intent.was.get("role")), to=to)
    if not to or not intent.summary.endswith(f": {seen}"):
        return ""
    met = MISSING if found["role"] is None else found["role"]
    return gettext(
        "%(summary)s%(role)s to %(to)s", summary=intent.summary.removesuffix(seen), role=role_label(met), to=to
    )
