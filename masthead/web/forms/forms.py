"""Forms for the contract's request bodies. The contract sets the limits; pydantic validates the result."""

import secrets
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar, Self

from flask import request
from flask_wtf import FlaskForm
from pydantic import BaseModel, ValidationError
from wtforms import HiddenField
from wtforms.fields.core import UnboundField
from wtforms.meta import DefaultMeta

from contract.schema.limits import field_limits
from masthead.i18n import N_, gettext
from masthead.web.forms.consequences import Consequence, list_unchecked, severity_key
from masthead.web.forms.fields import Agreement, TypedName, WireField, join_labels
from masthead.web.forms.merge import Snapshot, ThreeWay, known_values, open_snapshot, seal_snapshot
from masthead.web.frame.pages import Feedback
from masthead.web.frame.problems import LinkedText
from masthead.writes.send import Change

MESSAGES = {
    "missing": N_("%(label)s is required."),
    "string_too_short": N_("%(label)s needs at least %(min_length)s characters."),
    "string_too_long": N_("%(label)s can have at most %(max_length)s characters. This has %(length)s."),
    "string_type": N_("%(label)s must be text."),
    "string_pattern_mismatch": N_("%(label)s doesn't have the right format. %(shape)s"),
    "literal_error": N_("%(label)s: select one of %(expected)s."),
    "too_short": N_("%(label)s needs at least %(min_length)s."),
    "too_long": N_("%(label)s can have at most %(max_length)s. You gave %(actual_length)s."),
    "date_parsing": N_("%(label)s: enter a date, such as 2027-03-31."),
    "date_from_datetime_parsing": N_("%(label)s: enter a date, such as 2027-03-31."),
    "bool_type": N_("%(label)s: select yes or no."),
    "bool_parsing": N_("%(label)s: select yes or no."),
}


def explain_error(error: Mapping[str, Any], label: str, shape: str = "") -> str:
    """Explain a pydantic error in a sentence. `shape` describes a valid value."""
    facts = {**error.get("ctx", {}), "label": label, "shape": shape}
    facts["length"] = len(error["input"]) if isinstance(error["input"], str) else 0
    kind = _kind_of_form(error)
    # "At least 1 character" would be an odd message for a missing value.
    template = MESSAGES.get("missing" if kind == "string_too_short" and facts.get("min_length") == 1 else kind)
    if template is not None:
        return gettext(template, **facts).strip()
    return f"{label}: {error['msg'].removeprefix('Value error, ')}. {shape}".strip()


def _kind_of_form(error: Mapping[str, Any]) -> str:
    kind = str(error["type"])
    # A text with a validator besides its length is measured like a list.
    return f"string_{kind}" if kind in {"too_short", "too_long"} and isinstance(error["input"], str) else kind


EXPIRED = N_(
    "This page was open for too long, or you have signed in again since. Nothing was sent. "
    "Check what you typed and save again."
)
OUT_OF_DATE = N_("This page is out of date. Nothing was sent. Check the marked fields and save again.")
NOT_ALL_CHECKED = N_("Masthead couldn't check everything that may depend on this. Try again, or select “%(label)s”.")
NOTHING_TO_SAVE = N_("Nothing to save. You changed nothing.")
ALREADY_SAVED = N_("Already saved. Your changes are there, so nothing was sent.")
FINE, INVALID, CONFLICT = 200, 422, 409


class TextForm(FlaskForm):  # type: ignore[misc]  # flask-wtf has no types
    """A form that reads text input only.

    Flask-WTF would also read uploaded files and JSON, which make text fields fail.
    """

    def __init__(self, **options: Any) -> None:
        """`formdata` replaces the request's input; None means no input."""
        super().__init__(**{"formdata": request.form or None, **options})
        for field in self:
            if not isinstance(field, WireField):  # a WireField translates its label itself
                field.label.text = gettext(field.label.text)


