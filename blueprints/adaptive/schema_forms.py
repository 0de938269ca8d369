"""Forms of adaptive content: the switch, and the claim schema as two synchronized inputs.

A person edits the list of claims or the JSON. The form lists the conditions that a change would break.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import MISSING

from blueprints.adaptive.reads import AdaptiveSite, ConditionRow
from contract.publishing.sites import SiteAdaptiveSchemaReplace, SiteUpdate
from masthead.client import Problem
from masthead.conditions import claim_name, find_broken_conditions, parse_claims
from masthead.conditions.schema import (
    EMPTY,
    MAX_LENGTH,
    ClaimRow,
    ParsedSchema,
    SchemaFinding,
    SchemaTextError,
    check_schema,
    describe_claims,
    format_schema,
    list_claim_rows,
    parse_schema,
    replace_claims,
    schema_differences,
)
from masthead.i18n import N_, gettext
from masthead.web.descriptions.labels import translate_labels
from masthead.web.forms.consequences import Consequence, serious_consequence
from masthead.web.forms.fields import Agreement, Switch, WireField
from masthead.web.forms.forms import ContractForm
from masthead.web.frame.problems import LinkedText

MAX_ROWS = 100
"""Maximum number of claims in the list: each needs several form fields, whose number app.py limits."""
BLANK_ROWS = 2
KINDS = {"boolean": N_("True or false"), "string": N_("Text"), "number": N_("Number"), "enum": N_("One of several")}
ROWS, TEXT = "rows", "text"
BOTH = N_("You changed both the list and the JSON. Select the version to keep.")


@dataclass(frozen=True)
class RowInput:
    """A row of the list as typed; `errors` are messages by input name."""

    number: int
    row: ClaimRow
    listed: str = ""
    removed: bool = False
    errors: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_blank(self) -> bool:
        return not (self.row.name or self.row.description or self.row.was)


class SchemaField(WireField):
    """Edits a schema in two inputs: `text` and `lines`. `schema` is the parsed result, None if it is invalid.

    `edited` is the input that was changed; `torn` means that both were. `shown` is the text that the page
    first showed.
    """

    kind = "schema"
    blank = (MISSING, EMPTY)
    text = ""
    shown = ""
    edited = ""
    torn = False
    broken: SchemaTextError | None = None
    schema: dict[str, Any] | None = None
    lines: tuple[RowInput, ...] = ()

    def process_data(self, value: Any) -> None:  # noqa: ANN401 - JSON
        if self.edited and self.schema is None:
            return
        self._set_schema(value if isinstance(value, dict) else EMPTY)
        self.shown = self.text

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:  # noqa: ANN401 - WTForms
        super().process(formdata, data, extra_filters)
        if formdata and self.name in formdata:
            self._process_input(formdata)

    @property
    def wire(self) -> Any:  # noqa: ANN401 - JSON
        """Return the schema, or MISSING if the input is invalid."""
        return MISSING if self.schema is None else self.schema

    @property
    def is_too_large(self) -> bool:
        """Return whether the schema is too large to edit here."""
        return self.broken is None and len(self.text) > MAX_LENGTH

    @property
    def read(self) -> ParsedSchema:
        try:
            return parse_schema(self.text)
        except SchemaTextError:
            return ParsedSchema(self.schema or {})

    @property
    def kinds(self) -> dict[str, str]:
        return translate_labels(KINDS)

    @property
    def typed_words(self) -> str:
        return self.text

    @property
    def unused_input(self) -> str:
        """Return the JSON text if it is invalid, else an empty string."""
        return self.text if self.schema is None else ""

    def display_value(self, value: Any) -> str:  # noqa: ANN401 - JSON
        return gettext("no schema") if value is MISSING or value is None else describe_claims(value)

    def _set_schema(self, schema: Mapping[str, Any]) -> None:
        self.schema = dict(schema)
        self.text = format_schema(schema)
        rows = list_claim_rows(schema)
        self.lines = () if len(rows) > MAX_ROWS else _build_row_inputs(rows)

    def _process_input(self, formdata: Any) -> None:  # noqa: ANN401 - WTForms
        self.shown = _normalize_line_ends(formdata.get(f"{self.name}-shown", ""))
        text = _normalize_line_ends(formdata[self.name])
        try:
            base = parse_schema(self.shown).schema
        except SchemaTextError:
            base = None
        typed = _parse_rows(formdata)
        changed = {TEXT: text.strip() != self.shown.strip(), ROWS: base is not None and _rows_differ(typed, base)}
        counts = formdata.get("counts", "")
        self.torn = all(changed.values()) and counts not in changed
        if self.torn or (changed[ROWS] and (counts == ROWS or not changed[TEXT]) and base is not None):
            self._process_rows(typed, base or {})
        if self.torn:
            self.text, self.schema = text, None
        elif self.edited != ROWS:
            self._process_text(text)

    def _process_text(self, text: str) -> None:
        self.edited = TEXT
        try:
            self._set_schema(parse_schema(text).schema)
            self.text = text  # keeps the person's formatting
        except SchemaTextError as wrong:
            self.broken, self.text, self.schema, self.lines = wrong, text, None, ()

    def _process_rows(self, typed: tuple[RowInput, ...], base: Mapping[str, Any]) -> None:
        self.edited = ROWS
        self.lines = _validate_rows(typed)
        wanted = [line.row for line in self.lines if not line.removed and not line.is_blank]
        if any(line.errors for line in self.lines):
            self.schema, self.text = None, self.shown
            return
        self.schema = replace_claims(base, wanted)
        self.text = format_schema(self.schema)
        self.lines = _build_row_inputs(list_claim_rows(self.schema))

    @property
    def line_errors(self) -> list[tuple[str, str]]:
        """Return the errors in the list of claims, as pairs of input id and message."""
        return [(f"claim-{line.number}-{part}", text) for line in self.lines for part, text in line.errors.items()]


def _normalize_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _build_row_inputs(rows: list[ClaimRow]) -> tuple[RowInput, ...]:
    shown = [*rows, *(ClaimRow("") for _ in range(BLANK_ROWS))]
    return tuple(RowInput(number, row, ", ".join(row.values)) for number, row in enumerate(shown))


def _parse_rows(formdata: Any) -> tuple[RowInput, ...]:  # noqa: ANN401 - WTForms
    lines = []
    for number in range(MAX_ROWS + BLANK_ROWS):
        if f"claim-{number}-name" not in formdata:
            break
        lines.append(_parse_row(formdata, number))
    return tuple(lines)


def _parse_row(formdata: Any, number: int) -> RowInput:  # noqa: ANN401 - WTForms
    def input_value(part: str) -> str:
        return str(formdata.get(f"claim-{number}-{part}", "")).strip()

    signed, _, name = input_value("was").partition(":")
    was = (signed == "signed", name) if name else None
    kind = input_value("kind")
    listed = tuple(
        dict.fromkeys(" ".join(value.split()) for value in input_value("listed").split(",") if value.strip())
    )
    row = ClaimRow(
        input_value("name"),
        kind if kind in KINDS else "kept" if was else "boolean",  # type: ignore[arg-type] # one of the kinds
        input_value("description"),
        input_value("signed") != "unsigned",
        listed if kind == "enum" else (),
        was,
    )
    return RowInput(number, row, input_value("listed"), bool(input_value("remove")))


def _rows_differ(typed: tuple[RowInput, ...], base: Mapping[str, Any]) -> bool:
    known = [line for line in typed if not line.is_blank]
    drawn = [_strip_row(row) for row in list_claim_rows(base)]
    return bool(typed) and (any(line.removed for line in known) or [line.row for line in known] != drawn)


def _strip_row(row: ClaimRow) -> ClaimRow:
    """Normalize whitespace in a claim, for comparison with a form that nobody edited."""
    was = (row.was[0], row.was[1].strip()) if row.was else None
    return row._replace(name=row.name.strip(), description=_normalize_line_ends(row.description).strip(), was=was)


def _validate_rows(lines: tuple[RowInput, ...]) -> tuple[RowInput, ...]:
    kept = [line for line in lines if not line.removed and not line.is_blank]
    names = [(line.row.signed, line.row.name) for line in kept]
    return tuple(replace(line, errors=_row_errors(line, names)) if line in kept else line for line in lines)


def _row_errors(line: RowInput, names: list[tuple[bool, str]]) -> dict[str, str]:
    row, errors = line.row, {}
    if not row.name:
        errors["name"] = gettext("Enter a name for the claim.")
    elif names.count((row.signed, row.name)) > 1:
        errors["name"] = gettext("The list has %(row)s more than once.", row=f"{row.name:.60}")
    elif row.signed and row.name == "unsigned":
        errors["name"] = gettext("“unsigned” is the name of the group of unsigned claims. Enter a different name.")
    if row.signed and not row.description and row.kind != "kept":
        errors["description"] = gettext("%(row)s needs a description.", row=f"{row.name:.60}")
    if row.kind == "enum" and not row.values:
        errors["listed"] = gettext("Enter the values of %(row)s, separated by commas.", row=f"{row.name:.60}")
    return errors


NAME = "jsonSchema"
MAX_TOLD = 20
UNREAD = N_("Masthead couldn't read all spaces of the site, so it doesn't know which conditions this change breaks.")


class AdaptiveSwitchForm(ContractForm):
    body = SiteUpdate
    adaptiveContent = Switch(
        N_("Adapt content to visitors"),
        key="enabled",
        hint=N_("Whether conditions apply while it is off isn't known."),
    )


class Broken(NamedTuple):
    """A space or section whose condition would break, and the reasons."""

    line: ConditionRow
    messages: tuple[str, ...]


class SchemaForm(ContractForm):
    """The claim schema of a site. The page sets `site`, with its conditions, before validation."""

    body = SiteAdaptiveSchemaReplace
    jsonSchema = SchemaField(N_("Visitor schema"))
    sure = Agreement(N_("Save the schema although parts of it may be refused."))
    site: AdaptiveSite | None = None

    @cached_property
    def findings(self) -> list[SchemaFinding]:
        """Return the problems in the form's schema, and the parts that the API doesn't document."""
        return check_schema(self.jsonSchema.read) if self.jsonSchema.schema is not None else []

    @cached_property
    def undocumented_parts(self) -> list[SchemaFinding]:
        """Return parts that the API doesn't document and that are not in the saved schema."""
        known = {(each.place, each.message) for each in check_schema(ParsedSchema(self.now.get(NAME) or {}))}
        return [each for each in self.findings if each.level == "beyond" and (each.place, each.message) not in known]

    @cached_property
    def broken_conditions(self) -> list[Broken]:
        if self.site is None or self.jsonSchema.schema is None:
            return []
        lines = [*self.site.spaces_in_order, *self.site.sections.values()]
        after = parse_claims(self.jsonSchema.schema)
        found = find_broken_conditions((line.condition for line in lines if line.condition), self.site.claims, after)
        return [Broken(line, found[line.condition]) for line in lines if line.condition in found]

    @property
    def has_unread_conditions(self) -> bool:
        """Return whether some conditions couldn't be read. The new schema might break them unnoticed."""
        return self.site is not None and (isinstance(self.site.spaces, Problem) or self.site.more)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        return schema_differences(self.now.get(NAME), self.jsonSchema.schema) if self.changes() else []

    @property
    def summary(self) -> str:
        names = [name for name, _, _ in self.differences]
        more = gettext(" and %(count)s more", count=len(names) - 3) if len(names) > 3 else ""  # noqa: PLR2004 - as many as fit a line
        return ", ".join(names[:3]) + more

    def check(self) -> None:
        field = self.jsonSchema
        if field.torn:
            self.problems.append(LinkedText("", gettext(BOTH), "", "#counts"))
        if field.broken is not None:
            self.problems.append(_line_error(field.broken.line, field.broken.message))
        for place, message in field.line_errors:
            self.problems.append(LinkedText("", message, "", f"#{place}"))
        wrong = [each for each in self.findings if each.level == "wrong"]
        self.problems += [_line_error(each.line, each.message) for each in wrong[:MAX_TOLD]]
        if not wrong and self.changes() and self.undocumented_parts:
            self.sure.require()

    def advice(self) -> list[str]:
        known = {claim.path for claim in parse_claims(self.now.get(NAME) or {})}
        claims = parse_claims(self.jsonSchema.schema or {})
        odd = [claim for claim in claims if claim.path not in known and "[" in claim.expression]
        return [
            gettext(
                "%(claim)s isn't a single word, so conditions have to write %(expression)s.",
                claim=claim_name(claim.path),
                expression=claim.expression,
            )
            for claim in odd[:MAX_TOLD]
        ]

    def find_consequences(self) -> Iterable[Consequence]:
        told = [f"{each.line.item.title}: {' '.join(each.messages)}" for each in self.broken_conditions]
        more = [gettext("And %(count)s more.", count=len(told) - MAX_TOLD)] if len(told) > MAX_TOLD else []
        return map(
            serious_consequence, [*([gettext(UNREAD)] if self.has_unread_conditions else []), *told[:MAX_TOLD], *more]
        )


def _line_error(line: int, message: str) -> LinkedText:
    return LinkedText(gettext("Line %(line)s: ", line=line), message, "", f"#{NAME}")
