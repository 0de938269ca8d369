"""Answers without the access token that they were asked with."""

import json
from dataclasses import replace

from client.redaction.messages import without_secrets
from client.redaction.token_forms import SHORTEST, TokenForms
from client.wire import OK, ApiResponse

MAX_SIZE = 256 * 1024
"""A good answer that has the token and is larger is not read: to clean it would take too long."""


def redacted(answer: ApiResponse, token: str) -> ApiResponse:
    """The answer without any form of the token. One that has none stays as it is, byte for byte."""
    if len(token) < SHORTEST:
        return answer
    forms = TokenForms(token)
    header = forms.hidden_in(answer.retry_after)
    return replace(answer, body=_redacted(answer.status, answer.body, forms), retry_after=header)


def _redacted(status: int, body: bytes, forms: TokenForms) -> bytes:
    if status in OK and not forms.may_be_in(body):
        return body
    if len(body) > MAX_SIZE:
        return b""
    try:
        return json.dumps(_cleaned(json.loads(body), forms)).encode()
    except (ValueError, RecursionError):
        text = body.decode("utf-8", "surrogateescape")
        return forms.hidden_in(text).encode("utf-8", "surrogateescape")


def _cleaned(value: object, forms: TokenForms) -> object:
    match value:
        case str():
            return forms.hidden_in(value)
        case list():
            return [_cleaned(each, forms) for each in value]
        case dict():
            return {forms.hidden_in(name): _cleaned(each, forms) for name, each in value.items()}
        case int() | float():
            text = str(value)
            found = forms.hidden_in(text)
            return value if found == text else found
        case _:
            return value


def loggable(text: str, token: str = "") -> str:
    """The text for a log that others read: without this token and what is named like a secret."""
    return without_secrets(text if len(token) < SHORTEST else TokenForms(token).hidden_in(text))
