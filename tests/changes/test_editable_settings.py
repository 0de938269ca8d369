"""What has no read of its own, and what may not be there yet, is looked for and taken back like anything else."""

from dataclasses import replace
from typing import Any

import pytest

from changes import Change, apply, check_entry, is_undoable, preview_undo, why_not_undoable
from client import Api, NotFound
from contract.publishing.site_spaces import REMOVE_SITE_SPACE, UPDATE_SITE_SPACE, SiteSpaceUpdate
from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, REPLACE_ADAPTIVE_SCHEMA, SiteAdaptiveSchemaReplace
from store import Journal, State, Subject
from tests.changes.lost import entry

ORG, DOCS, HELP = "org_larkfield", "site_docs", "site_help"
NEWS = (ORG, HELP, "sitespace_help_releases")
WAS = {"condition": "visitor.claims.unsigned.isEmployee == false"}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def condition(value: str | None) -> Change[Any]:
    subject = Subject("site space", NEWS[-1], "Release notes")
    return Change(UPDATE_SITE_SPACE, NEWS, subject, "Change it", SiteSpaceUpdate(condition=value), was=WAS)


def schema(site: str, was: dict[str, Any]) -> Change[Any]:
    body = SiteAdaptiveSchemaReplace(jsonSchema=SCHEMA)
    return Change(REPLACE_ADAPTIVE_SCHEMA, (ORG, site), Subject("site", site, "Docs"), "Change it", body, was=was)


@pytest.mark.parametrize("value", [None, "visitor.claims.isCarrier"])
def test_a_condition_is_found_in_the_list_and_put_back(api: Api, journal: Journal, value: str | None) -> None:
    number = apply(api, journal, condition(value)).entry
    assert entry(journal, number).outcome.became == {"condition": value}
    assert check_entry(api, entry(journal, number)).state is State.SAVED
    back = preview_undo(api, entry(journal, number), journal)
    assert (back.back, back.touched) == (WAS, {})
    assert apply(api, journal, back.change()).answer.condition == WAS["condition"]
    assert check_entry(api, entry(journal, number)).state is State.NOT_SAVED


def test_a_site_space_that_is_gone_is_not_found(api: Api, journal: Journal) -> None:
    number = apply(api, journal, condition(None)).entry
    api.write(REMOVE_SITE_SPACE, *NEWS)
    with pytest.raises(NotFound):
        preview_undo(api, entry(journal, number), journal)


def test_a_schema_is_put_back_whole(api: Api, journal: Journal) -> None:
    before = api.read(GET_ADAPTIVE_SCHEMA, ORG, DOCS).jsonSchema
    change = schema(DOCS, {"jsonSchema": before})
    number = apply(api, journal, change).entry
    assert is_undoable(change)
    apply(api, journal, preview_undo(api, entry(journal, number), journal).change())
    assert api.read(GET_ADAPTIVE_SCHEMA, ORG, DOCS).jsonSchema == before


def test_the_first_schema_of_a_site_cannot_be_taken_away(api: Api, journal: Journal) -> None:
    change = schema(HELP, {})
    number = apply(api, journal, change).entry
    assert not is_undoable(change)
    assert why_not_undoable(entry(journal, number)).startswith("The earlier values can't be restored")


def test_a_schema_that_never_came_was_not_saved(api: Api, journal: Journal) -> None:
    apply(api, journal, schema(DOCS, {}))
    never = entry(journal, 1)
    elsewhere = replace(never, intent=replace(never.intent, ids=(ORG, HELP)))
    assert check_entry(api, elsewhere).state is State.NOT_SAVED
