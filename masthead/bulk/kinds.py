"""The kinds of bulk changes, by the name that a bulk change keeps."""

from collections.abc import Mapping

from masthead.bulk.inbox import CALLS, ITEMS, InboxGoal, ReviewGoal
from masthead.bulk.kind import Goal, SettingsGoal
from masthead.bulk.roles import RolesGoal
from masthead.bulk.roster.syncing import KIND as ROSTER
from masthead.bulk.roster.syncing import MembersGoal
from masthead.structure.arranging import KIND, SiteGoal

KINDS: Mapping[str, Goal] = {
    "settings": SettingsGoal(),
    "roles": RolesGoal(),
    ITEMS: InboxGoal(),
    CALLS: ReviewGoal(),
    KIND: SiteGoal(),
    ROSTER: MembersGoal(),
}
