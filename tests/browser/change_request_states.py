"""The states that the pages of change requests and of comments can be in."""

from tests.browser.space_states import GUIDE, SPACES
from tests.browser.states import State, sending

REQUESTS = f"{GUIDE}/change-requests"
COMMENTS = f"{GUIDE}/comments"
CUSTOMS, SURCHARGE, MERGED = f"{REQUESTS}/2", f"{REQUESTS}/6", f"{REQUESTS}/1"

CHANGE_REQUEST_PAGES = {
    "change requests": State(REQUESTS),
    "change requests, reader": State(REQUESTS, "Charlie"),
    "change requests, none": State(f"{SPACES}/space_releases/change-requests"),
    "change requests, nothing matches": State(f"{REQUESTS}?status=draft&contributor=user_bob"),
    "change request": State(CUSTOMS),
    "change request, reader": State(CUSTOMS, "Charlie"),
    "change request, one kind": State(f"{CUSTOMS}?show=added"),
    "change request, merged": State(MERGED),
    "change request, a text": State(f"{SURCHARGE}/changes/page_guide_rates_fuel-surcharge"),
    "change request, merging": State(f"{CUSTOMS}/merge"),
    "change request, merging, reader": State(f"{CUSTOMS}/merge", "Charlie"),
    "change request, merging, merged": State(f"{MERGED}/merge"),
    "change request, PDF": State(f"{CUSTOMS}/pdf"),
    "comments": State(COMMENTS),
    "comments, reader": State(COMMENTS, "Charlie"),
    "comments, none": State(f"{SPACES}/space_releases/comments"),
    "comment": State(f"{COMMENTS}/comment_guide_waiting"),
    "comment, reader": State(f"{COMMENTS}/comment_guide_waiting", "Charlie"),
    "change request, new": State(f"{REQUESTS}/new"),
    "change request, new, wrong": State(
        f"{REQUESTS}/new", act=sending("Create change request", subject="", agentTaskId="a b" * 200)
    ),
    "change request, editing": State(f"{SURCHARGE}/edit"),
    "change request, editing, merged": State(f"{MERGED}/edit"),
    "change request, reviewers": State(f"{SURCHARGE}/reviewers"),
    "change request, reviewers, wrong": State(f"{SURCHARGE}/reviewers", act=sending("Request reviews")),
}
