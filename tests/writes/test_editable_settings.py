"""Settings whose object is gone, and those that were not there before: what is found of them, and not undone."""

from dataclasses import replace
from typing import Any

import pytest

from contract.publishing.site_spaces import REMOVE_SITE_SPACE, UPDATE_SITE_SPACE, SiteSpaceUpdate
from contract.publishing.sites import REPLACE_ADAPTIVE_SCHEMA, SiteAdaptiveSchemaReplace
from masthead.client import Api, NotFound
from masthead.store.entries import Reason, State, Subject
from masthead.store.journal.journal import Journal
from masthead.writes.check import check_entry
from masthead.writes.send import Change, apply
from masthead.writes.undo import find_undo_obstacle, is_undoable, preview_undo
from tests.writes.lost import entry

ORG, DOCS, HELP = "org_larkfield", "site_docs", "site_help"
NEWS = (ORG, HELP, "sitespace_help_releases")
WAS = {"condition": "visitor.claims.unsigned.isEmployee == false"}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def condition(value: str | None) -> Change[Any]:
    subject = Subject("space of a site", NEWS[-1], "Release notes")
    return Change(UPDATE_SITE_SPACE, NEWS, subject, "Change it", SiteSpaceUpdate(condition=value), was=WAS)


def schema(site: str, was: dict[str, Any]) -> Change[Any]:
    body = SiteAdaptiveSchemaReplace(jsonSchema=SCHEMA)
    return Change(REPLACE_ADAPTIVE_SCHEMA, (ORG, site), Subject("site", site, "Docs"), "Change it", body, was=was)


def test_a_site_space_that_is_gone_is_not_found(api: Api, journal: Journal) -> None:
    number = apply(api, journal, condition(None)).entry
    api.write(REMOVE_SITE_SPACE, *NEWS)
    with pytest.raises(NotFound):
        preview_undo(api, entry(journal, number), journal)


def test_the_first_schema_of_a_site_cannot_be_taken_away(api: Api, journal: Journal) -> None:
    change = schema(HELP, {})
    number = apply(api, journal, change).entry
    assert not is_undoable(change)
    assert find_undo_obstacle(entry(journal, number)).reason is Reason.EARLIER_NOT_REPORTED


def test_a_schema_that_never_came_was_not_saved(api: Api, journal: Journal) -> None:
    apply(api, journal, schema(DOCS, {}))
    never = entry(journal, 1)
    elsewhere = replace(never, intent=replace(never.intent, ids=(ORG, HELP)))
    assert check_entry(api, elsewhere).state is State.NOT_SAVED
