"""A change: what it is, how it is carried out, looked for when its outcome is not known, and taken back; and plans."""

from changes.apply import Applied, NotAppliedError, apply
from changes.change import Change, change_of, intent_of
from changes.check import check
from changes.enforcing import Reverter, enforcing, may_change
from changes.kinds import KINDS
from changes.plan_kinds import Kind, Remaining
from changes.plans import Runner, make, undo_all
from changes.settable import (
    adaptive_schema_settings,
    invite_settings,
    organization_settings,
    parts,
    saml_provider_settings,
    share_link_settings,
    site_settings,
    site_space_settings,
)
from changes.undo import Undoing, is_undoable, sent_by, settings_now, undoing, why_not

__all__ = [
    "KINDS",
    "Applied",
    "Change",
    "Kind",
    "NotAppliedError",
    "Remaining",
    "Reverter",
    "Runner",
    "Undoing",
    "adaptive_schema_settings",
    "apply",
    "change_of",
    "check",
    "enforcing",
    "intent_of",
    "invite_settings",
    "is_undoable",
    "make",
    "may_change",
    "organization_settings",
    "parts",
    "saml_provider_settings",
    "sent_by",
    "settings_now",
    "share_link_settings",
    "site_settings",
    "site_space_settings",
    "undo_all",
    "undoing",
    "why_not",
]
