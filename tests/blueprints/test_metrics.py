"""What Prometheus and other machines that watch read: counts without anything of a person, and whether it is ready."""

import re
import sqlite3
from contextlib import closing

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.bulk_changes import ORG, keep_bulk_change
from tests.bulk_changes import SITES as SITE_NAMES
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

TOKEN = "a token of 16 or more"
SETTINGS = f"/orgs/{ORG}/settings"
SITES = f"/orgs/{ORG}/sites"
LINE = re.compile(r"(\w+)(\{.*\})? (\S+)")


@pytest.fixture
def watched(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice at a portal that counts, at the other end of the wire."""
    return Pages(portal_for(API_BASE_URL=wire.url, METRICS_TOKEN=TOKEN, BREAKER_REST_SECONDS=600)).sign_in(ALICE)


def answer(pages: Pages, token: str = TOKEN) -> tuple[int, str]:
    found = pages.client.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    return found.status_code, found.get_data(as_text=True)


def counted(pages: Pages) -> dict[str, float]:
    """The values by metric and labels."""
    status, text = answer(pages)
    assert status == 200
    lines = [LINE.fullmatch(line) for line in text.splitlines() if not line.startswith("#")]
    return {f"{found[1]}{found[2] or ''}": float(found[3]) for found in lines if found}


def test_nobody_reads_them_where_no_token_is_set(alice: Pages) -> None:
    assert [answer(alice, token)[0] for token in (TOKEN, "None", "")] == [401, 401, 401]


@for_each("token", ["", "another token of 16", "ä"])
def test_nobody_reads_them_without_the_token(watched: Pages, token: str) -> None:
    status, text = answer(watched, token)
    assert (status, "masthead_" in text) == (401, False)


def test_a_page_counts_with_its_calls_and_its_time(watched: Pages) -> None:
    watched.get(SITES)
    watched.get(SITES)
    found = counted(watched)
    assert found['masthead_requests_total{method="GET",page="sites.index",status="200"}'] == 2
    assert found['masthead_request_seconds_count{page="sites.index"}'] == 2
    assert found['masthead_api_calls_total{endpoint="listSites",outcome="2xx"}'] == 1
    assert found['masthead_api_call_seconds_count{endpoint="listSites"}'] == 1
    assert found['masthead_cached_reads_total{answer="read"}'] == found['masthead_cached_reads_total{answer="fresh"}']
    assert (found["masthead_api_calls_under_way"], found["masthead_database_connections_in_use"]) == (0, 0)


def test_what_visitors_ask_for_makes_no_lines_of_its_own(watched: Pages) -> None:
    for path in ("/nope", "/nope/2", "/orgs/x/nope"):
        watched.client.get(path)
        watched.client.open(path, method="PROPFIND")
    pages = [name for name in counted(watched) if name.startswith("masthead_requests_total") and '"none"' in name]
    assert len(pages) == 2


def test_nothing_of_a_person_is_in_them(watched: Pages) -> None:
    watched.get(SITES)
    watched.get(f"{SITES}/site_docs")
    text = answer(watched)[1]
    owner = get_portal(watched.app).store.keys.owner_of(ALICE)
    assert [word for word in (ALICE, "Alice", ORG, "site_docs", owner, owner[:12]) if word in text] == []


@pytest.mark.exhaustive
def test_an_api_that_is_away_shows_in_outcomes_and_in_the_cache(watched: Pages, wire: Wire) -> None:
    watched.get(SITES)
    wire.faults["GET"] = faults.reset
    for _ in range(4):
        watched.get(f"{SITES}?refresh=1")
    found = counted(watched)
    assert found['masthead_api_calls_total{endpoint="listSites",outcome="broken"}'] > 0
    assert found['masthead_api_calls_total{endpoint="listSites",outcome="resting"}'] > 0
    assert found['masthead_cached_reads_total{answer="stale"}'] > 0
    assert found["masthead_api_calls_under_way"] == 0


def test_changes_without_a_known_outcome_count_until_it_is_known(watched: Pages, wire: Wire) -> None:
    watched.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    watched.submit(f"{SETTINGS}/profile", title="Larkfield")
    assert counted(watched)["masthead_changes_not_known"] == 1
    wire.faults.clear()
    watched.get(f"/orgs/{ORG}/journal/1")
    watched.submit(f"/orgs/{ORG}/journal/1/check")
    assert counted(watched)["masthead_changes_not_known"] == 0


def test_bulk_changes_that_have_not_finished_count(watched: Pages) -> None:
    bulk_changes = get_portal(watched.app).store.bulk_changes
    owner = get_portal(watched.app).store.keys.owner_of(ALICE)
    first, second, _ = [
        bulk_changes.get(ORG, keep_bulk_change(watched.app, ALICE, [name]), owner) for name in SITE_NAMES
    ]
    assert first
    assert second
    run = bulk_changes.lease_run(first)
    bulk_changes.pause(second)
    found = counted(watched)
    assert run is not None
    assert [found[f'masthead_bulk_changes{{state="{state}"}}'] for state in ("running", "paused", "waiting")] == [1] * 3


def test_they_are_read_while_the_database_cannot_be_and_it_is_not_ready(watched: Pages) -> None:
    parts = get_portal(watched.app)
    parts.store.database.close()
    for file in parts.settings.instance_path.glob("masthead.db*"):
        file.unlink()
    (parts.settings.instance_path / "masthead.db").mkdir()
    status, text = answer(watched)
    assert (status, "masthead_requests_total" in text, "masthead_bulk_changes" in text) == (200, True, False)
    shown = watched.get("/readyz")
    assert (shown.status, shown.response.get_json()) == (503, {"database": "not ready", "api": "ready"})


def test_the_portal_is_alive_and_ready_without_the_api(visitor: Pages, service: RunningService) -> None:
    service.stop()
    try:
        alive, ready = visitor.get("/healthz"), visitor.get("/readyz")
    finally:
        service.start()
    assert (alive.status, alive.response.get_json()) == (200, {"status": "alive"})
    assert (ready.status, ready.response.get_json()) == (200, {"database": "ready", "api": "not ready"})


def test_it_is_ready_with_all_that_it_needs_and_asks_the_api_once(
    visitor: Pages, portal_for: PortalFor, wire: Wire
) -> None:
    shown = visitor.get("/readyz")
    assert (shown.status, shown.response.get_json()) == (200, {"database": "ready", "api": "ready"})
    watcher = Pages(portal_for(API_BASE_URL=wire.url))
    for _ in range(5):
        watcher.get("/readyz")
    assert wire.seen == {"GET": 1}


@pytest.mark.exhaustive
def test_it_is_not_ready_where_the_database_cannot_be_written(portal_for: PortalFor) -> None:
    app: Flask = portal_for()
    with closing(sqlite3.connect(get_portal(app).settings.instance_path / "masthead.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        shown = Pages(app).get("/readyz")
    assert (shown.status, shown.response.get_json()["database"]) == (503, "not ready")
