"""Items of the inbox: kind, age, and whether they may concern the person."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

from flask import request as http_request
from flask import url_for

from contract.authoring.change_requests import ChangeRequest, RequestedReviewer
from contract.authoring.comments import Comment, CommentReply
from contract.organization.people import User
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, has_words
from masthead.web.descriptions.labels import request_title
from masthead.web.directory.places import AccessPlace
from masthead.web.markdown.blocks import markdown_excerpt

REQUEST, COMMENT = "requests", "comments"
ASKED = N_("Your review is asked for")
ANSWERED = N_("You were answered")
STARTED = N_("You started it")
KINDS = {REQUEST: N_("Change requests"), COMMENT: N_("Comments")}
SHOWN = {
    "mine": N_("For me"),
    "outdated": N_("Outdated"),
    "discussed": N_("With open comments"),
}
DAY_SECONDS = 24 * 3600
BUCKETS = (
    ("today", N_("Last 24 hours"), 1),
    ("week", N_("Last 7 days"), 7),
    ("month", N_("Last 30 days"), 30),
    ("older", N_("Older"), None),
)
"""Name, heading, and maximum age in days."""
MAX_TITLE = 120
FILTERS = ("q", "kind", "show", "space", "since")


class InboxItem(NamedTuple):
    """A change request or a comment. `at` is when it was last changed or posted; None if not reported.

    `reasons` are the reasons in words why it may concern the person. `is_asked`: their review is requested.
    `on` is the title of a comment's change request, or empty.
    """

    kind: str
    space: AccessPlace
    id: str
    title: str
    author: str
    at: datetime | None
    told: ChangeRequest | Comment
    reasons: tuple[str, ...] = ()
    is_outdated: bool = False
    comments: int = 0
    on: str = ""
    is_asked: bool = False
    is_answered: bool = False

    @property
    def key(self) -> str:
        return f"{self.kind}/{quote(self.space.id, safe='')}/{quote(self.id, safe='')}"

    @property
    def seconds_old(self) -> float | None:
        """Return the seconds since it was last changed or posted, or None if unknown."""
        return None if self.at is None else max(0.0, (datetime.now(UTC) - self.at).total_seconds())

    @property
    def bucket(self) -> str:
        """Return the name of its age group. An unknown age counts as the oldest."""
        age = self.seconds_old
        some = (name for name, _, most in BUCKETS if most is None or (age is not None and age < most * DAY_SECONDS))
        return next(some)

    def address(self, organization_id: str, back_link: str | None = None) -> str:
        """Return the URL of the item in Masthead, a page that links back to `back_link`."""
        here = partial(url_for, organization_id=organization_id, space_id=self.space.id, next=back_link)
        if self.kind == REQUEST:
            return here("change_requests.show", change_request_id=self.id)
        return here("comments.show", comment_id=self.id)


class InboxFilters(NamedTuple):
    """Filters from the query; invalid values are ignored."""

    q: str = ""
    kind: str = ""
    show: str = ""
    space: str = ""
    since: str = ""

    @property
    def given(self) -> dict[str, str]:
        return {name: value for name in FILTERS if (value := getattr(self, name))}

    def passes(self, item: InboxItem) -> bool:
        shown = {
            "": True,
            "mine": bool(item.reasons),
            "outdated": item.is_outdated,
            "discussed": item.kind == REQUEST and item.comments > 0,
        }
        return (
            shown[self.show]
            and self.kind in {"", item.kind}
            and self.space in {"", item.space.id}
            and self.since in {"", item.bucket}
            and has_words(self.q, item.title, item.author, item.space.called)
        )


def parse_filters() -> InboxFilters:
    known = {"kind": set(KINDS), "show": set(SHOWN), "since": {name for name, _, _ in BUCKETS}}
    asked = {name: http_request.args.get(name, "").strip() for name in FILTERS}
    return InboxFilters(**{n: value if value in known.get(n, {value}) else "" for n, value in asked.items()})


def group_items(items: Sequence[InboxItem]) -> list[tuple[str, list[InboxItem]]]:
    """Group items under headings: items that need the person's review, then others by age."""
    others = [each for each in items if not each.is_asked]
    found = [(gettext(label), [each for each in others if each.bucket == name]) for name, label, _ in BUCKETS]
    groups = [(gettext(ASKED), [each for each in items if each.is_asked]), *found]
    return [(label, some) for label, some in groups if some]


def sort_items(items: Sequence[InboxItem]) -> list[InboxItem]:
    """Sort items: those that need the person's review first, each part latest first, without a time last."""
    return sorted(items, key=lambda each: (not each.is_asked, -each.at.timestamp() if each.at else 0.0))


def build_request_item(name: str, space: AccessPlace, told: ChangeRequest) -> InboxItem:
    """Convert a change request. `name` is the person's, to recognize their own."""
    maker = value_or_none(told.createdBy)
    return InboxItem(
        REQUEST,
        space,
        str(told.number),
        request_title(told),
        _display_name(maker),
        told.updatedAt,
        told,
        (gettext(STARTED),) if is_called(maker, name) else (),
        told.outdated,
        int(told.comments),
    )


def build_comment_item(name: str, space: AccessPlace, told: Comment, requests: Mapping[str, str]) -> InboxItem:
    """Convert a comment. `name` is the person's, to recognize their own; `requests` are titles by id."""
    body, writer = value_or_none(told.body), value_or_none(told.postedBy)
    text = markdown_excerpt(value_or_none(body.markdown) or "" if body else "", MAX_TITLE)
    replies = int(value_or_none(told.replies) or 0)
    target = value_or_none(told.target)
    request = (value_or_none(target.changeRequest) if target else None) or ""
    own = is_called(writer, name)
    return InboxItem(
        COMMENT,
        space,
        told.id,
        text or gettext("Written in the app"),
        _display_name(writer),
        value_or_none(told.editedAt) or value_or_none(told.postedAt),
        told,
        (gettext(ANSWERED if replies else STARTED),) if own else (),
        comments=replies,
        is_answered=own and replies > 0,
        on=(requests.get(request) or gettext("a change request")) if request else "",
    )


def mark_reviewers(name: str, item: InboxItem, reviewers: Sequence[RequestedReviewer]) -> InboxItem:
    """Mark the change request if the person is among its reviewers."""
    if not any(is_called(value_or_none(each.user), name) for each in reviewers):
        return item
    return item._replace(is_asked=True, reasons=(gettext(ASKED), *item.reasons))


def mark_replies(name: str, item: InboxItem, replies: Sequence[CommentReply]) -> InboxItem:
    """Update the person's own comment: if they wrote the last reply, nobody answered."""
    dated = [(at, each) for each in replies if (at := value_or_none(each.postedAt))]
    last = max(dated, key=lambda each: each[0], default=None)
    if last is None or not is_called(value_or_none(last[1].postedBy), name):
        return item
    return item._replace(reasons=(gettext(STARTED),))


def is_called(user: User | None, name: str) -> bool:
    """Return whether the user may be the person with this name; the API doesn't report who they are."""
    if user is None or not name:
        return False
    words, email = set(name.casefold().split()), (value_or_none(user.email) or "").casefold()
    return name.casefold() in {user.id.casefold(), email} or words <= set(user.displayName.casefold().split())


def _display_name(user: User | None) -> str:
    return (user.displayName.strip() or user.id) if user else ""
