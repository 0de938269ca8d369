"""The roles of teams in spaces and collections: a matrix of all places, and pages for a single one."""

from blueprints.access import access_ends, access_matrix, place_access, place_people
from blueprints.access.access_ends import AccessEndForm
from blueprints.access.forms import AddTeamForm, RoleForm
from contract.organization.team_permissions import (
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
)
from masthead.i18n import N_
from masthead.store.entries import Entry
from masthead.web.directory.places import PARTS, access_url
from masthead.web.frame.navigation import FILE, PEOPLE, Destination, ObjectPage
from masthead.web.places import Place, RecordedChange

ROLES_OF_TEAMS = (UPDATE_SPACE_TEAM, REMOVE_SPACE_TEAM, UPDATE_COLLECTION_TEAM, REMOVE_COLLECTION_TEAM)

ACCESS_PAGES = (
    (N_("Access"), "place_access.show", "unlock", N_("permissions, roles, teams")),
    (
        N_("People with access"),
        "place_people.show",
        "people",
        N_("who can edit, who can read, administrators, effective access, roles"),
    ),
)


def _place_access_url(entry: Entry) -> str:
    return access_url(entry.intent.organization, entry.intent.subject.kind, entry.intent.ids[0])


PLACE = Place(
    blueprints=(access_ends.blueprint, access_matrix.blueprint, place_access.blueprint, place_people.blueprint),
    within=N_("Spaces"),
    group=PEOPLE,
    area=Destination(
        N_("Access"),
        "access_matrix.index",
        "unlock",
        N_("matrix, permissions, roles, access matrix, rights, who can edit"),
    ),
    tab=Destination(N_("Roles"), "access_matrix.index", "unlock", ""),
    tab_of=N_("Access"),
    changes={each.name: RecordedChange(_place_access_url, (RoleForm,)) for each in ROLES_OF_TEAMS},
    drafts={
        "access_ends.save": (N_("Last day of an access"), AccessEndForm),
        "access_matrix.change": (N_("Roles of several teams"),),
        "place_access.add": (N_("Role for another team"), AddTeamForm),
        "place_access.update": (N_("Role of a team"), RoleForm),
        "place_access.remove": (N_("Removal of a team's role"),),
    },
    destinations=(
        Destination(
            N_("Access as CSV"), "access_matrix.export", "download", N_("csv, export access, permissions csv"), FILE
        ),
    ),
    object_pages=tuple(
        ObjectPage(kind, "place_id", label, endpoint, icon, keywords, {"places": places})
        for places, kind in PARTS.items()
        for label, endpoint, icon, keywords in ACCESS_PAGES
    ),
)