class PageForm(TextForm):
    """A form with a one-time key, problem messages, and the HTTP status of its page.

    `outcome` sums up the `problems`; `problem_title` replaces the usual title. `receipt` is the token of the receipt
    that the person has seen. `notes` are shown above the fields. `sends` describes values that are sent without having
    a field, by name. `wait_seconds` and `wait_words` contain the wait that the API requested.
    """

    form_key = HiddenField()
    consents: ClassVar[tuple[str, ...]] = ()
    """The fields by which a person agrees to dangerous effects. The review asks for all of them together."""
    keeps_input: ClassVar[bool] = False
    """True if input is kept as a draft without a snapshot, so that it survives the end of a session."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.problems: list[str | LinkedText] = []
        self.status = FINE
        self.outcome = Feedback.NOT_SAVED
        self.problem_title = self.receipt = ""
        self.wait_seconds, self.wait_words = 0, ""
        self.notes: list[str | LinkedText] = []
        self.sends: Mapping[str, str] = {}
        if not self.form_key.data:
            self.renew_key()

    def renew_key(self) -> None:
        """Make the next submission count as a new one instead of a repetition."""
        self.form_key.data = secrets.token_urlsafe(16)

    @property
    def wire_fields(self) -> list[WireField]:
        return [field for field in self if isinstance(field, WireField)]

    @property
    def sealed(self) -> str:
        """Return the sealed snapshot that the page was rendered from. Empty if the input isn't kept as a draft."""
        return seal_snapshot(Snapshot({})) if self.keeps_input else ""

    def find_consequences(self) -> Iterable[Consequence]:
        """List the consequences of a checked form in any order. May read from the API."""
        return []

    @cached_property
    def consequences(self) -> list[Consequence]:
        """Return the consequences, worst first. Every page that can make the change shows this list."""
        return sorted(self.find_consequences(), key=severity_key)

    def requires_review(self) -> bool:
        return any(each.is_serious for each in self.consequences)

    def check(self) -> None:
        """Check rules that aren't in the contract. Add messages to `field.errors` or `problems`."""

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the CSRF token and the form's own rules. Sets `status`."""
        super().validate(extra_validators)
        if self.meta.csrf and self.csrf_token.errors:
            self.problems.append(gettext(EXPIRED))
        self.check()
        if self.problems or any(field.errors for field in self if field.name not in self.consents):
            self.status = INVALID
        return self.status == FINE

    @property
    def missing_consents(self) -> list[WireField]:
        """Return the consents that are still missing from a checked form."""
        return [self[name] for name in self.consents if self[name].errors]


class ConfirmForm(PageForm):
    """A form for a dangerous step. It requires typing the name and agreeing to unchecked consequences."""

    confirm = TypedName(N_("Name"))
    agreed = Agreement(N_("Delete anyway"))

    def __init__(self, name: str, dependents: Iterable[Consequence] = (), **options: Any) -> None:
        """`name` has to be typed; `dependents` are the consequences for known dependent objects."""
        super().__init__(**options)
        self.confirm.require_name(name)
        self.unchecked = list_unchecked(dependents)
        self.agreed.hint = gettext("Not checked: %(told)s", told="; ".join(each.text for each in self.unchecked))

    def check(self) -> None:
        self.confirm.check()
        if self.unchecked:
            self.agreed.require(NOT_ALL_CHECKED)


class SealedForm(PageForm):
    """A form whose field `was` contains the sealed values shown on the page. Its input is kept as a draft."""

    was = HiddenField()

    @property
    def sealed(self) -> str:
        return str(self.was.data)

    def open_shown(self) -> dict[str, Any]:
        """Return the values shown on the submitted page. Empty if they weren't sealed for this person."""
        opened = open_snapshot(str(self.was.data or ""))
        return {} if opened is None else opened.values

    def seal_shown(self, values: dict[str, Any]) -> None:
        """Store these values in the form, sealed as JSON."""
        self.was.data = seal_snapshot(Snapshot(values))


