"""A team that may be further down in a list that was not read to its end: nothing is sent as if it had no role."""

from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE

GUIDE = "/orgs/org_larkfield/spaces/space_guide/access"
API = "/v1/spaces/space_guide/permissions/teams"
NOT_SEEN = "More teams have a role here than Masthead reads, and this team may be one of them."


def listed(team: str, **more: object) -> Fault:
    """Answer a page of the listing with one team."""
    item = {"permission": "read", "team": {"object": "team", "id": team, "title": team.title()}}
    return faults.says({"items": [item], "count": 1, **more})


@for_each(
    "following, status, why",
    [
        (faults.refusal(500), 502, "nothing was saved"),
        (listed("team_docs"), 409, "This team is already Reader here. Change its role on the page of the team."),
        (listed("two", next={"page": "2"}), 409, NOT_SEEN),
    ],
)
def test_a_team_that_may_be_further_down_is_given_none(
    portal_for: PortalFor, wire: Wire, following: Fault, status: int, why: str
) -> None:
    wire.faults.clear()

    def told(talk: Talk) -> bool:
        return (following if "page=" in talk.asked.target else listed("one", next={"page": "2"}))(talk)

    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    wire.faults["GET"] = faults.at(API, told)
    pages.get(GUIDE)
    shown = pages.submit(GUIDE, {"team-other": "team_docs", "role": "comment"}, press="Give role")
    assert set(wire.seen) == {"GET"}
    assert shown.status == status
    assert why in shown.problems[0]
