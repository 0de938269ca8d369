"""What an undo left, as a draft: what others had done before the undo was made is no news to it."""

from collections.abc import Callable

from changes import Runner, add_undo_plan, entries_to_undo
from changes.structure.arranging import unfinished_draft
from changes.structure.drafting import edit_space, name_group, open_with, remove_group, remove_space
from changes.structure.telling import differences
from changes.structure.tree import SiteStructure
from tests.changes.structure.desk import Desk, Draw, NewDesk
from tests.changes.structure.test_arranging import PRODUCT
from tests.changes.structure.test_meanwhile import GUIDE, PARTNERS
from tests.changes.structure.test_undo_of_met import RELEASES, colleague
from tests.loops import for_each

DEVELOPERS = "group_developers"


def mine(base: SiteStructure) -> SiteStructure:
    return edit_space(base, GUIDE, "mine-guide", None)


def news_of(desk: Desk, before: Draw, since: Callable[[], object] = lambda: None) -> list[str]:
    """What the draft of an undo tells that left a path of a colleague, who did something before it was made."""
    plan = desk.arrange(mine)
    desk.bob.arrange(before)
    number = add_undo_plan(desk.journal, desk.plans, plan)
    Runner(desk.api, desk.journal, desk.plans).prepare(desk.plan(number))
    colleague(desk, "PATCH", f"site-spaces/{GUIDE}", {"path": "theirs"})
    since()
    back, live = desk.ended(number or 0), desk.live()
    base, _ = unfinished_draft(back, entries_to_undo(desk.journal, desk.plans, back), live)
    return [each.text for each in differences(base, live)]


OWN = "Shipping guide: the path “mine-guide” becomes “theirs”"


@for_each(
    "before",
    [
        lambda base: edit_space(base, PARTNERS, "theirs-too", "visitor.claims.a"),
        lambda base: remove_space(base, PARTNERS),
        lambda base: name_group(base, PRODUCT, "Products", ""),
        lambda base: remove_group(base, DEVELOPERS),
        lambda base: open_with(base, RELEASES),
    ],
)
def test_only_what_was_changed_since_is_told(new_desk: NewDesk, before: Draw) -> None:
    desk = new_desk()
    assert news_of(desk, before) == [OWN]


def test_what_somebody_changed_again_since_is_told(desk: Desk) -> None:
    def since() -> None:
        colleague(desk, "PATCH", f"site-spaces/{PARTNERS}", {"path": "theirs-now"})

    told = news_of(desk, lambda base: edit_space(base, PARTNERS, "theirs-too", None), since)
    assert sorted(told) == ["Partner onboarding: the path “theirs-too” becomes “theirs-now”", OWN]
