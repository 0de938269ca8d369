"""Pages to import content. The API fetches the content; Masthead only sends the request."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlsplit

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from contract.authoring.change_requests import GET_CHANGE_REQUEST, ChangeRequest
from contract.authoring.content import (
    GET_CONTENT,
    GET_PROPOSED_CONTENT,
    IMPORT_CONTENT,
    IMPORT_PROPOSED_CONTENT,
    ContentImport,
    ContentQuery,
    ImportResult,
)
from contract.authoring.pages import Revision
from contract.schema.fields import value_or_none
from fetching.rules import NOT_PUBLIC, is_public
from masthead.client import Cached, CachedRead
from masthead.i18n import N_, format_number, gettext
from masthead.store.entries import Subject
from masthead.web.descriptions.labels import request_title
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.forms.consequences import Consequence, notable_consequence
from masthead.web.forms.fields import Choice, TextInput, TypedName
from masthead.web.forms.forms import ContractForm
from masthead.web.frame.organization import gather_in_organization, or_raise, read_in_organization
from masthead.web.frame.pages import Feedback, Report, page
from masthead.web.frame.templating import moment_text
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.places import Place, RecordedChange, entry_page
from masthead.web.submit.submission import refuse_if_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("imports", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>")
QUERY = ContentQuery(metadata=False, computed=False)
IMPORTED = N_("%(imported)s of %(total)s resources were imported from %(url)s into %(target)s.")
LEFT_OUT = N_("Nobody can see which were left out. Compare the pages of the space with those at the address.")
NOTHING_IMPORTED = N_(
    "0 of %(total)s resources were imported from %(url)s into %(target)s. Check that the address opens in a browser "
    "without signing in, and that the kind of source is right."
)
SOURCES = {
    "website": (N_("Website"), N_("The page at the address, and pages of the same site that it leads to")),
    "markdown": (N_("Markdown"), N_("A Markdown file")),
    "html": (N_("HTML"), N_("A single page")),
    "docx": (N_("Word document"), N_("A .docx file")),
    "zip": (N_("ZIP archive"), N_("Files packed together")),
    "confluence": (N_("Confluence"), ""),
    "github-wiki": (N_("GitHub Wiki"), ""),
    "notion": (N_("Notion"), ""),
    "google-docs": (N_("Google Docs"), ""),
    "dropbox-paper": (N_("Dropbox Paper"), ""),
    "quip": (N_("Quip"), ""),
    "open-api": (N_("OpenAPI specification"), ""),
}


class ImportTarget(NamedTuple):
    """The target of an import: a space or one of its change requests, with its current revision.

    `here` is the URL of the import form, `at` that of the space or change request.
    """

    organization: str
    space: AccessPlace
    read: Cached[Revision]
    request: ChangeRequest | None = None
    here: str = ""
    at: str = ""

    @property
    def called(self) -> str:
        if self.request is None:
            return self.space.called
        return gettext("change request %(number)s of %(space)s", number=self.request.number, space=self.space.called)

    @property
    def request_title(self) -> str:
        return request_title(self.request) if self.request else ""

    @property
    def revision_label(self) -> str:
        """The time of the current revision; its id if the time is unknown."""
        created = value_or_none(self.read.value.createdAt)
        return moment_text(created) if created else self.read.value.id


class ImportForm(ContractForm):
    """The URL and kind of content to import. A space changes at once, so its name must be typed."""

    body = ContentImport
    url = TextInput(
        N_("Address"),
        type="url",
        hint=N_("The address must be public."),
    )
    source = Choice(N_("Kind of source"), meanings=SOURCES, drawn_as="select")
    confirm = TypedName(N_("Name"))
    name = before = ""

    def require_space_name(self, name: str) -> None:
        self.name = name
        self.confirm.require_name(name)

    def check(self) -> None:
        """Reject private hosts, a wrong name, and credentials in the URL, which the journal would store."""
        try:
            parts = urlsplit(self.url.data or "")
        except ValueError:
            return
        if parts.username or parts.password:
            self.url.errors = [gettext("Address: leave out the user name and the password. Activity keeps addresses.")]
        elif parts.hostname and not is_public(parts.hostname):
            self.url.errors = [gettext(NOT_PUBLIC)]
        if self.name:
            self.confirm.check()

    def find_consequences(self) -> Iterable[Consequence]:
        told = [gettext("An import may change pages that exist.")]
        if self.name:
            told.append(gettext("The import changes the space at once, without a change request."))
        undo = gettext(
            "Masthead can't undo an import. In the app, go back to the revision of %(time)s.", time=self.before
        )
        return map(notable_consequence, [*told, undo])


@blueprint.get("/import")
@signed_in
def ask(organization_id: str, space_id: str) -> Response:
    target = _find_space_target(organization_id, space_id)
    return _render(_build_form(target), target)


@blueprint.post("/import")
@signed_in
@keeps_input
def send(organization_id: str, space_id: str) -> Response:
    return _import_pages(_find_space_target(organization_id, space_id))


@blueprint.get("/change-requests/<change_request_id>/import")
@signed_in
def ask_proposed(organization_id: str, space_id: str, change_request_id: str) -> Response:
    target = _find_request_target(organization_id, space_id, change_request_id)
    return _render(_build_form(target), target)


@blueprint.post("/change-requests/<change_request_id>/import")
@signed_in
@keeps_input
def send_proposed(organization_id: str, space_id: str, change_request_id: str) -> Response:
    return _import_pages(_find_request_target(organization_id, space_id, change_request_id))


def _find_space_target(organization_id: str, space_id: str) -> ImportTarget:
    place = find_place(organization_id, SPACE, space_id)
    read = read_in_organization(organization_id, CachedRead(GET_CONTENT, (space_id,), QUERY, refresh=True))
    here = url_for("imports.ask", organization_id=organization_id, space_id=space_id)
    at = url_for("spaces.show", organization_id=organization_id, space_id=space_id)
    return ImportTarget(organization_id, place, or_raise(read), here=here, at=at)


def _find_request_target(organization_id: str, space_id: str, change_request_id: str) -> ImportTarget:
    place, ids = find_place(organization_id, SPACE, space_id), (space_id, change_request_id)
    request, read = gather_in_organization(
        organization_id,
        CachedRead(GET_CHANGE_REQUEST, ids, refresh=True),
        CachedRead(GET_PROPOSED_CONTENT, ids, QUERY, refresh=True),
    )
    found = or_raise(request).value
    at = url_for(
        "change_requests.show",
        organization_id=organization_id,
        space_id=space_id,
        change_request_id=str(found.number),
    )
    return ImportTarget(organization_id, place, or_raise(read), found, f"{at}/import", at)


def _build_form(target: ImportTarget) -> ImportForm:
    form = ImportForm.new(source="website")
    form.before = target.revision_label
    if target.request is None:
        form.require_space_name(target.space.called)
    return form


def _import_pages(target: ImportTarget) -> Response:
    form = _build_form(target)

    def after(result: ImportResult) -> tuple[Report, str]:
        report = _build_report(target, str(form.url.data), result)
        return report, target.at if result.importedResources else target.here

    if (
        form.validate()
        and not refuse_if_unread(form, target.read)
        and (saved := save(form, _build_change(form, target), after))
    ):
        return saved
    return _render(form, target)


def _build_change(form: ImportForm, target: ImportTarget) -> Change[ImportResult]:
    body = ContentImport.model_validate(form.changes())
    kind = gettext(SOURCES[body.source][0]) if body.source in SOURCES else body.source
    summary = gettext(
        "Import from %(kind)s into %(target)s, after the revision of %(time)s",
        kind=kind,
        target=target.called,
        time=target.revision_label,
    )
    ids = (target.space.id,) if target.request is None else (target.space.id, target.request.id)
    endpoint = IMPORT_CONTENT if target.request is None else IMPORT_PROPOSED_CONTENT
    subject = Subject(SPACE, target.space.id, target.space.called)
    return Change(endpoint, ids, subject, summary, body, organization=target.organization)


def _build_report(target: ImportTarget, url: str, result: ImportResult) -> Report:
    """Report the API's counts; the API doesn't report which resources it left out, or why."""
    counts = {"imported": format_number(result.importedResources), "total": format_number(result.totalResources)}
    if not result.importedResources:
        return Report(Feedback.NOT_SAVED, gettext(NOTHING_IMPORTED, url=url, target=target.called, **counts))
    told = gettext(IMPORTED, url=url, target=target.called, **counts)
    left_out = result.importedResources < result.totalResources
    return Report(Feedback.SAVED, f"{told} {gettext(LEFT_OUT)}" if left_out else told)


def _render(form: ImportForm, target: ImportTarget) -> Response:
    return page("imports/new.html", form=form, target=target, space=target.space)


PLACE = Place(
    blueprints=(blueprint,),
    within=N_("Spaces"),
    changes={
        IMPORT_CONTENT.name: RecordedChange(entry_page("spaces.show", space_id=0), (ImportForm,)),
        IMPORT_PROPOSED_CONTENT.name: RecordedChange(
            entry_page("change_requests.show", space_id=0, change_request_id=1), (ImportForm,)
        ),
    },
    drafts={
        "imports.send": (N_("Import into a space"), ImportForm),
        "imports.send_proposed": (N_("Import into a change request"), ImportForm),
    },
)
