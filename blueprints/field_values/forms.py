"""Forms that change many values: fill in, import, edit cells, and review."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from pydantic import TypeAdapter, ValidationError
from wtforms import HiddenField

from blueprints.field_values.comparison import CONFLICT, WAITING, ValueComparison, build_cell_change
from blueprints.field_values.proposals import ProposedCell
from contract.authoring.custom_fields import CustomField
from masthead.i18n import N_, format_number, gettext, ngettext
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.custom_values import SeveralOptions, field_title, parse_cell
from masthead.web.forms.field_types import Upload
from masthead.web.forms.fields import Choice, TextInput, WireField
from masthead.web.forms.forms import PageForm
from masthead.web.forms.table_form import ACCEPTED, HINT, TableForm
from masthead.web.frame.matrix_filters import ALL
from masthead.writes.send import Change

MAX_CHANGES = 5000
LEAVE, REPLACE, SELECTED = "leave", "replace", "selected"
MEANWHILE = {
    LEAVE: (N_("Keep them"), N_("What somebody else set stays. Masthead leaves these values out.")),
    REPLACE: (N_("Replace them"), N_("Your values replace what somebody else set.")),
}
MOVED = N_("Some values are not as this page showed them any more. Nothing was saved. Review the changes again.")
NOTHING = N_("There is nothing to change.")
NOT_READ = N_("Masthead hasn't read all of these spaces yet. Read more spaces first.")
TOO_MANY = N_("These are %(count)s changes, and at most %(max_changes)s are allowed at once. Split them.")
EXISTING = {
    LEAVE: (N_("Leave them as they are"), N_("Only spaces without a value get this one.")),
    REPLACE: (N_("Replace the value"), N_("Every space gets this one.")),
}
BLANK = {
    LEAVE: (N_("Keep the value"), N_("An empty cell changes nothing.")),
    REPLACE: (N_("Clear the value"), N_("An empty cell clears the value of its space.")),
}
WHICH = {ALL: (N_("All spaces"),), SELECTED: (N_("Selected spaces"),)}
NO_EDIT = N_("Edit a value first.")
ASK = N_("Select what happens to the values that somebody changed meanwhile.")
NO_SPACE = N_("Select at least one space.")
NO_KNOWN_SPACE = N_("Masthead has read no space yet. Wait a moment, or add a space by its address.")


class ValuesReviewForm(PageForm):
    """Confirms the reviewed changes, and asks whose values to keep in conflicts. `seen` is the review's digest."""

    seen = HiddenField()
    meanwhile = Choice(N_("Values that somebody changed meanwhile"), meanings=MEANWHILE)

    def __init__(self, comparison: ValueComparison) -> None:
        super().__init__(**({} if request.method == "POST" else {"formdata": None}))
        self.comparison = comparison
        self.was_seen = str(self.seen.data or "")
        self.seen.data = comparison.digest

    @property
    def cells_sent(self) -> Sequence[Any]:
        return self.comparison.cells_to_send(others=self.meanwhile.data == REPLACE)

    @property
    def has_conflicts(self) -> bool:
        return bool(self.comparison.totals[CONFLICT])

    def check(self) -> None:
        """Check that all values are read and unchanged, conflicts are decided, and the number is within the limit."""
        if self.was_seen != self.comparison.digest:
            self.problems.append(gettext(MOVED))
        elif self.comparison.totals[WAITING]:
            self.problems.append(gettext(NOT_READ))
        elif self.has_conflicts and self.meanwhile.data not in MEANWHILE:
            self.meanwhile.errors = [gettext(ASK)]
        elif not self.cells_sent:
            self.problems.append(gettext(NOTHING))
        elif len(self.cells_sent) > MAX_CHANGES:
            most = format_number(MAX_CHANGES)
            self.problems.append(gettext(TOO_MANY, count=format_number(len(self.cells_sent)), max_changes=most))

    def changes(self, organization_id: str) -> list[Change[None]]:
        return [build_cell_change(organization_id, each) for each in self.cells_sent]

    @property
    def title(self) -> str:
        names = {each.title for each in self.cells_sent}
        spaces = ngettext("%(n)s space", "%(n)s spaces", len({each.place.id for each in self.cells_sent}))
        fields = next(iter(names)) if len(names) == 1 else ngettext("%(n)s field", "%(n)s fields", len(names))
        return gettext("Values of custom fields: %(fields)s in %(spaces)s", fields=fields, spaces=spaces)


