"""Decides whether a person may change roles of teams in a place, as far as the API reports, and explains it.

The organization's `permissions.admin` allows it, and so does a space's: a team may make its members Admin there.
Collections report neither, so anybody who may be Admin of one can try, and the API decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from i18n import N_, gettext
from masthead.web.directory.places import AccessPlace
from masthead.web.frame.organization import has_permission
from masthead.web.people.place_roles import PlaceRoles

ADMIN = "admin"
MAX_NAMED = 3
BY_TEAM = N_("You administer this space through a team, so you can change the roles of teams here.")
NO = N_(
    "Only administrators of the organization, and members of a team that is Admin here, can change the roles of teams "
    "here."
)
PERHAPS = N_(
    "To change the roles of teams here, you have to be in a team that is Admin here. The API decides when you save."
)
NOT_HERE = N_("You can't change the roles of teams in the spaces and collections on this page.")


@dataclass(frozen=True, slots=True)
class Rights:
    """Says if forms of a place are offered, and why. Administrators of the organization get no reason."""

    can_edit: bool
    reason: str = ""


def get_rights(place: AccessPlace, here: Iterable[tuple[str, str]], *, whole: bool) -> Rights:
    """The person's rights in a place. `here` has the teams with a role there, as pairs of title and role.

    If these are not the `whole` of them, another one may be Admin.
    """
    if has_permission(ADMIN):
        return Rights(can_edit=True)
    if place.permission(ADMIN):
        return Rights(can_edit=True, reason=gettext(BY_TEAM))
    may_be_admin = any(role == ADMIN for _, role in here) or not whole
    if place.permission(ADMIN) is False or not may_be_admin:
        return Rights(can_edit=False, reason=gettext(NO))
    return Rights(can_edit=True, reason=gettext(PERHAPS))


def can_change_in_bulk(place: AccessPlace) -> bool:
    """Whether a bulk change may include the place. Stricter than for one place: the API has to confirm the right."""
    return has_permission(ADMIN) or place.permission(ADMIN) is True


def explain_matrix_rights(rows: Sequence[PlaceRoles]) -> str:
    """Explain which places of the page can be changed; empty for administrators and for an empty page."""
    if has_permission(ADMIN) or not rows:
        return ""
    own = [each.place.called for each in rows if can_change_in_bulk(each.place)]
    if not own:
        return gettext(NOT_HERE)
    others = gettext(" and %(count)s more", count=len(own) - MAX_NAMED) if len(own) > MAX_NAMED else ""
    named = ", ".join(own[:MAX_NAMED])
    return gettext(
        "You can change the roles of teams in the spaces on this page that you administer: %(named)s%(others)s.",
        named=named,
        others=others,
    )
