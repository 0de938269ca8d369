"""Parses an entity in a metadata file as an identity provider."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, Self
from urllib.parse import urlsplit

from contract.organization.saml import ENTITY_ID_MAX
from contract.schema.fields import URI_MAX_LENGTH
from masthead.i18n import N_, gettext, ngettext
from masthead.saml.certificates import contains_private_key
from masthead.saml.errors import metadata_error
from masthead.saml.providers import Binding, IdentityProvider, SignOn

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SPAN = re.compile(
    r"P(?=[\dT])(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,9})D)?"
    r"(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})(?:\.\d{1,9})?S)?)?"
)


def parse_datetime(text: str) -> datetime:
    """Parse an xs:dateTime into UTC; without a time zone, it is taken to be UTC. Raises ValueError."""
    read = datetime.fromisoformat(text.strip())
    # fromisoformat accepts a date without a time, xs:dateTime doesn't.
    if len(text.strip()) <= len("2026-01-01"):
        raise ValueError("a day, no moment")
    try:
        return read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC)
    except OverflowError:
        raise ValueError("no moment of the calendar") from None


def describe_duration(text: str) -> str:
    """Describe an xs:duration in words, such as `1 day, 12 hours`; empty if invalid."""
    found = _SPAN.fullmatch(text.strip())
    if not found:
        return ""
    years, months, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    left = days * 86400 + hours * 3600 + minutes * 60 + seconds
    parts = [
        ngettext("%(n)s year", "%(n)s years", years) if years else "",
        ngettext("%(n)s month", "%(n)s months", months) if months else "",
        ngettext("%(n)s day", "%(n)s days", left // 86400) if left // 86400 else "",
        ngettext("%(n)s hour", "%(n)s hours", left % 86400 // 3600) if left % 86400 // 3600 else "",
        ngettext("%(n)s minute", "%(n)s minutes", left % 3600 // 60) if left % 3600 // 60 else "",
        ngettext("%(n)s second", "%(n)s seconds", left % 60) if left % 60 else "",
    ]
    return ", ".join(filter(None, parts)) or gettext("0 seconds")


MD = "{urn:oasis:names:tc:SAML:2.0:metadata}"
ENTITY, ENTITIES = f"{MD}EntityDescriptor", f"{MD}EntitiesDescriptor"
SIGNATURE = "{http://www.w3.org/2000/09/xmldsig#}Signature"
_DS = "{http://www.w3.org/2000/09/xmldsig#}"
_MDUI = "{urn:oasis:names:tc:SAML:metadata:ui}"
_SCOPE = "{urn:mace:shibboleth:metadata:1.0}Scope"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_BINDINGS: dict[str, Binding] = {
    "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect": "redirect",
    "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST": "post",
}
_ORDER: tuple[Binding, ...] = ("redirect", "post")
_ORGANIZATION_NAMES = ("OrganizationDisplayName", "OrganizationName")
_WEB = re.compile(r"https?://[^\s\x00-\x1f\x7f]+", re.IGNORECASE)
_NO_MOMENT = N_("Masthead can't read the expiry date (validUntil).")
NAME_MAX, KEYS_MAX, ALIASES_MAX = 200, 20, 20


class Validity(NamedTuple):
    """The validity of an element, given its ancestors: the earliest end and the innermost cache duration."""

    valid_until: datetime | None = None
    cache_for: str = ""
    notes: tuple[str, ...] = ()

    def narrow_validity(self, element: "Element") -> Self:
        span = describe_duration(element.get("cacheDuration", "")) or self.cache_for
        notes = self.notes
        try:
            own = parse_datetime(element.get("validUntil", "")) if element.get("validUntil") is not None else None
        except ValueError:
            # Replaced, not appended: otherwise each provider would repeat the note of its ancestors.
            own, notes = None, (gettext(_NO_MOMENT),)
        ends = [each for each in (self.valid_until, own) if each]
        return type(self)(min(ends, default=None), span, notes)


def parse_provider(entity: "Element", role: "Element", inherited: Validity) -> IdentityProvider:
    """Parse an IDPSSODescriptor. Raises MetadataError if it contains a private key."""
    entity_id, validity = entity.get("entityID", "").strip(), inherited.narrow_validity(role)
    sign_ons, address_notes = _parse_sign_ons(role)
    keys, key_notes = _parse_signing_keys(role)
    name, *names = _list_names(entity, role) or [""]
    if not entity_id:
        odd = [gettext("The metadata has no entity ID.")]
    elif len(entity_id) > ENTITY_ID_MAX:
        odd = [
            gettext(
                "Masthead left out the entity ID. It has %(count)s characters; %(entity_id_max)s are allowed.",
                count=len(entity_id),
                entity_id_max=ENTITY_ID_MAX,
            )
        ]
    else:
        odd = []
    return IdentityProvider(
        entity_id="" if odd else entity_id,
        name=name,
        sign_ons=sign_ons,
        keys=keys,
        valid_until=validity.valid_until,
        cache_for=validity.cache_for,
        notes=(*odd, *address_notes, *key_notes, *validity.notes),
        aliases=tuple(dict.fromkeys([*names, *_list_domains(role, sign_ons)]))[:ALIASES_MAX],
    )


def _parse_sign_ons(role: "Element") -> tuple[tuple[SignOn, ...], list[str]]:
    """Return the sign-on URLs for browsers, without duplicates, and notes on omitted ones."""
    found: dict[SignOn, None] = {}
    refused = 0
    for service in role.findall(f"{MD}SingleSignOnService"):
        binding, address = _BINDINGS.get(service.get("Binding", "")), service.get("Location", "").strip()
        if binding is None:
            continue  # SOAP and artifact bindings are for programs
        if _WEB.fullmatch(address) and len(address) <= URI_MAX_LENGTH:
            found[SignOn(binding, address)] = None
        else:
            refused += 1
    notes = []
    if refused:
        notes.append(
            ngettext(
                "Masthead left out 1 sign-on address: not a web address, or longer than %(max)s characters.",
                "Masthead left out %(n)s sign-on addresses: not a web address, or longer than %(max)s characters.",
                refused,
                max=URI_MAX_LENGTH,
            )
        )
    elif not found:
        notes.append(gettext("The metadata has no SAML 2.0 sign-on address for HTTP-Redirect or HTTP-POST."))
    return tuple(sorted(found, key=lambda each: _ORDER.index(each.binding))), notes


def _parse_signing_keys(role: "Element") -> tuple[tuple[str, ...], list[str]]:
    """Return the signing certificates as base64, without duplicates, and notes on omitted ones."""
    found: dict[str, None] = {}
    for_encryption = bare = 0
    for key in role.findall(f"{MD}KeyDescriptor"):
        texts = [" ".join((each.text or "").split()) for each in key.iter(f"{_DS}X509Certificate")]
        # A key without a `use` is for both signing and encryption.
        if key.get("use", "signing") != "signing":
            for_encryption += 1
        elif not any(texts):
            bare += 1
        else:
            found |= dict.fromkeys(text for text in texts if text)
    if any(contains_private_key(text) for text in found):
        raise metadata_error("private-key")
    return tuple(found)[:KEYS_MAX], _key_notes(for_encryption, bare, len(found))


def _list_names(entity: "Element", role: "Element") -> list[str]:
    """List the mdui:DisplayName and the organization's names. The first is in English if possible."""
    organization = entity.find(f"{MD}Organization")
    shown = [each for info in role.iter(f"{_MDUI}UIInfo") for each in info.findall(f"{_MDUI}DisplayName")]
    found: list[str] = []
    for names in (shown, *(_find_children(organization, f"{MD}{part}") for part in _ORGANIZATION_NAMES)):
        parts = [(each.get(_LANG, ""), _printable_line(each.text or "")) for each in names]
        parts.sort(key=lambda part: not part[0].lower().startswith("en"))
        found += [name for _, name in parts if name]
    return list(dict.fromkeys(found))


def _list_domains(role: "Element", sign_ons: tuple[SignOn, ...]) -> Iterator[str]:
    yield from (_printable_line(each.text or "") for each in role.iter(_SCOPE) if each.text)
    for each in sign_ons:
        with suppress(ValueError):
            yield urlsplit(each.address).hostname or ""


def _find_children(element: "Element | None", tag: str) -> "list[Element]":
    return [] if element is None else element.findall(tag)


def _printable_line(text: str) -> str:
    line = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return line if len(line) <= NAME_MAX else f"{line[: NAME_MAX - 1]}…"


def _key_notes(for_encryption: int, bare: int, found: int) -> list[str]:
    notes = []
    if for_encryption:
        notes.append(
            ngettext(
                "Masthead left out %(n)s key for encryption only.",
                "Masthead left out %(n)s keys for encryption only.",
                for_encryption,
            )
        )
    if bare:
        notes.append(
            ngettext(
                "Masthead left out %(n)s signing key without a certificate.",
                "Masthead left out %(n)s signing keys without a certificate.",
                bare,
            )
        )
    if found > KEYS_MAX:
        notes.append(gettext("Masthead took the first %(max)s of %(count)s certificates.", max=KEYS_MAX, count=found))
    return notes
