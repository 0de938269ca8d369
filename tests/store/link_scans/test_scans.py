"""Link scans are kept for one person, go on in one window at a time, and keep each read once."""

import pytest

from masthead.store.database import Database
from masthead.store.link_scans.findings import LinkFindings
from masthead.store.link_scans.reads import READ, BrokenLink, PageToScan, ReadResult, newest_results
from masthead.store.link_scans.scans import (
    KEPT_SECONDS,
    LEASE_SECONDS,
    MAX_DETAILED,
    MAX_KEPT,
    LinkScan,
    LinkScans,
    LinkSource,
)
from tests.faults.clock import Clock

ORG, SOURCES = "org", [LinkSource("space", title="Handbook")]
PAGES = [PageToScan("a", "A", "a"), PageToScan("b", "B"), PageToScan("a", "A again")]


@pytest.fixture
def scans(database: Database, clock: Clock) -> LinkScans:
    return LinkScans(database, clock)


@pytest.fixture
def findings(database: Database) -> LinkFindings:
    return LinkFindings(database)


def taken(scans: LinkScans, number: int) -> LinkScan:
    found = scans.take("alice", number)
    assert found is not None
    return found


def gone(name: str) -> BrokenLink:
    return BrokenLink("space", "url", name, name)


def listed(scans: LinkScans, budget: int = 50) -> LinkScan:
    """A scan that has read the list of pages."""
    scan = taken(scans, scans.begin("alice", ORG, SOURCES, budget))
    (read,) = scans.next_reads(scan, 4)
    saved = scans.save(scan, [ReadResult(read, READ, pages=PAGES)])
    assert saved is not None
    return saved


def test_one_window_at_a_time_and_not_before_it_may(scans: LinkScans, clock: Clock) -> None:
    number = scans.begin("alice", ORG, SOURCES, 50)
    scan = taken(scans, number)
    assert scans.take("alice", number) is None
    clock.pass_(LEASE_SECONDS)
    taken(scans, number)
    scans.save(scan, [], note="Wait.", wait_seconds=60, ends_slice=True)
    clock.pass_(59)
    assert scans.take("alice", number) is None
    clock.pass_(1)
    taken(scans, number)
    assert scans.take("bob", number) is None


def test_texts_that_no_database_keeps_are_cut(scans: LinkScans, findings: LinkFindings) -> None:
    scan = listed(scans)
    (first, *_) = scans.next_reads(scan, 2)
    scans.save(scan, [ReadResult(first, READ, broken=[gone("x\0" * 9000)])])
    (target,) = findings.list_targets(scan.number)
    assert target.name == "x" * 2000


def test_the_newest_result_of_each_source_stays(scans: LinkScans, findings: LinkFindings) -> None:
    both = [*SOURCES, LinkSource("other", title="Other")]
    first = taken(scans, scans.begin("alice", ORG, both, 50))
    while reads := scans.next_reads(first, 9):
        done = [ReadResult(each, READ, pages=() if each.page else PAGES, broken=[gone("x")]) for each in reads]
        scans.save(first, done)
    later = [listed(scans) for _ in range(MAX_KEPT + 2)]
    for each in later[:-1]:
        scans.save(each, [ReadResult(read, READ) for read in scans.next_reads(each, 2)])
    history = scans.list_scans("alice", ORG)
    keys = {each.number: [source.key for source in each.sources] for each in history}
    newest = newest_results(findings.list_results(keys), keys)
    assert {key: (each.scan, each.source) for key, each in newest.items()} == {
        ("space", ""): (later[-2].number, 0),
        ("other", ""): (first.number, 1),
    }
    assert len(findings.list_targets(first.number, 1)) == 1


def test_old_scans_lose_their_details_and_then_go(scans: LinkScans, findings: LinkFindings, clock: Clock) -> None:
    numbers = []
    for _ in range(MAX_KEPT + 2):
        scan = listed(scans)
        scans.save(scan, [ReadResult(each, READ, broken=[gone("x")]) for each in scans.next_reads(scan, 2)])
        numbers.append(scan.number)
    kept = scans.list_scans("alice", ORG)
    assert [each.number for each in kept] == numbers[::-1][:MAX_KEPT]
    assert {each.broken for each in kept} == {2}
    detailed = [each.number for each in kept if findings.list_targets(each.number)]
    assert detailed == [each.number for each in kept[:MAX_DETAILED]]
    assert [each.scan for each in findings.list_results(each.number for each in kept)] == detailed
    clock.pass_(KEPT_SECONDS)
    last = scans.begin("bob", ORG, SOURCES, 50)
    assert (scans.list_scans("alice", ORG), len(scans.list_scans("bob", ORG))) == ([], 1)
    scans.forget_all("bob")
    assert (scans.list_scans("bob", ORG), scans.take("bob", last)) == ([], None)
