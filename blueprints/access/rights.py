"""Decides whether a person may change roles of teams in a place, as far as the API reports, and explains it.

The organization's `permissions.admin` allows it, and so does a space's: a team may make its members Admin there.
Collections report neither, so anybody who may be Admin of one can try, and the API decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from i18n import N_, gettext, ngettext
from masthead.web.directory.places import AccessPlace
from masthead.web.frame.organization import has_permission
from masthead.web.people.place_roles import PlaceRoles

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
    """Says if forms of a place are offered, and why. Administrators of the organization get no reason."""

    can_edit: bool
    reason: str = ""


def rights_in(place: AccessPlace, here: Iterable[tuple[str, str]], *, whole: bool) -> Rights:
    """The person's rights in a place. `here` has the teams with a role there, as pairs of title and role.

    If these are not the `whole` of them, another one may be Admin.
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
    """Whether a bulk change may include the place. Stricter than for one place: the API has to confirm the right."""
    return has_permission(ADMIN) or place.permission(ADMIN) is True


def explain_matrix_rights(rows: Sequence[PlaceRoles]) -> str:
    """Explain which places of the page can be changed; empty for administrators and for an empty page."""
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
