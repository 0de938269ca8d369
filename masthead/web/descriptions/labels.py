"""Translated labels: API values, visibility, change requests, link targets, spec errors."""

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

from contract.authoring.change_requests import ChangeRequest
from contract.authoring.openapi_specs import OpenAPISpec
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, ngettext
from masthead.lookup.link_scan import FILE, PAGE, UNTOLD, URL

K = TypeVar("K", bound=Hashable)


def translate_labels(table: Mapping[K, str]) -> dict[K, str]:
    """Translate a table of labels."""
    return {value: gettext(label) for value, label in table.items()}


def translate_rows(table: Mapping[K, tuple[Any, ...]], texts: int = 1) -> dict[K, tuple[Any, ...]]:
    """Translate the texts in each row: its first `texts` columns."""
    return {value: translate_row(row, texts) for value, row in table.items()}


def translate_row(row: tuple[Any, ...], texts: int = 1) -> tuple[Any, ...]:
    return (*map(gettext, row[:texts]), *row[texts:])


def request_subject(request: ChangeRequest) -> str:
    """Return the subject of a change request, or a placeholder."""
    return request.subject.strip() or gettext("Without a subject")


def request_title(request: ChangeRequest) -> str:
    """Return `#12 Subject`."""
    return f"#{request.number} {request_subject(request)}"


LABELS = {
    "active": N_("Active"),
    "audienceControlledSite": N_("Site for a chosen audience"),
    "basic": N_("Basic"),
    "business": N_("Business"),
    "business_dec_2021": N_("Business (December 2021)"),
    "community": N_("Community"),
    "community_2024": N_("Community (2024)"),
    "computed": N_("Computed"),
    "designSystem": N_("Design system"),
    "docsSite": N_("Documentation site"),
    "document": N_("Document"),
    "downgrade": N_("Downgrade"),
    "education": N_("Education"),
    "ended": N_("Ended"),
    "enterprise": N_("Enterprise"),
    "enterprise_2024": N_("Enterprise (2024)"),
    "expired": N_("Expired"),
    "free": N_("Free"),
    "free_2024": N_("Free (2024)"),
    "group": N_("Group"),
    "internal": N_("Internal"),
    "internalDocs": N_("Internal documentation"),
    "legacy": N_("Legacy"),
    "legacy-basic": N_("Legacy basic"),
    "legacy-premium": N_("Legacy premium"),
    "link": N_("Link"),
    "monthly": N_("Monthly"),
    "nonProfit": N_("Nonprofit"),
    "none": N_("None"),
    "notapplicable": N_("Not applicable"),
    "notes": N_("Notes"),
    "openSource": N_("Open source"),
    "openSourceDocs": N_("Open source documentation"),
    "other": N_("Other"),
    "plus": N_("Plus"),
    "plus_2024": N_("Plus (2024)"),
    "premium": N_("Premium"),
    "pro": N_("Pro"),
    "pro_2024": N_("Pro (2024)"),
    "productDocs": N_("Product documentation"),
    "security": N_("For security reasons"),
    "sponsored": N_("Sponsored"),
    "startup": N_("Startup"),
    "team": N_("Team"),
    "team_dec_2021": N_("Team (December 2021)"),
    "team_oct_2019_free": N_("Team, free (October 2019)"),
    "teamKnowledgeBase": N_("Team knowledge base"),
    "ultimate": N_("Ultimate"),
    "yearly": N_("Yearly"),
}


def enum_label(value: str) -> str:
    """Return the label of an API value; unknown values are returned as reported."""
    return gettext(LABELS[value]) if value in LABELS else value


GONE: Mapping[str, str] = {
    PAGE: N_("Page that is gone"),
    FILE: N_("File that is gone"),
    URL: N_("Address that leads nowhere"),
    "space": N_("Space that is gone"),
    "collection": N_("Collection that is gone"),
    "user": N_("Person who is gone"),
    "reusable-content": N_("Reusable content that is gone"),
    "openapi": N_("API spec that is gone"),
    UNTOLD: N_("Unknown target"),
}
THERE: Mapping[str, str] = {
    PAGE: N_("Page"),
    FILE: N_("File"),
    URL: N_("Address"),
    "space": N_("Space"),
    "collection": N_("Collection"),
    "user": N_("Person"),
    "reusable-content": N_("Reusable content"),
    "openapi": N_("API spec"),
    UNTOLD: N_("Unknown target"),
}


def broken_target_label(kind: str, anchor: str) -> str:
    """Describe the target of a broken link."""
    if kind == PAGE and anchor:
        return gettext("Heading that is gone")
    return _kind_label(GONE, kind)


