"""The page of a person: teams and roles, what they reach, single sign-on, open work, and changes in Masthead."""

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from blueprints.people.reach import read_reach
from masthead.web.descriptions.labels import translate_rows
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.people.access_ends import TEAM, list_ends
from masthead.web.people.inbox import list_open_work
from masthead.web.people.known_people import KnownPerson, read_known_teams
from masthead.web.people.roles import TEAM_ROLES
from masthead.web.people.team_members import organization_role_label
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal

blueprint = Blueprint("person", __name__, url_prefix="/orgs/<organization_id>/people/<user_id>")


@blueprint.get("")
@signed_in
def show(organization_id: str, user_id: str) -> Response:
    known = read_known_teams(organization_id)
    found = known.find_person(organization_id, user_id)
    return page(
        "person/show.html",
        known=known,
        found=found,
        organization_role=organization_role_label(found.member),
        name=found.member.name,
        roles=translate_rows(TEAM_ROLES, 2),
        reach=read_reach(organization_id, known, found) if found.roles else None,
        work=list_open_work(organization_id, found.ids),
        ends={end.key.place: end for end in list_ends(organization_id, kind=TEAM, subject=found.member.id)},
        changes=_list_changes(organization_id, found) if has_permission("admin") else [],
        here=url_for(".show", organization_id=organization_id, user_id=user_id),
    )


def _list_changes(organization_id: str, found: KnownPerson) -> list[str]:
    """Return links to the changes of everybody who gave Masthead this person's name."""
    names = {each.casefold() for each in found.names}
    people = portal().store.journal.list_people(organization_id)
    return [
        url_for("journal.index", organization_id=organization_id, by=owner)
        for owner, name in people.items()
        if name.casefold() in names
    ]
