"""A walk through all that a person may see of an organization: bounded, in slices, and resumed where it was left."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS, ChangeRequestsQuery
from contract.authoring.comments import LIST_COMMENTS, CommentsQuery
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpacesQuery
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES, Site, SitesQuery
from contract.schema.endpoint import Endpoint
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Api, NotFound, Problem, Read, Refused, TokenRefused, TooMany
from masthead.client.directory_updates import find_mentions
from masthead.i18n import N_, gettext
from masthead.resources import KIND_OF_PARAMETER
from masthead.store.directory.scans import DONE, STOPPED, FailedCall, Scan, Scans, Step

AT_ONCE = 4
SLICE_SECONDS = 2.0
TRIES = 2
BUDGETS = (50, 200, 1000)
SOME = 100
MAX_FAILED = 20
"""Calls that are kept with what the API answered; the others are only counted."""
LOOKED_AT = ("space", "team", "collection", "site")
"""What can be asked about, and is known of before the walk meets it."""
NO_ANSWER = N_("The API didn't answer. Continue in a moment.")
ASKED_TOO_OFTEN = N_("The API asks Masthead to slow down. Continue in a moment.")


class Stage(NamedTuple):
    """A call to make once per object of a kind. Lower numbers go first."""

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
    Stage(5, "space", LIST_CHANGE_REQUESTS, ChangeRequestsQuery(limit=SOME)),
    Stage(6, "space", LIST_COMMENTS, CommentsQuery(limit=SOME)),
)
BY_ENDPOINT: Mapping[str, Stage] = {stage.endpoint.name: stage for stage in STAGES}


def initial_steps(organization: str, known: Iterable[tuple[str, str]]) -> list[Step]:
    """First steps of a scan: the organization, and known objects by kind and id."""
    return _sort_steps(_steps_for(organization, [("organization", organization), *known]))


def scan_slice(
    api: Api, scans: Scans, scan: Scan, monotonic: Callable[[], float] = time.monotonic, seconds: float = SLICE_SECONDS
) -> Scan:
    """Go on for some seconds, and keep how far it has come after each few calls. Raises TokenRefused."""
    until, goes_on = monotonic() + seconds, True
    while goes_on:
        scan = _end_if_done(_ask_next(api, scan))
        goes_on = scan.state not in {DONE, STOPPED} and not scan.note and monotonic() < until
        # What was told is kept before that it was asked: a portal that is killed in between asks once more.
        api.save_observations()
        goes_on = scans.save(api.owner, scan, ends_slice=not goes_on) and goes_on
    return scan


def _end_if_done(scan: Scan) -> Scan:
    if not scan.waiting:
        return replace(scan, state=DONE, note="")
    if scan.calls >= scan.budget:
        return replace(scan, state=DONE, beyond=scan.beyond + len(scan.waiting), waiting=(), note="")
    return scan


def _ask_next(api: Api, scan: Scan) -> Scan:
    """Ask for the next few, and take what they lead to into the walk."""
    few = max(0, min(AT_ONCE, scan.budget - scan.calls))
    now, later = scan.waiting[:few], list(scan.waiting[few:])
    under_way, done, failed, note = {_step_key(step) for step in now}, set(scan.done), list[FailedCall](), ""
    for step, answer in zip(now, api.gather(*(_read_of_step(step) for step in now)), strict=True):
        if isinstance(answer, TokenRefused):
            raise answer
        if isinstance(answer, NotFound) and step[0] == GET_PUBLISHED.name:  # the site is not published
            done.add(_step_key(step))
        elif isinstance(answer, Problem):
            again = _retried_step(step, answer)
            note = note or (
                "" if isinstance(answer, Refused) and not isinstance(answer, TooMany) else _problem_note(answer)
            )
            if again:
                later.insert(0, again)
            else:
                failed.append(_failed_call(step, answer))
        else:
            done.add(_step_key(step))
            onward = _following_steps(scan.organization, step, answer)
            later.extend(each for each in onward if _step_key(each) not in done | under_way)
    later = _sort_steps({_step_key(step): step for step in later}.values())
    room = max(0, scan.budget - scan.calls - len(now))
    return replace(
        scan,
        calls=scan.calls + len(now),
        skipped=scan.skipped + len(failed),
        failed=(*scan.failed, *failed)[:MAX_FAILED],
        beyond=scan.beyond + max(0, len(later) - room) if room else scan.beyond,
        waiting=tuple(later[:room] if room else later),
        done=tuple(sorted(done)),
        note=note,
    )


def _read_of_step(step: Step) -> Read[Any]:
    name, _, page, *ids = step
    stage = BY_ENDPOINT[name]
    query = stage.query.model_copy(update={"page": page}) if stage.query is not None and page else stage.query
    return Read(stage.endpoint, tuple(ids), query)


def _retried_step(step: Step, problem: Problem) -> Step | None:
    """The step for another attempt, if that may help."""
    name, tries, *rest = step
    if isinstance(problem, TooMany):
        return step
    if isinstance(problem, Refused) or int(tries) + 1 >= TRIES:
        return None
    return (name, str(int(tries) + 1), *rest)


def _failed_call(step: Step, problem: Problem) -> FailedCall:
    name, _, _, *ids = step
    return FailedCall(name, ids, problem.status, problem.message)


def _problem_note(problem: Problem) -> str:
    return gettext(ASKED_TOO_OFTEN) if isinstance(problem, TooMany) else gettext(NO_ANSWER)


def _following_steps(organization: str, step: Step, answer: object) -> Iterator[Step]:
    """Steps after an answer: the next page, and calls about the objects in it."""
    name, _, _, *ids = step
    if isinstance(answer, Listing) and answer.next is not MISSING:
        yield (name, "0", answer.next.page, *ids)
    asked_by = [KIND_OF_PARAMETER.get(each) for each in BY_ENDPOINT[name].endpoint.path_params]
    place = {kind: each for kind, each in zip(asked_by, ids, strict=True) if kind is not None}
    objects = {(each.kind, each.id): None for each in find_mentions(answer, place) if each.kind != "organization"}
    unpublished = _unpublished_sites(answer)
    yield from (
        step
        for step in _steps_for(organization, objects)
        if step[0] != GET_PUBLISHED.name or step[-1] not in unpublished
    )


def _unpublished_sites(answer: object) -> set[str]:
    """The sites that have nothing to show yet: asking what they show would only be refused."""
    items = answer.items if isinstance(answer, Listing) else ()
    return {site.id for site in items if isinstance(site, Site) and not site.published}


def _steps_for(organization: str, objects: Iterable[tuple[str, str]]) -> Iterator[Step]:
    for kind, identifier in objects:
        for stage in STAGES:
            if stage.kind == kind:
                below = stage.endpoint.path_params[0] == "organizationId" and kind != "organization"
                yield (stage.endpoint.name, "0", "", *((organization,) if below else ()), identifier)


def _sort_steps(steps: Iterable[Step]) -> list[Step]:
    # Stable, so that objects of one stage keep the order in which they were found.
    return sorted(steps, key=lambda step: BY_ENDPOINT[step[0]].number)


def _step_key(step: Step) -> str:
    name, _, *rest = step
    return "\n".join((name, *rest))