class ContractForm(SealedForm):
    """A form for a request body. Declare `body` and a field for each part that people fill in.

    The field `was` contains the sealed snapshot that the page was rendered from. Only this person's changes are sent,
    even if a colleague has made other changes in the meantime. If both changed a field, the person decides: see
    `FieldConflict`. `about` is the edited object's id, for the journal; `ids` are the call's ids. `depends` holds
    consequences by field.
    """

    body: ClassVar[type[BaseModel]]
    request_model: ClassVar[type[BaseModel]]
    """The model of the request body. Declare it, and not `body`, if the request has a field `body`."""
    unique: ClassVar[tuple[str, ...]] = ()  # fields whose value another object may already have
    kept_here: ClassVar[bool] = False
    """True if only Masthead stores the values, which are neither sent nor in the journal."""
    ids: tuple[str, ...] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Use `body` as the request model, unless it is a field."""
        super().__init_subclass__(**options)
        if isinstance(cls.__dict__.get("body"), type):
            cls.request_model = cls.__dict__["body"]

    def __init__(self, now: Mapping[str, Any], start: Mapping[str, Any], about: str = "", **options: Any) -> None:
        """Use `from_values` or `new` instead. `now` holds the saved wire values, `start` the initial input values."""
        super().__init__(data=dict(start), **options)
        for field in self.body_fields:
            if field.name in self.request_model.model_fields:
                field.set_limits(field_limits(self.request_model, field.name))
        sent = self.was.data if self.is_submitted() else None
        opened = open_snapshot(sent) if sent else None
        values = known_values(now)
        # It was sealed with a former key, or not at all, so the changes are unknown.
        out_of_date = bool(sent and values) and opened is None
        self.three_way = ThreeWay(self.body_fields, opened or Snapshot(values), values, out_of_date, about)
        self.three_way.kept_here = self.kept_here
        self.was.data = seal_snapshot(self.three_way.seen)
        self.depends: dict[str, list[Consequence]] = {}

    @classmethod
    def from_values(cls, values: Mapping[str, Any], **options: Any) -> Self:
        """Build a form that edits an object, given its wire value for each field; MISSING means no value."""
        return cls(values, values, **options)

    @classmethod
    def new(cls, **start: Any) -> Self:
        """Build a form for a new object. `start` holds the initial input values."""
        return cls({}, start)

    @property
    def body_fields(self) -> list[WireField]:
        """Return the fields that belong to the request body."""
        return [field for field in self.wire_fields if field.name in self.request_model.model_fields]

    @property
    def is_unchanged(self) -> bool:
        return not self.changes()

    @property
    def no_change_message(self) -> str:
        """Return the message for an `unchanged` form."""
        return gettext(ALREADY_SAVED) if self.three_way.edited_fields() else gettext(NOTHING_TO_SAVE)

    @property
    def now(self) -> dict[str, Any]:
        """Return the saved value of each field."""
        return self.three_way.now

    @property
    def changed_by_others(self) -> list[WireField]:
        """Return the fields that only colleagues changed while this person was editing."""
        return self.three_way.changed_by_others

    def changes(self) -> dict[str, Any]:
        """Return this person's unsaved changes by field: the request body before validation."""
        return self.three_way.changes()

    @property
    def changed_labels(self) -> str:
        """Return the labels of the changed fields: `name and role of new members`."""
        return join_labels([self[name] for name in self.changes()])

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Return the label, saved value and new value of each changed field."""
        fields = [(self[name], value) for name, value in self.changes().items()]
        return [(f.label.text, *f.display_change(self.three_way.saved_value(f), value)) for f, value in fields]

    def list_preceding_changes(self) -> list[Change[Any]]:
        """List the changes to send before the form's own change."""
        return []

    def find_consequences(self) -> Iterable[Consequence]:
        return [each for name in self.changes() for each in self.depends.get(name, ())]

    def advice(self) -> list[str]:
        """List additional advice to show before sending and after saving."""
        return []

    def request_body(self) -> BaseModel:
        """Build the validated request body. Call `validate` first, since this raises pydantic's ValidationError."""
        return self.request_model.model_validate(self.changes())

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the form, the contract, and changes by colleagues. Sets `status`."""
        self.three_way.apply_answers()
        self.three_way.merge_parts()
        wrong = self._contract_error()
        super().validate(extra_validators)
        if wrong is not None:
            self._show_errors(wrong)
            self.status = INVALID
        self._show_conflicts(self.three_way.mark_conflicts())
        return self.status == FINE

    def remerge(self, now: Mapping[str, Any]) -> None:
        """Merge again with values read after the API reported a conflict. Sets `status`."""
        self._show_conflicts(self.three_way.remerge(now))

    def _show_conflicts(self, conflicting: list[WireField]) -> None:
        if conflicting and self.status == FINE:
            self.status = CONFLICT
        if conflicting and self.three_way.out_of_date:
            self.problems.append(gettext(OUT_OF_DATE))
        self.was.data = seal_snapshot(self.three_way.next_snapshot())

    def _contract_error(self) -> ValidationError | None:
        try:
            if not (self.now and self.is_unchanged):  # nothing is sent then, whether it is required or not
                self.request_body()
        except ValidationError as wrong:
            return wrong
        return None

    def _show_errors(self, wrong: ValidationError) -> None:
        for error in wrong.errors():
            field = self[str(error["loc"][0])] if error["loc"] and error["loc"][0] in self else None
            if field is None:
                self.problems.append(explain_error(error, gettext("This")))
            elif not field.errors:
                field.errors = [explain_error(error, field.label.text, field.shape)]


def list_blank_fields(form: type[PageForm]) -> list[WireField]:
    """List a form's fields in order, without any request input."""
    declared = [(each.creation_counter, name, each) for name, each in _list_declared_fields(form)]
    made = [each.bind(form=None, name=name, _meta=DefaultMeta()) for _, name, each in sorted(declared)]
    return [each for each in made if isinstance(each, WireField)]


def _list_declared_fields(form: type[PageForm]) -> list[tuple[str, UnboundField]]:
    found = ((name, getattr(form, name)) for name in dir(form) if not name.startswith("_"))
    return [(name, each) for name, each in found if isinstance(each, UnboundField)]
