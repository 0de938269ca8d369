"""Decides whether a move needs `before` or `after`."""

from typing import TypeVar

from pydantic import MISSING
from werkzeug.exceptions import BadRequest

from contract.publishing.section_groups import SiteSectionPosition
from contract.publishing.site_spaces import SiteSpacePosition
from service.rehearsal.switches import MoveTakes

P = TypeVar("P", SiteSpacePosition, SiteSectionPosition)

_NEEDS = {
    "one": "position: takes either before or after, not both, and not neither.",
    "before": "position.before: is required.",
    "after": "position.after: is required.",
    "both": "position: needs both before and after.",
}


def resolve_position(position: P | MISSING, end: P, takes: MoveTakes) -> P:
    """`end` without a position, and where positions are ignored. 400 for a position that lacks what it needs."""
    if position is MISSING or takes == "append":
        return end
    before, after = position.before is not MISSING, position.after is not MISSING
    enough = {"one": before != after, "before": before, "after": after, "both": before and after}
    if not enough.get(takes, True):
        raise BadRequest(_NEEDS[takes])
    return position
