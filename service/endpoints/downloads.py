"""File and PDF downloads. Their URLs can't be guessed and need no token, since visitors' browsers load pictures."""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from flask import Blueprint, Response, current_app, request
from itsdangerous import BadData, URLSafeSerializer
from pydantic import MISSING
from sqlalchemy import Connection, select
from werkzeug.exceptions import BadRequest, Forbidden, NotFound

from contract.authoring.change_requests import GET_CHANGE_REQUEST_PDF, PdfQuery
from service.change_requests import find_change_request
from service.content.files import FORMATS
from service.content.spaces import ensure_page
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup, Runtime
from service.slugs import build_slug
from service.storage.documents import Fields, extend_json, find_row, url_json
from service.tables.content import file, revision
from service.tables.identity import secret

blueprint = Blueprint("files", __name__)

group = RouteGroup(__name__)

LASTS = timedelta(minutes=15)
"""Lifetime of the URL of a PDF."""

_DAY = 24 * 60 * 60
_UNTIL = "until"
_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"


@blueprint.get("/files/<key>/<name>")
def download_file(key: str, name: str) -> Response:
    """Return the file with this key and name."""
    runtime: Runtime = current_app.extensions["runtime"]
    rows = select(file.c.id, file.c.content_type, file.c.content).where(file.c.key == key, file.c.name == name)
    with runtime.database.reading() as connection:
        row = connection.execute(rows).first() if key.isprintable() and name.isprintable() else None
    if row is None:
        raise NotFound("There is no file at this address.")
    # Anything but a picture could contain scripts, so browsers must save it rather than show it.
    shown = row.content_type in FORMATS
    response = Response(row.content, content_type=row.content_type if shown else "application/octet-stream")
    response.headers.set("Content-Disposition", "inline" if shown else "attachment", filename=name)
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Cache-Control"] = f"private, max-age={_DAY}, immutable"
    response.set_etag(row.id)
    response.make_conditional(request)
    return response


@group.serves(GET_CHANGE_REQUEST_PDF)
def get_change_request_pdf(call: RequestContext, space_id: str, change_request_id: str, query: PdfQuery) -> str:
    """Return a URL of the PDF of the current content, valid for 15 minutes without a token."""
    found = find_change_request(call.connection, space_id, change_request_id)
    title = str(found.fields["subject"]).strip() or "Change request"
    opens: Fields = {"organization": call.organization, "revision": found.revision, "title": title}
    if query.page is not MISSING:
        ensure_page(call.connection, found.version, query.page, field="page")
        opens |= {"page": query.page, "only": query.only is True}
    elif query.only is True:
        raise BadRequest("only: says that one page is wanted, so it needs a page.")
    signed = _sign_payload(call, opens)
    address = f"/pdf/{signed}/{build_slug(title)}.pdf"
    return extend_json("{}", url=url_json(address))


@blueprint.get("/pdf/<signed>/<name>.pdf")
def download_pdf(signed: str, name: str) -> Response:
    """Return the PDF that a signed URL names."""
    # Importing fpdf2 takes a third of a second, which would delay every start.
    from service.pdf import PdfRequest, build_pdf  # noqa: PLC0415

    runtime: Runtime = current_app.extensions["runtime"]
    moment = runtime.settings.clock()
    with runtime.database.reading() as connection:
        opens: dict[str, Any] = _verify_payload(connection, signed, moment)
        own = select(revision.c.id).where(revision.c.id == opens["revision"])
        find_row(connection, own, "What this address was given for is gone.")
        content = build_pdf(connection, PdfRequest(**opens), moment)
    response = Response(content, content_type="application/pdf")
    response.headers.set("Content-Disposition", "attachment", filename=f"{build_slug(name)}.pdf")
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["Cache-Control"] = "no-store"
    return response


def _sign_payload(call: RequestContext, payload: Fields) -> str:
    until = int((call.moment + LASTS).timestamp())
    signed: str | bytes = _serializer(call.connection).dumps({**payload, _UNTIL: until})
    return signed.decode() if isinstance(signed, bytes) else signed


def _verify_payload(connection: Connection, given: str, moment: datetime) -> Fields:
    try:
        payload: Fields = _serializer(connection).loads(given)
    except BadData as error:
        raise NotFound("There is nothing at this address.") from error
    if moment.timestamp() >= int(str(payload.pop(_UNTIL))):
        raise Forbidden("This address has expired. Ask for a new one.")
    return payload


def _serializer(connection: Connection) -> URLSafeSerializer:
    key = connection.scalar(select(secret.c.value).where(secret.c.name == "addresses"))
    return URLSafeSerializer(str(key), salt="pdf", signer_kwargs={"digest_method": hashlib.sha256})
