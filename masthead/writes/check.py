"""Reads current values to find out whether a call of unknown outcome was saved. Sends nothing again."""

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from math import floor, inf
from typing import Any

from pydantic import MISSING

from contract import BY_NAME, READS
from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    GET_CHANGE_REQUEST,
    LIST_CHANGE_REQUESTS,
    LIST_REQUESTED_REVIEWERS,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    ChangeRequestsQuery,
)
from contract.authoring.comments import (
    CREATE_COMMENT,
    CREATE_COMMENT_REPLY,
    LIST_COMMENT_REPLIES,
    LIST_COMMENTS,
    Comment,
    CommentReply,
    CommentsQuery,
    RepliesQuery,
)
from contract.authoring.openapi_specs import REPLACE_SPEC
from contract.organization.team_members import UPDATE_TEAM_MEMBERS
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Api, NotFound, Problem
from masthead.resources import BY_DELETE, BY_UPDATE, CREATIONS, DELETIONS
from masthead.resources.values import NOT_KNOWN, is_same_value
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Intent, Outcome, Reason, State
from masthead.store.errors import StoreError
from masthead.store.journal.journal import Journal
from masthead.store.journal.queries import JournalQuery
from masthead.writes.observe import (
    ARRIVES_WITHIN_SECONDS,
    CHANGED_SINCE,
    DONE_BY_SOMEBODY,
    MAYBE_DONE,
    NOT_DONE,
    NOT_REPORTED,
    NOT_SAVED,
    NOT_YET,
    ObservedValue,
    does_exist,
    doubt_outcome,
    find_in_listing,
    judge_outcome,
    observed_values,
    read_current,
    walk_named,
)
from masthead.writes.roles import GIVES_ROLES
from masthead.writes.send import RESTORED, Change, build_intent, sent_values
from masthead.writes.timeline import creates_same, list_subject_keys

Check = Callable[[Api, Entry, Journal | None], Outcome]
CLOCKS_APART_SECONDS = 120.0
"""Maximum error of the service's clock."""
NEAR = CLOCKS_APART_SECONDS + ARRIVES_WITHIN_SECONDS
TOUCHED = (Reason.NEITHER, Reason.SOME_AS_SENT, Reason.CHANGED_SINCE)
"""Reasons of outcomes after which somebody has tried to set one of the values."""
MAX_LOOKED_UP = 4
"""Limit of entries that a page looks up besides its own work, so that it doesn't wait for many reads."""
MAX_ENTRIES = 1000
PAGES = 2
"""Number of pages of the newest comments to read."""
REACTIONS = frozenset({"addedReactions", "removedReactions"})
MERGED = "merged"
STATUSES = ("draft", "open", "archived", MERGED)


def check_entry(api: Api, entry: Entry, journal: Journal | None = None) -> Outcome:
    """Determine an entry's outcome from the current values; UNKNOWN if they don't show it.

    Raises Problem if a read fails. Results of other entries in the journal don't count as this entry's.
    """
    endpoint = BY_NAME[entry.intent.endpoint]
    is_deletion = endpoint.method == "DELETE" and endpoint.path in READS
    check = CHECKS.get(endpoint.name, _check_deletion if is_deletion else None)
    if check is None or is_unobservable(entry):
        return NOT_REPORTED
    try:
        found = check(api, entry, journal)
    except NotFound:  # whatever the call did, nothing of it can be read any more
        subject = entry.intent.subject
        return Outcome(State.UNKNOWN, Cause(Reason.GONE, {"title": subject.title or subject.id}))
    looks = journal.list_reasons(entry) if journal is not None else {entry.outcome.cause.reason}
    return doubt_outcome(found, looks, entry.outcome.state)


def verify_outcome(api: Api, change: Change[Any], journal: Journal | None = None, number: int = 0) -> Outcome:
    """Determine the outcome of a change that was just carried out. `number` is its number in the journal.

    Without a journal, later writes of the same values are unknown.
    """
    return check_entry(api, get_sent_entry(api, change, journal, number), journal)


