"""Form fields that convert API values to inputs and back. MISSING stands for no value."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import MISSING
from wtforms import Field
from wtforms.widgets import HiddenInput

from contract.schema.limits import FieldLimits
from masthead.i18n import N_, gettext, join_and
from masthead.store.entries import Entry
from masthead.web.descriptions.labels import enum_label
from masthead.web.people.roles import ROLES

ON = "on"
MINE, THEIRS = "mine", "theirs"


@dataclass(frozen=True, slots=True)
class FieldConflict:
    """A field that two people changed: `opened` as the page showed it, `theirs` now, `mine` as typed.

    With `out_of_date`, `opened` is unknown. `entry` is the journal entry for `theirs`, if this person may see it, and
    `maybe` an entry with an unknown outcome. If the field is unreported, `witness` holds the old and current values of
    the field that changes together with it. `kept_here` values are Masthead's own and aren't in the journal.
    """

    opened: Any
    theirs: Any
    mine: Any
    out_of_date: bool = False
    entry: Entry | None = None
    maybe: Entry | None = None
    witness: tuple[Any, Any] = (None, None)
    kept_here: bool = False


class WireField(Field):  # type: ignore[misc]  # WTForms has no types
    """A field in a request body. `wire` is its value for the API: any JSON value, or MISSING.

    `kind` names the macro that renders the field, `hint` is the help text, `shape` describes a valid value. With
    `may_be_unreported`, a value that is absent may still exist. `edits` means that `saved` is known. `witness` names
    the field that changes together with this one if this one is unreported. `sets` is another field that changing this
    one also changes.

    After a merge, `conflict` holds both values if a colleague also changed the field. `whose` is the answer, MINE or
    THEIRS; `conflicting_parts` are the parts that both changed. `was` is the page's value if only others changed the
    field, `merged` if they changed other parts of it. `by_me` means that the person changed it in another window.
    `replaced_by` is the label of the field that also sets this one.

    `provenance` names the source of a value that nobody typed. An `uploaded` value was read from a file, which can't be
    put into a page again. `is_consent` fields only record consent to a dangerous change. `is_redacted` means that the
    text contained an access token, which is neither shown nor sent.
    """

    kind = "text"
    blank: tuple[Any, ...] = (MISSING, "")
    may_be_unreported = False
    whose = ""
    conflict: FieldConflict | None = None
    was: tuple[Any, ...] = ()
    merged: tuple[Any, ...] = ()
    conflicting_parts: tuple[str, ...] = ()
    by_me = False
    edits = False
    saved: Any = MISSING
    witness = ""
    replaced_by = ""
    provenance = ""
    uploaded = False
    is_consent = False
    is_redacted = False
    shows_saved = True  # False if the page shows the saved value elsewhere
    widget = HiddenInput()  # macros/form.html renders the fields; WTForms only requires a widget

    def __init__(self, label: str, *, hint: str = "", shape: str = "", sets: str = "", **options: Any) -> None:
        """Translate the texts. `options` are passed to WTForms."""
        super().__init__(gettext(label), **options)
        self.hint = gettext(hint)
        self.shape = gettext(shape)
        self.sets = sets
        self.limits: FieldLimits | None = None

    def set_limits(self, limits: FieldLimits) -> None:
        """Apply the contract's limits to this field."""
        self.limits = limits

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Read the input. `<name>-whose` says whose value to keep after a conflict."""
        super().process(formdata, data, extra_filters)
        if formdata:
            self.whose = formdata.get(f"{self.name}-whose", "")
            self.process_inputs(formdata)

    def process_inputs(self, formdata: Any) -> None:
        """Read additional inputs, such as `<name>-other`."""

    @property
    def wire(self) -> Any:
        return self.data

    @property
    def changed(self) -> bool:
        return self.edits and self.wire is not MISSING and not self.same(self.wire, self.saved)

    @property
    def saved_display(self) -> str:
        return self.display_value(self.saved)

    @property
    def saved_is_reported(self) -> bool:
        """Return whether a message can name the saved value."""
        return self.is_reported(self.saved)

    def differs_from_shown(self, now: Any, seen: Any) -> bool:
        """Return whether the current value differs from the one shown on the page."""
        is_unreported = self.may_be_unreported and (now is MISSING or seen is MISSING)
        return not (is_unreported or self.same(now, seen))

    def same(self, one: Any, other: Any) -> bool:
        """Compare two API values as a person would: an empty input equals a missing value."""
        return (
            bool(one == other) or (other is MISSING and one in self.blank) or (one is MISSING and other in self.blank)
        )

    def display_value(self, value: Any) -> str:
        """Format an API value for a message."""
        return gettext("nothing") if value is MISSING or value is None or value == "" else f"“{value}”"

    @property
    def typed_words(self) -> str:
        """Return the typed value without quotation marks, for pages that list what was typed."""
        words = self.display_value(self.wire)
        return words[1:-1] if words.startswith("“") and words.find("”") == len(words) - 1 else words

    @property
    def unused_input(self) -> str:
        """Return typed text that isn't part of the field's value. Empty for most fields."""
        return ""

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Return two API values side by side, for reviews and the journal."""
        return self.display_value(before), self.display_value(after)

    def is_reported(self, value: Any) -> bool:  # noqa: ARG002 - for fields with a hidden value
        """Return whether a message can name the value."""
        return True

    def display_opened(self, conflict: FieldConflict) -> str:
        return gettext("no longer there") if conflict.out_of_date else self.display_value(conflict.opened)

    def display_theirs(self, conflict: FieldConflict) -> str:
        return self.display_value(conflict.theirs)

    @property
    def element_id(self) -> str:
        """Return the id of the element that an error message links to."""
        return f"{self.id}-whose" if self.conflict else self.id

    @property
    def described_by(self) -> str:
        """Return the ids of the elements that describe the input, for `aria-describedby`."""
        parts = ((self.hint, "hint"), (self.errors, "error"))
        return " ".join(f"{self.id}-{part}" for present, part in parts if present)


