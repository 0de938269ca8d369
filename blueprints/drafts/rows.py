"""Rows of the draft list: purpose, title, organization and typed text."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.sites import GET_SITE
from contract.schema.endpoint import ListQuery
from masthead.client import CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import gettext
from masthead.store.drafts.drafts import (
    DRAWN_FROM,
    NOT_TYPED,
    Draft,
    ParkedDraft,
)
from masthead.web.directory.entries import find_object_titles
from masthead.web.forms.custom_values import entry_inputs
from masthead.web.forms.merge import open_snapshot
from masthead.web.frame.organization import or_raise, organization_read
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.places import draft_actions, draft_fields, draft_title
from masthead.web.submit.drafts import find_form, list_parked, merge_draft_input
from masthead.web.submit.structure_drafts import count_changes, discarded_structures, draft_version, parked_changes_text

ROWS = 100
NAMES = ("name", "title", "label")
"""Title fields, in order of preference. Snapshots hold the title of the parent object in the first."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A form's draft. `what` is its purpose, `title` the object's title or id.

    `organization` is the title or id of the organization.
    """

    draft: Draft
    what: str
    title: str
    organization: str


@dataclass(frozen=True, slots=True)
class StructureRow:
    """An unsent or discarded structure draft.

    `address` is the URL of the structure; `at` is when the draft was changed or discarded. `changes` is a text
    with their number, and `version` identifies them. `kept` is the id of a discarded draft, or empty.
    """

    place: str
    at: float
    address: str
    title: str
    organization: str
    kept: str
    changes: str
    version: str


def read_organization_titles() -> dict[str, str]:
    """Read titles of the person's organizations by id; empty if that fails."""
    (listing,) = api().gather(CachedRead(LIST_ORGANIZATIONS, (), ListQuery(limit=ROWS)))
    return {} if isinstance(listing, Problem) else {each.id: each.title for each in listing.value.items}


def draft_row(draft: Draft, titles: Mapping[str, str]) -> DraftRow:
    """Build the row of a form's draft; `titles` has organizations by id."""
    endpoint, ids = find_form(draft.page)
    organization = str(ids.get("organization_id", ""))
    named = [str(value) for name, value in ids.items() if name not in {"organization_id", "section"}]
    title = _object_title(dict(draft.pairs)) or (
        find_object_titles(None, organization or None, named[-1:])[0] if named else ""
    )
    return DraftRow(draft, draft_title(endpoint, ids), title, titles.get(organization, organization))


def _object_title(typed: Mapping[str, str]) -> str:
    """Return the title that the object had when the form was shown, else the typed title."""
    drawn = open_snapshot(typed.get("was", ""))
    values = drawn.values if drawn else {}
    return str(next((words for names in (values, typed) for name in NAMES if (words := names.get(name))), ""))


def find_organization_id(draft: Draft) -> str:
    """Return the organization's id from the form's URL, or an empty string."""
    return str(find_form(draft.page)[1].get("organization_id", ""))


def typed_text(draft: Draft) -> str:
    """Return the typed text, a line for each field."""
    return "\n".join(f"{name}: {value}" for name, value in list_typed_texts(draft))


def list_typed_texts(draft: Draft) -> list[tuple[str, str]]:
    """List each input's label and typed text. The label is the input's name if the form no longer exists."""
    endpoint, ids = find_form(draft.page)
    if not endpoint:
        return [(_input_label(name), value) for name, value in draft.pairs if name not in NOT_TYPED and value]
    drawn = open_snapshot(dict(draft.pairs).get(DRAWN_FROM, ""))
    fields = [*draft_fields(endpoint), *entry_inputs(drawn.values if drawn else ())]
    typed = merge_draft_input(draft, [each for each in fields if not each.is_consent])
    edited = typed.edited_fields()
    texts = [
        (each.label.text, each.unused_input or (each.typed_words if each in edited else "")) for each in typed.fields
    ]
    action = _describe_action(dict(draft.pairs), draft_actions(endpoint), str(ids.get("organization_id", "")))
    return [*action, *((label, text) for label, text in texts if text)]


