"""Jinja for pages: fields missing from the API are undefined, texts are translated, dates and ages have filters."""

import re
from collections.abc import MutableMapping
from contextlib import suppress
from datetime import UTC, datetime
from datetime import date as Day  # noqa: N812 - the name of the filter
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache, Template
from jinja2.bccache import Bucket
from jinja2.runtime import ChainableUndefined
from markupsafe import Markup, escape
from pydantic import MISSING

from masthead import i18n
from masthead.i18n import format_age, format_date, format_moment, format_number, format_time, gettext
from masthead.web.descriptions.labels import enum_label, visibility_row
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.frame.fragment_cache import CacheTag, Html
from masthead.web.person.locale import in_time_zone
from masthead.web.person.portal import get_settings

MAX_MESSAGES = 8192


def template_text(message: str, /, **values: object) -> str:
    """Translate plain text: `{{ _("…") }}`. Values that aren't HTML are escaped."""
    text = i18n.gettext(message)
    return _insert_values(_escape(text), values) if values else text


def markup(message: str, /, **values: object) -> Markup:
    """Translate `{% trans %}`, which may contain HTML. Values are escaped."""
    translated = _markup(i18n.language(), message)
    return _insert_values(translated, values) if values else _unescape_percent(translated)


def markup_of_number(singular: str, plural: str, number: int, /, **values: object) -> Markup:
    """Translate the plural form for `number`. `{{ n }}` is the formatted number: `1,000`."""
    translations = i18n.LANGUAGES[i18n.language()]
    written = Markup(translations.ngettext(singular, plural, number))  # noqa: S704
    return written % {**i18n.isolate_values(values), "n": i18n.format_number(number)}


def _insert_values(text: str, values: dict[str, object]) -> Markup:
    # Markup's own % is four times as slow, and a row of a table has several texts.
    escaped = {name: escape(value) for name, value in i18n.isolate_values(values).items()}
    return Markup(str.__mod__(text, escaped))  # noqa: S704


@lru_cache(MAX_MESSAGES)
def _escape(text: str) -> str:
    return str(escape(text))


@lru_cache(MAX_MESSAGES)
def _markup(language: str, message: str) -> Markup:
    return Markup(i18n.LANGUAGES[language].gettext(message))  # noqa: S704 - from a template or a catalog, never from a person


@lru_cache(MAX_MESSAGES)
def _unescape_percent(translated: Markup) -> Markup:
    return translated % {}  # Jinja doubles each percent sign


NO_HTML = "\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
"""Control characters, lone surrogates and noncharacters make a page invalid."""
MOST_SIGNS = b"\t\n\f\r" + bytes(range(ord(" "), ord("~") + 1))
NOT_CLEAN = re.compile(f"[{NO_HTML}]")
MAIL_SIGN = re.compile(r"(?<=\w)(?=[@.]\w)")
AGE = Markup('<span data-age="{age}" aria-live="off">{words}</span>')
SLASH = re.compile(r"(?<![/:])/")


class PageTemplate(Template):
    """Renders valid HTML, no matter what the API returned or somebody typed."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Replace characters that HTML can't contain with U+FFFD."""
        page = super().render(*args, **kwargs)
        return page if _is_clean(page) else NOT_CLEAN.sub("\ufffd", page)


def _is_clean(page: str) -> bool:
    # Nearly all of a page is ASCII, so searching only the rest takes a fifth of the time.
    try:
        rest = page.encode().translate(None, MOST_SIGNS)
    except UnicodeEncodeError:  # lone surrogates
        return False
    return not NOT_CLEAN.search(rest.decode())


