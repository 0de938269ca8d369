"""Comments and replies for display: author, time, target, text and reactions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from contract.authoring.comments import Comment, CommentReply, CommentTarget
from contract.organization.people import User
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.web.directory.entries import emoji_text
from masthead.web.frame.fragment_cache import Html
from masthead.web.frame.templating import web_address
from masthead.web.markdown.blocks import markdown_excerpt, shorten_text
from masthead.web.markdown.render import render_markdown

OPEN, RESOLVED = "open", "resolved"
STATES = {
    OPEN: (N_("Open"), "warn", "pencil"),
    RESOLVED: (N_("Resolved"), "good", "check-circle"),
}
"""Label, kind and icon of a badge by status."""
OFFERED = ("1f44d", "2764", "1f389", "1f64f", "1f440", "1f44e")
"""Code points in the API's notation: thumbs up, heart, party, thanks, eyes, thumbs down."""
MAX_NAMES = 20
MAX_PLAIN = 20_000
MAX_NODES = 5_000
MAX_TITLE = 60
MAX_LISTED = 2_000
"""Maximum length of a text in a list; a longer one is cut to this length."""


@dataclass(frozen=True, slots=True)
class ShownReaction:
    """An emoji with its count, and the names and ids of people that the API reports."""

    emoji: str
    picture: str
    count: int
    names: Sequence[str]
    people: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Remark:
    told: Comment | CommentReply

    @property
    def id(self) -> str:
        return self.told.id

    @property
    def author(self) -> str:
        """Return the author's name, or an empty string if the API doesn't report it."""
        return person_name(value_or_none(self.told.postedBy))

    @property
    def posted_at(self) -> datetime | None:
        """Return when it was posted, or None if the API doesn't report it."""
        return value_or_none(self.told.postedAt)

    @property
    def seconds_old(self) -> float | None:
        """Return the seconds since it was posted, or None if unknown."""
        at = self.posted_at
        return None if at is None else max(0.0, (datetime.now(UTC) - at).total_seconds())

    @property
    def edited_at(self) -> datetime | None:
        """Return when it was last edited, or None if it never was."""
        return value_or_none(self.told.editedAt)

    @property
    def markdown(self) -> str | None:
        """Return the text as Markdown, or None if the API has it in another form."""
        body = value_or_none(self.told.body)
        return value_or_none(body.markdown) if body else None

    @property
    def html(self) -> Html:
        """Return the text as HTML.

        Links to pages don't work, since comments don't name the page they are relative to.
        """
        picture, dead = gettext("Picture"), gettext("This link leads to nothing in this space")
        return render_markdown(self.markdown or "", lambda _: "", picture=picture, dead=dead).html

    @property
    def plain_text(self) -> str:
        """Return the plain text of a comment in the app's document format; empty for other comments."""
        body = value_or_none(self.told.body)
        document = value_or_none(body.document) if body else None
        return "\n".join(filter(None, _document_texts(document)))[:MAX_PLAIN] if document else ""

    @property
    def short_title(self) -> str:
        """Return the first words, or the id, as a title."""
        return self._cut_text(MAX_TITLE) or self.id

    @property
    def excerpt(self) -> str:
        """Return the beginning of the text if it is too long for a list; else an empty string."""
        return self._cut_text(MAX_LISTED) if len(self.markdown or self.plain_text) > MAX_LISTED else ""

    def _cut_text(self, most: int) -> str:
        return markdown_excerpt(self.markdown, most) if self.markdown else shorten_text(self.plain_text, most)

    @property
    def reactions(self) -> list[ShownReaction]:
        return [
            ShownReaction(
                each.emoji,
                emoji_text(each.emoji) or each.emoji,
                int(each.count),
                [
                    name
                    for one in (value_or_none(each.users) or [])[:MAX_NAMES]
                    if (name := person_name(value_or_none(one.user)))
                ],
                frozenset(user.id for one in value_or_none(each.users) or [] if (user := value_or_none(one.user))),
            )
            for each in value_or_none(self.told.reactions) or []
        ]

    @property
    def offered_emojis(self) -> list[tuple[str, str]]:
        """Return the offered emojis that nobody has used yet, as pairs of code point and picture."""
        there = {each.picture for each in self.reactions}
        return [(code, picture) for code in OFFERED if (picture := emoji_text(code)) not in there]

    @property
    def app(self) -> str:
        """Return the comment's URL in the app, or an empty string if the API reports none."""
        urls = value_or_none(self.told.urls)
        return web_address(value_or_none(urls.location) if urls else None) or ""

    def may(self, what: str) -> bool:
        """Return whether the person may `edit`, `reply` or `delete`: False only if the API reports that they can't."""
        permissions = value_or_none(self.told.permissions)
        return permissions is None or getattr(permissions, what) is not False


@dataclass(frozen=True, slots=True)
class Thread(Remark):
    """A comment on a space, page or change request, for display."""

    told: Comment

    @property
    def state(self) -> str:
        """Return `open`, `resolved`, or another status that the API reports."""
        return value_or_none(self.told.status) or ""

    @property
    def badge(self) -> tuple[str, str, str]:
        if not self.state:
            return gettext("No state"), "quiet", "question-circle"
        label, kind, icon = STATES.get(self.state, (self.state, "quiet", "info-circle"))
        return gettext(label), kind, icon

    @property
    def is_resolved(self) -> bool:
        return self.state == RESOLVED

    @property
    def resolver(self) -> str:
        """Return the name of the person who resolved it, or an empty string if not reported."""
        return person_name(value_or_none(self.told.resolvedBy))

    @property
    def resolved_at(self) -> datetime | None:
        """Return when it was resolved, or None if not reported."""
        return value_or_none(self.told.resolvedAt)

    @property
    def replies(self) -> int:
        return int(value_or_none(self.told.replies) or 0)

    @property
    def target(self) -> CommentTarget | None:
        """Return the target of the comment, or None if the API reports none."""
        return value_or_none(self.told.target)

    @property
    def page(self) -> tuple[str, str] | None:
        """Return the id and title of the page that the comment is on, or None for a comment on the space."""
        page = value_or_none(self.target.page) if self.target else None
        return (page.id, value_or_none(page.title) or page.id) if page else None

    @property
    def is_outdated(self) -> bool:
        page = value_or_none(self.target.page) if self.target else None
        return page is not None and page.outdated is True

    @property
    def quote(self) -> str:
        """Return the beginning of the passage that the comment is about."""
        node = value_or_none(self.target.node) if self.target else None
        return (value_or_none(node.preview) or node.id) if node else ""

    @property
    def change_request(self) -> str:
        """Return the id of the change request that the comment is on; empty for a comment on the space itself."""
        return (value_or_none(self.target.changeRequest) if self.target else None) or ""


def person_name(user: User | None) -> str:
    """Return the person's display name or id; empty for None."""
    return (user.displayName.strip() or user.id) if user else ""


def _document_texts(document: object) -> Iterator[str]:
    """Yield the strings of a rich-text document in order, whatever its structure."""
    waiting: list[object] = [document]
    seen = 0
    while waiting and seen < MAX_NODES:
        node, seen = waiting.pop(), seen + 1
        if isinstance(node, dict):
            if isinstance(node.get("text"), str):
                yield node["text"]
            waiting += [each for each in reversed(list(node.values())) if isinstance(each, (dict, list))]
        elif isinstance(node, list):
            waiting += reversed(node)
