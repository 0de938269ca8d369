"""A refusal in each of the shapes that it may come in."""

from html import escape

from flask import Response

from contract.schema.problem import ErrorBody, ErrorDetail
from service.rehearsal.switches import ErrorShape

JSON = "application/json"


def refusal(status: int, message: str, shape: ErrorShape) -> Response:
    if shape == "empty":
        response = Response(status=status)
        del response.headers["Content-Type"]
        return response
    if shape == "text":
        return Response(f"{message}\n", status, content_type="text/plain; charset=utf-8")
    if shape == "html":
        return html_page(status, f"Error {status}", message)
    body = ErrorBody(error=ErrorDetail(code=status, message=message))
    return Response(body.model_dump_json(), status, content_type=JSON)


def html_page(status: int, title: str, text: str) -> Response:
    words = f"<!doctype html>\n<title>{escape(title)}</title>\n<h1>{escape(title)}</h1>\n<p>{escape(text)}</p>\n"
    return Response(words, status, content_type="text/html; charset=utf-8")
