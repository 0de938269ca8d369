"""Input that was typed, and drafts of structures that were made, in this browser with another access token."""

from collections.abc import Mapping
from typing import Any

from blueprints.drafts.words import DraftRow, line_of, organization_of, text_of
from masthead.client import Forbidden, NotFound, Problem
from masthead.store.drafts.parked import ParkedInput, is_structure
from masthead.web.frame.organization import or_raise, organization_read
from masthead.web.person.portal import api
from masthead.web.submit import parked


def parked_by_others() -> dict[str, Any]:
    """What was typed in this browser with another token, as far as this one reads the organizations it is for."""
    found = parked.parked()
    ids = list(dict.fromkeys(each for one in found if (each := organization_of(one.draft))))
    answers = dict(zip(ids, api().gather(*(organization_read(each) for each in ids)), strict=True))
    titles = {each: answer.value.title for each, answer in answers.items() if not isinstance(answer, Problem)}
    refused = {each for each, answer in answers.items() if isinstance(answer, (Forbidden, NotFound))}
    hidden = [one for one in found if organization_of(one.draft) not in titles]
    return {
        "parked": [_shown(one, titles) for one in found if one not in hidden],
        "foreign": sum(organization_of(one.draft) in refused | {""} for one in hidden),
        "unread": sum(organization_of(one.draft) not in refused | {""} for one in hidden),
    }


def _shown(one: ParkedInput, titles: Mapping[str, str]) -> tuple[str, DraftRow, str, bool]:
    """Its id, its line, the text to copy, and whether it is a draft of a structure, which can be taken over."""
    if is_structure(one.draft):
        return one.id, line_of(one.draft, titles), parked.changes_text(one.draft), True
    return one.id, line_of(one.draft, titles), text_of(one.draft), False


def find_structure(parked_id: str) -> ParkedInput | None:
    """The draft of a structure that is parked under this id, if this token reads its organization.

    Raises Problem and StoreError.
    """
    found = (one for one in parked.parked() if one.id == parked_id and is_structure(one.draft))
    one = next(found, None)
    if one is not None:
        (answer,) = api().gather(organization_read(organization_of(one.draft), anew=True))
        or_raise(answer)
    return one