def _describe_action(typed: Mapping[str, str], actions: Mapping[str, str], organization: str) -> list[tuple[str, str]]:
    """Describe the pressed button, and the form's object if it is in the directory."""
    action, item = typed.get("do", ""), typed.get("item", "")
    if not action:
        return []
    (title,) = find_object_titles(None, organization or None, [item])
    words = [gettext(actions.get(action, action)), title if title != item else ""]
    return [(gettext("Change"), " ".join(filter(None, words)))]


def _input_label(name: str) -> str:
    """Convert `emailDomains` to `Email domains`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", name).capitalize()


def structure_rows(titles: Mapping[str, str]) -> list[StructureRow]:
    """List the person's structure drafts; `titles` has organizations by id."""
    owner, arrangements = person().owner, portal().store.structure_drafts
    found = (arrangements.find(owner, place) for place, _ in arrangements.all_of(owner))
    drafts = [draft for draft in found if draft is not None]  # None if its secret key is lost
    changes = [count_changes(each) for each in drafts]
    return _structure_rows(
        [(each.place, each.at, "", text, draft_version(each)) for each, text in zip(drafts, changes, strict=True)],
        titles,
    )


def discarded_rows(titles: Mapping[str, str]) -> list[StructureRow]:
    """List the person's discarded structure drafts; `titles` has organizations by id."""
    return _structure_rows([(*each, "") for each in discarded_structures()], titles)


def _structure_rows(found: Sequence[tuple[str, float, str, str, str]], titles: Mapping[str, str]) -> list[StructureRow]:
    ids = [(organization, site) for organization, _, site in (place.partition("/") for place, *_ in found)]
    answers = api().gather(*(CachedRead(GET_SITE, each) for each in ids))
    return [
        StructureRow(
            place,
            at,
            url_for("structure.show", organization_id=organization, site_id=site),
            find_object_titles("site", organization, [site])[0] if isinstance(answer, Problem) else answer.value.title,
            titles.get(organization, organization),
            kept,
            changes,
            version,
        )
        for (place, at, kept, changes, version), (organization, site), answer in zip(found, ids, answers, strict=True)
    ]


def list_parked_drafts() -> dict[str, Any]:
    """List drafts made in this browser with another token.

    Drafts whose organization the current token can't read are only counted.
    """
    found = list_parked()
    ids = list(dict.fromkeys(each for one in found if (each := find_organization_id(one.draft))))
    answers = dict(zip(ids, api().gather(*(organization_read(each) for each in ids)), strict=True))
    titles = {each: answer.value.title for each, answer in answers.items() if not isinstance(answer, Problem)}
    refused = {each for each, answer in answers.items() if isinstance(answer, (Forbidden, NotFound))}
    hidden = [one for one in found if find_organization_id(one.draft) not in titles]
    return {
        "parked": [_parked_row(one, titles) for one in found if one not in hidden],
        "foreign": sum(find_organization_id(one.draft) in refused | {""} for one in hidden),
        "unread": sum(find_organization_id(one.draft) not in refused | {""} for one in hidden),
    }


def _parked_row(one: ParkedDraft, titles: Mapping[str, str]) -> tuple[str, DraftRow, str, bool]:
    """Return the id of a parked draft, its row, the text to copy, and whether it is a structure draft."""
    is_structure = one.draft.is_structure
    return (
        one.id,
        draft_row(one.draft, titles),
        (parked_changes_text if is_structure else typed_text)(one.draft),
        is_structure,
    )


def find_parked_structure(parked_id: str) -> ParkedDraft | None:
    """Find a parked structure draft if the current token can read its organization.

    Raises Problem and StoreError.
    """
    one = next((one for one in list_parked() if one.id == parked_id and one.draft.is_structure), None)
    if one is not None:
        (answer,) = api().gather(organization_read(find_organization_id(one.draft), anew=True))
        or_raise(answer)
    return one
