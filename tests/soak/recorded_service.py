"""The service with a line in a file for each write: `python -m tests.soak.recorded_service DATABASE FILE SOCKET`.

`SOCKET` is the number of one that listens already.
"""

import json
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.app import create_service
from service.http.server import ServiceServer
from service.settings import ServiceSettings
from service.storage.database import database_url

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication


class Recorder:
    """A WSGI application around another: writes down each write with its status, before it is answered."""

    def __init__(self, inside: "WSGIApplication", file: Path) -> None:
        self._inside, self._file = inside, file.open("a", encoding="utf-8", buffering=1)

    def __call__(self, environ: dict[str, Any], start: "StartResponse") -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET":
            return self._inside(environ, start)
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = BytesIO(body)
        line = {"method": environ["REQUEST_METHOD"], "path": environ["PATH_INFO"], "body": body.decode()}
        line["request"] = environ.get("HTTP_X_REQUEST_ID", "")

        def started(status: str, *rest: Any) -> Any:  # noqa: ANN401 - as WSGI has it
            print(json.dumps(line | {"status": int(status[:3])}), file=self._file)
            return start(status, *rest)

        return self._inside(environ, started)


def main(database: str, file: str, listening: str) -> None:
    """Run until SIGTERM."""
    app = create_service(ServiceSettings(database_url(database), "http://127.0.0.1", demo=True))
    app.extensions["runtime"].database.close()
    app.wsgi_app = Recorder(app.wsgi_app, Path(file))  # type: ignore[method-assign, assignment]
    ServiceServer(app, int(listening), lambda: None).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
