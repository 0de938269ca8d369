"""Imports identity provider metadata from a URL, a file or pasted text. It fills in a form and changes nothing."""

from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.sso.imported_metadata import ROWS, ImportedMetadata, MetadataRequest
from fetching.failures import FailureKind, FetchError
from fetching.fetcher import Fetcher
from fetching.rules import Configured, Https, Rules, parse_allowed_hosts
from masthead.i18n import N_, gettext
from masthead.saml import MAX_FILE_SIZE, MetadataError
from masthead.store.drafts.texts import TooLargeError
from masthead.store.errors import StoreError
from masthead.web.forms.field_types import StreamedUpload
from masthead.web.forms.fields import TextInput
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.forms.identity_providers import MAY_BE_SECRET, NOT_KEPT
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.request_lock import lock_released
from masthead.web.http.settings import Settings, create_ssl_context
from masthead.web.person.guards import keeps_input, signed_in, takes_large_file
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.submission import refuse_form

blueprint = Blueprint("sso_metadata", __name__, url_prefix="/orgs/<organization_id>/sso")
NEW = "new"
"""The provider id in URLs while the provider doesn't exist yet."""
PAUSE_SECONDS, TOO_MANY_REQUESTS = 5.0, 429
REFUSALS_SECONDS, MAX_REFUSALS = 60.0, 10
MAX_SHOWN_LENGTH = 100
NOTHING = N_("Paste the text, upload the file, or enter the address of the metadata.")
SEVERAL = N_("Give only one of the three: the text, the file or the address.")
NO_FILE = N_("Paste the text of the metadata, or upload its file.")
BOTH = N_("Give only one of the two: the text or the file.")
BY_HAND = N_("Open it in your browser and upload the file that you get, or paste its text.")
PAUSE = N_("Masthead reads one address every five seconds. Wait a moment, then try again.")
TOO_MUCH = N_("This metadata is too large to keep. Ask for the metadata of your own identity provider only.")
READ = N_("Masthead read the metadata. Nothing is saved yet.")
FOR_CERTIFICATE = "certificate"
"""The purpose of an import whose certificate replaces the saved one."""
DEMO_METADATA = "/demo-identity-provider/metadata"
MAX_SIZE = 512 * 1024
"""The size limit of metadata, in bytes."""
WORDS = {
    FailureKind.REFUSED: N_(
        "The host is on this machine or in a private or reserved network. An administrator of Masthead can "
        "allow it by name in MASTHEAD_METADATA_ALLOW_HOSTS."
    ),
    FailureKind.NAME: N_("No host with this name exists."),
    FailureKind.TLS: N_(
        "Masthead couldn't make a secure connection: the host's certificate isn't trusted, has expired, "
        "or is for another name. An administrator of Masthead can trust your own authority in "
        "MASTHEAD_METADATA_CA_FILE."
    ),
    FailureKind.TIME: N_("It took longer than 10 seconds."),
    FailureKind.SIZE: N_("It is larger than 512 KiB. Download the metadata of a federation, and upload the file."),
    FailureKind.STATUS: N_("The host answered with an error. The address may be wrong, or may need a sign-in."),
    FailureKind.REDIRECTS: N_("The address redirects more than three times."),
    FailureKind.UNREADABLE: N_("The host doesn't answer, or its answer breaks off."),
}
OFF = N_("This Masthead doesn't fetch metadata from addresses. Upload the file, or paste the text.")