class TextInput(WireField):
    """A text input with one line or, with `rows`, several."""

    def __init__(
        self,
        label: str,
        *,
        rows: int = 1,
        type: str = "text",
        clean: Callable[[str], str] = str.strip,
        **options: Any,
    ) -> None:
        """`clean` is applied to the input."""
        super().__init__(label, **options)
        self.rows, self.type, self.clean = rows, type, clean
        if rows > 1 and self.kind == "text":
            self.kind = "area"

    def process_data(self, value: Any) -> None:
        self.data = "" if value is MISSING or value is None else value

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = self.clean(valuelist[0])

    @property
    def typed_words(self) -> str:
        return str(self.data)


class TypedWord(TextInput):
    """A word to type as confirmation of a dangerous change."""

    is_consent = True


class TypedName(TypedWord):
    """An object name to type as confirmation of a dangerous change."""

    asked = ""

    def require_name(self, name: str) -> None:
        self.asked = name
        self.label.text = gettext("Type “%(name)s” to confirm", name=name)

    def check(self) -> None:
        """Compare the input with the name, ignoring white space. Forms call this if the name is required."""
        if self.data.split() != self.asked.split():
            self.errors = [gettext("The name doesn't match. Type “%(asked)s”.", asked=self.asked)]


class Choice(WireField):
    """A choice of one option, each shown with its meaning. The option "" stands for null.

    If the contract doesn't list the current value, it is offered too, so that saving keeps it.
    """

    kind = "choice"

    def __init__(
        self,
        label: str,
        *,
        meanings: Mapping[str, Sequence[str]] | None = None,
        null: Sequence[str] | None = None,
        drawn_as: str = "choice",
        **options: Any,
    ) -> None:
        """`meanings` maps each value to a label and an optional meaning; `null` is the same for null."""
        super().__init__(label, **options)
        self.meanings = {value: tuple(map(gettext, words)) for value, words in (meanings or {}).items()}
        self.null = None if null is None else tuple(map(gettext, null))
        self.kind = drawn_as

    @property
    def offered(self) -> list[tuple[str, str, str]]:
        """Return all options as (value, label, meaning). The current value is always among them."""
        known = list(self.meanings) or list((self.limits.choices or self.limits.open_choices) if self.limits else ())
        if self.data and self.data not in known and not self.errors:
            known.append(self.data)
        rows = [("", *self.null)] if self.null else []
        rows += [(value, *self.meanings.get(value, (enum_label(value),))) for value in known]
        return [(row[0], row[1], row[2] if len(row) > 2 else "") for row in rows]  # noqa: PLR2004 - optional third

    def process_data(self, value: Any) -> None:
        self.data = None if value is MISSING else (value or "")

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = valuelist[0] if valuelist else None

    def display_value(self, value: Any) -> str:
        if value is None and self.null:
            return f"“{self.null[0]}”"
        known = self.meanings.get(value) if isinstance(value, str) else None
        return super().display_value(known[0] if known else enum_label(value) if isinstance(value, str) else value)

    @property
    def wire(self) -> Any:
        """Return the value, None for null, or MISSING if nothing is selected."""
        if self.data is None:
            return MISSING
        return self.data or (None if self.null else "")


