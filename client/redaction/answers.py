"""Answers without the access token that they were asked with."""

import json
from dataclasses import replace

from client.redaction.messages import redact_secrets
from client.redaction.token_forms import SHORTEST, TokenForms
from client.wire import OK, ApiResponse

MAX_SIZE = 256 * 1024
"""A good answer that has the token and is larger is not read: to clean it would take too long."""


def redact_answer(answer: ApiResponse, token: str) -> ApiResponse:
    """The answer without any form of the token. One that has none stays as it is, byte for byte."""
    if len(token) < SHORTEST:
        return answer
    forms = TokenForms(token)
    header = forms.redact(answer.retry_after)
    return replace(answer, body=_redact_body(answer.status, answer.body, forms), retry_after=header)


def _redact_body(status: int, body: bytes, forms: TokenForms) -> bytes:
    if status in OK and not forms.may_occur_in(body):
        return body
    if len(body) > MAX_SIZE:
        return b""
    try:
        return json.dumps(_redact_value(json.loads(body), forms)).encode()
    except (ValueError, RecursionError):
        text = body.decode("utf-8", "surrogateescape")
        return forms.redact(text).encode("utf-8", "surrogateescape")


def _redact_value(value: object, forms: TokenForms) -> object:
    match value:
        case str():
            return forms.redact(value)
        case list():
            return [_redact_value(each, forms) for each in value]
        case dict():
            return {forms.redact(name): _redact_value(each, forms) for name, each in value.items()}
        case int() | float():
            text = str(value)
            found = forms.redact(text)
            return value if found == text else found
        case _:
            return value


def redact_for_log(text: str, token: str = "") -> str:
    """Removes the token, and the values of what is named like a secret."""
    return redact_secrets(text if len(token) < SHORTEST else TokenForms(token).redact(text))
