"""Crawls everything in an organization that a person can see, in short slices, each resuming after the last."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS, LIST_REQUESTED_REVIEWERS, ChangeRequestsQuery
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS, CommentsQuery, RepliesQuery
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpacesQuery
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, ListQuery
from masthead.client import Api, NotFound, Problem, Read, Refused, TokenRefused, TooMany, Unavailable
from masthead.client.directory_updates import find_mentions
from masthead.lookup.open_items import build_open_lists, list_ids_with_people
from masthead.resources import KIND_OF_PARAMETER
from masthead.store.directory.crawls import Crawl, Crawls, FailedCall, Step
from masthead.store.directory.open_lists import Part, StoredOpenLists

AT_ONCE = 4
SLICE_SECONDS = 1.0
TRIES = 2
QUICK_CALLS = 1_000
"""Calls that a page may send with short pauses: enough for an organization with some 150 sites."""
MAX_CALLS = 50_000
"""Limit of one crawl, against an API whose lists never end. 1,000 sites take about 10,000 calls.

Each open item may take one more.
"""
SOME = 100
MAX_FAILED = 20
"""Failed calls that are stored; further ones are only counted."""
AWAY_SECONDS, SLOW_SECONDS, MAX_WAIT_SECONDS = 15.0, 30.0, 3600.0
AWAY, LIMITED = "unavailable", "too_many_requests"
"""Why a crawl waits: the API doesn't answer, or asks for fewer calls."""
STARTING_KINDS = ("space", "team", "collection", "site")
MAX_STARTING = 1000
"""Known objects that a crawl begins with, and their kinds; it finds the others by itself."""


class Stage(NamedTuple):
    """A call to make for each object of a kind, or each item of a list in `PEOPLE_OF`. Lower numbers go first."""

    number: int
    kind: str
    endpoint: Endpoint[Any]
    query: ListQuery | None = None


STAGES = (
    Stage(0, "organization", LIST_SITES, SitesQuery(limit=LIMIT_MAX)),
    Stage(0, "organization", LIST_SAML_PROVIDERS, ListQuery(limit=LIMIT_MAX)),
    Stage(1, "site", LIST_SITE_SPACES, SiteSpacesQuery(limit=LIMIT_MAX)),
    Stage(1, "site", LIST_SECTION_GROUPS, ListQuery(limit=LIMIT_MAX)),
    Stage(2, "site", GET_PUBLISHED),
    Stage(3, "space", LIST_SPACE_TEAMS, ListQuery(limit=LIMIT_MAX)),
    Stage(3, "collection", LIST_COLLECTION_TEAMS, ListQuery(limit=LIMIT_MAX)),
    Stage(4, "team", LIST_TEAM_MEMBERS, ListQuery(limit=SOME)),
    Stage(5, "space", LIST_CHANGE_REQUESTS.tolerant_listing, ChangeRequestsQuery(limit=SOME, status="open")),
    Stage(6, "space", LIST_COMMENTS.tolerant_listing, CommentsQuery(limit=SOME, status="open", format="markdown")),
    Stage(7, "", LIST_REQUESTED_REVIEWERS.tolerant_listing, ListQuery(limit=LIMIT_MAX)),
    Stage(8, "", LIST_COMMENT_REPLIES.tolerant_listing, RepliesQuery(limit=LIMIT_MAX, format="markdown")),
)
BY_ENDPOINT: Mapping[str, Stage] = {stage.endpoint.name: stage for stage in STAGES}
PEOPLE_OF = {
    LIST_CHANGE_REQUESTS.name: LIST_REQUESTED_REVIEWERS.name,
    LIST_COMMENTS.name: LIST_COMMENT_REPLIES.name,
}
"""For each list, the call that returns the requested reviewers of an item, or the replies to it."""
OPEN_ITEMS = frozenset([*PEOPLE_OF, *PEOPLE_OF.values()])


class Pause(NamedTuple):
    """The pause before the next call, and its reason. It is 0 seconds long if there is no need to wait."""

    seconds: float = 0.0
    reason: str = ""