def get_sent_entry(api: Api, change: Change[Any], journal: Journal | None, number: int) -> Entry:
    """Return the journal entry of a change that was just carried out; without one, an entry of unknown outcome."""
    intent = build_intent(change, api.owner)
    entry = journal.entry(intent.organization, number) if journal is not None else None
    return entry or Entry(0, 0.0, "", intent, Outcome(State.UNKNOWN))


def verify_entry(api: Api, journal: Journal, entry: Entry) -> Entry:
    """Check an entry of unknown outcome, and mark it as saved in the journal if a read confirms it.

    Raises Problem if the read fails.
    """
    if entry.outcome.state not in MAYBE_SAVED:
        return entry
    found = check_entry(api, entry, journal)
    # Only a success is certain: what isn't there yet may still come.
    if found.state is State.SAVED:
        journal.write_outcome_if_more_certain(entry.number, found)
    return replace(entry, outcome=found)


def verify_unknown_calls(api: Api, journal: Journal, change: Change[Any], *, by: str | None = None) -> None:
    """Check earlier unknown calls to the same object, by anybody or only `by` one person. Failed reads are ignored."""
    intent = build_intent(change, api.owner)
    unknown = JournalQuery(intent.organization, by=by, object_id=change.subject.id, states=[State.UNKNOWN])
    about = list_subject_keys(intent)
    with suppress(Problem, StoreError):
        earlier = [entry for entry in journal.entries(unknown) if list_subject_keys(entry.intent) & about]
        for entry in earlier[:MAX_LOOKED_UP]:
            verify_entry(api, journal, entry)


def is_touched_since(api: Api, entry: Entry) -> bool:
    """Return whether anybody has since tried to set one of the entry's values. Raises Problem if the read fails."""
    return entry.outcome.cause.reason in TOUCHED or is_changed_since(api, entry)


def is_changed_since(api: Api, entry: Entry) -> bool:
    """Return whether a value that the entry saved has changed since. Raises Problem if the read fails."""
    intent, outcome = entry.intent, entry.outcome
    if outcome.state is not State.SAVED:
        return False
    if intent.endpoint in CREATIONS:
        return bool(outcome.made) and not does_exist(api, intent.endpoint, (*intent.ids, outcome.made))
    if intent.endpoint in BY_UPDATE or intent.endpoint in GIVES_ROLES:
        return not all(each.is_as_written for each in read_values(api, entry).values() if each.now is not NOT_KNOWN)
    return BY_NAME[intent.endpoint].method == "DELETE" and check_entry(api, entry).state is not State.SAVED


def read_values(api: Api, entry: Entry, journal: Journal | None = None) -> dict[str, ObservedValue]:
    """Read the values that an entry set, by setting or by member. Raises Problem if a read fails."""
    return observed_values(entry, *read_current(api, entry, journal))


