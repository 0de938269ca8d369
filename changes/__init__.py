"""A change: what it is, how it is carried out, looked for when its outcome is not known, and taken back."""

from changes.apply import Applied, NotAppliedError, apply
from changes.change import Change
from changes.check import check
from changes.settable import (
    adaptive_schema_settings,
    invite_settings,
    organization_settings,
    parts,
    share_link_settings,
    site_settings,
    site_space_settings,
)
from changes.undo import Undoing, is_undoable, sent_by, undoing, why_not

__all__ = [
    "Applied",
    "Change",
    "NotAppliedError",
    "Undoing",
    "adaptive_schema_settings",
    "apply",
    "check",
    "invite_settings",
    "is_undoable",
    "organization_settings",
    "parts",
    "sent_by",
    "share_link_settings",
    "site_settings",
    "site_space_settings",
    "undoing",
    "why_not",
]
