"""Drafts in words: what each is for, what it is called, what was typed into it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.schema.listing import ListQuery
from i18n import gettext
from masthead.client import CachedRead, Problem
from masthead.store.drafts.inputs import DRAWN_FROM, NOT_TYPED, Draft
from masthead.web.directory.known_objects import called
from masthead.web.forms import snapshot
from masthead.web.forms.custom_values import entry_inputs
from masthead.web.person.portal import api
from masthead.web.places import draft_actions, draft_fields, draft_title
from masthead.web.submit.draft_labels import as_typed
from masthead.web.submit.unsaved import form_at

ROWS = 100
NAMES = ("name", "title", "label")
"""The fields by which things are called; a snapshot names what a form is within by the first."""


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft in words: what it is for, the title or id of that, and the organization that it belongs to."""

    draft: Draft
    what: str
    title: str
    organization: str


def titles() -> dict[str, str]:
    """The titles of the person's organizations, by id, as far as they are known now."""
    (listing,) = api().gather(CachedRead(LIST_ORGANIZATIONS, (), ListQuery(limit=ROWS)))
    return {} if isinstance(listing, Problem) else {each.id: each.title for each in listing.value.items}


def line_of(draft: Draft, titles: Mapping[str, str]) -> DraftRow:
    """The line of a draft, with the titles of organizations by id."""
    endpoint, ids = form_at(draft.page)
    organization = str(ids.get("organization_id", ""))
    named = [str(value) for name, value in ids.items() if name not in {"organization_id", "section"}]
    title = _title(dict(draft.pairs)) or (called(None, organization or None, named[-1:])[0] if named else "")
    return DraftRow(draft, draft_title(endpoint, ids), title, titles.get(organization, organization))


def _title(typed: Mapping[str, str]) -> str:
    """What the thing was called when its form was drawn; else what it was to be called."""
    drawn = snapshot.open_snapshot(typed.get("was", ""))
    values = drawn.values if drawn else {}
    return str(next((words for names in (values, typed) for name in NAMES if (words := names.get(name))), ""))


def organization_of(draft: Draft) -> str:
    """The id in the address of its form; empty if there is none."""
    return str(form_at(draft.page)[1].get("organization_id", ""))


def text_of(draft: Draft) -> str:
    """One line for each field that was typed into; what belongs to the portal alone is left out."""
    return "\n".join(f"{name}: {value}" for name, value in facts_of(draft))


def facts_of(draft: Draft) -> list[tuple[str, str]]:
    """What was typed, by the labels of the form; of a form that no longer exists, all of it by the names it had."""
    endpoint, ids = form_at(draft.page)
    if not endpoint:
        return [(label_of(name), value) for name, value in draft.pairs if name not in NOT_TYPED and value]
    drawn = snapshot.open_snapshot(dict(draft.pairs).get(DRAWN_FROM, ""))
    fields = [*draft_fields(endpoint), *entry_inputs(drawn.values if drawn else ())]
    typed = as_typed(draft, [each for each in fields if not each.is_consent])
    edited = typed.edited_fields()
    texts = [(each.label.text, each.unread or (each.typed_words if each in edited else "")) for each in typed.fields]
    act = _act(dict(draft.pairs), draft_actions(endpoint), str(ids.get("organization_id", "")))
    return [*act, *((label, text) for label, text in texts if text)]


def _act(typed: Mapping[str, str], actions: Mapping[str, str], organization: str) -> list[tuple[str, str]]:
    """What the button of the form does, and to what, where Masthead has seen that."""
    act, item = typed.get("do", ""), typed.get("item", "")
    if not act:
        return []
    (title,) = called(None, organization or None, [item])
    return [
        (
            gettext("Change"),
            " ".join(word for word in (gettext(actions.get(act, act)), title if title != item else "") if word),
        )
    ]


def label_of(name: str) -> str:
    """`emailDomains` as `Email domains`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]", " ", name).capitalize()