def _check_values(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    values = read_values(api, entry, journal)
    found, became = judge_outcome(values.values(), at_once=entry.intent.endpoint != UPDATE_TEAM_MEMBERS.name), {}
    if found.state is not State.SAVED:
        return found
    for name, value in sent_values(entry.intent).items():
        # The API may write a value in another form, such as a title without spaces around it.
        left = values[name].resulting_value if name in values else value
        became[name] = left if left not in (MISSING, NOT_KNOWN) and is_same_value(left, value) else value
    return replace(found, became=became)


def _check_deletion(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    endpoint, ids = BY_NAME[entry.intent.endpoint], entry.intent.ids
    try:
        if endpoint.path in READS:
            api.read(READS[endpoint.path], *ids)
        else:
            find_in_listing(api, BY_DELETE[endpoint.name].source, ids)
    except NotFound:
        # A later call to it was saved, so it was still there then, and another one deleted it.
        if journal is not None and _is_saved_since(journal, entry):
            return Outcome(State.NOT_SAVED, Cause(Reason.FOUND_AS_BEFORE))
        return DONE_BY_SOMEBODY
    return NOT_SAVED


def _is_saved_since(journal: Journal, entry: Entry) -> bool:
    intent = entry.intent
    path = BY_NAME[intent.endpoint].path
    names = [endpoint.name for endpoint in BY_NAME.values() if endpoint.path == path]
    others = journal.list_since(intent.organization, entry.number + 1, names, intent.ids)
    return any(other.outcome.state is State.SAVED for other in others)


def _check_creation(api: Api, entry: Entry, journal: Journal | None) -> Outcome:
    intent = entry.intent
    items = {each.id: each for each in SEARCHES.get(intent.endpoint, _find_named)(api, intent)}
    found = observe_created(entry, journal, {id_: _creation_time(each) for id_, each in items.items()})
    was = intent.was.get(RESTORED, {})
    if found.made and any(getattr(items[found.made], name) != value for name, value in was.items()):
        return replace(found, cause=Cause(Reason.FOUND_ON))
    # A colleague may have deleted it again, so that it isn't there proves nothing.
    is_gone = found.state is State.NOT_SAVED and journal is not None and _is_deleted_since(journal, entry)
    return CHANGED_SINCE if is_gone else found


def _is_deleted_since(journal: Journal, entry: Entry) -> bool:
    resource, title = CREATIONS.get(entry.intent.endpoint), entry.intent.subject.title
    names = [resource.endpoints.delete.name] if resource and resource.endpoints.delete else []
    deleted = journal.list_since(entry.intent.organization, entry.number, names, entry.intent.ids)
    return any(each.intent.subject.title == title and each.outcome.state is State.SAVED for each in deleted)


def observe_created(entry: Entry, journal: Journal | None, times: Mapping[str, object]) -> Outcome:
    """Determine the outcome of a creation from matching objects. `times` maps their ids to creation times.

    Objects that other entries created don't count. The service's clock may be off, so an object may seem a little older
    than the entry. If several match, or another entry may have created the object, the outcome is unknown.
    """
    others = concurrent_creations(journal, entry)
    taken = {other.outcome.made for other in others}
    near = {id_: at for id_, at in times.items() if id_ not in taken and may_be_result(at, entry, NEAR)}
    if not near:
        return NOT_DONE
    maybe_saved = (each.intent for each in others if each.outcome.state in MAYBE_SAVED)
    is_shared = any(creates_same(each, entry.intent) for each in maybe_saved)
    (made, at), *more = near.items()
    if more or is_shared or not _is_after(at, entry):
        return MAYBE_DONE
    return replace(DONE_BY_SOMEBODY, became=sent_values(entry.intent), made=made)


def concurrent_creations(journal: Journal | None, entry: Entry) -> list[Entry]:
    """List other entries that called the same endpoint at about the same time and may have created something."""
    intent, since, until = entry.intent, entry.at - NEAR, entry.at + NEAR
    wanted = JournalQuery(intent.organization, endpoints=[intent.endpoint], since=since, until=until)
    found = journal.entries(wanted, limit=MAX_ENTRIES) if journal else ()
    return [other for other in found if other.number != entry.number]


def _find_named(api: Api, intent: Intent) -> Iterable[Any]:
    resource = CREATIONS[intent.endpoint]
    return walk_named(api, resource, intent.ids, sent_values(intent).get(resource.name, MISSING))


def _find_comments(api: Api, intent: Intent) -> Iterable[Any]:
    if intent.endpoint == CREATE_COMMENT_REPLY.name:
        replies = RepliesQuery(limit=LIMIT_MAX, format="markdown")
        told: Iterable[Any] = api.walk(LIST_COMMENT_REPLIES, *intent.ids, query=replies)
    else:
        newest = CommentsQuery(limit=LIMIT_MAX, format="markdown", order="desc")
        told = api.walk(LIST_COMMENTS, *intent.ids, query=newest, pages=PAGES)
    wanted = _collapse_spaces(dict(sent_values(intent).get("body") or {}).get("markdown"))
    return (each for each in told if _collapse_spaces(_comment_text(each)) == wanted)


def _comment_text(told: Comment | CommentReply) -> object:
    body = value_or_none(told.body)
    return value_or_none(body.markdown) if body else None


def _collapse_spaces(text: object) -> str:
    """Collapse white space, since the API may change it."""
    return " ".join(text.split()) if isinstance(text, str) else ""


def _find_change_requests(api: Api, intent: Intent) -> Iterable[Any]:
    # A list has one status, and somebody may have merged or archived the request since.
    queries = (ChangeRequestsQuery(limit=LIMIT_MAX, status=each) for each in STATUSES)
    every = (each for query in queries for each in api.walk(LIST_CHANGE_REQUESTS, *intent.ids, query=query))
    return (each for each in every if each.subject == sent_values(intent).get("subject"))


SEARCHES: Mapping[str, Callable[[Api, Intent], Iterable[Any]]] = {
    CREATE_COMMENT.name: _find_comments,
    CREATE_COMMENT_REPLY.name: _find_comments,
    CREATE_CHANGE_REQUEST.name: _find_change_requests,
}
"""Searches for objects that a call may have created, by endpoint name. Other objects are found by name."""


def _creation_time(item: Any) -> object:  # noqa: ANN401 - any resource
    return value_or_none(item.postedAt if isinstance(item, Comment | CommentReply) else item.createdAt)


def may_still_arrive(entry: Entry) -> bool:
    """Return whether an unanswered call may still reach the service."""
    return entry.outcome.state is not State.SAVED and time.time() - entry.at < ARRIVES_WITHIN_SECONDS


def may_be_result(at: object, entry: Entry, within: float = inf) -> bool:
    """Return whether an object created at this time may be the result of the entry."""
    return not isinstance(at, datetime) or -CLOCKS_APART_SECONDS <= at.timestamp() - entry.at <= within


def _is_after(at: object, entry: Entry) -> bool:
    # An API without fractions of a second rounds its times down.
    exact = 1000 if isinstance(at, datetime) and at.microsecond else 1
    return isinstance(at, datetime) and at.timestamp() >= floor(entry.at * exact) / exact


def _check_merge(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if request.status == MERGED:
        return replace(DONE_BY_SOMEBODY, became={"revision": value_or_none(request.revisionMerged) or request.revision})
    return NOT_YET if may_still_arrive(entry) else NOT_DONE


def _check_pull(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    """Check an update from the primary content: a change request that isn't outdated already contains all of it."""
    request = api.read(GET_CHANGE_REQUEST, *entry.intent.ids)
    if not request.outdated:
        return replace(DONE_BY_SOMEBODY, became={"revision": request.revision})
    return MAYBE_DONE if may_be_result(request.updatedAt, entry) or may_still_arrive(entry) else NOT_DONE


def _check_reviewers(api: Api, entry: Entry, _: Journal | None) -> Outcome:
    wanted = set(sent_values(entry.intent).get("users") or ())
    asked = api.walk(LIST_REQUESTED_REVIEWERS, *entry.intent.ids, query=ListQuery(limit=LIMIT_MAX))
    near = [each for each in asked if may_be_result(each.createdAt, entry)]
    times = {user.id: each.createdAt for each in near if (user := value_or_none(each.user)) and user.id in wanted}
    if times.keys() == wanted and all(isinstance(at, datetime) for at in times.values()):
        return DONE_BY_SOMEBODY
    return MAYBE_DONE if times else NOT_DONE


def is_unobservable(entry: Entry) -> bool:
    """Return whether no read can confirm a call: reactions are only counted, and rereading a source sets no value."""
    sent = sent_values(entry.intent)
    source = sent.get("source") if entry.intent.endpoint == REPLACE_SPEC.name else None
    is_address = isinstance(source, dict) and isinstance(source.get("url"), str)
    return not sent.keys().isdisjoint(REACTIONS) or (is_address and "source" not in entry.intent.was)


CHECKS: dict[str, Check] = {
    **dict.fromkeys((*CREATIONS, *SEARCHES), _check_creation),
    **dict.fromkeys(BY_UPDATE, _check_values),
    **dict.fromkeys(GIVES_ROLES, _check_values),
    **dict.fromkeys(DELETIONS, _check_deletion),
    MERGE_CHANGE_REQUEST.name: _check_merge,
    PULL_INTO_CHANGE_REQUEST.name: _check_pull,
    REQUEST_REVIEWERS.name: _check_reviewers,
}
"""Checks by endpoint name; `masthead/bulk/reconcile.py` adds those of a site's structure."""
