"""A structure's bulk change that is undone again after a stopped undo: what that did is not somebody else's."""

from collections.abc import Callable

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.test_structure import DOCS
from tests.blueprints.test_structure_left import applied_on, run
from tests.blueprints.test_structure_stopped import distant
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.wire import Wire
from tests.world import RunningService

__all__ = ["distant"]
WRITES = ("PATCH", "POST", "DELETE")


def remove_spaces(pages: Pages) -> None:
    for item in ("sitespace_docs_partners", "sitespace_docs_guide"):
        pages.post(DOCS, {"do": "remove", "item": item})


def delete_a_group(pages: Pages) -> None:
    pages.post(DOCS, {"do": "remove", "item": "group_developers", "was_title": ""})
    pages.post(DOCS, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})


def stopped_after(wire: Wire, last: Fault) -> None:
    """The first write goes as `last` says, and each later one is refused."""
    seen: list[Talk] = []

    def happen(talk: Talk) -> bool:
        seen.append(talk)
        return (last if len(seen) == 1 else faults.refusal(403))(talk)

    wire.faults |= dict.fromkeys(WRITES, happen)


def undone_again(pages: Pages) -> Page:
    pages.post(f"{PLANS}/2", {"do": "stop"})
    pages.get(f"{PLANS}/1")
    page = pages.submit(f"{PLANS}/1", press="Undo bulk change")
    agreed = {"anyway": True} if "Send it anyway" in page.main else {}
    return run(pages, pages.submit(page.path, agreed, press="Apply the changes"))


def paths(page: Page) -> list[str]:
    """Of the tree, from its top."""
    return [text_of(each) for each in page.document.with_attribute("class", "node-path")]


@for_each("last", ["answered", "lost"])
@for_each("change", [remove_spaces, delete_a_group])
@pytest.mark.exhaustive
def test_what_the_first_undo_did_is_gone_on_with(
    distant: Pages, wire: Wire, change: Callable[[Pages], None], last: str, service: RunningService
) -> None:
    start_over(distant, service)
    before = paths(distant.get(DOCS))
    change(distant)
    applied_on(distant, DOCS)
    distant.get(f"{PLANS}/1")
    page = distant.submit(f"{PLANS}/1", press="Undo bulk change")
    stopped_after(wire, faults.lost_answer if last == "lost" else wire.pass_on)
    distant.submit(page.path, press="Apply the changes")
    wire.faults.clear()
    page = undone_again(distant)
    assert "outside of this bulk change" not in page.main
    assert "Differences from what you wanted" not in page.main
    assert paths(distant.get(DOCS)) == before
