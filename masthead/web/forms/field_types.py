"""Fields for dates, Markdown, nullable strings, lists of words, files, and domains in any notation."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from flask import request
from pydantic import MISSING
from wtforms.validators import ValidationError

from fetching.pinned import encode_host
from masthead.i18n import N_, gettext
from masthead.web.forms.fields import FieldConflict, TextInput, WireField
from masthead.web.person.locale import today

PAST = N_("%(label)s: this day is in the past. Enter today or a later day, or leave it empty.")


class Day(TextInput):
    """A calendar day, or none (null)."""

    blank = (MISSING, None)

    def __init__(self, label: str, **options: Any) -> None:
        super().__init__(label, type="date", **options)

    @property
    def wire(self) -> Any:
        return self.data or None

    @property
    def day(self) -> date | None:
        """Return the date, or None if the input is empty or invalid."""
        try:
            return date.fromisoformat(self.data)
        except ValueError:
            return None

    def ensure_not_past(self) -> None:
        if self.day and self.day < today():
            self.errors = [gettext(PAST, label=self.label.text)]


MARKDOWN = "markdown"


class MarkdownText(TextInput):
    """A Markdown text, sent as an object; other formats can't be read back."""

    blank = (MISSING, None)

    def process_data(self, value: Any) -> None:
        self.data = _value_text(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = "\n".join(valuelist[0].splitlines()).strip()

    @property
    def wire(self) -> Any:
        return {MARKDOWN: self.data} if self.data else MISSING

    def same(self, one: Any, other: Any) -> bool:
        return _value_text(one) == _value_text(other)

    def display_value(self, value: Any) -> str:
        return super().display_value(_value_text(value))


def _value_text(value: Any) -> str:
    return str(value.get(MARKDOWN, "")) if isinstance(value, dict) else ""


class NullableText(TextInput):
    """A string or null. With `keep`, an unreadable value can also be left unchanged."""

    kind = "nullable_text"
    NONE, TEXT, KEEP = "none", "text", "keep"

    def __init__(
        self,
        label: str,
        *,
        none: str,
        some: str,
        keep: str = "",
        witness: str = "",
        unreported_noun: str = N_("value"),
        **options: Any,
    ) -> None:
        """`none`, `some` and `keep` are the labels for the choices.

        `witness` is the field that changes together with a kept value. `unreported_noun` is the noun for a value that
        the API doesn't report.
        """
        super().__init__(label, **options)
        self.witness, self.address_now, self.unreported_noun = witness, "", unreported_noun
        self.blank = (MISSING,) if keep else (MISSING, None)
        self.labels = {self.KEEP: gettext(keep), self.NONE: gettext(none), self.TEXT: gettext(some)}
        self.chosen = self.NONE
        self.shown = ""
        self.keeps = False

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Return the choices as (value, label) pairs."""
        return [(value, label) for value, label in self.labels.items() if label and (value != self.KEEP or self.keeps)]

    def process_data(self, value: Any) -> None:
        super().process_data(value)
        self.keeps = value is MISSING and bool(self.labels[self.KEEP])
        self.shown = self.data
        nothing = self.KEEP if self.keeps else self.NONE
        self.chosen = self.TEXT if self.data else nothing

    def process_inputs(self, formdata: Any) -> None:
        """Read the choice from `<name>-is`."""
        chosen = formdata.get(f"{self.name}-is")
        self.chosen = chosen if chosen in self.labels else self.chosen

    @property
    def typed_words(self) -> str:
        return str(self.data) if self.chosen == self.TEXT else self.labels[self.chosen]

    @property
    def unused_input(self) -> str:
        """Return text that was typed although another choice is selected."""
        return str(self.data) if self.chosen != self.TEXT and self.data not in {"", self.shown} else ""

    def pre_validate(self, _form: Any) -> None:
        if self.unused_input:
            message = gettext(
                "You typed “%(typed)s”, but selected “%(selected)s”. Select “%(other)s”, or clear the text.",
                typed=self.data,
                selected=self.labels[self.chosen],
                other=self.labels[self.TEXT],
            )
            raise ValidationError(message)

    def display_value(self, value: Any) -> str:
        return super().display_value(value) if self.is_reported(value) else gettext("a hidden value")

    def is_reported(self, value: Any) -> bool:
        return value is not MISSING or not self.labels[self.KEEP]

    def display_opened(self, conflict: FieldConflict) -> str:
        seen = conflict.witness[0] and not conflict.out_of_date and not self.is_reported(conflict.opened)
        return gettext("a %(thing)s", thing=gettext(self.unreported_noun)) if seen else super().display_opened(conflict)

    def display_theirs(self, conflict: FieldConflict) -> str:
        if self.is_reported(conflict.theirs) or not conflict.witness[1]:
            return super().display_theirs(conflict)
        thing = gettext(self.unreported_noun)
        opened = conflict.witness[0] and not conflict.out_of_date and not self.is_reported(conflict.opened)
        return gettext("another %(thing)s", thing=thing) if opened else gettext("a %(thing)s", thing=thing)

    @property
    def wire(self) -> Any:
        """Return the string, None, or MISSING to keep the current value."""
        return {self.NONE: None, self.TEXT: self.data, self.KEEP: MISSING}[self.chosen]


PLUS, MINUS = "+", "\N{MINUS SIGN}"


class WordList(WireField):
    """A list of short strings separated by commas, semicolons, spaces or newlines."""

    kind = "words"
    blank = (MISSING, [])
    between = re.compile(r"[\s,;]+")

    def __init__(self, label: str, *, clean: Callable[[str], str] = str, **options: Any) -> None:
        """`clean` is applied to each word."""
        super().__init__(label, **options)
        self.clean = clean

    def process_data(self, value: Any) -> None:
        self.data = [] if value is MISSING or value is None else list(value)

    def process_formdata(self, valuelist: list[str]) -> None:
        words = (self.clean(word) or word for text in valuelist for word in self.between.split(text) if word)
        self.data = list(dict.fromkeys(words))

    def display_value(self, value: Any) -> str:
        return ", ".join(f"“{word}”" for word in value) if isinstance(value, list) and value else "nothing"

    def display_change(self, before: Any, after: Any) -> tuple[str, str]:
        """Return the added and removed words if there was a list before."""
        both = isinstance(before, list) and isinstance(after, list)
        added = [word for word in after if word not in before] if both else []
        removed = [word for word in before if word not in after] if both else []
        if not before or not (added or removed):
            return super().display_change(before, after)
        lines = [(PLUS, word) for word in added] + [(MINUS, word) for word in removed]
        return self.display_value(before), "\n".join(f"{sign} {self.display_value([word])}" for sign, word in lines)

    @property
    def text(self) -> str:
        return "\n".join(self.data)

    @property
    def typed_words(self) -> str:
        return self.text


MAX_NAME_LENGTH = 80


@dataclass(frozen=True, slots=True)
class SentFile:
    """An uploaded file in memory, with the printable part of its name."""

    name: str
    content: bytes


def sent_file(name: str) -> SentFile | None:
    """Return the file uploaded through an input, or None: without one, or if another field has read it already."""
    file = request.files.get(name)
    if file is None or not file.filename or file.stream.closed:
        return None
    content = file.stream.read()
    file.close()  # a large upload is a temporary file until it is read
    return SentFile(printable_name(file.filename), content)


def printable_name(name: str) -> str:
    return "".join(letter for letter in name if letter.isprintable())[-MAX_NAME_LENGTH:]


class Upload(WireField):
    """An uploaded file in memory, since most requests are small. `data` is empty without a file."""

    kind = "file"
    data: Any

    def __init__(self, label: str, *, accept: str = "", **options: Any) -> None:
        """`accept` is the HTML attribute of the input."""
        super().__init__(label, **options)
        self.accept, self.file_name = accept, ""

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Read the uploaded file. Browsers don't let a page refill this input."""
        super().process(None, data or b"", extra_filters)
        sent = sent_file(self.name) if formdata else None
        if sent is not None:
            self.data, self.file_name = sent.content, sent.name


class StreamedUpload(Upload):
    """An uploaded file of up to `largest` bytes: `data` is a file, which ends with the request."""

    def __init__(self, label: str, *, largest: int, **options: Any) -> None:
        super().__init__(label, **options)
        self.largest = largest

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        WireField.process(self, None, data or b"", extra_filters)
        file = request.files.get(self.name) if formdata else None
        if file is not None and file.filename and file.stream.read(1):
            self.data, self.file_name = file.stream, printable_name(file.filename)


LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
MAX_LENGTH = 253
# Anybody can get an address at one of these domains, and would join the organization.
OPEN_TO_ALL = frozenset(
    (
        "aol.com",
        "gmail.com",
        "gmx.de",
        "gmx.net",
        "googlemail.com",
        "hotmail.com",
        "icloud.com",
        "live.com",
        "mail.com",
        "mail.ru",
        "me.com",
        "msn.com",
        "outlook.com",
        "proton.me",
        "protonmail.com",
        "qq.com",
        "web.de",
        "yahoo.com",
        "yandex.ru",
        "zoho.com",
    ),
)


def clean_domain(typed: str) -> str:
    """Normalize a typed domain: lower case, ASCII, without `@` and anything before it."""
    domain = typed.strip().lower().rpartition("@")[2].rstrip(".")
    try:
        return encode_host(domain)
    except UnicodeError:
        return domain


def domain_problem(domain: str) -> str:
    """Describe what is wrong with a cleaned domain. Empty if nothing is."""
    if "://" in domain or "/" in domain:
        return gettext("“%(domain)s” is a web address. Give the domain alone, such as example.com.", domain=domain)
    if "*" in domain:
        return gettext(
            "“%(domain)s” has a wildcard. Name each domain, such as example.com and eu.example.com.", domain=domain
        )
    labels = domain.split(".")
    if len(labels) < 2 or len(domain) > MAX_LENGTH or not all(LABEL.fullmatch(label) for label in labels):  # noqa: PLR2004
        return gettext("“%(domain)s” is not a domain. It looks like example.com.", domain=domain)
    return ""
