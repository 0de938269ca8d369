"""The forms of comments."""

from flask import Flask

from masthead.store.directory.open_lists import COMMENTS as COMMENTS_LIST
from masthead.store.directory.open_lists import OpenItem
from masthead.web.person.portal import get_portal
from tests.faults.form import Form
from tests.pages.pages import Pages
from tests.world import ALICE

COMMENTS = "/orgs/org_larkfield/spaces/space_guide/comments"
WAITING, RATES = f"{COMMENTS}/comment_guide_waiting", f"{COMMENTS}/comment_guide_rates"
REPLY = f"{WAITING}/replies/reply_guide_waiting_2/edit"
TYPED = {"body": "Typed by Alice"}
ORG = "/orgs/org_larkfield"
CHOSEN = f"{ORG}/inbox/chosen?do=resolve&item=comments/space_guide/comment_guide_tone"


def knowing_a_space(app: Flask, _pages: Pages) -> None:
    """The inbox shows what was read in the background."""
    store, item = get_portal(app).store, OpenItem("comment_guide_tone", "Read", None, None, 0)
    store.open_lists.save(store.keys.owner_of(ALICE), "org_larkfield", {("space_guide", COMMENTS_LIST): [item]})


COMMENT_FORMS: dict[str, Form] = {
    "comment_forms.create": Form(f"{COMMENTS}/new", f"{COMMENTS}/new", "Post comment", TYPED),
    "comment_forms.create_on_page": Form(
        f"{COMMENTS}/on/page_guide_rates", f"{COMMENTS}/on/page_guide_rates", "Post comment", TYPED
    ),
    "comment_forms.reply": Form(WAITING, f"{WAITING}/replies", "Post reply", TYPED),
    "comment_forms.resolve": Form(WAITING, f"{WAITING}/resolved", "Resolve"),
    "comment_reactions.react": Form(RATES, f"{RATES}/reactions", "👎"),
    "comment_reactions.react_to_reply": Form(WAITING, f"{REPLY.removesuffix('/edit')}/reactions", "👎"),
    "comment_forms.update": Form(f"{RATES}/edit", f"{RATES}/edit", "Save comment", TYPED),
    "comment_forms.update_reply": Form(REPLY, REPLY, "Save reply", TYPED),
    "inbox_bulk.change": Form(CHOSEN, f"{ORG}/inbox/chosen", "Resolve comments", before=knowing_a_space),
    "comment_forms.delete": Form(
        f"{COMMENTS}/comment_guide_tone/delete",
        f"{COMMENTS}/comment_guide_tone/delete",
        "Delete comment",
        {"confirm": "Charlie Nakamura"},
    ),
}