class MetadataForm(PageForm):
    """Takes metadata as text, file or address. Text comes first, since most people have it at hand."""

    text = TextInput(
        N_("Metadata text"), rows=8, hint=N_("The whole XML text that your identity provider shows, or its address.")
    )
    file = StreamedUpload(
        N_("Metadata file"),
        hint=N_("As you download it from your identity provider or federation, at most 100 MB."),
        accept=".xml,text/xml",
        largest=MAX_FILE_SIZE,
    )
    address = TextInput(
        N_("Metadata address"),
        type="url",
        hint=N_("An https address that Masthead can read without signing in."),
    )

    @property
    def given_inputs(self) -> list[str]:
        offered = ("text", "file", "address") if self.allows_address else ("text", "file")
        return [name for name in offered if self[name].data]

    @property
    def allows_address(self) -> bool:
        """True if this portal may fetch metadata. An administrator can switch that off."""
        return portal().settings.metadata_by_url

    @property
    def demo_address(self) -> str:
        """The metadata of the demo's identity provider; empty if this is no demo."""
        return demo_address(portal().settings) if self.allows_address else ""

    def check(self) -> None:
        if len(self.given_inputs) != 1:
            several, nothing = (
                (gettext(SEVERAL), gettext(NOTHING)) if self.allows_address else (gettext(BOTH), gettext(NO_FILE))
            )
            self.problems.append(several if self.given_inputs else nothing)


class MetadataFetchError(Exception):
    """The metadata could not be fetched. The message is for people. `kind` is `off` if the portal may not fetch.

    Neither of them reveals any of the response. `was_asked` is False if no connection was attempted.
    """

    def __init__(self, kind: FailureKind | None, message: str, *, was_asked: bool = False) -> None:
        super().__init__(message)
        self.was_asked = was_asked
        self.kind = "off" if kind is None else kind.value


@blueprint.get("/<provider_id>/import")
@signed_in
def ask(organization_id: str, provider_id: str) -> Response:
    return _import_page(organization_id, provider_id, MetadataForm())


@blueprint.post("/<provider_id>/import")
@signed_in
@keeps_input
@takes_large_file(MAX_FILE_SIZE)
def read(organization_id: str, provider_id: str) -> Response:
    """Parse and store the metadata, then redirect to the form that it fills in. Sends no request to the API."""
    form, onward = MetadataForm(), form_page(organization_id, provider_id)
    try:
        metadata = _parse_input(form) if form.validate() else None
        if metadata is not None:
            stored = metadata.store(onward, _source_label(form))
            if request.form.get("purpose") == FOR_CERTIFICATE and len(metadata.rows) == 1:
                onward = url_for("sso_certificate.ask", organization_id=organization_id, provider_id=provider_id)
            return redirect_info(gettext(READ), f"{onward}?import={stored}")
    except TooLargeError:
        refuse_form(form, gettext(TOO_MUCH), INVALID)
    except StoreError:
        refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
    return _import_page(organization_id, provider_id, form)


def form_page(organization_id: str, provider_id: str) -> str:
    if provider_id == NEW:
        return url_for("sso.new", organization_id=organization_id)
    return url_for("sso_steps.identity", organization_id=organization_id, provider_id=provider_id)


def metadata_context(asked: MetadataRequest, provider_id: str) -> dict[str, Any]:
    """Build a form page's template values: the import form, or the imported metadata and its providers."""
    words = request.args.get("q", "")
    found = asked.source.find_providers(words) if asked.source and not asked.chosen else []
    return {
        "asked": asked,
        "importing": MetadataForm(),
        "at": provider_id,
        "words": words,
        "found": found,
        "rows": ROWS,
    }


def _parse_input(form: MetadataForm) -> ImportedMetadata | None:
    (way,) = form.given_inputs
    try:
        if way == "address":
            return _read_address(form)
        with lock_released():  # a federation takes seconds
            return ImportedMetadata(form[way].data)
    except MetadataFetchError as wrong:
        form.address.errors = [
            gettext(
                "Masthead couldn't fetch the metadata from %(address)s. %(wrong)s",
                address=_shorten_address(form.address.data),
                wrong=wrong,
            )
        ]
    except MetadataError as wrong:
        if wrong.kind == "address" and form.allows_address:
            form.address.data, form.text.data = form.text.data.strip(), ""
            return _parse_input(form)
        form[way].errors = [_input_error_message(wrong, way)]
        if wrong.kind in MAY_BE_SECRET and way == "text":
            form.text.data = ""
    form.status = INVALID
    return None


