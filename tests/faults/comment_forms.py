"""The forms of comments."""

from tests.faults.form import Form

COMMENTS = "/orgs/org_larkfield/spaces/space_guide/comments"
WAITING, RATES = f"{COMMENTS}/comment_guide_waiting", f"{COMMENTS}/comment_guide_rates"
REPLY = f"{WAITING}/replies/reply_guide_waiting_2/edit"
TYPED = {"body": "Typed by Alice"}
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
    "comment_forms.delete": Form(
        f"{COMMENTS}/comment_guide_tone/delete",
        f"{COMMENTS}/comment_guide_tone/delete",
        "Delete comment",
        {"confirm": "Charlie Nakamura"},
    ),
}
