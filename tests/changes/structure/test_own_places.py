"""What a plan itself has put somewhere is not told as changed by somebody else."""

from changes.structure.drafting import MoveTarget, move_items
from changes.structure.goal import StructureGoal
from changes.structure.merged import MergeConflict
from changes.structure.merging import merge
from changes.structure.rearranging import with_moves_noted
from changes.structure.resuming import resume_goal
from changes.structure.tree import SectionItem, SiteStructure, SpaceItem
from tests.changes.structure.model import Model
from tests.changes.structure.test_planning import planned


def site() -> SiteStructure:
    held = {"a": ["s0", "s1"], "b": ["s2"], "c": ["s3", "s4"]}
    spaces = {id_: SpaceItem(id_.upper(), id_, None, f"space-{id_}") for line in held.values() for id_ in line}
    sections = {id_: SectionItem(id_.upper()) for id_ in held}
    return SiteStructure(list(held), {}, held, {}, sections, spaces)


def conflicts(model: Model, wanted: SiteStructure) -> list[MergeConflict]:
    begun = resume_goal(StructureGoal("org", "site", "Site", model.begun, wanted), model.now, model.tried)
    return merge(begun.base, begun.wanted, model.now, own=begun.found.owned).conflicts


def test_what_was_to_go_beside_a_space_that_stayed_in_its_section() -> None:
    items, model = ["s1", "s4"], Model(site(), crosses=False, tells=True)
    wanted = with_moves_noted(move_items(site(), items, MoveTarget("into", "section:b")), site(), items)
    for change in planned(model, wanted).changes:
        assert model.do(change)
    assert model.now.held == site().held
    assert conflicts(model, wanted) == []
    assert [each.endpoint.name for each in planned(model, wanted).changes] == ["removeSiteSpace", "addSiteSpace"] * 2