class SelectedSpaces(SeveralOptions):
    """Checkboxes to select spaces. `titles` maps their ids to titles."""

    titles: Mapping[str, str] = {}

    @property
    def offered(self) -> list[tuple[str, str]]:
        return list(self.titles.items())


class FillForm(PageForm):
    keeps_input = True
    field = Choice(N_("Field"), drawn_as="select")
    value = TextInput(
        N_("Value"),
        rows=2,
        hint=N_("Several values have semicolons between them, or a line each. An empty value clears the field."),
    )
    existing = Choice(N_("Spaces that have a value"), meanings=EXISTING, default=LEAVE)
    which = Choice(N_("Spaces to fill"), meanings=WHICH, default=ALL)
    spaces = SelectedSpaces(N_("Selected spaces"), options=())

    def set_choices(self, fields: Sequence[CustomField], spaces: Sequence[AccessPlace]) -> None:
        self.field.meanings = {each.name: (field_title(each),) for each in fields}
        self.spaces.titles = {each.id: each.called for each in spaces}
        self._by_name = {each.name: each for each in fields}

    def check(self) -> None:
        field = self._by_name.get(self.field.data or "")
        if field is None:
            self.field.errors = [gettext("Select a field.")]
            return
        try:
            parse_cell(field, self.value.data)
        except ValueError as wrong:
            self.value.errors = [str(wrong)]
        if not self.spaces.titles:
            self.which.errors = [gettext(NO_KNOWN_SPACE)]
        elif not self.chosen_ids:
            self.spaces.errors = [gettext(NO_SPACE)]

    @property
    def chosen_ids(self) -> list[str]:
        every = list(self.spaces.titles)
        return every if self.which.data == ALL else [each for each in every if each in (self.spaces.data or ())]

    @property
    def proposed_cells(self) -> list[ProposedCell]:
        fills = self.existing.data == LEAVE
        return [ProposedCell(each, self.field.data or "", self.value.data, fills=fills) for each in self.chosen_ids]


class ValuesImportForm(TableForm):
    """A table with a row per space and a column per field, pasted or as a file."""

    text = TextInput(N_("Paste a table"), rows=8, clean=str, hint=N_("One space a line, with a column for each field."))
    file = Upload(N_("Or choose a file"), hint=HINT, accept=ACCEPTED)
    blank = Choice(N_("Empty cells"), meanings=BLANK, default=LEAVE)


class EditedCells(WireField):
    """JSON of the cells that were edited in the table, sent by the page's script."""

    def display_value(self, value: object) -> str:
        return ngettext("%(n)s value", "%(n)s values", len(parse_edits(str(value or ""))))


class EditsForm(PageForm):
    keeps_input = True
    cells = EditedCells(N_("Edited values"))

    @property
    def edited_cells(self) -> list[ProposedCell]:
        return parse_edits(str(self.cells.data or ""))

    def check(self) -> None:
        if not self.edited_cells:
            self.problems.append(gettext(NO_EDIT))


_EDITS = TypeAdapter(list[tuple[str, str, str, str]])


def parse_edits(text: str) -> list[ProposedCell]:
    """Parse a JSON list of [space, field, shown text, typed text]. Empty if the JSON is invalid."""
    try:
        found = _EDITS.validate_json(text)
    except ValidationError:
        return []
    return [ProposedCell(space, field, typed, shown) for space, field, shown, typed in found]
