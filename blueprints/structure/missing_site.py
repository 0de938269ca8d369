"""Pages for a draft whose structure can't be shown."""

from flask import request, url_for
from werkzeug.wrappers import Response

from masthead.client import NotFound
from masthead.i18n import N_, gettext
from masthead.structure.tree import UnreadableStructureError
from masthead.web.frame.pages import page, redirect_info
from masthead.web.frame.problems import LinkedText
from masthead.web.refusals import answer_problem
from masthead.web.submit.structure_drafts import find_draft


def missing_site_changes(organization_id: str, site_id: str, address: str, version: str) -> Response:
    """Tell an open page that its site is gone; it stays, as nothing else shows the draft."""
    draft = find_draft(organization_id, site_id)
    return page(
        "structure/_changes.html",
        address=address,
        version=version,
        draft_reviewed=request.args.get("draft_reviewed"),
        is_gone=True,
        draft=draft,
    )


def missing_site_page(problem: NotFound) -> Response:
    """Answer NotFound with a page that says that the draft is kept."""
    site = request.view_args or {}
    is_kept = request.method == "GET" and find_draft(site["organization_id"], site["site_id"]) is not None
    return answer_problem(problem, _draft_link() if is_kept else "")


def _draft_link() -> LinkedText:
    return LinkedText(
        gettext("Masthead keeps your draft of this structure and sent nothing of it: "),
        gettext("view your drafts"),
        ".",
        url_for("drafts.index"),
    )


UNREADABLE = N_(
    "Masthead can't read your draft of this structure, because another version of Masthead saved it. "
    "Nothing of it was sent. To work on the structure, discard the draft; you can restore it for 24 hours."
)


def page_of_unreadable(_: UnreadableStructureError) -> Response:
    """Redirect to the list of drafts, where an unreadable draft can be discarded."""
    return redirect_info(gettext(UNREADABLE), url_for("drafts.index"))
