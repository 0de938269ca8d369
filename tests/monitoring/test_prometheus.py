"""The files for Prometheus and Grafana, with the real Prometheus and a real portal."""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from masthead.web.http.settings import ROOT
from scripts.programs import find, missing_message
from tests.faults.program import Program
from tests.loops import for_each
from tests.world import ALICE, RunningService

pytestmark = pytest.mark.exhaustive
FILES = ROOT / "docs" / "monitoring"
TOKEN = "a token of 16 or more"
SECONDS = 60
METRIC = re.compile(r"masthead_\w+")
PART = re.compile(r"_(total|bucket|sum|count)$")
GUIDE = "docs/guide/monitoring.md"
CHECKS = (
    ["check", "config", "prometheus.yml"],
    ["check", "rules", "alerts.yml"],
    ["test", "rules", "alerts_fire.yml"],
)


@pytest.fixture(scope="module")
def programs() -> Path:
    found = find("prometheus", os.environ)
    assert found, missing_message("prometheus")
    return found.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files as somebody would have them who runs Prometheus."""
    for file in (*FILES.glob("*.yml"), Path(__file__).with_name("alerts_fire.yml")):
        shutil.copy(file, tmp_path)
    (tmp_path / "token").write_text(TOKEN, encoding="ascii")
    return tmp_path


def expressions() -> list[str]:
    """All queries of the dashboard, for all portals."""
    dashboard = json.loads((FILES / "dashboard.json").read_text(encoding="utf-8"))
    return [target["expr"].replace("$portal", ".*") for panel in dashboard["panels"] for target in panel["targets"]]


@for_each("command", CHECKS)
def test_the_files_hold_and_each_alert_fires_when_it_should(programs: Path, folder: Path, command: list[str]) -> None:
    done = subprocess.run([programs / "promtool", *command], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_each_alert_is_tried_and_the_guide_says_what_to_do() -> None:
    alerts = re.findall(r"- alert: (\w+)", (FILES / "alerts.yml").read_text(encoding="utf-8"))
    tried = re.findall(r"alertname: (\w+)", Path(__file__).with_name("alerts_fire.yml").read_text(encoding="utf-8"))
    guide = (ROOT / GUIDE).read_text(encoding="utf-8")
    assert sorted(alerts) == sorted(tried)
    assert [alert for alert in alerts if f"| {alert} |" not in guide] == []


class Server:
    """A Prometheus of the test's own, on loopback."""

    def __init__(self, programs: Path, folder: Path, portal: str) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        configuration = folder / "prometheus.yml"
        text = configuration.read_text(encoding="utf-8").replace("127.0.0.1:5000", portal).replace(": 15s", ": 1s")
        configuration.write_text(text, encoding="utf-8")
        options = [f"--config.file={configuration}", f"--storage.tsdb.path={folder / 'data'}"]
        listening = f"--web.listen-address={self.url.removeprefix('http://')}"
        self.process = subprocess.Popen([programs / "prometheus", *options, listening], stderr=subprocess.DEVNULL)

    def ask(self, query: str) -> list[dict[str, Any]]:
        """What a query finds now. Fails where Prometheus refuses it."""
        answer = requests.get(f"{self.url}/api/v1/query", {"query": query}, timeout=SECONDS).json()
        assert answer["status"] == "success", answer
        found: list[dict[str, Any]] = answer["data"]["result"]
        return found

    def wait_for(self, query: str) -> None:
        until = time.monotonic() + SECONDS
        while True:
            try:
                if self.ask(query):
                    return
            except requests.ConnectionError:
                pass
            assert time.monotonic() < until, query
            time.sleep(0.1)


@pytest.fixture
def portal(service: RunningService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    monkeypatch.setenv("MASTHEAD_METRICS_TOKEN", TOKEN)
    found = Program(service.url, tmp_path / "instance")
    yield found
    found.kill()


@pytest.fixture
def server(programs: Path, folder: Path, portal: Program) -> Iterator[Server]:
    found = Server(programs, folder, portal.url.removeprefix("http://"))
    yield found
    found.process.terminate()
    found.process.wait(SECONDS)


def test_prometheus_reads_a_portal_and_finds_all_that_is_asked_for(server: Server, portal: Program) -> None:
    portal.send("/sign-in", portal.open("/sign-in") | {"token": ALICE})
    portal.open("/orgs/org_larkfield/sites")
    server.wait_for('up{job="masthead"} == 1')
    server.wait_for('masthead_requests_total{page="sites.index"}')
    described = requests.get(f"{server.url}/api/v1/metadata", timeout=SECONDS).json()["data"].keys()
    known = {each.removesuffix("_total") for each in described}
    texts = [(ROOT / file).read_text(encoding="utf-8") for file in ("docs/monitoring/alerts.yml", GUIDE)]
    asked = {PART.sub("", name) for text in (*texts, *expressions()) for name in METRIC.findall(text)}
    assert asked - known == set()
    assert {name for name in known if name.startswith("masthead_")} - asked == set()
    for expression in expressions():
        server.ask(expression)
