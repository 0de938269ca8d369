"""The kinds of plans, by the name that a plan keeps."""

from collections.abc import Mapping

from masthead.bulk.inbox import CALLS, ITEMS, ChangeRequestsPlan, InboxPlan
from masthead.bulk.kind import PlanKind, SettingsPlan
from masthead.bulk.roles import RolesPlan
from masthead.bulk.roster.syncing import KIND as ROSTER
from masthead.bulk.roster.syncing import RosterPlan
from masthead.structure.arranging import KIND, StructurePlan

KINDS: Mapping[str, PlanKind] = {
    "settings": SettingsPlan(),
    "roles": RolesPlan(),
    ITEMS: InboxPlan(),
    CALLS: ChangeRequestsPlan(),
    KIND: StructurePlan(),
    ROSTER: RosterPlan(),
}
