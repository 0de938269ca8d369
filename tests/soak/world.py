"""The service that the portals speak with, and those who use it: each has a token, a team and a site of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests
from sqlalchemy import insert

from service.grants import grant_token
from service.http.server import listen
from service.storage.database import ServiceDatabase, database_url
from service.storage.documents import as_json
from service.tables.identity import team

ORG = "org_larkfield"
API = f"/v1/orgs/{ORG}"
SPACES = ("space_guide", "space_api", "space_releases")
SECONDS = 30


@dataclass(frozen=True, slots=True)
class Colleague:
    """Somebody with a token, and what is theirs alone."""

    number: int
    token: str
    team: str
    site: str


@dataclass(frozen=True, slots=True)
class Service:
    """The service at `url`; `record` has a line for each write that it got."""

    url: str
    database: str
    record: Path

    def ask(self, token: str, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - JSON
        headers = {"Authorization": f"Bearer {token}", "Connection": "close"}
        answer = requests.request(method, self.url + path, headers=headers, json=body, timeout=SECONDS)
        answer.raise_for_status()
        return answer.json()

    def listed(self, token: str, path: str) -> list[dict[str, Any]]:
        """All items of a listing."""
        items: list[dict[str, Any]] = []
        page: str | None = ""
        while page is not None:
            found = self.ask(token, "GET", f"{path}?limit=1000" + (f"&page={page}" if page else ""))
            items += found["items"]
            page = found.get("next", {}).get("page")
        return items

    def writes(self) -> list[dict[str, Any]]:
        """Each write that it got, but for those without a number of the one who asked: they are not the portals'."""
        lines = [json.loads(line) for line in self.record.read_text(encoding="utf-8").splitlines()]
        return [each for each in lines if each["request"]]


@contextmanager
def service(database: str, folder: Path) -> Iterator[Service]:
    """The service on a free port, from a database with the demo world in it; it ends with the block."""
    with listen("127.0.0.1", 0) as listening:
        number, port = listening.fileno(), listening.getsockname()[1]
        record = folder / "writes"
        record.touch()
        command = [sys.executable, "-m", "tests.soak.recorded_service", database, str(record), str(number)]
        process = subprocess.Popen(command, pass_fds=[number], env=dict(os.environ), start_new_session=True)
    try:
        yield Service(f"http://127.0.0.1:{port}", database, record)
    finally:
        process.terminate()
        process.wait(SECONDS)


def colleagues(served: Service, count: int) -> Sequence[Colleague]:
    """So many administrators of one organization."""
    with closing(ServiceDatabase(database_url(served.database))) as database:
        tokens = [
            grant_token(database, f"soak-{at}@larkfield.example", f"Soak {at}", ORG, "admin") for at in range(count)
        ]
        with database.writing() as connection:
            for at in range(count):
                fields = {"object": "team", "id": f"team_soak_{at}", "title": f"Soak {at}", "members": 0, "spaces": 0}
                document = as_json({**fields, "createdAt": "2025-02-03T07:00:00.000Z"})
                row = {"id": f"team_soak_{at}", "organization": ORG, "document": document}
                connection.execute(insert(team).values(row))
    return [Colleague(at, token, f"team_soak_{at}", _own_site(served, token, at)) for at, token in enumerate(tokens)]


def _own_site(served: Service, token: str, at: int) -> str:
    body = {"title": f"Own site of {at}", "visibility": "share-link"}
    site: str = served.ask(token, "POST", f"{API}/sites", body)["id"]
    for space in SPACES:
        served.ask(token, "POST", f"{API}/sites/{site}/site-spaces", {"spaceId": space})
    return site
