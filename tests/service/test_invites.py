"""Invite links."""

from contract.organization.organizations import DELETE_INVITE, GET_INVITE, UPDATE_INVITE, UPDATE_ORGANIZATION
from tests.service.conftest import LARKFIELD, ORCHARD
from tests.service.person import Person

WELCOME = {"object": "invite", "id": "inv_welcome", "role": "comment", "redundant": False}


def test_an_invite_is_read(alice: Person) -> None:
    assert alice.asks(GET_INVITE, LARKFIELD, "inv_welcome").json == WELCOME


def test_its_role_changes(alice: Person) -> None:
    changed = alice.asks(UPDATE_INVITE, LARKFIELD, "inv_welcome", body={"role": "edit"})
    assert changed.json == WELCOME | {"role": "edit"}
    assert alice.asks(GET_INVITE, LARKFIELD, "inv_welcome").json == changed.json


def test_it_is_redundant_when_everyone_gets_its_rights_anyway(alice: Person) -> None:
    assert alice.asks(UPDATE_INVITE, LARKFIELD, "inv_welcome", body={"role": "read"}).json["redundant"] is True
    alice.asks(UPDATE_ORGANIZATION, LARKFIELD, body={"defaultRole": None})
    assert alice.asks(GET_INVITE, LARKFIELD, "inv_welcome").json["redundant"] is False


def test_it_is_gone_when_it_is_deleted(alice: Person) -> None:
    assert alice.asks(DELETE_INVITE, LARKFIELD, "inv_welcome").status == 205
    assert alice.asks(GET_INVITE, LARKFIELD, "inv_welcome").status == 404
    assert alice.asks(DELETE_INVITE, LARKFIELD, "inv_welcome").status == 404


def test_it_is_not_found_in_another_organization(alice: Person, dana: Person) -> None:
    assert alice.asks(GET_INVITE, LARKFIELD, "inv_nurses").message == "No invite link of this organization has this id."
    assert dana.asks(GET_INVITE, ORCHARD, "inv_welcome").status == 404
