"""Explanations of the API's errors for OpenAPI specifications."""

from typing import NamedTuple

from masthead.i18n import N_, gettext


class SpecError(NamedTuple):
    """An explained error. `remedy` tells what to do."""

    text: str
    remedy: str


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
    """Explain an error code; unknown codes are shown as reported."""
    if (known := KNOWN.get(code)) is not None:
        return SpecError(gettext(known.text), gettext(known.remedy))
    text = gettext("The API reports the error %(code)s.", code=code)
    return SpecError(text, gettext("Check the source, then let the API read it again."))
