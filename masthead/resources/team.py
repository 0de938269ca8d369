"""Declares teams of an organization. The API can't list teams."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import MISSING

from contract.organization.people import Team
from contract.organization.team_members import LIST_TEAM_MEMBERS
from masthead.i18n import N_, gettext, ngettext
from masthead.resources.resource import Lookup, Mention, Place, PortalPage, Resource, get_organization

MEMBERS_NOT_KNOWN = N_("number of members not known")


@dataclass(frozen=True, slots=True)
class Member:
    """A member as listed; values that the API doesn't report are empty, and `disabled` is False.

    `role` is the role in the team. `organization_role` is None where the API doesn't report it.
    """

    id: str
    name: str
    email: str
    role: str
    disabled: bool = False
    organization_role: str | None = None


def _mentions(answer: Team, place: Place) -> Iterable[Mention]:
    yield Mention("team", answer.id, answer.title, _size_label(answer), organization=get_organization(place))


def _size_label(answer: Team) -> str:
    """Describe the counts of members and spaces; empty if the response has neither."""
    members, spaces = _count_or_none(answer.members), _count_or_none(answer.spaces)
    words = [] if members is None else [ngettext("%(n)s member", "%(n)s members", members)]
    if spaces is not None:
        words = [*(words or [gettext(MEMBERS_NOT_KNOWN)]), ngettext("%(n)s space", "%(n)s spaces", spaces)]
    return ", ".join(words)


def _count_or_none(count: int | MISSING) -> int | None:
    return None if count is MISSING or count < 0 else count


TEAM = Resource(
    kind="team",
    one=N_("team"),
    many=N_("teams"),
    name="title",
    lookup=Lookup(
        icon="people",
        extractors={Team: _mentions},
        parameter="teamId",
        address_words=("teams",),
        verified_by=LIST_TEAM_MEMBERS,
        page=PortalPage("teams.show", "team_id"),
    ),
)
