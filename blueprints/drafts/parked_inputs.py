"""Input that was typed in this browser with another access token."""

from typing import Any

from blueprints.drafts.words import line_of, organization_of, text_of
from masthead.client import Forbidden, NotFound, Problem
from masthead.web.pages.organization import organization_read
from masthead.web.person.portal import api
from masthead.web.saving import parked


def parked_by_others() -> dict[str, Any]:
    """What was typed in this browser with another token, as far as this one reads the organizations it is for."""
    found = parked.parked()
    ids = list(dict.fromkeys(each for one in found if (each := organization_of(one.draft))))
    answers = dict(zip(ids, api().gather(*(organization_read(each) for each in ids)), strict=True))
    titles = {each: answer.value.title for each, answer in answers.items() if not isinstance(answer, Problem)}
    refused = {each for each, answer in answers.items() if isinstance(answer, (Forbidden, NotFound))}
    hidden = [one for one in found if organization_of(one.draft) not in titles]
    return {
        "parked": [(one.id, line_of(one.draft, titles), text_of(one.draft)) for one in found if one not in hidden],
        "foreign": sum(organization_of(one.draft) in refused | {""} for one in hidden),
        "unread": sum(organization_of(one.draft) not in refused | {""} for one in hidden),
    }
