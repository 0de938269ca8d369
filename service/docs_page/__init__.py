"""Swagger UI for the API document. Scripts and styles are files, so that the Content-Security-Policy can be strict."""

from importlib.resources import files
from pathlib import Path

from flask import Blueprint, Response, redirect, send_from_directory
from flask.typing import ResponseReturnValue

HERE = Path(__file__).parent
SWAGGER_UI = Path(str(files("flask_openapi_swagger"))) / "templates" / "swagger"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

blueprint = Blueprint("docs", __name__)


@blueprint.get("/")
def home() -> ResponseReturnValue:
    return redirect("docs")


@blueprint.get("/docs")
def page() -> Response:
    response = send_from_directory(HERE, "page.html")
    response.headers["Content-Security-Policy"] = POLICY
    return response


@blueprint.get("/docs/<any('page.js', 'page.css'):name>")
def page_asset(name: str) -> Response:
    return send_from_directory(HERE, name)


@blueprint.get("/docs/<any('css', 'images', 'js'):folder>/<name>")
def swagger_ui_file(folder: str, name: str) -> Response:
    return send_from_directory(SWAGGER_UI / folder, name)
