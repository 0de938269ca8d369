"""The kinds of bulk changes, by the name that a bulk change keeps."""

from collections.abc import Mapping

from masthead.bulk.goal import Goal, SettingsGoal
from masthead.bulk.goals.review import CALLS, ITEMS, InboxGoal, ReviewGoal
from masthead.bulk.goals.roles import RolesGoal
from masthead.bulk.roster.syncing import KIND as ROSTER
from masthead.bulk.roster.syncing import MembersGoal
from masthead.structure.arranging import KIND, SiteGoal
from masthead.structure.observing import LISTED, MOVES, check_items, check_position
from masthead.writes.check import CHECKS

GOALS: Mapping[str, Goal] = {
    "settings": SettingsGoal(),
    "roles": RolesGoal(),
    ITEMS: InboxGoal(),
    CALLS: ReviewGoal(),
    KIND: SiteGoal(),
    ROSTER: MembersGoal(),
}
CHECKS.update({**dict.fromkeys(LISTED, check_items), **dict.fromkeys(MOVES, check_position)})