def link_target_label(kind: str, anchor: str) -> str:
    """Describe the target of a working link."""
    return gettext("Heading") if kind == PAGE and anchor else _kind_label(THERE, kind)


def _kind_label(words: Mapping[str, str], kind: str) -> str:
    return gettext(words[kind]) if kind in words else gettext("Target of the kind %(kind)s", kind=kind)


class SpecError(NamedTuple):
    """An explained error. `remedy` describes how to fix it."""

    text: str
    remedy: str


SPEC_READ = "complete"
KNOWN = {
    "FETCH_TIMEOUT": SpecError(
        N_("The address of the specification takes too long to answer."),
        N_("Open the address in a browser. If it is slow there too, make it faster or enter another address."),
    ),
    "FETCH_ERROR": SpecError(
        N_("The documentation service can't read the address of the specification."),
        N_("Check that the address is right and leads to a file that everybody can open without signing in."),
    ),
    "PARSE_ERROR": SpecError(
        N_("The source is not valid OpenAPI."),
        N_("Check that it is an OpenAPI 3 or Swagger 2.0 document in JSON or YAML with openapi, info and paths."),
    ),
}
"""Keys are error codes of the API."""


def spec_error(code: str) -> SpecError:
    """Explain an error code; unknown codes are returned as reported."""
    if (known := KNOWN.get(code)) is not None:
        return SpecError(gettext(known.text), gettext(known.remedy))
    text = gettext("The documentation service reports the error %(code)s.", code=code)
    return SpecError(text, gettext("Check the source, then have it read again."))


def is_failing(spec: OpenAPISpec) -> bool:
    """Return whether the last run failed. While a run is pending, the previous error doesn't count."""
    return spec.processingState == SPEC_READ and bool(value_or_none(spec.lastProcessErrorCode))


# Value: label, what it means, icon.
VISIBILITY = {
    "public": (N_("Public"), N_("Anyone can read it, and search engines list it."), "eye"),
    "unlisted": (N_("Unlisted"), N_("Anyone with the address can read it; search engines don't list it."), "eye-slash"),
    "share-link": (N_("Share link"), N_("Only people with a secret link can read it."), "link-45deg"),
    "visitor-auth": (
        N_("Signed-in visitors"),
        N_("Only visitors whom your own sign-in lets through can read it."),
        "lock",
    ),
}
MEANINGS = {value: (label, meaning) for value, (label, meaning, _) in VISIBILITY.items()}


def visibility_row(value: str) -> tuple[Any, ...]:
    """Return the label, meaning and icon for a site's visibility."""
    return translate_row(VISIBILITY[value], 2) if value in VISIBILITY else (value, "", "info-circle")


# A higher rank means more people; equal ranks mean different people.
REACH = {"visitor-auth": 0, "share-link": 0, "unlisted": 1, "public": 2}
EVERYONE = {"unlisted": N_("Anyone with the address"), "public": N_("Anyone")}
SOME = {
    "share-link": N_("people with a secret link"),
    "visitor-auth": N_("visitors whom your own sign-in lets through"),
}
UNKNOWN_READERS = N_("It isn't known who gains or loses access, because Masthead doesn't know this setting.")


def is_more_open(now: str, then: str) -> bool:
    """Return whether more people can reach the site; False if either value is unknown."""
    return REACH.get(then, 0) > REACH.get(now, 0)


def access_change_message(now: str, then: str, count: int) -> str:
    """Describe who gains and who loses access to `count` sites."""
    if now not in VISIBILITY or then not in VISIBILITY:
        return gettext(UNKNOWN_READERS)
    if now in SOME and then in EVERYONE:
        return ngettext(
            "%(everyone)s can read it from then on. Nobody loses access.",
            "%(everyone)s can read them from then on. Nobody loses access.",
            count,
            everyone=gettext(EVERYONE[then]),
        )
    if now in SOME:
        gain, lose = gettext(SOME[then]), gettext(SOME[now])
        return gettext("%(gain)s gain access, %(lose)s lose it.", gain=gain.capitalize(), lose=lose)
    if then in SOME:
        return ngettext(
            "Only %(some)s can read it from then on. Everybody else loses access.",
            "Only %(some)s can read them from then on. Everybody else loses access.",
            count,
            some=gettext(SOME[then]),
        )
    if then == "public":
        return ngettext(
            "Search engines list it from then on, so anyone may find it. Nobody loses access.",
            "Search engines list them from then on, so anyone may find them. Nobody loses access.",
            count,
        )
    return ngettext(
        "Search engines no longer list it. Anyone with the address can still read it.",
        "Search engines no longer list them. Anyone with the address can still read them.",
        count,
    )