class Switch(WireField):
    """A yes/no switch. With `key`, its value is sent in an object under that name.

    A second, hidden input distinguishes "switched off" from "not on this page".
    """

    kind = "switch"

    def __init__(self, label: str, *, key: str = "", **options: Any) -> None:
        super().__init__(label, **options)
        self.key = key
        self.blank = (MISSING, {key: False} if key else False)

    def process_data(self, value: Any) -> None:
        held = value.get(self.key, MISSING) if isinstance(value, dict) else MISSING
        self.data = held if self.key else value

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = (ON in valuelist) if valuelist else MISSING

    @property
    def wire(self) -> Any:
        """Return True, False, or MISSING if unknown. With `key`, the value is wrapped in an object."""
        if self.data is MISSING or self.data is None:
            return MISSING
        return {self.key: self.data} if self.key else self.data

    def is_on(self, value: Any) -> bool:
        return (value.get(self.key) if self.key and isinstance(value, dict) else value) is True

    def display_value(self, value: Any) -> str:
        return gettext("on") if self.is_on(value) else gettext("off")


def join_labels(fields: Sequence[WireField]) -> str:
    """Join field labels for a sentence: `name, logo and role of new members`."""
    names = [label_in_sentence(field.label.text) for field in fields]
    return join_and(names)


def label_in_sentence(label: str) -> str:
    """Return a label without its initial capital, unless it starts with an abbreviation."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


SELECT_FIRST = N_("Select “%(label)s” first.")
OWN_PLACE = N_("I know that I may be one of these people and may not be able to undo this myself.")
KNOWN_OWN_PLACE = N_("I know that I am one of these people and may not be able to undo this myself.")
CONFIRM_OWN_PLACE = N_("This changes your own place in the team. To confirm, select “%(label)s”.")


class Agreement(WireField):
    """A checkbox to agree to a dangerous change. It isn't part of the request body."""

    kind = "agreement"
    is_consent = True

    def process_data(self, value: Any) -> None:  # noqa: ARG002 - an agreement has no initial value
        self.data = False

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = bool(valuelist)

    def require(self, message: str = SELECT_FIRST, **values: object) -> bool:
        """Return whether the box is selected. If it isn't, set an error; `message` names the box by its `label`."""
        if not self.data:
            self.errors = [gettext(message, label=self.label.text.removesuffix("."), **values)]
        return bool(self.data)


class OwnPlaceAgreement(Agreement):
    """An agreement to lose one's own place in a team."""

    def __init__(self, **options: Any) -> None:
        super().__init__(OWN_PLACE, **options)

    def set_own_place_label(self, *, known: bool) -> None:
        """Set the label. `known` means that the person was found among those who lose a role."""
        self.label.text = gettext(KNOWN_OWN_PLACE if known else OWN_PLACE)

    def require(self, message: str = CONFIRM_OWN_PLACE, **values: object) -> bool:
        return super().require(message, **values)


class RoleChoice(Choice):
    """A choice of roles, from the most permissions to the fewest, with no role last."""

    def __init__(self, label: str, *, meanings: Mapping[str, Sequence[str]] = ROLES, **options: Any) -> None:
        super().__init__(label, meanings=meanings, drawn_as="roles", **options)

    @property
    def offered(self) -> list[tuple[str, str, str]]:
        return sorted(super().offered, key=lambda row: row[0] == "")
