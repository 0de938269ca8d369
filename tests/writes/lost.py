"""Changes whose outcome is not known, for tests of what the journal and the API say of them later."""

from typing import Any

import pytest

from contract.organization.organizations import UPDATE_ORGANIZATION, OrganizationUpdate
from masthead.client import Api
from masthead.store.entries import Entry, Outcome, State, Subject
from masthead.store.journal.journal import Journal
from masthead.writes.roles import change_members, read_members
from masthead.writes.send import Change, apply, build_intent
from tests.writes.desk import ORG

DOCS = (ORG, "team_docs")
TEAM = Subject("team", "team_docs", "Documentation")
LARKFIELD = {"title": "Larkfield Freight", "hostname": "larkfield"}
BOTH = pytest.mark.parametrize("done", [True, False])
LINKS = (ORG, "site_partners")
LINK = (*LINKS, "link_carriers")


def lost(api: Api, journal: Journal, change: Change[Any], *, done: bool) -> Entry:
    """An entry that has no answer, of a call that was carried out or not."""
    number = journal.begin(build_intent(change, "alice"))
    if done:
        api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)
    journal.write_outcome(number, Outcome(State.UNKNOWN))
    return entry(journal, number)


def entry(journal: Journal, number: int) -> Entry:
    found = journal.entry(ORG, number)
    assert found is not None
    return found


def settings(was: dict[str, str], **to: str) -> Change[Any]:
    subject = Subject("organization", ORG, "Larkfield")
    return Change(UPDATE_ORGANIZATION, (ORG,), subject, "Change it", OrganizationUpdate.model_validate(to), was=was)


def members(api: Api, **wanted: str | None) -> Change[None]:
    return change_members(*DOCS, "Documentation", wanted, read_members(api, *DOCS), "Change the members")


def saved(api: Api, journal: Journal, change: Change[Any]) -> Entry:
    return entry(journal, apply(api, journal, change).entry)
