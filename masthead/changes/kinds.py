"""The kinds of plans, by the name that a plan keeps."""

from collections.abc import Mapping

from masthead.changes.inbox_plans import CALLS, ITEMS, ChangeRequestsPlan, InboxPlan
from masthead.changes.plan_kinds import PlanKind, SettingsPlan
from masthead.changes.role_plans import RolesPlan
from masthead.changes.roster.syncing import KIND as ROSTER
from masthead.changes.roster.syncing import RosterPlan
from masthead.changes.structure.arranging import KIND, StructurePlan

KINDS: Mapping[str, PlanKind] = {
    "settings": SettingsPlan(),
    "roles": RolesPlan(),
    ITEMS: InboxPlan(),
    CALLS: ChangeRequestsPlan(),
    KIND: StructurePlan(),
    ROSTER: RosterPlan(),
}
