"""Whom others have changed since a roster was agreed to, as far as the journal tells."""

from collections.abc import Iterator, Mapping, Sequence

from changes.later import TEAM
from changes.member_calls import recorded_addresses, roles_sent
from changes.reading import sent
from changes.roster.goal import TeamMembers
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from rosters import canonical
from store import Entry, Intent, Journal, JournalQuery, Plan, State, Step

MAX_ENTRIES = 1000


def changed_by_others(
    journal: Journal | None, plan: Plan, team: TeamMembers, names: Mapping[str, str], tried: Sequence[Step]
) -> set[str]:
    """The keys of those whom a later call that is none of the plan's has named; `names` are keys by name or address."""
    own = {step.entry for step in tried}
    since = [each for each in _entries(journal, plan) if each.number not in own and each.at > plan.created_at]
    return {names[name] for each in since for name in _names(each.intent, team) if name in names}


def _entries(journal: Journal | None, plan: Plan) -> Sequence[Entry]:
    if journal is None:
        return ()
    organization, team = plan.purpose.organization, plan.purpose.wanted["team"]
    wanted = JournalQuery(organization, endpoints=TEAM, object_id=team, states=[State.SAVED], since=plan.created_at)
    return journal.entries(wanted, limit=MAX_ENTRIES)


def _names(intent: Intent, team: TeamMembers) -> Iterator[str]:
    """What those whom a call names may be called: ids, and addresses in their plainest form."""
    for name, email in _named(intent).items():
        member = team.find(name)
        called = (name, email, *((member.id, member.email) if member else ()))
        yield from (canonical(each) if "@" in each else each for each in called if each)


def _named(intent: Intent) -> Mapping[str, str]:
    """The names in a call, with the addresses that it kept of them; empty where it kept none."""
    if intent.endpoint != UPDATE_TEAM_MEMBERS.name:
        return {intent.ids[-1]: intent.was.get("email", "")}
    return dict.fromkeys(roles_sent(sent(intent)), "") | recorded_addresses(intent.was)
