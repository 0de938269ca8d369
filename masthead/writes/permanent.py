"""Why a change that has no way back stays, in words."""

from typing import Any

from contract.authoring.change_requests import MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST, REQUEST_REVIEWERS
from contract.authoring.content import IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT
from contract.publishing.section_groups import (
    ADD_SECTION,
    CREATE_SECTION_GROUP,
    DELETE_SECTION_GROUP,
    MOVE_SECTION_GROUP,
    REMOVE_SECTION,
    UPDATE_SECTION_GROUP,
)
from contract.publishing.site_spaces import ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE
from contract.schema.endpoint import Endpoint
from i18n import gettext

_ACTS = (MERGE_CHANGE_REQUEST, PULL_INTO_CHANGE_REQUEST, REQUEST_REVIEWERS, IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT)
_OF_GROUPS = (CREATE_SECTION_GROUP, DELETE_SECTION_GROUP, MOVE_SECTION_GROUP, UPDATE_SECTION_GROUP)
_OF_PARTS = (ADD_SECTION, REMOVE_SECTION, ADD_SITE_SPACE, MOVE_SITE_SPACE, REMOVE_SITE_SPACE)
CREATES_NOTHING = {each.name for each in _ACTS}
"""By name: what is sent with POST all the same, and leaves nothing that could be deleted."""
STEPS_OF_STRUCTURES = {each.name for each in (*_OF_GROUPS, *_OF_PARTS)}
"""By name: what only a bulk change of a structure sends, which is undone as a whole."""


def why_permanent(endpoint: Endpoint[Any] | None) -> str:
    """What to do instead, if anything; `endpoint` is what it was sent to, None where it is not of this contract."""
    if endpoint is not None and endpoint.name in STEPS_OF_STRUCTURES:
        return gettext("To undo this, change the structure again.")
    method = endpoint.method if endpoint is not None else ""
    if method == "DELETE":
        return gettext("A deletion can't be undone: the API has no call for it.")
    if endpoint is not None and method == "POST" and endpoint.name not in CREATES_NOTHING:
        return gettext("To undo this, delete what was created on its own page.")
    return gettext("The API has no call that undoes this.")