class PageEnvironment(Environment):
    """Treats fields that the API omitted as undefined: empty, false, `is not defined`.

    Fields of undefined fields are undefined too, so `organization.billing.interval` needs no check.
    """

    template_class = PageTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return a plain dict. Jinja's ChainMap would run Python code for each import and context lookup."""
        return {**self.globals, **d} if d else self.globals

    # pydantic's MISSING is truthy and prints as a word, so each `{% if site.hostname %}` would be wrong.
    def getattr(self, obj: Any, attribute: str) -> Any:
        return _or_undefined(super().getattr(obj, attribute), attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        return _or_undefined(super().getitem(obj, argument), argument)


class CompiledTemplates(FileSystemBytecodeCache):
    """A folder with compiled templates, which only saves time."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode. A full disk or a missing folder is ignored."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _or_undefined(value: Any, name: Any) -> Any:
    return ChainableUndefined(name=name) if value is MISSING else value


def age_label(seconds: float) -> str:
    """Describe an age: `just now`, `40 seconds ago`, `3 hours ago`."""
    if seconds < 2:  # noqa: PLR2004 - less than a person notices
        return gettext("just now")
    return format_age(seconds)


def live_age(seconds: float) -> Markup:
    """Render an age that static/ages.js keeps up to date, silently for screen readers."""
    return AGE.format(age=max(0, round(seconds)), words=age_label(seconds))


def breakable(address: str) -> Markup:
    """Allow line breaks after slashes. Otherwise, browsers would break within words."""
    return Markup("/<wbr>").join(SLASH.split(address))


def breakable_mail(name: str) -> Markup:
    """Allow line breaks before `@` and before dots."""
    return Markup("<wbr>").join(MAIL_SIGN.split(name))


def fingerprint(pairs: str) -> Markup:
    """Allow line breaks after colons, but not within a byte."""
    return Markup("<code>{}</code>").format(Markup(":<wbr>").join(pairs.split(":")))


def date(moment: datetime | Day) -> str:
    """Format a date for a table cell: `3 Apr 2023`."""
    if not isinstance(moment, datetime):
        return format_date(moment)
    at = in_time_zone(moment)
    return format_date(at) if at.tzinfo is UTC else _add_utc_tooltip(at, format_date(at))


def date_text(moment: datetime) -> str:
    """Format a date for sentences built in code, which don't contain HTML."""
    return format_date(in_time_zone(moment))


def day(moment: datetime | float) -> str:
    """Format a date and time to the minute. Also accepts a Unix timestamp."""
    at = in_time_zone(moment)
    return _add_zone(at, format_moment(at))


def moment_text(moment: datetime | float) -> str:
    """Format a date and time for sentences built in code."""
    at = in_time_zone(moment)
    return f"{format_moment(at)} UTC" if at.tzinfo is UTC else format_moment(at)


def time_text(seconds: float) -> str:
    """Format a time for sentences built in code: `14:05 UTC`."""
    at = in_time_zone(seconds)
    return f"{format_time(at)} UTC" if at.tzinfo is UTC else format_time(at)


def clock(seconds: float) -> str:
    """Format a time to the second: `14:05:30 UTC`."""
    at = in_time_zone(seconds)
    return _add_zone(at, format_time(at, seconds=True))


def _add_zone(at: datetime, text: str) -> str:
    return f"{text} UTC" if at.tzinfo is UTC else _add_utc_tooltip(at, text)


def _add_utc_tooltip(at: datetime, text: str) -> Html:
    utc = at.astimezone(UTC)
    return Html(f'<time datetime="{utc.isoformat()}" title="{format_moment(utc)} UTC">{text}</time>')


def web_address(text: object) -> str | None:
    """Return the text if it is an http or https URL, else None."""
    if not isinstance(text, str):
        return None
    try:
        parts = urlsplit(text)
    except ValueError:
        return None
    return text if parts.scheme in {"http", "https"} and parts.netloc else None


def init_app(app: Flask) -> None:
    """Set up Jinja, its filters, and a cache for compiled templates in the instance folder."""
    app.jinja_environment = PageEnvironment
    compiled = get_settings(app).instance_path / "templates"
    compiled.mkdir(mode=0o700, parents=True, exist_ok=True)
    app.jinja_options = {
        "bytecode_cache": CompiledTemplates(str(compiled)),
        "extensions": ["jinja2.ext.i18n", CacheTag],
        "trim_blocks": True,
        "lstrip_blocks": True,
    }
    app.jinja_env.newstyle_gettext = True  # type: ignore[attr-defined] # the values of a text are escaped one by one
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals.update(
        {"_": template_text, "gettext": markup, "ngettext": markup_of_number, "language": i18n.language}
    )
    app.jinja_env.filters.update(
        ago=live_age,
        breakable=breakable,
        breakable_mail=breakable_mail,
        cause=cause_text,
        clock=clock,
        date=date,
        day=day,
        enum_label=enum_label,
        fingerprint=fingerprint,
        number=format_number,
        visibility=visibility_row,
        web_address=web_address,
    )
