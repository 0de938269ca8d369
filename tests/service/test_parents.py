"""What is asked of something that is not there."""

from typing import Any

import pytest

from contract.endpoint import Endpoint
from tests.service.conftest import LARKFIELD
from tests.service.every_endpoint import FOR_EVERYONE, REQUESTS
from tests.service.person import Person

WITH_PARENTS = [
    (endpoint, place)
    for endpoint in REQUESTS
    if endpoint not in FOR_EVERYONE
    for place in range(len(endpoint.path_params))
]

SMUGGLED = ["%00", "%2F", "%2e%2e", ".", "%0d%0a", "%ff", "%F0%9F%9A%9A", "a" * 3000, "%25", "' OR 1=1 --", "*", "%5C"]


@pytest.mark.parametrize(("endpoint", "place"), WITH_PARENTS)
def test_an_unknown_parent_is_not_found(alice: Person, endpoint: Endpoint[Any], place: int) -> None:
    ids, given = REQUESTS[endpoint]
    unknown = [*ids[:place], "unknown", *ids[place + 1 :]]
    assert alice.asks(endpoint, *unknown, **given).status == 404


@pytest.mark.parametrize(("endpoint", "place"), WITH_PARENTS)
def test_a_strange_id_is_not_found(alice: Person, endpoint: Endpoint[Any], place: int) -> None:
    ids, given = REQUESTS[endpoint]
    for strange in SMUGGLED:
        assert alice.asks(endpoint, *ids[:place], strange, *ids[place + 1 :], **given).status in {404, 405}


@pytest.mark.parametrize("path", ["/v1/orgs/", "/v1/orgs//sites", f"/v1/orgs/{LARKFIELD}/", "/v1", "/v2/orgs", "/x"])
def test_an_address_that_leads_nowhere_is_not_found(alice: Person, path: str) -> None:
    response = alice.sends("GET", path)
    assert response.status_code == 404
    assert response.json == {"error": {"code": 404, "message": "There is nothing at this address."}}


def test_a_site_is_found_in_its_own_organization_alone(alice: Person) -> None:
    for endpoint, (ids, given) in REQUESTS.items():
        if len(ids) == 2 and ids[1] == "site_docs":
            assert alice.asks(endpoint, LARKFIELD, "site_patients", **given).status == 404
