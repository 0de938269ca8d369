"""The kinds of plans, by the name that a plan keeps."""

from collections.abc import Mapping

from changes.inbox_plans import CALLS, ITEMS, ChangeRequestsPlan, InboxPlan
from changes.plan_kinds import PlanKind, SettingsPlan
from changes.role_plans import RolesPlan
from changes.roster.syncing import KIND as ROSTER
from changes.roster.syncing import RosterPlan
from changes.structure.arranging import KIND, StructurePlan

KINDS: Mapping[str, PlanKind] = {
    "settings": SettingsPlan(),
    "roles": RolesPlan(),
    ITEMS: InboxPlan(),
    CALLS: ChangeRequestsPlan(),
    KIND: StructurePlan(),
    ROSTER: RosterPlan(),
}
