"""Addresses that lead nowhere."""

from tests.loops import for_each
from tests.service.conftest import LARKFIELD
from tests.service.person import Person


@for_each("path", ["/v1/orgs/", "/v1/orgs//sites", f"/v1/orgs/{LARKFIELD}/", "/v1", "/v2/orgs", "/x"])
def test_an_address_that_leads_nowhere_is_not_found(alice: Person, path: str) -> None:
    response = alice.sends("GET", path)
    assert response.status_code == 404
    assert response.json == {"error": {"code": 404, "message": "There is nothing at this address."}}
