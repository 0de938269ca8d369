"""Form fields that know the wire: each takes a value as the API has it and gives one back, MISSING for none."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import MISSING
from wtforms import Field
from wtforms.widgets import HiddenInput

from contract.schema.limits import FieldLimits
from i18n import gettext
from masthead.web.descriptions.enum_labels import enum_label
from masthead.web.forms.clashes import Clash

ON = "on"
MINE, THEIRS = "mine", "theirs"


class WireField(Field):  # type: ignore[misc]  # WTForms has no types
    """A field of a request body.

    `kind` names the macro that draws it, `hint` is the help beneath the label, `shape` says what a value that does
    not match the contract's pattern should look like. `wire` is what the API gets: any JSON value, or MISSING.
    `whose` is the person's answer to a `clash`, MINE or THEIRS, where a colleague changed the field too; `was` holds
    what the page showed where only a colleague changed it. `by_me` says that it was no colleague, but the person in
    another window. With `may_be_untold` an absent value says nothing.
    A field that `edits` something knows what is `saved`; where that is not told, `witness` names what moves with it.
    Who changes it changes what it `sets` too; `replaced_by` is the label of the one whose change does so.
    `merged` holds what the page showed of a value of which a colleague changed other parts; `clashing` are the names of
    the parts that both changed.
    `provenance` says where a value that nobody typed comes from. `uploaded` is one that was read out of a
    file, which no later page can hold. `is_consent` says that it only agrees to what is dangerous. One that
    `is_redacted` shows a text out of which an access token was taken: it can be read, and is never sent.
    """

    kind = "text"
    blank: tuple[Any, ...] = (MISSING, "")
    may_be_untold = False
    whose = ""
    clash: Clash | None = None
    was: tuple[Any, ...] = ()
    merged: tuple[Any, ...] = ()
    clashing: tuple[str, ...] = ()
    by_me = False
    edits = False
    saved: Any = MISSING
    witness = ""
    replaced_by = ""
    provenance = ""
    uploaded = False
    is_consent = False
    is_redacted = False
    shows_saved = True  # off where the page shows what is saved elsewhere
    widget = HiddenInput()  # macros/form.html draws the fields; WTForms only wants one to be there

    def __init__(self, label: str, *, hint: str = "", shape: str = "", sets: str = "", **options: Any) -> None:
        """Keep what the page says about the field, translated. `options` are WTForms' own."""
        super().__init__(gettext(label), **options)
        self.hint = gettext(hint)
        self.shape = gettext(shape)
        self.sets = sets
        self.limits: FieldLimits | None = None

    def take(self, limits: FieldLimits) -> None:
        """Learn the contract's limits for this field."""
        self.limits = limits

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Take what was sent, and whose value to keep from its own input `<name>-whose`."""
        super().process(formdata, data, extra_filters)
        if formdata:
            self.whose = formdata.get(f"{self.name}-whose", "")

    @property
    def wire(self) -> Any:
        """The value for the request body."""
        return self.data

    @property
    def changed(self) -> bool:
        """Whether it holds something else than what is saved."""
        return self.edits and self.wire is not MISSING and not self.same(self.wire, self.saved)

    @property
    def saved_display(self) -> str:
        """What is saved, in words."""
        return self.display_value(self.saved)

    @property
    def saved_is_told(self) -> bool:
        """Whether a message can name what is saved."""
        return self.is_told(self.saved)

    def has_moved(self, now: Any, seen: Any) -> bool:
        """Whether the value that is there now is another one than the page showed."""
        untold = self.may_be_untold and (now is MISSING or seen is MISSING)
        return not (untold or self.same(now, seen))

    def same(self, one: Any, other: Any) -> bool:
        """Whether two wire values are the same to a person: nothing typed is no change to what was never there."""
        return (
            bool(one == other) or (other is MISSING and one in self.blank) or (one is MISSING and other in self.blank)
        )

    def display_value(self, value: Any) -> str:
        """A wire value as a message names it."""
        return gettext("nothing") if value is MISSING or value is None or value == "" else f"“{value}”"

    @property
    def typed_words(self) -> str:
        """What was typed or selected, as a list of what was typed names it."""
        words = self.display_value(self.wire)
        return words[1:-1] if words.startswith("“") and words.find("”") == len(words) - 1 else words

    @property
    def unread(self) -> str:
        """What was typed and makes no value."""
        return ""

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Two wire values side by side, as a review and the journal show them."""
        return self.display_value(before), self.display_value(after)

    def is_told(self, value: Any) -> bool:  # noqa: ARG002 - for fields that know a value the API does not tell
        """Whether a message can name the value."""
        return True

    def display_opened(self, clash: Clash) -> str:
        """What the page showed when it was opened, beside the question whose to keep."""
        return gettext("no longer known") if clash.out_of_date else self.display_value(clash.opened)

    def display_theirs(self, clash: Clash) -> str:
        """What is there now, beside the same question."""
        return self.display_value(clash.theirs)

    @property
    def element_id(self) -> str:
        """The id of the element where a person mends what is wrong with it."""
        return f"{self.id}-whose" if self.clash else self.id

    @property
    def described_by(self) -> str:
        """The ids of the texts that belong to the input, for `aria-describedby`."""
        parts = ((self.hint, "hint"), (self.errors, "error"))
        return " ".join(f"{self.id}-{part}" for present, part in parts if present)


