"""Comments and replies as pages show them: who wrote what, when, on what, and who reacted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from contract.authoring.comment import Comment, CommentReply, CommentTarget
from contract.organization.people import User
from contract.schema.fields import value_or_none
from i18n import N_, gettext
from masthead.web.pages.directory import emoji_of
from masthead.web.pages.markdown import render_markdown
from masthead.web.pages.markdown_words import beginning_of, words_of_markdown
from masthead.web.pages.templating import web_address
from masthead.web.pages.written_parts import Html

OPEN, RESOLVED = "open", "resolved"
STATES = {
    OPEN: (N_("Open"), "warn", "pencil"),
    RESOLVED: (N_("Resolved"), "good", "check-circle"),
}
"""Label, kind and icon of a badge."""
OFFERED = ("1f44d", "2764", "1f389", "1f64f", "1f440", "1f44e")
"""Code points of thumbs up, heart, party, thanks, eyes, thumbs down: the form in which the API reports emojis."""
MAX_NAMES = 20
MAX_PLAIN = 20_000
MAX_NODES = 5_000
MAX_TITLE = 60
MAX_LISTED = 2_000
"""Characters of a text that a list shows whole, and of the beginning of a longer one."""


@dataclass(frozen=True, slots=True)
class ShownReaction:
    """An emoji, how many people chose it, and their names and ids as far as the API reports them."""

    emoji: str
    picture: str
    count: int
    names: Sequence[str]
    people: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment or a reply in words."""

    told: Comment | CommentReply

    @property
    def id(self) -> str:
        """Its id."""
        return self.told.id

    @property
    def author(self) -> str:
        """Who wrote it; empty where the API doesn't report that."""
        return name_of(value_or_none(self.told.postedBy))

    @property
    def posted_at(self) -> datetime | None:
        """When it was written; None where the API doesn't report it."""
        return value_or_none(self.told.postedAt)

    @property
    def seconds_old(self) -> float | None:
        """Since it was written."""
        at = self.posted_at
        return None if at is None else max(0.0, (datetime.now(UTC) - at).total_seconds())

    @property
    def edited_at(self) -> datetime | None:
        """When its text was last changed; None for one that never was."""
        return value_or_none(self.told.editedAt)

    @property
    def markdown(self) -> str | None:
        """The text; None where the API has it in another form."""
        body = value_or_none(self.told.body)
        return value_or_none(body.markdown) if body else None

    @property
    def html(self) -> Html:
        """The text, laid out; no link in it leads into the portal, since it says not from which page."""
        picture, dead = gettext("Picture"), gettext("This link leads to nothing in this space")
        return render_markdown(self.markdown or "", lambda _: "", picture=picture, dead=dead).html

    @property
    def plain(self) -> str:
        """The text alone, where the API has it as a document of the app; empty without one."""
        body = value_or_none(self.told.body)
        document = value_or_none(body.document) if body else None
        return "\n".join(filter(None, _texts(document)))[:MAX_PLAIN] if document else ""

    @property
    def beginning(self) -> str:
        """What names it in a list."""
        return self._words(MAX_TITLE) or self.id

    @property
    def excerpt(self) -> str:
        """The words at the beginning of a text that is too long for a list; empty for a shorter one."""
        return self._words(MAX_LISTED) if len(self.markdown or self.plain) > MAX_LISTED else ""

    def _words(self, most: int) -> str:
        return words_of_markdown(self.markdown, most) if self.markdown else beginning_of(self.plain, most)

    @property
    def reactions(self) -> list[ShownReaction]:
        """By emoji, in the order of the API."""
        return [
            ShownReaction(
                each.emoji,
                emoji_of(each.emoji) or each.emoji,
                int(each.count),
                [
                    name
                    for one in (value_or_none(each.users) or [])[:MAX_NAMES]
                    if (name := name_of(value_or_none(one.user)))
                ],
                frozenset(user.id for one in value_or_none(each.users) or [] if (user := value_or_none(one.user))),
            )
            for each in value_or_none(self.told.reactions) or []
        ]

    @property
    def offered(self) -> list[tuple[str, str]]:
        """Emojis that nobody has chosen yet: as the API writes them, and as people see them."""
        there = {each.picture for each in self.reactions}
        return [(code, picture) for code in OFFERED if (picture := emoji_of(code)) not in there]

    @property
    def app(self) -> str:
        """Where it is in the app."""
        urls = value_or_none(self.told.urls)
        return web_address(value_or_none(urls.location) if urls else None) or ""

    def may(self, what: str) -> bool:
        """Whether the API doesn't say that this person can't: `edit`, `reply`, `delete`."""
        permissions = value_or_none(self.told.permissions)
        return permissions is None or getattr(permissions, what) is not False


@dataclass(frozen=True, slots=True)
class Thread(Remark):
    """A comment with what it is about."""

    told: Comment

    @property
    def state(self) -> str:
        """`open`, `resolved`, or what else the API reports."""
        return value_or_none(self.told.status) or ""

    @property
    def badge(self) -> tuple[str, str, str]:
        """Its state: label, kind, icon."""
        if not self.state:
            return gettext("Not reported"), "quiet", "question-circle"
        label, kind, icon = STATES.get(self.state, (self.state, "quiet", "info-circle"))
        return gettext(label), kind, icon

    @property
    def is_resolved(self) -> bool:
        """Whether somebody has said that it is settled."""
        return self.state == RESOLVED

    @property
    def resolver(self) -> str:
        """Who resolved it; empty where that is not reported."""
        return name_of(value_or_none(self.told.resolvedBy))

    @property
    def resolved_at(self) -> datetime | None:
        """When."""
        return value_or_none(self.told.resolvedAt)

    @property
    def replies(self) -> int:
        """How many replies it has."""
        return int(value_or_none(self.told.replies) or 0)

    @property
    def target(self) -> CommentTarget | None:
        """What it is about."""
        return value_or_none(self.told.target)

    @property
    def page(self) -> tuple[str, str] | None:
        """Id and title of the page that it is about."""
        page = value_or_none(self.target.page) if self.target else None
        return (page.id, value_or_none(page.title) or page.id) if page else None

    @property
    def is_outdated(self) -> bool:
        """Whether the page was changed since."""
        page = value_or_none(self.target.page) if self.target else None
        return page is not None and page.outdated is True

    @property
    def quote(self) -> str:
        """How the part of the page begins that it is about."""
        node = value_or_none(self.target.node) if self.target else None
        return (value_or_none(node.preview) or node.id) if node else ""

    @property
    def change_request(self) -> str:
        """The id of the change request that it is on; empty for the space itself."""
        return (value_or_none(self.target.changeRequest) if self.target else None) or ""


def name_of(user: User | None) -> str:
    """What a person is called."""
    return (user.displayName.strip() or user.id) if user else ""


def _texts(document: object) -> Iterator[str]:
    """The texts of a tree of rich text, block by block, whatever its shape."""
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
