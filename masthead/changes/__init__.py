"""A change: what it is, how it is carried out, looked for when its outcome is not known, and taken back; and plans."""

from masthead.changes.apply import Applied, NotAppliedError, apply
from masthead.changes.change import Change, change_of, intent_of
from masthead.changes.check import (
    check_entry,
    is_changed_since,
    is_touched_since,
    look_up,
    look_up_earlier,
    verify_outcome,
)
from masthead.changes.enforcing import Reverter, can_change_enforcement, set_enforcement, settle_enforcing
from masthead.changes.kinds import KINDS
from masthead.changes.members import (
    GIVES_ROLES,
    Member,
    Members,
    change_members,
    leaves_no_owner,
    read_cached_members,
    read_members,
)
from masthead.changes.plan_kinds import PlanKind, Remaining
from masthead.changes.plan_undo import add_undo_plan, entries_to_undo
from masthead.changes.plans import Runner, create_plan
from masthead.changes.roles import (
    IN_COLLECTION,
    IN_SPACE,
    IN_TEAM,
    ROLE_ASSIGNMENTS,
    assign_role,
    read_roles,
    remove_role,
)
from masthead.changes.undo import (
    UndoPreview,
    is_undoable,
    preview_undo,
    read_settings_before,
    sent_values,
    why_not_undoable,
)
from masthead.resources.setting_names import body_that_sets
from masthead.writes.merging import merge_values

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
    "add_undo_plan",
    "apply",
    "assign_role",
    "body_that_sets",
    "can_change_enforcement",
    "change_members",
    "change_of",
    "check_entry",
    "create_plan",
    "entries_to_undo",
    "intent_of",
    "is_changed_since",
    "is_touched_since",
    "is_undoable",
    "leaves_no_owner",
    "look_up",
    "look_up_earlier",
    "merge_values",
    "preview_undo",
    "read_cached_members",
    "read_members",
    "read_roles",
    "read_settings_before",
    "remove_role",
    "sent_values",
    "set_enforcement",
    "settle_enforcing",
    "verify_outcome",
    "why_not_undoable",
]