class TextInput(WireField):
    """One line or, with `rows`, several."""

    def __init__(
        self,
        label: str,
        *,
        rows: int = 1,
        type: str = "text",
        clean: Callable[[str], str] = str.strip,
        **options: Any,
    ) -> None:
        """`clean` is applied to what was typed before anything else looks at it."""
        super().__init__(label, **options)
        self.rows, self.type, self.clean = rows, type, clean
        if rows > 1 and self.kind == "text":
            self.kind = "area"

    def process_data(self, value: Any) -> None:
        """Take the API's value; an absent or null one is an empty input."""
        self.data = "" if value is MISSING or value is None else value

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was typed."""
        if valuelist:
            self.data = self.clean(valuelist[0])

    @property
    def typed_words(self) -> str:
        """The text, with any quotation marks of its own."""
        return str(self.data)


class TypedWord(TextInput):
    """A word that is typed to agree to something dangerous."""

    is_consent = True


class TypedName(TypedWord):
    """The name of a thing, typed before a dangerous step is taken with it."""

    asked = ""

    def require_name(self, name: str) -> None:
        """Say which name has to be typed."""
        self.asked = name
        self.label.text = gettext("Type “%(name)s” to confirm", name=name)

    def check(self) -> None:
        """Compare what was typed, whatever the white space; a form calls it where the name is needed."""
        if self.data.split() != self.asked.split():
            self.errors = [gettext("The name doesn't match. Type “%(asked)s”.", asked=self.asked)]


class Choice(WireField):
    """One of several, each with a line that says what it means. The choice "" stands for null.

    Values beyond the contract's known ones are offered when the API answered them, so that a save keeps them.
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
        """`meanings` maps a value to its label and, if any, its meaning; `null` is the same for null."""
        super().__init__(label, **options)
        self.meanings = {value: tuple(map(gettext, words)) for value, words in (meanings or {}).items()}
        self.null = None if null is None else tuple(map(gettext, null))
        self.kind = drawn_as

    @property
    def offered(self) -> list[tuple[str, str, str]]:
        """All choices as value, label, meaning; the current value is always among them."""
        known = list(self.meanings) or list((self.limits.choices or self.limits.open_choices) if self.limits else ())
        if self.data and self.data not in known and not self.errors:
            known.append(self.data)
        rows = [("", *self.null)] if self.null else []
        rows += [(value, *self.meanings.get(value, (enum_label(value),))) for value in known]
        return [(row[0], row[1], row[2] if len(row) > 2 else "") for row in rows]  # noqa: PLR2004 - optional third

    def process_data(self, value: Any) -> None:
        """Take the API's value: null is the choice "", an absent one is no choice."""
        self.data = None if value is MISSING else (value or "")

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was chosen."""
        self.data = valuelist[0] if valuelist else None

    def display_value(self, value: Any) -> str:
        """The label of the choice."""
        if value is None and self.null:
            return f"“{self.null[0]}”"
        known = self.meanings.get(value) if isinstance(value, str) else None
        return super().display_value(known[0] if known else enum_label(value) if isinstance(value, str) else value)

    @property
    def wire(self) -> Any:
        """The value, None for null, MISSING where nothing is chosen."""
        if self.data is None:
            return MISSING
        return self.data or (None if self.null else "")


class Switch(WireField):
    """Yes or no; with `key`, an object that holds it under that name.

    A hidden twin in the page tells "switched off" from "not on this page".
    """

    kind = "switch"

    def __init__(self, label: str, *, key: str = "", **options: Any) -> None:
        """Keep the key."""
        super().__init__(label, **options)
        self.key = key
        self.blank = (MISSING, {key: False} if key else False)

    def process_data(self, value: Any) -> None:
        """Take the API's value; an absent one stays unknown."""
        held = value.get(self.key, MISSING) if isinstance(value, dict) else MISSING
        self.data = held if self.key else value

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take what was set; nothing at all leaves it."""
        self.data = (ON in valuelist) if valuelist else MISSING

    @property
    def wire(self) -> Any:
        """True, false, or MISSING where it is unknown; in its object where the API wants one."""
        if self.data is MISSING or self.data is None:
            return MISSING
        return {self.key: self.data} if self.key else self.data

    def is_on(self, value: Any) -> bool:
        """Whether the API's value says yes."""
        return (value.get(self.key) if self.key and isinstance(value, dict) else value) is True

    def display_value(self, value: Any) -> str:
        """On or off."""
        return gettext("on") if self.is_on(value) else gettext("off")
