"""What a plan has itself changed of a structure, told apart by whether somebody else has changed it since."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from masthead.changes.structure.merged import PLACE


@dataclass(frozen=True, slots=True)
class Owned:
    """Keys, as conflicts have them. What is `still` as the plan's own call left it is the plan's to bring further.

    What somebody changed `since` is theirs: it is left as it is.
    """

    still: AbstractSet[str] = frozenset()
    since: AbstractSet[str] = frozenset()


NOTHING = Owned()


def placed(keys: Iterable[str]) -> set[str]:
    """The items whose places are among keys of conflicts."""
    return {key.removeprefix(PLACE) for key in keys if key.startswith(PLACE)}
