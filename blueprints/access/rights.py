"""Whether a person may change what teams may do in a place, as far as the API told, and how that is said.

The organization's `permissions.admin` is one answer, that of a space another: a team may have made its members Admin
there. Of a collection the API tells neither: whoever may be Admin of it is let try, and the API decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from i18n import N_, gettext, ngettext
from masthead.web.pages.organization import has_permission
from masthead.web.pages.place_roles import PlaceRoles
from masthead.web.pages.places import AccessPlace

ADMIN = "admin"
MAX_NAMED = 3
TOLD_YES = N_(
    "The API reports that you administer this space through a team, so you can change the roles of teams here."
)
TOLD_NO = N_(
    "Your role in the organization doesn't let you change the roles of teams here, and the API reports that you don't "
    "administer this space through a team either."
)
NOBODY = N_(
    "Your role in the organization doesn't let you change the roles of teams here, and the API reports no team as "
    "Admin here."
)
SOMEBODY = N_(
    "Your role in the organization doesn't let you change the roles of teams here. Masthead hasn't read all teams "
    "here, so one may be Admin, and members of such a team can. The API doesn't report whether you are one. It "
    "decides when you save."
)
ASK = N_(" An administrator of the organization can do it, or change your role.")


@dataclass(frozen=True, slots=True)
class Rights:
    """Whether the forms of a place are offered, and what is said of that; nothing to whoever administers all of it."""

    can_edit: bool
    reason: str = ""


def rights_in(place: AccessPlace, here: Iterable[tuple[str, str]], *, whole: bool) -> Rights:
    """What holds in a place; `here` are the teams that have a role there, each with its title and its role.

    Unless they are the `whole` of them, another one may be Admin.
    """
    if has_permission(ADMIN):
        return Rights(can_edit=True)
    if place.permission(ADMIN):
        return Rights(can_edit=True, reason=gettext(TOLD_YES))
    if place.permission(ADMIN) is False:
        return Rights(can_edit=False, reason=gettext(TOLD_NO) + gettext(ASK))
    admins = [title for title, role in here if role == ADMIN]
    if not admins and not whole:
        return Rights(can_edit=True, reason=gettext(SOMEBODY))
    if not admins:
        return Rights(can_edit=False, reason=gettext(NOBODY) + gettext(ASK))
    return Rights(
        can_edit=True,
        reason=ngettext(
            "Your role in the organization doesn't let you change the roles of teams here. But %(admins)s is Admin "
            "here, and members of such a team can. The API doesn't report whether you are one. It decides when you "
            "save.",
            "Your role in the organization doesn't let you change the roles of teams here. But %(admins)s are Admin "
            "here, and members of such a team can. The API doesn't report whether you are one. It decides when you "
            "save.",
            len(admins),
            admins=", ".join(admins[:MAX_NAMED]),
        ),
    )


def is_open(place: AccessPlace) -> bool:
    """Whether roles in a place are offered to be changed among many others."""
    return has_permission(ADMIN) or place.permission(ADMIN) is True


def explain_matrix_rights(rows: Sequence[PlaceRoles]) -> str:
    """What holds in the places of a page; empty for whoever administers all of them."""
    if has_permission(ADMIN) or not rows:
        return ""
    own = [each.place.called for each in rows if is_open(each.place)]
    if not own:
        words = gettext(
            "Your role in the organization doesn't let you change the roles of teams, and the API reports for none of "
            "the spaces and collections on this page that you administer it through a team."
        )
        return words + gettext(ASK)
    others = gettext(" and %(count)s more", count=len(own) - MAX_NAMED) if len(own) > MAX_NAMED else ""
    named = ", ".join(own[:MAX_NAMED])
    return gettext(
        "You can change the roles of teams in the spaces on this page that you administer: %(named)s%(others)s.",
        named=named,
        others=others,
    )
