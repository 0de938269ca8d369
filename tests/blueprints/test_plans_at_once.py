"""Two people change the same at the same moment, one of them in bulk: both are told, since one value is lost."""

from collections.abc import Callable

from tests.blueprints.start_over import start_over
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import give_role
from tests.wire import Wire
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
BULK = f"{ORG}/bulk"
AT_ONCE = "Changed by somebody else at the same moment"


def hide_docs(pages: Pages, visibility: str) -> None:
    pages.get(f"{ORG}/sites")
    pages.post(BULK, [("site", "site_docs"), ("setting", "visibility")])
    pages.submit(BULK, visibility=visibility, press="Review changes")


def meanwhile(wire: Wire, does: Callable[[], object], method: str) -> None:
    """Somebody does something while the next call of `method` is on its way."""

    def let_them(talk: Talk) -> bool:
        wire.faults.clear()
        does()
        return wire.pass_on(talk)

    wire.faults[method] = let_them


def test_both_bulk_changes_tell_of_the_other(distant: Pages, colleague: Pages, wire: Wire) -> None:
    hide_docs(distant, "unlisted")
    hide_docs(colleague, "share-link")
    meanwhile(wire, lambda: colleague.submit(BULK, press="Apply the changes"), "PATCH")
    to_alice = distant.submit(BULK, press="Apply the changes")
    to_bob = colleague.get(f"{PLANS}/2")
    assert f"{AT_ONCE} Bob: Change the site Larkfield Docs: who can read it, to Share link." in to_alice.main
    assert f"{AT_ONCE} Alice: Change the site Larkfield Docs: who can read it, to Unlisted." in to_bob.main


@for_each("visibility, role", [("unlisted", "admin"), ("share-link", "create")])
def test_nobody_is_told_of_the_same_value_or_of_what_they_may_not_see(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService, visibility: str, role: str
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", role)
    hide_docs(distant, "unlisted")
    hide_docs(colleague, visibility)
    meanwhile(wire, lambda: colleague.submit(BULK, press="Apply the changes"), "PATCH")
    distant.submit(BULK, press="Apply the changes")
    assert AT_ONCE not in colleague.get(f"{PLANS}/2").main
