"""What is read live is noted once for a page; what comes out of memory is not looked at again."""

from collections.abc import Sequence
from contextlib import suppress

import pytest

from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_SPACE_TEAMS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED, GET_SITE, LIST_SITES
from masthead.client import Api, Problem
from masthead.resources.resource import Observation
from tests.client.conftest import ApiFor
from tests.faults import faults
from tests.faults.hostile import Hostile
from tests.world import RunningService

ORG, SITE = "org_larkfield", "site_docs"


class Notes:
    """Keeps what it is given, in a list for each time."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, str, Sequence[Observation]]] = []

    def record(self, owner: str, organization: str, sightings: Sequence[Observation], *, within: None = None) -> None:
        assert within is None
        self.kept.append((owner, organization, sightings))

    @property
    def endpoints(self) -> list[str]:
        return [each.endpoint for _, _, sightings in self.kept for each in sightings]

    @property
    def states(self) -> dict[tuple[str, str], str]:
        return {key: state for _, _, all_ in self.kept for each in all_ for key, state in each.states.items()}


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture
def api(api_for: ApiFor, service: RunningService, notes: Notes) -> Api:
    api = api_for(service.url)
    api.record_observations(notes, ORG)
    return api


def test_all_that_a_page_reads_is_handed_over_at_once(api: Api, notes: Notes) -> None:
    api.read(LIST_SITES, ORG)
    api.read(LIST_SITE_SPACES, ORG, SITE)
    assert notes.kept == []
    api.save_observations()
    api.save_observations()
    ((owner, organization, sightings),) = notes.kept
    assert (owner, organization) == ("alice", ORG)
    assert [(each.endpoint, each.ids) for each in sightings] == [
        ("listSites", (ORG,)),
        ("listSiteSpaces", (ORG, SITE)),
    ]
    assert {each.title for each in sightings[0].mentions if each.kind == "site"} >= {"Larkfield Docs", "Help centre"}


def test_a_read_that_is_refused_says_what_became_of_the_object(api: Api, notes: Notes, api_for: ApiFor) -> None:
    for endpoint, ids in (
        (GET_SITE, (ORG, "site_none")),
        (LIST_SPACE_TEAMS, ("space_none",)),
        (LIST_TEAM_MEMBERS, (ORG, "team_none")),
        (GET_PUBLISHED, (ORG, "site_incidents")),  # it is not published, and it is there
        (GET_SITE, (ORG, "..")),  # was never asked
    ):
        with suppress(Problem):
            api.read(endpoint, *ids)
    with Hostile(faults.answer(403), faults.answer(403)) as hostile:
        other = api_for(hostile.url)
        other.record_observations(notes, ORG)
        for endpoint, ids in ((GET_SITE, (ORG, SITE)), (LIST_SPACE_TEAMS, ("space_start",))):
            with suppress(Problem):
                other.read(endpoint, *ids)
        other.save_observations()
    api.save_observations()
    assert notes.states == {
        ("site", "site_none"): "gone",
        ("space", "space_none"): "gone",
        ("team", "team_none"): "gone",
        ("site", SITE): "forbidden",
    }
