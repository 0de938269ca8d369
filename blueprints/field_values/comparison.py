"""Compares proposed values with the current ones, cell by cell, to find changes, conflicts and errors."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import MISSING

from blueprints.field_values.grid import READ, STATES, UNREAD, SpaceValues
from blueprints.field_values.proposals import Proposal, ProposedCell
from contract.authoring.custom_fields import CustomField
from masthead.i18n import N_, gettext
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.custom_values import cell_text, field_title, is_settable, parse_cell, set_value_change
from masthead.writes.send import Change

CHANGE, CONFLICT, WRONG, WAITING, SAME = "change", "conflict", "wrong", "waiting", "same"
COUNTED = {
    WRONG: (N_("value that can't be used"), N_("values that can't be used")),
    CONFLICT: (N_("value that somebody changed meanwhile"), N_("values that somebody changed meanwhile")),
    CHANGE: (N_("value to change"), N_("values to change")),
    WAITING: (N_("value not read yet"), N_("values not read yet")),
    SAME: (N_("value without a change"), N_("values without a change")),
}
"""Nouns for counts of each state: singular, plural."""
OUTCOMES = {
    WRONG: (N_("Can't be used"), "bad", "x-circle"),
    CONFLICT: (N_("Changed meanwhile"), "warn", "people"),
    CHANGE: (N_("Change"), "warn", "pencil"),
    WAITING: (N_("Not read"), "quiet", "question-circle"),
    SAME: (N_("No change"), "quiet", "check-circle"),
}
"""Label, kind and icon of each state, in the order of the review: states that need attention first."""


class ComparedCell(NamedTuple):
    """A cell's values `now` and `wanted`, as JSON; MISSING or None if there is none. `note` explains the state."""

    place: AccessPlace
    field: str
    title: str
    state: str
    now: Any = MISSING
    wanted: Any = None
    text: str = ""
    note: str = ""

    @property
    def now_text(self) -> str:
        return cell_text(self.now)

    @property
    def wanted_text(self) -> str:
        """Return the new value as cell text; for invalid and unread cells, the text as typed."""
        return self.text if self.state in {WRONG, WAITING} else cell_text(self.wanted)


class ValueComparison(NamedTuple):
    cells: Sequence[ComparedCell]

    @property
    def totals(self) -> Mapping[str, int]:
        return Counter(each.state for each in self.cells)

    @property
    def digest(self) -> str:
        """Return a hash of the review's content, to detect later changes."""
        said = [[each.place.id, each.field, each.state, each.now_text, each.wanted_text] for each in self.cells]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()

    @property
    def is_already_set(self) -> bool:
        """Return whether all values are already set and no cell has a note."""
        return bool(self.cells) and all(each.state == SAME and not each.note for each in self.cells)

    def select_cells(self, state: str) -> list[ComparedCell]:
        """Return the cells in a state, or all changed ones if it is empty. Those that need attention come first."""
        order = list(OUTCOMES)
        cells = [each for each in self.cells if each.state == state or (not state and each.state != SAME)]
        return sorted(cells, key=lambda each: order.index(each.state))

    def cells_to_send(self, *, others: bool) -> list[ComparedCell]:
        """Return the cells to change. With `others`, include those that somebody else changed."""
        return [each for each in self.cells if each.state == CHANGE or (others and each.state == CONFLICT)]


def compare_proposal(proposal: Proposal, fields: Sequence[CustomField], rows: Sequence[SpaceValues]) -> ValueComparison:
    """Compare a proposal with the values of its spaces. `rows` must include every space of the proposal."""
    by_name, by_space = {each.name: each for each in fields}, {each.place.id: each for each in rows}
    cells = [_compare_cell(each, by_name.get(each.field), by_space[each.space]) for each in proposal.cells]
    return ValueComparison([_reject_if_forbidden(each) if each.state in {CHANGE, CONFLICT} else each for each in cells])


def _reject_if_forbidden(cell: ComparedCell) -> ComparedCell:
    """Reject a change in a space that the person can't edit, according to the API."""
    if cell.place.may("edit"):
        return cell
    return cell._replace(state=WRONG, note=gettext("You can't edit this space."))


def _compare_cell(cell: ProposedCell, field: CustomField | None, row: SpaceValues) -> ComparedCell:
    if field is None:
        note = gettext("The organization has no field of this name.")
        return ComparedCell(row.place, cell.field, cell.field, WRONG, text=cell.text, note=note)
    base = ComparedCell(row.place, field.name, field_title(field), WAITING, text=cell.text)
    if row.state == UNREAD:
        return base
    if row.state != READ:
        return base._replace(state=WRONG, note=row.why or gettext(STATES[row.state]))
    return _compare_value(cell, field, base._replace(now=row.values.get(field.name, MISSING)))


def _compare_value(cell: ProposedCell, field: CustomField, base: ComparedCell) -> ComparedCell:
    now = base.now
    same = base._replace(state=SAME, wanted=now)
    if cell.fills and now is not MISSING:
        return same._replace(note=gettext("The space has a value."))
    if cell.text.strip() == cell_text(now).strip():
        return same
    try:
        wanted = _parse_in_place_of(now, field, cell.text)
    except ValueError as wrong:
        return base._replace(state=WRONG, note=str(wrong))
    if _is_same(wanted, now):
        return same
    if cell.shown is not None and cell.shown.strip() != cell_text(now).strip():
        note = gettext("The page showed “%(shown)s”.", shown=cell.shown or gettext("no value"))
        return base._replace(state=CONFLICT, wanted=wanted, note=note)
    return base._replace(state=CHANGE, wanted=wanted)


def _parse_in_place_of(now: object, field: CustomField, text: str) -> object:
    """Parse the new value; return None to clear it. Raises ValueError if either value's type isn't supported."""
    if not is_settable(now):
        raise ValueError(
            gettext("The current value has a type that can't be changed here. Set the value on the page of the space.")
        )
    return parse_cell(field, text)


def _is_same(wanted: object, now: object) -> bool:
    """Return whether nothing changes. Python treats True and 1 as equal; JSON doesn't."""
    return (wanted is None and now is MISSING) or (wanted == now and isinstance(now, bool) == isinstance(wanted, bool))


def build_cell_change(organization_id: str, cell: ComparedCell) -> Change[None]:
    """Build the change that sets one cell and no other field of the space."""
    return set_value_change(organization_id, cell.place, cell.field, cell.title, cell.wanted, cell.now)
