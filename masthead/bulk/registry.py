"""Maps stored kinds of bulk changes to their goals."""

from collections.abc import Mapping

from masthead.bulk.goal import Goal
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.members import MembersGoal
from masthead.bulk.goals.review import CALLS, ITEMS, InboxGoal, ReviewGoal
from masthead.bulk.goals.roles import RolesGoal
from masthead.bulk.goals.settings import SettingsGoal
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.goals.structure import SiteGoal
from masthead.structure.observe import LISTED, MOVES, check_items, check_position
from masthead.writes.check import CHECKS

GOALS: Mapping[str, Goal] = {
    "settings": SettingsGoal(),
    "roles": RolesGoal(),
    ITEMS: InboxGoal(),
    CALLS: ReviewGoal(),
    STRUCTURE: SiteGoal(),
    MEMBERS: MembersGoal(),
}
CHECKS.update({**dict.fromkeys(LISTED, check_items), **dict.fromkeys(MOVES, check_position)})
