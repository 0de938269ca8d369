"""Additions of which nobody knows: without an answer, or looked for in vain, sent again and perhaps made since."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from contract.publishing.site_spaces import REMOVE_SITE_SPACE
from i18n import N_, gettext
from masthead.changes.change import ALIKE
from masthead.changes.structure.kept import ADDS, find_added
from masthead.changes.structure.service_moves import AttemptedCall
from masthead.changes.structure.tree import SiteStructure
from masthead.store import MAYBE_SAVED, Entry, Intent, Journal, JournalQuery, Plan, State

MAYBE_ADDED = N_(
    "%(summary)s: the API doesn't report whether the bulk change that is undone or somebody else added it, so it is "
    "not removed."
)

NOT_THERE = N_("%(summary)s: it is not on the site now, so there is nothing to remove.")


@dataclass(frozen=True, slots=True)
class PossibleAddition:
    """A call that may have added something: it had no answer, or the same was sent before without one.

    `alike` are the ids of what there was before that is called or shows the same.
    """

    endpoint: str
    body: str
    summary: str
    alike: tuple[str, ...] = ()

    def find(self, site: SiteStructure) -> list[str]:
        """The ids of what is called as it was to be, and was not there before."""
        return find_added(site, AttemptedCall(self.endpoint, (), self.body, done=False, was={ALIKE: self.alike}))


def sent_again(plan: Plan, entries: Sequence[Entry], journal: Journal) -> tuple[PossibleAddition, ...]:
    """Those among the `entries` of a plan. The journal tells which had no answer at first."""
    purpose = plan.purpose
    query = JournalQuery(
        purpose.organization,
        purpose.owner,
        endpoints=list(ADDS),
        states=[State.NOT_SAVED],
        since=plan.created_at,
    )
    in_vain = {(each.intent.endpoint, each.intent.ids, each.intent.body) for each in journal.entries(query)}
    again = [each.intent for each in entries if (each.intent.endpoint, each.intent.ids, each.intent.body) in in_vain]
    return tuple(map(_as_addition, again))


def possible_additions(entries: Iterable[Entry]) -> tuple[PossibleAddition, ...]:
    """Those among the `entries` that had no answer."""
    return tuple(_as_addition(each.intent) for each in entries if may_have_added(each))


def may_have_added(entry: Entry) -> bool:
    return entry.outcome.state in MAYBE_SAVED and entry.intent.endpoint in ADDS


def describe_possible_additions(
    additions: Iterable[PossibleAddition], base: SiteStructure, entries: Iterable[Entry]
) -> list[str]:
    """What an undo leaves, in sentences; what the `entries` had removed is put back, whoever added it."""
    removed = {each.intent.ids[-1] for each in entries if each.intent.endpoint == REMOVE_SITE_SPACE.name}
    new = [each for each in additions if not removed & set(each.find(base))]
    return [gettext(MAYBE_ADDED, summary=each.summary) for each in new]


def left_now(left: Iterable[str], maybe: Iterable[PossibleAddition], site: SiteStructure) -> list[str]:
    """What an undo leaves, as those sentences have it; of what is not on the site any more, that it isn't."""
    gone = [each.summary for each in maybe if not each.find(site)]
    told = {gettext(MAYBE_ADDED, summary=each): gettext(NOT_THERE, summary=each) for each in gone}
    return [told.get(each, each) for each in left]


def _as_addition(intent: Intent) -> PossibleAddition:
    return PossibleAddition(intent.endpoint, intent.body or "{}", intent.summary, tuple(intent.was.get(ALIKE, ())))


def describe_added_late(site: SiteStructure, again: Sequence[PossibleAddition], known: Collection[str]) -> list[str]:
    """What is on the site as it was sent, and is not among the `known` ids, in sentences."""
    found = {each: set(each.find(site)) for each in again}
    return [gettext(MAYBE_ADDED, summary=each.summary) for each, ids in found.items() if ids - set(known)]
