"""Teams, their members, and one person's teams."""

from blueprints.teams import team_members, views
from blueprints.teams.forms import AddPeopleForm, MembersWords, MemberWords
from contract.organization.team_members import REMOVE_TEAM_MEMBER, UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from masthead.i18n import N_
from masthead.web.frame.navigation import PEOPLE, Destination, ObjectPage
from masthead.web.places import Place, RecordedChange, entry_page

TEAM = entry_page("teams.show", "team_id")

PLACE = Place(
    blueprints=(views.blueprint, team_members.blueprint),
    group=PEOPLE,
    area=Destination(
        N_("Teams"), "teams.index", "people", N_("roster, members, groups, users, people, import members, owners")
    ),
    tab=Destination(N_("Teams"), "teams.index", "people", ""),
    tab_of=N_("Teams"),
    changes={
        UPDATE_TEAM_MEMBER.name: RecordedChange(TEAM, (MemberWords,)),
        REMOVE_TEAM_MEMBER.name: RecordedChange(TEAM, (MemberWords,)),
        UPDATE_TEAM_MEMBERS.name: RecordedChange(TEAM, (MembersWords,)),
    },
    drafts={"team_members.add": (N_("People for a team"), AddPeopleForm)},
    object_pages=(
        ObjectPage(
            "team", "team_id", N_("Members"), "team_members.index", "people", N_("owners, remove members, everybody")
        ),
    ),
)
