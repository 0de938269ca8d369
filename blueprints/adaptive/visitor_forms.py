"""The form of an example visitor: a name and values for the site's claims."""

import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import request
from pydantic_core import from_json
from wtforms import BooleanField

from masthead.conditions import Claim, Claims, claim_name
from masthead.i18n import N_, gettext
from masthead.store.notes import MAX_NAME_LENGTH as MAX_VISITOR_NAME_LENGTH
from masthead.store.notes import Visitor
from masthead.web.forms.fields import TextInput, WireField
from masthead.web.forms.forms import PageForm, SealedForm
from masthead.web.frame.problems import LinkedText

WHOLE = N_("This visitor has no other claims.")
MAX_CLAIMS = 200
"""Maximum number of claims on a page: each needs several form fields, whose number app.py limits."""
MAX_VALUE_LENGTH = 200
OFFERED = {"boolean", "text", "number"}
WORDS = {True: "true", False: "false"}
ClaimValue = bool | int | float | str


class ClaimInput(NamedTuple):
    """An input for one claim; `text` is empty if its value is unknown."""

    claim: Claim
    number: int
    text: str
    error: str = ""

    @property
    def choices(self) -> tuple[str, ...]:
        if self.claim.kind == "boolean":
            return ("true", "false")
        return tuple(value for value in self.claim.values if isinstance(value, str))


class VisitorForm(SealedForm):
    """Edits the saved visitor `kept`, with inputs for the `claims` of the page's site."""

    name = TextInput(N_("Name"), hint=N_("A kind of visitor, such as Carrier or Guest. Not the name of a person."))
    whole = BooleanField(WHOLE)

    def __init__(self, kept: Visitor, claims: Claims) -> None:
        super().__init__(data={"name": kept.name, "whole": kept.whole})
        self.kept = kept
        self.seal_shown({"name": kept.name})
        offered = [claim for claim in claims if claim.kind in OFFERED]
        self.left_out = max(0, len(offered) - MAX_CLAIMS)
        self.inputs = [self._build_input(number, claim) for number, claim in enumerate(offered[:MAX_CLAIMS])]

    def _build_input(self, number: int, claim: Claim) -> ClaimInput:
        if not self.is_submitted():
            return ClaimInput(claim, number, input_text(self.kept.claims.get(claim.path)))
        # Inputs are matched by claim name, since the schema may have changed after the page was rendered.
        said = dict(zip(request.form.getlist("claim"), request.form.getlist("value"), strict=False))
        text = said.get(claim.expression, input_text(self.kept.claims.get(claim.path))).strip()
        return ClaimInput(claim, number, text, _value_error_message(claim, text))

    @property
    def other_site_claims(self) -> list[str]:
        """Return saved values of claims that this site doesn't have, in words."""
        shown = {each.claim.path for each in self.inputs}
        return [
            gettext("%(claim)s is %(value)s", claim=claim_name(path), value=input_text(value))
            for path, value in self.kept.claims.items()
            if path not in shown
        ]

    def check(self) -> None:
        if not 0 < len(self.name.data) <= MAX_VISITOR_NAME_LENGTH:
            self.name.errors = [
                gettext(
                    "Enter a name of up to %(max_visitor_name_length)s characters.",
                    max_visitor_name_length=MAX_VISITOR_NAME_LENGTH,
                )
            ]
        for each in self.inputs:
            if each.error:
                message = f"{claim_name(each.claim.path)}: {each.error}"
                self.problems.append(LinkedText("", message, "", f"#value-{each.number}"))

    @property
    def visitor(self) -> Visitor:
        """Return the visitor to save, including saved values of other sites' claims."""
        shown = {each.claim.path for each in self.inputs}
        others = {path: value for path, value in self.kept.claims.items() if path not in shown}
        return Visitor(
            self.name.data, {**others, **dict(self._parse_claims())}, bool(self.whole.data), self.kept.number
        )

    def _parse_claims(self) -> Iterator[tuple[tuple[str, ...], ClaimValue]]:
        for each in self.inputs:
            if each.text:
                yield each.claim.path, _parse_value(each.claim, each.text)


class TypedClaims(WireField):
    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:  # noqa: ANN401 - WTForms
        super().process(formdata, data, extra_filters)
        said = zip(formdata.getlist("claim"), formdata.getlist("value"), strict=False) if formdata else ()
        self.data = [f"{claim}: {value}" for claim, value in said if value]
        self.data += [gettext(WHOLE)] if formdata and "whole" in formdata else []

    @property
    def typed_words(self) -> str:
        return ", ".join(self.data)


class VisitorWords(PageForm):
    """Gives drafts labels for a visitor's input. No page shows this form."""

    name = TextInput(N_("Name"))
    claims = TypedClaims(N_("Claims"))


def input_text(value: ClaimValue | None) -> str:
    if value is None:
        return ""
    return WORDS[value] if isinstance(value, bool) else f"{value}"


def _value_error_message(claim: Claim, text: str) -> str:
    if not text:
        return ""
    if claim.kind == "boolean":
        return "" if text in WORDS.values() else gettext("Select true or false.")
    if claim.kind == "number":
        return "" if _parse_number(text) is not None else gettext("Enter a number, such as 3 or 2.5.")
    return (
        ""
        if len(text) <= MAX_VALUE_LENGTH
        else gettext("Enter up to %(max_value_length)s characters.", max_value_length=MAX_VALUE_LENGTH)
    )


def _parse_value(claim: Claim, text: str) -> ClaimValue:
    number = _parse_number(text) if claim.kind == "number" else None
    if number is not None:
        return number
    return text == WORDS[True] if claim.kind == "boolean" else text


def _parse_number(text: str) -> int | float | None:
    try:
        number = from_json(text)
    except ValueError:
        return None
    plain = isinstance(number, (int, float)) and not isinstance(number, bool) and len(text) <= MAX_VALUE_LENGTH
    return number if plain and math.isfinite(number) else None


def describe_claims(claims: Mapping[tuple[str, ...], ClaimValue]) -> str:
    return ", ".join(
        gettext("%(claim)s is %(value)s", claim=claim_name(path), value=input_text(value))
        for path, value in claims.items()
    )
