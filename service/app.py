"""Assembles the service: database, endpoints, error handlers and API document."""

from typing import Any, Final

from flask import Response, request
from flask_openapi import OpenAPI
from pydantic_core import to_json

from contract import ENDPOINTS
from fetching.fetcher import Fetcher
from fetching.rules import AnyWeb
from service import docs_page
from service.demo import from_today, identity_provider_pages
from service.demo.world import fill_if_empty
from service.endpoints import GROUPS, downloads, sign_in
from service.http.errors import register_error_handlers
from service.http.openapi_document import tighten_request_schemas
from service.http.routing import SECURITY, Runtime
from service.identity.tokens import SignedTokens
from service.loopback import ensure_loopback_host
from service.migrate import migrate
from service.openapi.specs import OpenAPIReader
from service.rehearsal.middleware import Switchboard, rehearse
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase

MAX_BODY = 1024 * 1024
"""Maximum size of a request body, in bytes."""

SECURITY_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Default headers of each response."""

SECURITY_SCHEMES: dict[str, Any] = {SECURITY: {"type": "http", "scheme": "bearer"}}
"""The security schemes of the API document."""


def create_service(settings: ServiceSettings) -> OpenAPI:
    """Create the service as a WSGI application with a migrated database.

    `extensions["runtime"]` has the database, which the caller must close. `extensions["fetcher"]` fetches imports,
    `extensions["openapi_reader"]` reads queued sources once it is woken, and `extensions["switchboard"]` exists if the
    settings have switches. Raises SQLAlchemyError or DatabaseVersionError if the database can't be used.
    """
    database = _open_database(settings)
    app = OpenAPI(
        __name__,
        info={"title": "Documentation publishing service API", "version": "1"},
        security_schemes=SECURITY_SCHEMES,
        doc_ui=False,
        static_folder=None,
    )
    app.openapi_version = "3.1.0"  # most client generators support this version
    board = None if settings.switches is None else Switchboard(settings.switches)
    signed_tokens = None if settings.token_issuer is None else SignedTokens(settings.token_issuer)
    app.extensions["runtime"] = Runtime(database, settings, board, signed_tokens)
    fetcher = Fetcher(rules=AnyWeb(loopback=settings.fetch_from_loopback))
    app.extensions["fetcher"] = fetcher
    app.extensions["openapi_reader"] = OpenAPIReader(database, fetcher.fetch, settings.clock)
    _configure_app(app, settings)
    _register_routes(app, database, is_demo=settings.demo)
    if board is not None:
        app.extensions["switchboard"] = board
        rehearse(app, board, ENDPOINTS)
    return app


def _open_database(settings: ServiceSettings) -> ServiceDatabase:
    database = ServiceDatabase(settings.database)
    try:
        migrate(database)
        if settings.demo:
            fill_if_empty(database, from_today(settings.clock()), settings.demo_size, settings.tell, settings.base)
    except Exception:
        database.close()
        raise
    return database


def _configure_app(app: OpenAPI, settings: ServiceSettings) -> None:
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.url_map.merge_slashes = False  # an empty id is a 404, not a redirect
    if settings.demo:
        app.before_request(ensure_loopback_host)
    register_error_handlers(app)
    app.after_request(_add_security_headers)


def _register_routes(app: OpenAPI, database: ServiceDatabase, *, is_demo: bool) -> None:
    for group in GROUPS:
        app.register_api(group.blueprint)
    app.register_blueprint(docs_page.blueprint)
    app.register_blueprint(downloads.blueprint)
    app.register_blueprint(sign_in.blueprint)
    if is_demo:
        app.register_blueprint(identity_provider_pages.blueprint)
    app.add_url_rule("/openapi.json", "document", lambda: document(app))
    app.add_url_rule("/healthz", "healthz", healthz)
    app.add_url_rule("/readyz", "readyz", lambda: readyz(database))


def document(app: OpenAPI) -> Response:
    """Return the API document, which is built on the first request."""
    if not app.spec_json:
        tighten_request_schemas(app.api_doc, ENDPOINTS)
    return Response(to_json(app.spec_json), content_type="application/json")


def healthz() -> Response:
    return Response('{"status":"ok"}', content_type="application/json")


def readyz(database: ServiceDatabase) -> Response:
    """Return 200 if the database answers, 503 otherwise."""
    with database.reading() as connection:
        connection.exec_driver_sql("SELECT 1")
    return healthz()


def _add_security_headers(response: Response) -> Response:
    # Headers.setdefault scans all headers for each name.
    given = {name.lower() for name, _ in response.headers}
    for name, value in SECURITY_HEADERS.items():
        if name.lower() not in given:
            response.headers.add(name, value)
    if request.path.startswith("/v1/"):
        response.headers["Cache-Control"] = "no-store"
    return response
