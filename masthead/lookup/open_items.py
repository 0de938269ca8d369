"""Extracts the open change requests and comments for the inbox from API responses."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from pydantic import MISSING

from contract.authoring.change_requests import (
    LIST_CHANGE_REQUESTS,
    LIST_REQUESTED_REVIEWERS,
    ChangeRequest,
    RequestedReviewer,
)
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS, Comment, CommentReply
from contract.organization.people import User
from contract.schema.endpoint import Listing
from contract.schema.fields import value_or_none
from masthead.client import Refused
from masthead.store.directory.crawls import Step
from masthead.store.directory.open_lists import COMMENTS, REQUESTS, OpenItem, OpenPerson, Part

KINDS = {
    LIST_CHANGE_REQUESTS.name: REQUESTS,
    LIST_REQUESTED_REVIEWERS.name: REQUESTS,
    LIST_COMMENTS.name: COMMENTS,
    LIST_COMMENT_REPLIES.name: COMMENTS,
}
MAX_TEXT = 500


def build_open_lists(answered: Sequence[tuple[Step, object]]) -> dict[Part, Sequence[OpenItem | OpenPerson]]:
    """Return, by part, the items of a list or the people of an item. A list is empty if the API denied access."""
    found: dict[Part, Sequence[OpenItem | OpenPerson]] = {}
    for (name, _, page, *ids), answer in answered:
        if name not in KINDS or not isinstance(answer, Listing | Refused):
            continue
        items = answer.items if isinstance(answer, Listing) else []
        if name in {LIST_REQUESTED_REVIEWERS.name, LIST_COMMENT_REPLIES.name}:
            found[ids[0], f"{KINDS[name]}/{ids[1]}"] = _list_people(items)
        else:
            found[ids[0], f"{KINDS[name]}?{page}" if page else KINDS[name]] = [build_item(each) for each in items]
    return found


def list_ids_with_people(answer: object) -> Iterator[str]:
    """Yield the ids of the items whose requested reviewers or replies have to be read."""
    for item in answer.items if isinstance(answer, Listing) else ():
        if isinstance(item, ChangeRequest) or value_or_none(item.replies):
            yield item.id


def build_item(item: ChangeRequest | Comment) -> OpenItem:
    if isinstance(item, ChangeRequest):
        author, at = _build_person(item.createdBy), _to_timestamp(item.updatedAt)
        return OpenItem(item.id, item.subject, author, at, item.comments, item.number, item.outdated)
    body, target = value_or_none(item.body), value_or_none(item.target)
    return OpenItem(
        item.id,
        (value_or_none(body.markdown) or "" if body else "")[:MAX_TEXT],
        _build_person(item.postedBy),
        _to_timestamp(value_or_none(item.editedAt) or value_or_none(item.postedAt)),
        value_or_none(item.replies) or 0,
        request=(value_or_none(target.changeRequest) if target else None) or "",
    )


def _list_people(items: Sequence[RequestedReviewer | CommentReply]) -> list[OpenPerson]:
    """List the requested reviewers, or the person who replied last."""
    reviewers = [_build_person(each.user) for each in items if isinstance(each, RequestedReviewer)]
    replies = [(at, each) for each in items if isinstance(each, CommentReply) and (at := value_or_none(each.postedAt))]
    last = max(replies, key=lambda each: each[0], default=None)
    return [each for each in (*reviewers, _build_person(last[1].postedBy) if last else None) if each is not None]


def _build_person(user: User | MISSING) -> OpenPerson | None:
    if user is MISSING:
        return None
    return OpenPerson(user.id, user.displayName.strip(), value_or_none(user.email) or "")


def _to_timestamp(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()
