"""What the API reports that a person may do in a space decides what the pages of the space offer."""

import pytest

from tests.loops import for_each
from tests.pages.pages import Pages
from tests.reading import read_all
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide"
REQUEST = f"{GUIDE}/change-requests/2"


@pytest.fixture
def reader(charlie: Pages) -> Pages:
    """Charlie, who reads."""
    read_all(charlie)
    return charlie


@for_each(
    "path, offers",
    [
        (GUIDE, {"Import", "Edit values"}),
        (f"{GUIDE}/change-requests", {"New change request"}),
        (REQUEST, {"Edit", "Request reviews", "Import content", "Check and merge"}),
        (f"{GUIDE}/comments", {"New comment"}),
        (f"{GUIDE}/comments/comment_guide_tone", {"React with 👍"}),
        (f"{GUIDE}/pages/page_guide_rates", {"Comment on this page"}),
        (f"{ORG}/field-values", {"Import values", "Fill in a value", "Review changes"}),
        (f"{ORG}/inbox", {"Resolve comments…", "Archive…"}),
    ],
)
def test_a_page_offers_only_what_is_permitted(reader: Pages, alice: Pages, path: str, offers: set[str]) -> None:
    def offered(pages: Pages) -> set[str]:
        shown = pages.get(path)
        return offers & {*shown.links, *shown.buttons}

    read_all(alice)
    assert (offered(alice), offered(reader)) == (offers, set())


def test_a_form_that_would_be_refused_says_what_the_api_reports(reader: Pages) -> None:
    for path, reason in (
        (f"{GUIDE}/import", "edit this space"),
        (f"{GUIDE}/comments/new", "comment in this space"),
        (f"{REQUEST}/merge", "merge change requests in this space"),
        (f"{ORG}/field-values/fill", "edit any of these spaces"),
    ):
        assert f"You can't {reason}." in " ".join(reader.get(path).notes), path


def test_who_may_edit_now_is_offered_it_after_a_refresh(reader: Pages, service: RunningService) -> None:
    at = f"{GUIDE}/change-requests/new"
    link = reader.get(at).links["Refresh"]
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_support", {"role": "edit"})
    assert "Create change request" in reader.get(link).buttons
    assert "Create change request" in reader.get(at).buttons


def test_values_of_a_space_that_cannot_be_edited_are_left_out(reader: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", "/v1/spaces/space_guide/permissions/teams/team_support", {"role": "edit"})
    reader.get(f"{GUIDE}?refresh=1")
    reader.get(f"{ORG}/field-values/import")
    table = "spaceId,reader_rating\nspace_guide,1.5\nspace_api,1.5"
    shown = reader.submit(f"{ORG}/field-values/import", text=table, press="Review changes")
    assert {(row[0], row[2], row[-1]) for row in shown.rows} == {
        ("Shipping guide", "Change", ""),
        ("API reference", "Can't be used", "You can't edit this space."),
    }
