"""The kinds of plans, by the name that a plan keeps."""

from collections.abc import Mapping

from changes.plan_kinds import PlanKind, SettingsPlan
from changes.role_plans import RolesGiven
from changes.roster.syncing import KIND as ROSTER
from changes.roster.syncing import Syncing
from changes.structure.arranging import KIND, Arranging

KINDS: Mapping[str, PlanKind] = {
    "settings": SettingsPlan(),
    "roles": RolesGiven(),
    KIND: Arranging(),
    ROSTER: Syncing(),
}
