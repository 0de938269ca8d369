"""A group without sections gets some: the API shows its place from then on, which may be another than Masthead did."""

from changes.structure.drafting import remove_group
from tests.changes.structure.desk import Desk, NewDesk, moved
from tests.changes.structure.test_added_by_whom import GROUPS
from tests.changes.structure.test_empty_groups import emptied
from tests.changes.structure.test_moves_of_unseen_groups import calls, sent
from tests.changes.structure.test_undo_of_met import API, RELEASES
from tests.loops import for_each


def test_a_group_that_turns_out_to_be_elsewhere_is_a_difference(desk: Desk) -> None:
    zeta, eta = (sent(desk, "POST", "section-groups", {"title": title})["id"] for title in ("Zeta", "Eta"))
    base = desk.live()
    assert base.top.index(eta) < base.top.index(RELEASES)
    plan = desk.arrange(moved(API, where="into", to=f"group:{eta}"))
    (told,) = plan.differences
    assert told == (
        "The place of the group Eta: the API shows it now that the group has sections. It is after Release notes in "
        "the site. Masthead had shown it after Product in the site."
    )
    assert desk.live().top[-2:] == [RELEASES, eta]
    assert zeta in desk.live().groups


def test_a_group_that_is_where_it_was_shown_is_no_difference(desk: Desk) -> None:
    emptied(desk)
    assert desk.arrange(moved(API, where="into", to="group:group_developers")).differences == ()


@for_each("lost", [True, False])
def test_a_group_that_is_created_again_goes_back_also_where_it_is_listed_there(
    new_desk: NewDesk, *, lost: bool
) -> None:
    desk = new_desk()
    emptied(desk)
    plan = desk.arrange(lambda base: remove_group(base, "group_developers"))
    faults = [{"fault": "reset", "method": "POST", "path": GROUPS, "carriedOut": True}] if lost else []
    desk.service.turn(faults=faults)
    back = desk.undone(plan)
    assert calls(desk, back) == ["Create the group Developers", "Move the group Developers before API"]
    desk.arrange(moved(RELEASES, where="into", to=f"group:{[*desk.live().groups][-1]}"))
    assert desk.live().top[1:] == ["group_product", [*desk.live().groups][-1], API]