class _Steps:
    """The steps of a crawl in order, without duplicates. `only` limits them to calls of these endpoints."""

    def __init__(self, waiting: Iterable[Step], done: Iterable[str] = (), only: Collection[str] = BY_ENDPOINT) -> None:
        self.done, self._added, self._queues = list(done), set(done), defaultdict[int, deque[Step]](deque)
        self._only = only
        for step in waiting:
            self.add(step)

    def add(self, step: Step) -> None:
        key = _step_key(step)
        if key not in self._added and step[0] in self._only:
            self._added.add(key)
            self.retry(step)

    def retry(self, step: Step) -> None:
        self._queues[BY_ENDPOINT[step[0]].number].append(step)

    def take(self, number: int) -> list[Step]:
        """Take up to `number` steps from the first stage that has any."""
        queue = next((queue for _, queue in sorted(self._queues.items()) if queue), deque[Step]())
        return [queue.popleft() for _ in range(min(number, len(queue)))]

    def waiting(self) -> tuple[Step, ...]:
        return tuple(step for _, queue in sorted(self._queues.items()) for step in queue)


def initial_steps(organization: str, known: Iterable[tuple[str, str]]) -> Sequence[Step]:
    """Return the first steps of a crawl: calls about the organization, and about known objects (kind and id)."""
    return _Steps(_list_steps(organization, [("organization", organization), *known])).waiting()


def crawl_slice(
    api: Api,
    crawls: Crawls,
    lists: StoredOpenLists,
    crawl: Crawl,
    monotonic: Callable[[], float] = time.monotonic,
    seconds: float = SLICE_SECONDS,
) -> Crawl:
    """Continue the crawl for some seconds, then store its progress. Raises TokenRefused.

    If the process is killed, only this slice has to be repeated.
    """
    steps = _Steps(crawl.waiting, crawl.done)
    read = _send_steps(api, crawl.organization, steps, monotonic, seconds)
    api.save_observations()
    lists.save(api.owner, crawl.organization, read.found)
    waiting = steps.waiting()
    calls, skipped = crawl.calls + read.calls, crawl.skipped + len(read.refused)
    if calls >= MAX_CALLS:
        waiting, skipped = (), skipped + len(waiting)
    crawl = replace(
        crawl,
        calls=calls,
        skipped=skipped,
        waiting=waiting,
        done=steps.done if waiting else (),
        paused_by=read.pause.reason,
        failed=[*crawl.failed, *read.refused][:MAX_FAILED],
    )
    if not crawl.is_running:
        lists.drop_unread(api.owner, crawl.organization, crawl.started_at)
    crawls.save(api.owner, crawl, wait_seconds=read.pause.seconds)
    return crawl


def read_open_items(
    api: Api, lists: StoredOpenLists, organization: str, spaces: Iterable[str], seconds: float = SLICE_SECONDS
) -> None:
    """Refresh the lists of open items in these spaces for at most some seconds. Raises TokenRefused.

    Stops if the API doesn't answer. Lists that weren't read stay as they were.
    """
    steps = _Steps(_list_steps(organization, [("space", each) for each in spaces]), only=OPEN_ITEMS)
    lists.save(api.owner, organization, _send_steps(api, organization, steps, time.monotonic, seconds).found)


class _Reading(NamedTuple):
    """Results of some steps: lists of open items, and the calls that failed permanently."""

    calls: int
    found: Mapping[Part, Any]
    refused: Sequence[FailedCall]
    pause: Pause


def _send_steps(api: Api, organization: str, steps: _Steps, monotonic: Callable[[], float], seconds: float) -> _Reading:
    until, read = monotonic() + seconds, _Reading(0, {}, (), Pause())
    while now := steps.take(AT_ONCE):
        answers = api.gather(*(_build_read(step) for step in now))
        answered, pause = list(zip(now, answers, strict=True)), _choose_pause(answers)
        refused = _process_answers(organization, steps, answered, pause)
        found = {**read.found, **build_open_lists(answered)}
        read = _Reading(read.calls + len(now), found, [*read.refused, *refused], pause)
        if pause.reason or monotonic() >= until:
            break
    return read


