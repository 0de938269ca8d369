"""What stands where a call without an answer may have put it, or somebody else: no answer of the API tells which."""

from collections.abc import Iterable

from pydantic_core import from_json

from masthead.changes.structure.added_late import PossibleAddition
from masthead.changes.structure.merged import PLACE
from masthead.changes.structure.tree import SiteStructure


def keys_unsure(site: SiteStructure, maybe: Iterable[PossibleAddition]) -> set[str]:
    """The keys of conflicts about sections in the groups that these calls may have added."""
    found: set[str] = set()
    for each in maybe:
        sections = from_json(each.body).get("sections") or ()
        for item in each.find(site):
            there = {*site.members.get(item, ())} & {*sections}
            found |= {f"{PLACE}{section}" for section in there}
    return found
