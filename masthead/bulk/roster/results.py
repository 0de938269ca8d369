"""What came of each person of a roster, in the words of its report, and as the bulk change keeps it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from i18n import N_, gettext
from masthead.bulk.roster.attempts import RosterAttempts
from masthead.bulk.roster.goal import RosterGoal
from masthead.bulk.roster.member_status import NO_CHANGE, MemberStatus, SyncState, describe_result, describe_role
from masthead.client import quote_message
from masthead.rosters import RosterAction

NOT_CHECKED = N_("not checked")
ACCEPTED = N_("The API accepted this. The result was not checked.")
REFUSED = N_("The API refused this: %(message)s")
NOT_KNOWN = N_("The API gave no clear answer. The result was not checked.")
NOT_SENT = N_("Not sent before the bulk change ended.")
NOT_KNOWN_YET = N_("Not known yet")


class Result(NamedTuple):
    """What came of a person in a sentence, and the roles that they were found with and had before, in words.

    Bulk changes that ended before that was kept have no `before`.
    """

    came: str
    found: str
    before: str = ""


def result_of(standing: MemberStatus) -> Result:
    return Result(describe_result(standing), describe_role(standing.now), describe_role(standing.before))


def open_result(standing: MemberStatus, tried: RosterAttempts) -> Result:
    """While the plan is open: the next look may still tell of a call without an outcome whether it was carried out."""
    result = result_of(standing)
    unanswered = standing.line.key in tried.maybe - tried.done and standing.stand is SyncState.WAITING
    return result._replace(came=gettext(NOT_KNOWN_YET)) if _seems_done(standing) or unanswered else result


def _seems_done(standing: MemberStatus) -> bool:
    return standing.unconfirmed and standing.stand is SyncState.DONE


def serialize_results(found: Sequence[MemberStatus]) -> Any:  # noqa: ANN401 - JSON
    """The results as a bulk change keeps them, by key."""
    return {each.line.key: list(result_of(each)) for each in found}


def read_report(report: Any) -> Mapping[str, Result]:  # noqa: ANN401 - JSON
    return {key: Result(*each) for key, each in report.items()}


def unchecked_results(goal: RosterGoal, tried: RosterAttempts) -> Mapping[str, Result]:
    """The results of a bulk change that ended before it was checked: what its calls say alone."""
    unsent = [line for line in goal.lines if line.action is RosterAction.SAME]
    return {line.key: Result(gettext(NO_CHANGE), gettext(NOT_CHECKED), describe_role(line.was)) for line in unsent} | {
        key: Result(_unchecked_outcome(key, tried), gettext(NOT_CHECKED), describe_role(tried.met.get(key, line.was)))
        for key, line in goal.people.items()
    }


def _unchecked_outcome(key: str, tried: RosterAttempts) -> str:
    if key in tried.out:
        return gettext(REFUSED, message=quote_message(tried.out[key]))
    if key in tried.done:
        return gettext(ACCEPTED)
    return gettext(NOT_KNOWN) if key in tried.maybe else gettext(NOT_SENT)