def _input_error_message(wrong: MetadataError, way: str) -> str:
    if wrong.kind == "address":
        return f"{wrong} {gettext(BY_HAND)}"
    return f"{wrong} {gettext(NOT_KEPT)}" if wrong.kind == "other" and way == "text" else str(wrong)


def _read_address(form: MetadataForm) -> ImportedMetadata | None:
    """Fetch and parse metadata, at most once every five seconds. Addresses refused without a connection don't count."""
    attempts, owner = portal().store.attempts, person().owner
    if attempts.add(f"metadata {owner}", PAUSE_SECONDS) > 1:
        form.status, form.wait_seconds = TOO_MANY_REQUESTS, int(PAUSE_SECONDS)
        form.address.errors = [gettext(PAUSE)]
        return None
    try:
        content = fetch_metadata(form.address.data)
    except MetadataFetchError as wrong:
        # More refusals than this look like a scan of the portal's network, so they count as well.
        if not wrong.was_asked and attempts.add(f"metadata refused {owner}", REFUSALS_SECONDS) <= MAX_REFUSALS:
            attempts.forget(f"metadata {owner}")
        raise
    return ImportedMetadata(content)


def _shorten_address(address: str) -> str:
    return address if len(address) <= MAX_SHOWN_LENGTH else f"{address[:MAX_SHOWN_LENGTH]}…"


def _source_label(form: MetadataForm) -> str:
    (way,) = form.given_inputs
    return {
        "address": str(form.address.data),
        "file": gettext("the file %(file_name)s", file_name=form.file.file_name),
        "text": gettext("the pasted text"),
    }[way]


def _import_page(organization_id: str, provider_id: str, form: MetadataForm) -> Response:
    load_organization(organization_id)
    back = form_page(organization_id, provider_id)
    return page(
        "sso_metadata/ask.html",
        status=form.status,
        importing=form,
        back=back,
        at=provider_id,
        may=has_permission("admin"),
    )


def fetch_metadata(url: str) -> bytes:
    """Fetch the bytes at the URL, in at most 10 seconds. Raises MetadataFetchError."""
    settings = portal().settings
    if not settings.metadata_by_url:
        raise MetadataFetchError(None, gettext(OFF))
    try:
        with lock_released():
            return _build_fetcher(settings, url).fetch(url).content
    except FetchError as error:
        refused = error.kind in {FailureKind.ADDRESS, FailureKind.REFUSED} and not error.was_redirected
        raise MetadataFetchError(error.kind, _error_message(error), was_asked=not refused) from error


def demo_address(settings: Settings) -> str:
    """The metadata of the demo's identity provider; empty if this is no demo."""
    return f"{settings.api_base_url}{DEMO_METADATA}" if settings.demo else ""


def metadata_address(entity_id: str) -> str:
    """Return the entity ID if it is a URL from which to read metadata, as with many identity providers; else empty."""
    settings = portal().settings
    may_be_read = entity_id.startswith("https://") or entity_id == demo_address(settings)
    return entity_id if settings.metadata_by_url and may_be_read else ""


def _build_fetcher(settings: Settings, url: str) -> Fetcher:
    """Build a fetcher limited to the hosts that the settings allow. The demo's host is on this machine."""
    is_demo = url == demo_address(settings)
    rules: Rules = Configured() if is_demo else Https(parse_allowed_hosts(settings.metadata_allow_hosts))
    return Fetcher(largest=MAX_SIZE, rules=rules, trust=lambda: create_ssl_context(settings.metadata_ca_file))


def _error_message(error: FetchError) -> str:
    reason = gettext(WORDS.get(error.kind, str(error)))
    where = gettext(" This concerns the address that it redirects to.") if error.was_redirected else ""
    return f"{reason}{where}"
