"""A person who uses the API: each answer is held against the contract as it comes."""

from dataclasses import dataclass
from typing import Any

from flask import Flask
from pydantic_core import from_json
from werkzeug.test import TestResponse

from contract.schema.endpoint import Endpoint, ErrorBody


@dataclass(frozen=True)
class ApiResult:
    """The status of an answer and what its JSON says; None where it has no body."""

    status: int
    json: Any

    @property
    def message(self) -> str:
        said: str = self.json["error"]["message"]
        return said

    @property
    def ids(self) -> list[str]:
        return [item["id"] for item in self.json["items"]]


@dataclass(frozen=True)
class ApiUser:
    """Someone with an access token, or with none."""

    app: Flask
    token: str

    def asks(self, endpoint: Endpoint[Any], *ids: str, body: Any = None, **query: Any) -> ApiResult:  # noqa: ANN401
        """Ask as the contract writes it; a success must be what the endpoint answers, a refusal an error body."""
        path = endpoint.path
        for name, value in zip(endpoint.path_params, ids, strict=True):
            path = path.replace("{" + name + "}", value)
        response = self.sends(endpoint.method, path, json=body, query_string=query)
        if response.status_code < 400:
            assert response.status_code == endpoint.success
            if endpoint.answer is None:
                assert response.data == b""
                return ApiResult(response.status_code, None)
            endpoint.parse(response.data)
        return answer(response)

    def sends(self, method: str, path: str, **request: Any) -> TestResponse:  # noqa: ANN401
        """Send anything at all, with the token."""
        headers = {**request.pop("headers", {}), **({"Authorization": f"Bearer {self.token}"} if self.token else {})}
        if request.get("json") is None:
            request.pop("json", None)
        return self.app.test_client().open(path, method=method, headers=headers, buffered=True, **request)


def answer(response: TestResponse) -> ApiResult:
    """A response as an answer; a refusal must be an error body with its own status."""
    assert response.mimetype == "application/json"
    said = from_json(response.data)
    if response.status_code >= 400:
        assert ErrorBody.model_validate(said).error.code == response.status_code
    return ApiResult(response.status_code, said)
