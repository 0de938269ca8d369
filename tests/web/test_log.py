"""The portal's log: one JSON line for each thing that happened, with the request that it belongs to."""

import json
import subprocess
import sys
from pathlib import Path

FAILING = """
import logging, sys
from app import create_app
from web.access import public

def fail():
    logging.getLogger("client.transport.breaker").warning("the API rests for %s s", 10)
    raise RuntimeError("the roof is leaking")

portal = create_app({"INSTANCE_PATH": sys.argv[1]})
portal.add_url_rule("/fail", view_func=public(fail))
answer = portal.test_client().get("/fail")
print(answer.status_code, answer.headers["X-Request-Id"])
"""


def test_all_that_a_request_says_is_in_lines_of_its_own(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FAILING, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True
    )
    status, request_id = run.stdout.split()
    warning, failure, request = (json.loads(line) for line in run.stderr.splitlines())
    assert (status, request["status"]) == ("500", 500)
    assert {line["id"] for line in (warning, failure, request)} == {request_id}
    assert (warning["event"], warning["level"]) == ("the API rests for 10 s", "warning")
    assert "the roof is leaking" in failure["exception"]
