"""A bulk change brings an organization to what a file says, and its undo brings it back, but for others' changes."""

from copy import deepcopy
from random import Random

from masthead.bulk.goals.organization import KIND, build_goal
from masthead.client import Api
from masthead.organization_file.plan import Action, Plan, plan
from masthead.store.bulk.steps import BulkChange
from tests.faults.clock import Clock
from tests.organization_file.editor import Editor
from tests.organization_file.test_plan import differences, read
from tests.records import ask
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

MAX_SLICES = 60


def finish(desk: Desk, bulk: BulkChange) -> BulkChange:
    for _ in range(MAX_SLICES):
        bulk = desk.run(bulk)
        if bulk.finished_at:
            return bulk
    raise AssertionError(desk.states(bulk), [str(step.cause) for step in desk.steps(bulk)])


def test_a_file_is_applied_and_taken_back(desk: Desk, api: Api, service: RunningService) -> None:
    first = read(api)
    editor = Editor(deepcopy(first), Random(8))  # noqa: S311 - the same edits in each run
    for _ in range(25):
        editor.edit()
    editor.add_site()
    new = {"spaceId": "space_handbook", "sectionId": "section_guide", "path": "between"}
    editor.file["sites"][0]["siteSpaces"].insert(2, new)
    start = {"type": "site", "site": editor.file["sites"][-1]["title"]}
    editor.file["settings"] |= {"title": "Mine", "defaultContent": start}
    delete = {
        each.ids[-1] for each in plan(first, editor.file, allow_delete=True).changes if each.action is Action.DELETE
    }

    bulk = finish(desk, desk.make([], KIND, build_goal(first, editor.file, delete)))
    assert (words(bulk.differences), {*desk.states(bulk)}) == ((), {"done"})
    assert plan(read(api), editor.file, allow_delete=True) == Plan([], [], [])

    ask(service, ALICE, "PATCH", f"/v1/orgs/{ORG}", {"title": "Theirs"})
    back = finish(desk, desk.undo_of(bulk))
    theirs, *others = words(back.differences)
    assert theirs == "Somebody changed title of the organization Theirs."
    assert all(each.endswith("Masthead can't remove it.") for each in others)
    left = [each for each in differences(first, read(api)) if "/id:" not in each and "adaptiveSchema: None" not in each]
    assert left == ["/settings/title: 'Larkfield Freight', not 'Theirs'"]


def test_two_files_applied_at_once_send_nothing_twice_and_name_what_the_other_changed(
    desk: Desk, api: Api, clock: Clock
) -> None:
    before = read(api)
    one, two = deepcopy(before), deepcopy(before)
    for file, title in ((one, "One"), (two, "Two")):
        file["settings"]["title"] = title
        file["translations"].append({"title": "Both"})
    two["sites"][0]["visibility"] = "unlisted"
    bulks = [desk.make([], KIND, build_goal(before, file, ())) for file in (one, two)]
    for _ in range(MAX_SLICES):
        bulks = [each if each.finished_at else desk.run(each, seconds=0) for each in bulks]
        clock.pass_(60)  # the second waits until the first has ended
    assert [words(each.differences) for each in bulks] == [(), ("Somebody changed title of the organization One.",)]
    two["settings"]["title"] = "One"
    assert plan(read(api), two, allow_delete=True) == Plan([], [], [])
