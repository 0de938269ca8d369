"""A change: what it is, how it is carried out, looked for when its outcome is not known, and taken back; and plans."""

from masthead.changes.apply import Applied, NotAppliedError, apply
from masthead.changes.change import Change, intent_of
from masthead.changes.check import check_entry
from masthead.changes.enforcing import set_enforcement
from masthead.changes.kinds import KINDS
from masthead.changes.members import GIVES_ROLES, Member, Members, change_members, read_cached_members, read_members
from masthead.changes.plan_undo import add_undo_plan
from masthead.changes.plans import Runner, create_plan
from masthead.changes.roles import IN_COLLECTION, IN_SPACE, IN_TEAM, assign_role, remove_role
from masthead.changes.undo import is_undoable, preview_undo, sent_values, why_not_undoable

__all__ = [
    "GIVES_ROLES",
    "IN_COLLECTION",
    "IN_SPACE",
    "IN_TEAM",
    "KINDS",
    "Applied",
    "Change",
    "Member",
    "Members",
    "NotAppliedError",
    "Runner",
    "add_undo_plan",
    "apply",
    "assign_role",
    "change_members",
    "check_entry",
    "create_plan",
    "intent_of",
    "is_undoable",
    "preview_undo",
    "read_cached_members",
    "read_members",
    "remove_role",
    "sent_values",
    "set_enforcement",
    "why_not_undoable",
]
