"""Two people change the same at the same moment, one of them in bulk: both are told, since one value is lost."""

from tests.blueprints.start_over import start_over
from tests.bulk_changes import BULK_CHANGES
from tests.loops import for_each
from tests.pages.pages import Pages
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


@for_each(
    "visibility, role, told",
    [("share-link", "admin", True), ("unlisted", "admin", False), ("share-link", "create", False)],
)
def test_both_are_told_of_another_value_that_they_may_see(
    distant: Pages, colleague: Pages, wire: Wire, service: RunningService, visibility: str, role: str, *, told: bool
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", role)
    hide_docs(distant, "unlisted")
    hide_docs(colleague, visibility)
    wire.meanwhile(lambda: colleague.submit(BULK, press="Apply the changes"))
    to_alice = distant.submit(BULK, press="Apply the changes").main
    to_bob = colleague.get(f"{BULK_CHANGES}/2").main
    assert (f"{AT_ONCE} Alice: Change the site Larkfield Docs: who can read it, to Unlisted." in to_bob) is told
    by_bob = f"{AT_ONCE} Bob: Change the site Larkfield Docs: who can read it, to Share link."
    assert (by_bob in to_alice) is (visibility == "share-link")
    assert (AT_ONCE in to_bob) is told
