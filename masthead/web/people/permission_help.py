"""Help on refused pages: the required permission, the person's role, and people who may be able to help."""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, cast

from flask import Flask, current_app, g, request
from pydantic import MISSING

from contract.organization.organizations import Organization
from masthead.i18n import N_, gettext, join_and, join_or, ngettext, sort_key
from masthead.resources.organization import Member
from masthead.web.people.inbox import may_be_named
from masthead.web.people.organization_members import KnownMembers, read_members
from masthead.web.people.roles import role_label
from masthead.web.person.session import find_name

MAX_NAMES = 5


class Permission(NamedTuple):
    """A permission. `name` completes “permission to …”; `roles` lists the roles that include it."""

    name: str
    roles: tuple[str, ...]

    @property
    def verb(self) -> str:
        return gettext(self.name)

    @property
    def role_words(self) -> str:
        """Return the roles as a phrase: `the role Admin or Creator`."""
        return gettext("the role %(role)s", role=join_or([role_label(each) for each in self.roles]))


ADMIN = Permission(N_("administer the organization"), ("admin",))
PERMISSIONS: Mapping[str, Permission] = {
    "createContent": Permission(N_("create content"), ("admin", "create")),
    "admin": ADMIN,
}


def set_needs(app: Flask, needs: Mapping[str, str]) -> None:
    """Declare the permissions that each blueprint needs."""
    app.extensions["needs"] = needs


def permission_help() -> list[str]:
    """Return help as a list of sentences. Empty outside an organization or without a person."""
    organization = g.get("organization")
    if organization is None or g.get("person") is None:
        return []
    needed = _find_needed_permission()
    members = read_members(organization.id, (), anew=False)
    return [
        *_describe_needs(organization, needed),
        *_describe_own(organization, members),
        _helpers_message(members, needed or ADMIN),
    ]


def _find_needed_permission() -> Permission | None:
    needs = cast("Mapping[str, str]", current_app.extensions.get("needs", {}))
    return PERMISSIONS.get(needs.get(request.blueprint or "", ""))


def _describe_needs(organization: Organization, needed: Permission | None) -> Iterator[str]:
    if needed is None:
        return
    if _reported_permissions(organization).get(needed.verb):
        yield gettext(
            "This page needs permission to %(verb)s. You have it, and were refused.",
            verb=needed.verb,
        )
    else:
        yield gettext("This page needs permission to %(verb)s: %(roles)s.", verb=needed.verb, roles=needed.role_words)


def _describe_own(organization: Organization, members: KnownMembers) -> Iterator[str]:
    reported = _reported_permissions(organization)
    can = [verb for verb, may in reported.items() if may]
    cannot = [verb for verb, may in reported.items() if not may]
    if can:
        yield gettext("You can %(verbs)s.", verbs=join_and(can))
    if cannot:
        yield gettext("You can't %(verbs)s.", verbs=join_or(cannot))
    yield from _own_role_message(members)


def _reported_permissions(organization: Organization) -> dict[str, bool]:
    reported = {each.verb: getattr(organization.permissions, name, None) for name, each in PERMISSIONS.items()}
    return {verb: may for verb, may in reported.items() if isinstance(may, bool)}


def _own_role_message(members: KnownMembers) -> Iterator[str]:
    name = find_name()
    alike = [each for each in members.people if may_be_named(each, name)]
    if len(alike) == 1 and alike[0].organization_role is not MISSING:
        role = role_label(alike[0].organization_role)
        yield gettext(
            "If you are %(name)s, your role is %(role)s.",
            name=alike[0].name,
            role=role,
        )


def _helpers_message(members: KnownMembers, needed: Permission) -> str:
    having = [each for each in members.people if each.organization_role in needed.roles]
    if having:
        return gettext(
            "Ask a member with %(roles)s. Masthead knows %(people)s. There may be others.",
            roles=needed.role_words,
            people=_team_names(having),
        )
    if members.people:
        return ngettext(
            "The member that Masthead knows doesn't have %(roles)s. Ask whoever invited you.",
            "None of the %(n)s members that Masthead knows has %(roles)s. Ask whoever invited you.",
            len(members.people),
            roles=needed.role_words,
        )
    message = (
        N_("Masthead couldn't read any members, so it can't name anybody with %(roles)s. Ask whoever invited you.")
        if members.unread
        else N_(
            "Masthead knows no team whose members it can read, so it can't name anybody with %(roles)s. "
            "Ask whoever invited you."
        )
    )
    return gettext(message, roles=needed.role_words)


def _team_names(people: Collection[Member]) -> str:
    named = sorted((each.name for each in people), key=sort_key)
    rest = len(named) - MAX_NAMES
    return join_and([*named[:MAX_NAMES], *([gettext("%(rest)s more", rest=rest)] if rest > 0 else [])])