def _process_answers(
    organization: str, steps: _Steps, answered: Sequence[tuple[Step, object]], pause: Pause
) -> list[FailedCall]:
    """Add the steps that result from the answers. Returns the calls that failed permanently. Raises TokenRefused."""
    failed = []
    for step, answer in answered:
        if isinstance(answer, TokenRefused):
            raise answer
        if not isinstance(answer, Problem) or _is_unpublished(step, answer):
            steps.done.append(_step_key(step))
            for each in () if isinstance(answer, Problem) else _list_following_steps(organization, step, answer):
                steps.add(each)
        elif again := _build_retry_step(step, answer, counts=pause.reason != AWAY):
            steps.retry(again)
        else:
            failed.append(FailedCall(step[0], step[3:], answer.status, answer.message))
    return failed


def _choose_pause(answers: Sequence[object]) -> Pause:
    slow = [each.retry_after or SLOW_SECONDS for each in answers if isinstance(each, TooMany)]
    if slow:
        return Pause(min(max(slow), MAX_WAIT_SECONDS), LIMITED)
    is_away = bool(answers) and all(isinstance(each, Unavailable) for each in answers)
    return Pause(AWAY_SECONDS, AWAY) if is_away else Pause()


def _build_read(step: Step) -> Read[Any]:
    name, _, page, *ids = step
    stage = BY_ENDPOINT[name]
    query = stage.query.model_copy(update={"page": page}) if stage.query is not None and page else stage.query
    return Read(stage.endpoint, tuple(ids), query)


def _is_unpublished(step: Step, problem: Problem) -> bool:
    # Without a published view the API answers 404, which is no failure of the reading.
    return isinstance(problem, NotFound) and step[0] == GET_PUBLISHED.name


def _build_retry_step(step: Step, problem: Problem, *, counts: bool) -> Step | None:
    """Return the step for another attempt, or None if that won't help. `counts` is False while the API is down."""
    name, tries, *rest = step
    if isinstance(problem, TooMany) or not counts:
        return step
    if isinstance(problem, Refused) or int(tries) + 1 >= TRIES:
        return None
    return (name, str(int(tries) + 1), *rest)


def _list_following_steps(organization: str, step: Step, answer: object) -> Iterator[Step]:
    """Yield the steps that result from an answer: its next page, and calls about the objects it mentions."""
    name, _, _, *ids = step
    if isinstance(answer, Listing) and answer.next is not MISSING:
        yield (name, "0", answer.next.page, *ids)
    if name in PEOPLE_OF:
        yield from ((PEOPLE_OF[name], "0", "", *ids, each) for each in list_ids_with_people(answer))
    asked_by = [KIND_OF_PARAMETER.get(each) for each in BY_ENDPOINT[name].endpoint.path_params]
    place = {kind: each for kind, each in zip(asked_by, ids, strict=True) if kind is not None}
    objects = {(each.kind, each.id): None for each in find_mentions(answer, place) if each.kind != "organization"}
    unpublished = _list_unpublished_sites(answer)
    yield from (
        step
        for step in _list_steps(organization, objects)
        if step[0] != GET_PUBLISHED.name or step[-1] not in unpublished
    )


def _list_unpublished_sites(answer: object) -> set[str]:
    """Return the ids of the unpublished sites in an answer. The API has no published view of them."""
    items = answer.items if isinstance(answer, Listing) else ()
    return {site.id for site in items if isinstance(site, Site) and not site.published}


def _list_steps(organization: str, objects: Iterable[tuple[str, str]]) -> Iterator[Step]:
    for kind, identifier in objects:
        for stage in STAGES:
            if stage.kind == kind:
                below = stage.endpoint.path_params[0] == "organizationId" and kind != "organization"
                yield (stage.endpoint.name, "0", "", *((organization,) if below else ()), identifier)


def _step_key(step: Step) -> str:
    name, _, *rest = step
    return "\n".join((name, *rest))
