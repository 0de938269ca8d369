"""How many people a role of a team is for, where it is given, changed or taken away: as the API last told."""

from tests.blueprints.access_pages import ORG, chosen, seen
from tests.loops import for_each
from tests.pages.pages import Pages

GUIDE, WAREHOUSE = (f"{ORG}/spaces/space_{name}/access" for name in ("guide", "warehouse"))
SUPPORT = "A team's role counts for all its members. Customer support: 3 members, 4 spaces when last read."


@for_each("address", [f"{GUIDE}/team_support", f"{GUIDE}/team_support/remove"])
def test_the_pages_of_a_role_tell_it(alice: Pages, address: str) -> None:
    assert SUPPORT in alice.get(address).main
    assert "team_x: number of members not known." in alice.get(address.replace("team_support", "team_x")).main


def test_the_teams_to_select_from_and_the_reviews_of_roles_tell_it(alice: Pages) -> None:
    offered = alice.get(GUIDE).document.by_id["team"].iter("option")
    details = {each.get("value"): each.get("data-details") for each in offered}
    assert details["team_support"] == "3 members, 4 spaces when last read"
    alice.get(GUIDE)
    alice.get(WAREHOUSE)
    review = alice.submit(WAREHOUSE, {"team-other": "team_support", "role": "admin"}, press="Give role")
    assert SUPPORT in review.main
    review = chosen(seen(alice), ("support", "operations"), ("guide", "api", "releases"), "review")
    assert SUPPORT.removesuffix(".") + "; Warehouse and drivers: 4 members, 2 spaces when last read." in review.main
