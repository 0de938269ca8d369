"""Requests about the content of spaces, and what the contract says comes back."""

from tests.service.conformance.exchange import Exchange, Exchanges

GUIDE = "/v1/spaces/space_guide"
COMMENTS = f"{GUIDE}/comments"
WAITING = f"{COMMENTS}/comment_guide_waiting"
REPLIES = f"{WAITING}/replies"
CHANGES = f"{GUIDE}/change-requests"
CUSTOMS = f"{CHANGES}/change_guide_customs"
STATES = "files/file_guide_shipment-states"
RATES = "page/page_guide_rates"
NOWHERE = '{"url": "http://127.0.0.1:9/docs", "source": "website"}'

EXCHANGES: Exchanges = {
    "listComments": Exchange(
        f"GET {COMMENTS}?order=asc&status=open&format=markdown&authors=user_bob&authors=user_charlie", 200
    ),
    "createComment": Exchange(
        f"POST {COMMENTS}",
        200,
        '{"page": "page_guide_rates", "node": "what-is-not", "body": {"markdown": "Which *lift*?"}}',
    ),
    "getComment": Exchange(f"GET {WAITING}", 200),
    "updateComment": Exchange(
        f"PUT {WAITING}", 200, '{"resolved": true, "addedReactions": ["1f44d"], "removedReactions": []}'
    ),
    "deleteComment": Exchange(f"DELETE {WAITING}", 205),
    "listCommentReplies": Exchange(f"GET {REPLIES}?limit=1", 200),
    "createCommentReply": Exchange(f"POST {REPLIES}", 200, '{"body": {"markdown": "At the gate."}}'),
    "getCommentReply": Exchange(f"GET {REPLIES}/reply_guide_waiting_2", 200),
    "updateCommentReply": Exchange(
        f"PUT {REPLIES}/reply_guide_waiting_2",
        200,
        '{"body": {"markdown": "Link it, please."}, "addedReactions": ["1f440"], "removedReactions": ["1f64f"]}',
    ),
    "listChangeRequests": Exchange(f"GET {CHANGES}?limit=1", 200),
    "createChangeRequest": Exchange(f"POST {CHANGES}", 201, '{"subject": "Say more", "agentTaskId": "task_1"}'),
    "getChangeRequest": Exchange(f"GET {CUSTOMS}", 200),
    "updateChangeRequest": Exchange(f"PATCH {CUSTOMS}", 200, '{"subject": "Customs", "status": "draft"}'),
    "mergeChangeRequest": Exchange(f"POST {CUSTOMS}/merge", 200),
    "pullIntoChangeRequest": Exchange(f"POST {CUSTOMS}/update", 200),
    "getChangeRequestPdf": Exchange(f"GET {CUSTOMS}/pdf?only=true&page=page_guide_rates", 200),
    "listRequestedReviewers": Exchange(f"GET {CUSTOMS}/requested-reviewers?limit=1", 200),
    "requestReviewers": Exchange(
        f"POST {CUSTOMS}/requested-reviewers",
        200,
        '{"users": ["user_frank", "user_erin"], "subject": "Customs, at last"}',
    ),
    "listContributors": Exchange(f"GET {CUSTOMS}/contributors", 200),
    "getProposedContent": Exchange(f"GET {CUSTOMS}/content?metadata=false&computed=false", 200),
    "listProposedPages": Exchange(f"GET {CUSTOMS}/content/pages?metadata=true&computed=true", 200),
    "listProposedFiles": Exchange(f"GET {CUSTOMS}/content/files?limit=2", 200),
    "getProposedFile": Exchange(f"GET {CUSTOMS}/content/{STATES}", 200),
    "listProposedFileBacklinks": Exchange(f"GET {CUSTOMS}/content/{STATES}/backlinks", 200),
    "getProposedPage": Exchange(f"GET {CUSTOMS}/content/{RATES}", 200),
    "listProposedPageLinks": Exchange(f"GET {CUSTOMS}/content/{RATES}/links?limit=1", 200),
    "searchSpace": Exchange(f"GET {GUIDE}/search?query=rates&limit=1", 200),
    "getContent": Exchange("GET /v1/spaces/space_api/content", 200),
    "importContent": Exchange(f"POST {GUIDE}/content/import", 201, NOWHERE),
    "importProposedContent": Exchange(f"POST {CUSTOMS}/content/import", 201, NOWHERE),
    "listPages": Exchange("GET /v1/spaces/space_start/content/pages", 200),
    "listFiles": Exchange(f"GET {GUIDE}/content/files?metadata=false&limit=1", 200),
    "getFile": Exchange(f"GET {GUIDE}/content/{STATES}?computed=false", 200),
    "listFileBacklinks": Exchange(f"GET {GUIDE}/content/{STATES}/backlinks?limit=1", 200),
    "getPage": Exchange(f"GET {GUIDE}/content/{RATES}?format=markdown", 200),
    "listPageLinks": Exchange(f"GET {GUIDE}/content/{RATES}/links?status=broken", 200),
}

VARIANTS = {
    "a change request by its number": Exchange(f"GET {CHANGES}/2", 200),
    "a merge by its number": Exchange(f"POST {CHANGES}/2/merge", 200),
    "content of a change request by its number": Exchange(f"GET {CHANGES}/2/content", 200),
    "merged change requests": Exchange(f"GET {CHANGES}?status=merged", 200),
    "change requests of a contributor": Exchange(f"GET {CHANGES}?contributor=user_alice", 200),
    "a change request of nothing": Exchange(f"POST {CHANGES}", 201, "{}"),
    "a PDF of the whole": Exchange(f"GET {CUSTOMS}/pdf", 200),
    "a page as a document": Exchange(f"GET {GUIDE}/content/{RATES}?format=document", 200),
    "a revision with git": Exchange("GET /v1/spaces/space_api/content?metadata=true", 200),
    "links of each state": Exchange(
        "GET /v1/spaces/space_start/content/page/page_start_what-larkfield-does/links", 200
    ),
    "all comments": Exchange(f"GET {COMMENTS}", 200),
    "comments on a page": Exchange(f"GET {COMMENTS}?targetPage=page_guide_rates&order=desc", 200),
    "comments as documents": Exchange(f"GET {COMMENTS}?format=document", 200),
    "a comment as a document": Exchange(f"GET {WAITING}?format=document", 200),
    "a reply as a document": Exchange(f"GET {REPLIES}/reply_guide_waiting_1?format=document", 200),
    "a comment on the space": Exchange(f"POST {COMMENTS}", 200, '{"body": {"markdown": "Well said"}}'),
}
"""Other forms that the contract gives a request, by what they ask for."""
