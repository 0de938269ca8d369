"""Verifies a SAML response and extracts the person."""

import base64
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from service.sign_in.providers import SignInProvider
from service.sign_in.signatures import extract_assertion
from service.sign_in.xml import (
    BEARER,
    NO_ANSWER,
    SAML,
    SAMLP,
    SUCCESS,
    TOO_LARGE,
    Element,
    SignInRefusedError,
    element_text,
    parse_xml,
)

MAX_SIZE = 256 * 1024
"""Longest encoded response in characters."""

SKEW = timedelta(seconds=60)
"""Tolerated difference between the identity provider's clock and ours."""

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,189}")
_NAMES = (
    "displayName",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
)
"""Attributes with the name of the person."""

_MAX_NAME_LENGTH = 100
_START = " Start over from the start address."


@dataclass(frozen=True)
class SamlResponse:
    """A verified response with its request and the person. The e-mail address is in lower case."""

    request: str
    email: str
    name: str


def parse_saml_response(given: str, provider: SignInProvider, now: datetime) -> SamlResponse:
    """Verify a response, given in base64. Raises SignInRefusedError.

    `mark_answered` checks that the request it answers is open.
    """
    answer = _decode_response(given)
    status = answer.find(f"{SAMLP}Status/{SAMLP}StatusCode")
    if answer.tag == f"{SAMLP}Response" and status is not None and status.get("Value") != SUCCESS:
        raise SignInRefusedError("The identity provider didn't sign you in. Ask its administrator why.")
    provider.ensure_certificate_is_valid(now)
    assertion = extract_assertion(answer, provider.certificate, now)
    _validate_issuer(assertion, answer, provider)
    _validate_destination(answer, provider)
    _validate_conditions(assertion, provider, now)
    return SamlResponse(_find_request(assertion, answer, provider, now), _read_email(assertion), _read_name(assertion))


def _decode_response(given: str) -> Element:
    if len(given) > MAX_SIZE:
        raise SignInRefusedError(TOO_LARGE, 413)
    try:
        return parse_xml(base64.b64decode("".join(given.split()), validate=True))
    except ValueError as error:
        raise SignInRefusedError(NO_ANSWER, 400) from error


def _validate_issuer(assertion: Element, answer: Element, provider: SignInProvider) -> None:
    around = answer.find(f"{SAML}Issuer")
    issuers = {element_text(each) for each in (assertion.find(f"{SAML}Issuer"), around) if each is not None}
    if assertion.find(f"{SAML}Issuer") is None or issuers != {provider.entity_id}:
        raise SignInRefusedError(
            "The answer comes from another identity provider than the one that is set up here. Ask an administrator to "
            "compare the entity id."
        )


def _validate_destination(answer: Element, provider: SignInProvider) -> None:
    if answer.get("Destination", provider.acs_url) != provider.acs_url:
        raise SignInRefusedError(_wrong_recipient_message("the ACS URL"))


def _wrong_recipient_message(what: str) -> str:
    return f"The answer is meant for another service. Ask an administrator to compare {what} at the identity provider."


def _validate_conditions(assertion: Element, provider: SignInProvider, now: datetime) -> None:
    conditions = assertion.find(f"{SAML}Conditions")
    statement = assertion.find(f"{SAML}AuthnStatement")
    if conditions is None or statement is None:
        raise SignInRefusedError("The answer doesn't say who it is for, or doesn't report a sign-in.")
    _validate_times(conditions.get("NotBefore"), conditions.get("NotOnOrAfter"), now)
    _validate_times(None, statement.get("SessionNotOnOrAfter"), now)
    restrictions = conditions.findall(f"{SAML}AudienceRestriction")
    audiences = [{element_text(each) for each in restriction} for restriction in restrictions]
    if not audiences or not all(provider.own_entity_id in each for each in audiences):
        raise SignInRefusedError(_wrong_recipient_message("the entity id of this service (audience)"))


def _validate_times(begins: str | None, ends: str | None, now: datetime) -> None:
    if begins is not None and _parse_time(begins) > now + SKEW:
        raise SignInRefusedError(
            "The answer isn't valid yet: the clock of the identity provider is ahead of the clock here."
        )
    if ends is not None and _parse_time(ends) <= now - SKEW:
        raise SignInRefusedError("The answer is no longer valid." + _START)


def _parse_time(written: str) -> datetime:
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise SignInRefusedError("The answer contains a time that can't be read.")
    return moment


def _find_request(assertion: Element, answer: Element, provider: SignInProvider, now: datetime) -> str:
    confirmed = list(_confirmed_requests(assertion, provider, now))
    if not confirmed:
        raise SignInRefusedError(_wrong_recipient_message("the ACS URL"))
    request = confirmed[0]
    if not request or answer.get("InResponseTo", request) != request:
        raise SignInRefusedError("Nobody asked for this answer." + _START)
    return request


def _confirmed_requests(assertion: Element, provider: SignInProvider, now: datetime) -> Iterable[str]:
    for confirmation in assertion.iterfind(f"{SAML}Subject/{SAML}SubjectConfirmation"):
        data = confirmation.find(f"{SAML}SubjectConfirmationData")
        if confirmation.get("Method") != BEARER or data is None or data.get("Recipient") != provider.acs_url:
            continue
        if data.get("NotOnOrAfter") is None:
            raise SignInRefusedError("The answer doesn't say until when it is valid.")
        _validate_times(data.get("NotBefore"), data.get("NotOnOrAfter"), now)
        yield data.get("InResponseTo", "")


def _read_email(assertion: Element) -> str:
    named = assertion.findall(f"{SAML}Subject/{SAML}NameID")
    email = element_text(named[0]) if len(named) == 1 else ""
    if not _ADDRESS.fullmatch(email):
        raise SignInRefusedError(
            "The identity provider didn't send your e-mail address. Ask an administrator to make it send the address "
            "as the name id (NameID)."
        )
    return email.lower()


def _read_name(assertion: Element) -> str:
    values = {
        attribute.get("Name", ""): element_text(attribute.find(f"{SAML}AttributeValue"))
        for attribute in assertion.iterfind(f"{SAML}AttributeStatement/{SAML}Attribute")
    }
    names = [values[name] for name in _NAMES if values.get(name) and values[name].isprintable()]
    return names[0][:_MAX_NAME_LENGTH] if names else ""
