"""Forms of comments: create, reply, edit, react, resolve, delete."""

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel
from wtforms import HiddenField

from blueprints.comments.facts import Remark, Thread
from contract.authoring.comments import CommentCreate, CommentReplyCreate, CommentReplyUpdate, CommentUpdate
from i18n import N_, gettext, ngettext
from masthead.web.forms.field_types import MarkdownText, WordList
from masthead.web.forms.fields import Switch
from masthead.web.forms.forms import CONFLICT, ConfirmForm, ContractForm

WHAT = N_("Markdown is laid out. Everybody who may read the space can read it.")


class RemarkForm(ContractForm):
    """Base of the forms with a text."""

    body = MarkdownText(N_("Text"), rows=6, hint=WHAT)

    def check(self) -> None:
        """Require a text."""
        if not self.body.data:
            self.body.errors = [gettext("Text: write something.")]


class ReplyForm(RemarkForm):
    """A reply to a comment."""

    request_model = CommentReplyCreate


class NewCommentForm(RemarkForm):
    """A comment on a space, or on the page `page_id` of it."""

    request_model = CommentCreate
    page_id = ""

    def request_body(self) -> BaseModel:
        """The body with the page, if there is one."""
        page: dict[str, Any] = {"page": self.page_id} if self.page_id else {}
        return CommentCreate.model_validate(self.changes() | page)


class CommentForm(RemarkForm):
    """The text of a comment."""

    request_model = CommentUpdate


class ReplyTextForm(RemarkForm):
    """The text of a reply."""

    request_model = CommentReplyUpdate


class ReactionsForm(ContractForm):
    """Gives the journal labels for reactions. No page shows this form."""

    request_model = CommentReplyUpdate
    addedReactions = WordList(N_("Added reactions"))
    removedReactions = WordList(N_("Reactions taken back"))


class ResolvedForm(ContractForm):
    """Gives the journal a label for the resolved state. No page shows this form."""

    body = CommentUpdate
    resolved = Switch(N_("Resolved"))


class DeleteForm(ConfirmForm):
    """Asks for the author's name. `seen` carries what the page showed: state, texts and replies."""

    seen = HiddenField()

    def __init__(self, thread: Thread, replies: Iterable[Remark]) -> None:
        super().__init__(thread.author or thread.id)
        self._before = str(self.seen.data or "")
        told = [str(thread.replies), *sorted(f"{each.id} {each.edited_at or ''}" for each in replies)]
        self._replies, self._of_replies = thread.replies, ", ".join(told)
        self.seen.data = f"{thread.state} {thread.edited_at or ''}; {self._of_replies}"

    def is_overtaken(self) -> bool:
        """Whether the comment changed since the page was shown. The form then says what changed."""
        if self._before == self.seen.data:
            return False
        self.problems += [
            gettext("The comment was changed since you opened this page.")
            if self._before.partition("; ")[2] == self._of_replies
            else ngettext(
                "The replies changed since you opened this page. There is %(n)s now.",
                "The replies changed since you opened this page. There are %(n)s now.",
                self._replies,
            ),
            gettext("Check again before you delete it."),
        ]
        self.status, self.confirm.data = CONFLICT, ""
        return True
