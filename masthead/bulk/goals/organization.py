"""The goal that an organization matches a file, planned again from the current state before each call."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar

from masthead.bulk.goal import Goal, Replan, Reversal
from masthead.client import Api
from masthead.organization_file.export import read_for
from masthead.organization_file.matching import Values
from masthead.organization_file.merge import Merge, narrow
from masthead.organization_file.plan import Action, OrganizationChange, Plan, plan
from masthead.organization_file.schema import OWNER, SECTIONS
from masthead.resources import ENTRY
from masthead.resources.values import HOLDERS
from masthead.store.bulk.steps import BulkChange, Step
from masthead.store.entries import Entry, State, Subject, quote
from masthead.store.journal.journal import Journal
from masthead.writes import send
from masthead.writes.send import summary_of_undo

KIND = "organization"
CREATIONS = {each.endpoints.create.name: each for each in SECTIONS if each.endpoints.create}


def build_goal(before: Values, wanted: Values, delete: Collection[str]) -> Any:  # noqa: ANN401 - JSON
    """Build the wanted state to store: how an export and a file differ, and the ids of objects that may be deleted."""
    is_own = OWNER in wanted
    before, wanted = narrow(before, wanted)
    return {"before": before, "file": wanted, "delete": sorted(delete), "reverses": False, "own": is_own}


class OrganizationGoal(Goal):
    """Makes the changes between an export and the edited file, and keeps what others have changed since."""

    recomputes: ClassVar[bool] = True
    runs_alone: ClassVar[bool] = True

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:  # noqa: ARG002 - the organization shows it
        """Read the sections in the file, and plan the remaining changes. Raises Problem if a read fails."""
        goal, organization = bulk.purpose.wanted, bulk.purpose.organization
        live, merge = read_for(api, organization, goal["before"], goal["file"]), Merge(goal["reverses"])
        wanted = merge.merge(live, goal["before"], goal["file"])
        if goal.get("own") and not goal["reverses"]:  # an undo creates objects whose ids are gone
            wanted = {OWNER: organization, **wanted}
        planned = plan(live, wanted, goal["delete"])
        return Replan(
            list_sendable(planned, organization), [quote(each) for each in [*merge.conflicts, *planned.refused]]
        )

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:  # noqa: ARG002 - the organization shows it
        """Return the reversed goal, which may delete what the calls created."""
        goal, title = bulk.purpose.wanted, summary_of_undo(bulk.purpose.title)
        made = {id_ for entry in entries if entry.outcome.state is State.SAVED for id_ in _list_created(entry)}
        return Reversal(title, {**goal, "delete": sorted(made), "reverses": not goal["reverses"]} if entries else None)


def list_sendable(planned: Plan, organization: str) -> list[send.Change[Any]]:
    """Return the planned changes that don't wait for others, in order."""
    return [_convert(each, organization) for each in planned.changes if not each.waits]


def _convert(change: OrganizationChange, organization: str) -> send.Change[Any]:
    entry = ENTRY if change.endpoint.name in HOLDERS else ""
    was = {f"{entry}{name}": value for name, value in change.before.items()}
    subject = Subject(change.kind, "" if change.action is Action.CREATE else change.ids[-1], change.title)
    return send.Change(
        change.endpoint, change.ids, subject, change.summary, change.body, was=was, organization=organization
    )


def _list_created(entry: Entry) -> Iterator[str]:
    """Yield the ids of what an entry created. Giving a team a role creates it, unless the team had one."""
    section, body = CREATIONS.get(entry.intent.endpoint), send.sent_values(entry.intent)
    if section is None or entry.intent.was:
        return
    yield from body.get("memberships", ())
    yield entry.outcome.made if section.identity == "id" else body[section.identity]
    yield from entry.intent.ids[-1:] if section.identified_in else ()
