"""Forms for API specifications."""

from typing import Any

from flask import request
from pydantic import MISSING
from wtforms.validators import ValidationError

from contract.authoring.openapi_specs import OpenAPISpecCreate, OpenAPISpecReplace
from contract.schema.fields import URI_MAX_LENGTH
from fetching.failures import FetchError
from fetching.rules import NOT_PUBLIC, AnyWeb, is_public
from masthead.i18n import N_, gettext, ngettext
from masthead.openapi_specs.document import SpecTextError, parse_text
from masthead.web.forms.field_types import sent_file
from masthead.web.forms.fields import TextInput, WireField
from masthead.web.forms.forms import ContractForm

SOURCE = N_("Source")
URL, TEXT = "url", "text"
CHOICES = (URL, TEXT)
NOT_HTTPS = N_("The address must begin with https://. Everybody on the way could read and change what http:// sends.")
NO_WEB_ADDRESS = N_("Enter an address that begins with https:// and has no user name or password in it.")
BOTH_TEXTS = N_("You pasted a text and selected a file. Clear the text or leave out the file.")
TEXT_BESIDE = N_("You pasted a text, but selected “Address”. Select “Text or file”, or clear the text.")
URL_BESIDE = N_("You typed “%(url)s”, but selected “Text or file”. Select “Address”, or clear the address.")
NOT_TEXT = N_("This file isn't text in UTF-8. Save it as UTF-8, then select it again.")


class SpecSource(WireField):
    """Edits a source: either a URL (`url`) or the text of the specification (`data`)."""

    kind = "spec_source"
    blank = (MISSING, None)
    url = ""
    selected = ""
    untold = URL
    shown_url = ""
    longest_url = URI_MAX_LENGTH

    @property
    def chosen(self) -> str:
        """Return the selected kind of source or, without a selection, the kind that has a value."""
        told = TEXT if self.data else URL if self.url else self.untold
        return self.selected or told

    @property
    def file_name(self) -> str:
        """Return the name of the file input."""
        return f"{self.name}-file"

    def process_data(self, value: Any) -> None:  # noqa: ANN401 - any JSON
        """Set the saved source. It is empty if it was sent as text, since the API doesn't report texts."""
        told = value if isinstance(value, dict) else {}
        self.url, self.data = str(told.get(URL, "")), str(told.get(TEXT, ""))
        self.shown_url = self.url

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:  # noqa: ANN401 - WTForms
        """Read the text as in any field, and the other inputs by their own names."""
        super().process(formdata, data, extra_filters)
        if not formdata or f"{self.name}-is" not in formdata:
            return
        selected = formdata.get(f"{self.name}-is")
        self.selected = selected if selected in CHOICES else ""
        self.url = formdata.get(f"{self.name}-url", "").strip()
        self._process_file()

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = "\n".join(valuelist[0].split("\r\n"))

    def _process_file(self) -> None:
        sent = sent_file(self.file_name) if request.files else None
        self.file_problem = ""
        if sent is None:
            return
        self.selected = TEXT
        if self.data.strip():
            self.file_problem = BOTH_TEXTS
            return
        try:
            self.data = sent.content.decode("utf-8-sig")
        except UnicodeDecodeError:
            self.file_problem = NOT_TEXT
        else:
            self.uploaded = True

    file_problem = ""

    @property
    def wire(self) -> Any:  # noqa: ANN401 - JSON
        """Return the source in the form that the API expects; MISSING if nothing was entered."""
        held = self.url if self.chosen == URL else self.data
        return {self.chosen: held} if held.strip() else MISSING

    def pre_validate(self, _form: Any) -> None:  # noqa: ANN401 - WTForms
        """Reject non-public URLs, invalid text, and input for the kind of source that isn't selected."""
        if self.file_problem:
            raise ValidationError(gettext(self.file_problem))
        if self.chosen == URL and self.data.strip():
            raise ValidationError(gettext(TEXT_BESIDE))
        if self.chosen == TEXT and self.url != self.shown_url and self.url:
            raise ValidationError(gettext(URL_BESIDE, url=self.url))
        if self.chosen == TEXT and self.data.strip():
            _check_text(self.data)
        if self.chosen == URL and self.url and self.url != self.shown_url:
            _check_address(self.url)

    def display_value(self, value: Any) -> str:  # noqa: ANN401 - any JSON
        if isinstance(value, dict) and URL in value:
            return f"“{value[URL]}”"
        if isinstance(value, dict) and TEXT in value:
            return ngettext("a text of %(n)s character", "a text of %(n)s characters", len(value[TEXT]))
        untold = value is MISSING and self.edits
        return gettext("a text") if untold else gettext("nothing")

    def is_reported(self, value: Any) -> bool:  # noqa: ANN401 - any JSON
        """Return whether the API reports the source. It doesn't report texts."""
        return value is not MISSING


class NewSpecForm(ContractForm):
    """Creates a specification: the slug, which can't be changed later, and the source."""

    body = OpenAPISpecCreate
    unique = ("slug",)
    slug = TextInput(
        N_("Slug"),
        hint=N_(
            "Pages refer to the specification by this name, such as shipments-v2: lowercase letters, digits and single "
            "hyphens. You can't change it later."
        ),
        shape=N_("Use lowercase letters, digits and single hyphens between them, such as shipments-v2."),
    )
    source = SpecSource(SOURCE)


class SavedSpecSource(SpecSource):
    """The source of an existing specification. It is a text if the API reports no URL."""

    untold = TEXT


class SpecForm(ContractForm):
    """Edits a specification's source, the only setting that can be changed."""

    body = OpenAPISpecReplace
    source = SavedSpecSource(SOURCE)


def _check_text(text: str) -> None:
    """Raise ValidationError unless the text is JSON or YAML. The API would accept it, but then fail to read it."""
    try:
        parse_text(text)
    except SpecTextError as error:
        raise ValidationError(str(error)) from error


def _check_address(url: str) -> None:
    """Check that the URL is public, without requesting it. Raises ValidationError."""
    if len(url) > URI_MAX_LENGTH:
        message = gettext(
            "Source can have at most %(most)s characters. This has %(length)s.", most=URI_MAX_LENGTH, length=len(url)
        )
        raise ValidationError(message)
    try:
        target = AnyWeb().parse_target(url)
    except FetchError as error:
        raise ValidationError(gettext(NO_WEB_ADDRESS)) from error
    if not target.secure:
        raise ValidationError(gettext(NOT_HTTPS))
    if not is_public(target.host):
        raise ValidationError(gettext(NOT_PUBLIC))
