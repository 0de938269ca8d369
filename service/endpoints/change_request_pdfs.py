"""The content of a change request as a PDF file, at an address that expires."""

from datetime import timedelta
from typing import Any

from flask import Blueprint, Response, current_app
from pydantic import MISSING
from sqlalchemy import select
from werkzeug.exceptions import BadRequest, NotFound

from contract.authoring.change_requests import GET_CHANGE_REQUEST_PDF, GROUP, PdfQuery
from service.change_requests.repository import find_change_request
from service.content.versions import check_page
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup, Runtime
from service.signing import sign, verify
from service.slugs import slug
from service.storage.documents import Fields, address_text, extended
from service.tables.content import revision

group = RouteGroup(GROUP, __name__)
blueprint = Blueprint("pdfs", __name__)

LASTS = timedelta(minutes=15)
_PURPOSE = "pdf"


@group.serves(GET_CHANGE_REQUEST_PDF)
def get_change_request_pdf(call: RequestContext, space_id: str, change_request_id: str, query: PdfQuery) -> str:
    """A URL of the PDF of the current content. It works without a token for 15 minutes."""
    found = find_change_request(call.connection, space_id, change_request_id)
    opens: Fields = {"organization": call.organization, "revision": found.revision, "title": _title(found.fields)}
    if query.page is not MISSING:
        check_page(call.connection, found.version, query.page, field="page")
        opens |= {"page": query.page, "only": query.only is True}
    elif query.only is True:
        raise BadRequest("only: says that one page is wanted, so it needs a page.")
    signed = sign(call.connection, _PURPOSE, opens, call.moment, LASTS)
    address = f"/pdf/{signed}/{slug(str(opens['title']))}.pdf"
    return call.render(extended("{}", url=address_text(address)))


@blueprint.get("/pdf/<signed>/<name>.pdf")
def download(signed: str, name: str) -> Response:
    """The PDF that an address was given for."""
    # What sets type and cuts fonts takes a third of a second to load, and a start does not need it.
    from service.pdf.revisions import WantedRevision, pdf_of  # noqa: PLC0415

    runtime: Runtime = current_app.extensions["runtime"]
    moment = runtime.settings.clock()
    with runtime.database.reading() as connection:
        opens: dict[str, Any] = verify(connection, _PURPOSE, signed, moment)
        if connection.scalar(select(revision.c.id).where(revision.c.id == opens["revision"])) is None:
            raise NotFound("What this address was given for is gone.")
        content = pdf_of(connection, WantedRevision(**opens), moment)
    response = Response(content, content_type="application/pdf")
    response.headers.set("Content-Disposition", "attachment", filename=f"{slug(name)}.pdf")
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    response.headers["Cache-Control"] = "no-store"
    return response


def _title(fields: Fields) -> str:
    return str(fields["subject"]).strip() or "Change request"
