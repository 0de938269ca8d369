"""A form for one request body of the contract: fields are declared, limits are read, pydantic has the last word."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from flask import request
from flask_wtf import FlaskForm
from pydantic import MISSING, BaseModel, ValidationError
from wtforms import HiddenField

from contract.limits import limits
from web import snapshot
from web.fields import Text, WireField
from web.problems import LinkedText
from web.wording import explain

EXPIRED = "This page had been open for too long. Nothing was sent: please check what you typed and save again."
STALE = "This page is out of date. Nothing was sent: please check what you typed and save again."
SOMEONE_ELSE = "Someone else changed this to {theirs} while you were editing. Save again to replace it with yours."
FINE, INVALID, CONFLICT = 200, 422, 409


class TextForm(FlaskForm):  # type: ignore[misc]  # flask-wtf has no types
    """A form that takes texts, as the portal's own pages send them.

    Flask-WTF would take uploaded files and JSON too, and a field that awaits a text would break on them.
    """

    def __init__(self, **options: Any) -> None:
        """Take what was sent; `formdata` stands for something else, None for nothing."""
        super().__init__(**{"formdata": request.form or None, **options})


class PageForm(TextForm):
    """What all forms share: a key that makes one submission one call, problems in words, the status of the page."""

    form_key = HiddenField()

    def __init__(self, **options: Any) -> None:
        """Bind what was submitted; a new page gets a new key."""
        super().__init__(**options)
        self.problems: list[str | LinkedText] = []
        self.status = FINE
        if not self.form_key.data:
            self.renew_key()

    def renew_key(self) -> None:
        """Let the next submission be one of its own, not a repetition of this one."""
        self.form_key.data = secrets.token_urlsafe(16)

    @property
    def wire_fields(self) -> list[WireField]:
        """The fields that people fill in."""
        return [field for field in self if isinstance(field, WireField)]

    @property
    def sealed(self) -> str:
        """What the page was drawn from; nothing in a form that edits nothing."""
        return ""

    def check(self) -> None:
        """What a form demands beyond the contract: put messages into `field.errors` or `problems`."""

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the CSRF token and the form's own demands. Sets `status`."""
        super().validate(extra_validators)
        if self.meta.csrf and self.csrf_token.errors:
            self.problems.append(EXPIRED)
        self.check()
        if self.problems or any(field.errors for field in self):
            self.status = INVALID
        return self.status == FINE


class ConfirmForm(PageForm):
    """A dangerous step: the name of the thing has to be typed."""

    confirm = Text("Name")

    def __init__(self, name: str, **options: Any) -> None:
        """`name` is what has to be typed."""
        super().__init__(**options)
        self.name_to_type = name
        self.confirm.label.text = f"Type “{name}” to confirm"

    def check(self) -> None:
        """Compare what was typed, whatever the white space."""
        if " ".join(self.confirm.data.split()) != " ".join(self.name_to_type.split()):
            self.confirm.errors = [f"This is not the name. Type “{self.name_to_type}”."]


class ContractForm(PageForm):
    """Subclass it with `body` and a field for each part of the body that people fill in.

    What the page was drawn from travels in `was`, sealed: only what this person changed is sent, whatever a
    colleague did meanwhile, and where both changed the same field neither is overwritten in silence.
    """

    body: ClassVar[type[BaseModel]]
    was = HiddenField()

    def __init__(self, now: Mapping[str, Any], start: Mapping[str, Any], **options: Any) -> None:
        """Use `of` or `new`. `now` is what is saved, `start` what the inputs show first; both as the wire has them."""
        super().__init__(data=dict(start), **options)
        self.now = {name: value for name, value in now.items() if value is not MISSING}
        for field in self.wire_fields:
            if field.name in self.body.model_fields:
                field.take(limits(self.body, field.name))
        sent = self.was.data if self.is_submitted() else None
        opened = snapshot.open_sealed(sent) if sent else None
        if sent and opened is None:  # sealed with a key of before, or by nobody: what was changed is not known
            self.problems.append(STALE)
        self.drawn_from = dict(self.now) if opened is None else opened
        self.was.data = snapshot.seal(self.drawn_from)

    @classmethod
    def of(cls, values: Mapping[str, Any], **options: Any) -> Self:
        """A form that edits something: its values by field as the API has them, MISSING where it has none."""
        return cls(values, values, **options)

    @classmethod
    def new(cls, **start: Any) -> Self:
        """A form for something new, with what the inputs show first."""
        return cls({}, start)

    @property
    def sealed(self) -> str:
        """What the page was drawn from."""
        return str(self.was.data)

    @property
    def body_fields(self) -> list[WireField]:
        """The fields that belong to the request body."""
        return [field for field in self.wire_fields if field.name in self.body.model_fields]

    @property
    def unchanged(self) -> bool:
        """Whether there is nothing to send."""
        return not self.changes()

    def changes(self) -> dict[str, Any]:
        """What this person changed, by field: the request body before it is checked."""
        sent = [field for field in self.body_fields if field.wire is not MISSING]
        return {f.name: f.wire for f in sent if not f.same(f.wire, self.drawn_from.get(f.name, MISSING))}

    @property
    def changed_in_words(self) -> str:
        """What this person changed, by the labels: `name and role of new members`."""
        names = [_small(self[name].label.text) for name in self.changes()]
        return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What this person changed: the label, what it is now, what it would be."""
        fields = [(self[name], value) for name, value in self.changes().items()]
        return [(f.label.text, f.in_words(self._now(f)), f.in_words(value)) for f, value in fields]

    def risks(self) -> list[str]:
        """What to look out for in this change, in sentences."""
        return []

    def must_be_reviewed(self) -> bool:
        """Whether it is dangerous enough to be shown before it is sent, asked for or not."""
        return False

    def request_body(self) -> BaseModel:
        """The checked request body. Raises pydantic's ValidationError, so validate first."""
        return self.body.model_validate(self.changes())

    def validate(self, extra_validators: Any = None) -> bool:
        """Check the form, the contract and what colleagues did. Sets `status`."""
        try:
            if not (self.now and self.unchanged):  # nothing is sent then, be it demanded or not
                self.request_body()
        except ValidationError as wrong:
            super().validate(extra_validators)
            self._tell(wrong)
            self.status = INVALID
            return False
        if super().validate(extra_validators) and self._conflicts():
            self.status = CONFLICT
        return self.status == FINE

    def _tell(self, wrong: ValidationError) -> None:
        for error in wrong.errors():
            field = self[str(error["loc"][0])] if error["loc"] and error["loc"][0] in self else None
            if field is None:
                self.problems.append(explain(error, "This"))
            elif not field.errors:
                field.errors = [explain(error, field.label.text, field.shape)]

    def _conflicts(self) -> bool:
        """Find fields that a colleague changed too; draw the next page from what is saved now."""
        mine = self.changes()
        theirs = [f for f in self.body_fields if not f.same(self._now(f), self.drawn_from.get(f.name, MISSING))]
        both = [f for f in theirs if f.name in mine and not f.same(f.wire, self._now(f))]
        if not both:
            return False
        for field in both:
            field.errors = [SOMEONE_ELSE.format(theirs=field.in_words(self._now(field)))]
        for field in theirs:
            if field.name not in mine:
                field.process_data(self._now(field))
        self.was.data = snapshot.seal(self.now)
        return True

    def _now(self, field: WireField) -> Any:
        return self.now.get(field.name, MISSING)


def _small(label: str) -> str:
    """A label inside a sentence; those that begin with an abbreviation stay as they are."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]
