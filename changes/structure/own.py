"""What a plan has itself changed in a site's structure so far, so that it is not taken for a colleague's change."""

from collections.abc import Iterable

from pydantic_core import from_json

from changes.structure.merging import CONDITION, DEFAULT, GONE, NAME, PATH, PLACE
from changes.structure.service_moves import AttemptedCall
from changes.structure.tree import SiteStructure
from contract.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from contract.sites import UPDATE_SITE


def changed_by(tried: Iterable[AttemptedCall], live: SiteStructure) -> set[str]:
    """The keys, as conflicts have them, of what these calls have changed."""
    return {key for each in tried if each.done for key in _keys(each, live)}


def _keys(tried: AttemptedCall, live: SiteStructure) -> list[str]:
    item, body = tried.ids[-1], from_json(tried.body) if tried.body else {}
    if tried.endpoint == ADD_SITE_SPACE.name:
        made = [id_ for id_, each in live.spaces.items() if each.space == body.get("spaceId")]
        return [f"{kind}{id_}" for id_ in made for kind in (PLACE, PATH, CONDITION)]
    if tried.endpoint == CREATE_SECTION_GROUP.name:
        return [f"{NAME}{id_}" for id_, each in live.groups.items() if each.title == body.get("title")]
    if tried.endpoint == ADD_SECTION.name:
        return [f"{PLACE}{body.get('sectionId')}"]
    if tried.endpoint == UPDATE_SITE_SPACE.name:
        return [f"{kind}{item}" for kind, name in ((PATH, "path"), (CONDITION, "condition")) if name in body]
    if tried.endpoint == UPDATE_SITE.name:
        return [DEFAULT]
    moved = {MOVE_SITE_SPACE.name, MOVE_SECTION_GROUP.name, REMOVE_SECTION.name}
    kinds = dict.fromkeys(moved, PLACE) | {REMOVE_SITE_SPACE.name: GONE, UPDATE_SECTION_GROUP.name: NAME}
    return [f"{kinds[tried.endpoint]}{item}"] if tried.endpoint in kinds else []
