"""A change: what it is, how it is carried out, looked for when its outcome is not known, and taken back; and plans."""

from changes.apply import Applied, NotAppliedError, apply
from changes.change import Change, change_of, intent_of
from changes.check import check_entry, verify_outcome
from changes.enforcing import Reverter, enforcing, may_change
from changes.kinds import KINDS
from changes.members import GIVES_ROLES, Member, Members, leaves_no_owner, members_lately, members_now, updating
from changes.plan_kinds import PlanKind, Remaining
from changes.plan_undo import entries_of, undo_all
from changes.plans import Runner, make
from changes.roles import IN_COLLECTION, IN_SPACE, IN_TEAM, ROLE_ASSIGNMENTS, giving, roles_now, taking
from changes.undo import UndoPreview, is_undoable, preview_undo, sent_by, settings_now, why_not

__all__ = [
    "GIVES_ROLES",
    "IN_COLLECTION",
    "IN_SPACE",
    "IN_TEAM",
    "KINDS",
    "ROLE_ASSIGNMENTS",
    "Applied",
    "Change",
    "Member",
    "Members",
    "NotAppliedError",
    "PlanKind",
    "Remaining",
    "Reverter",
    "Runner",
    "UndoPreview",
    "apply",
    "change_of",
    "check_entry",
    "enforcing",
    "entries_of",
    "giving",
    "intent_of",
    "is_undoable",
    "leaves_no_owner",
    "make",
    "may_change",
    "members_lately",
    "members_now",
    "preview_undo",
    "roles_now",
    "sent_by",
    "settings_now",
    "taking",
    "undo_all",
    "updating",
    "verify_outcome",
    "why_not",
]
