"""The fields of a space's content, of change requests and of comments, as they are documented."""

from collections.abc import Iterator

from tests.service.conformance.kinds import (
    Fields,
    Kind,
    address,
    addresses,
    anything,
    flag,
    flags,
    list_of,
    listing,
    moment,
    number,
    one_of,
    resource,
    sized,
    text,
)
from tests.service.conformance.people import EMBEDDED_ORGANIZATION, USER
from tests.service.conformance.sites import LINKED_SPACE

_GIT = Fields({"oid": text, "path": text})
_LAYOUT = Fields(
    dict.fromkeys(("cover", "title", "description", "tableOfContents", "outline", "pagination"), flag),
    {"coverSize": text, "width": text},
)
_COVER = Fields({"ref": Fields({"kind": one_of("file"), "file": text}), "yPos": number})
_PAGE_OPTIONAL: dict[str, Kind] = {
    "emoji": text,
    "icon": text,
    "description": text,
    "documentId": text,
    "slug": text,
    "path": text,
    "git": _GIT,
    "layout": _LAYOUT,
    "cover": _COVER,
    "hidden": flag,
    "noIndex": flag,
    "noRobotsIndex": flag,
    "computed": anything,
    "computedSeed": text,
    "target": anything,  # of a page that is a link
    "href": text,
}


def page(value: object, where: str) -> Iterator[str]:
    """A page with those below it, without its text."""
    return _page({})(value, where)


def _page(written: dict[str, Kind]) -> Fields:
    always: dict[str, Kind] = {"id": text, "title": text, "type": text, "createdAt": moment, "updatedAt": moment}
    return Fields({**always, **written}, {**_PAGE_OPTIONAL, "urls": addresses("app"), "pages": list_of(page)})


PAGE_IN_MARKDOWN = _page({"markdown": text, "documentId": text, "path": text, "slug": text})
PAGE_AS_DOCUMENT = _page({"document": anything, "documentId": text, "path": text, "slug": text})
PAGES = Fields({"pages": list_of(page)})

FILE = Fields(
    {"id": text, "name": text, "contentType": text, "downloadURL": address, "size": number},
    {"dimensions": Fields({"width": number, "height": number}), "git": _GIT},
)
REVISION = resource(
    "revision",
    {
        "id": text,
        "parents": list_of(text),
        "pages": list_of(page),
        "files": list_of(FILE),
        "reusableContents": list_of(anything),
        "createdAt": moment,
        "urls": addresses("app", "published", "public"),
        "type": one_of("edits", "merge", "rollback", "update", "computed"),
    },
    {
        "git": Fields({"oid": text, "message": text, "createdByService": flag, "url": text, "ref": text}),
        "mergedFrom": anything,
    },
)

_VERSION = Fields({"type": one_of("revision", "changeRequest")}, {"revision": text, "changeRequest": text})
REFERENCE = Fields(
    {"kind": one_of("file", "url", "page", "user", "collection", "space", "reusable-content", "openapi")},
    {
        "organization": EMBEDDED_ORGANIZATION,
        "space": LINKED_SPACE,
        "versionContext": _VERSION,
        "file": FILE,
        "page": page,
        "internalLocation": Fields({"type": one_of("anchor", "node")}, {"anchor": text, "node": text}),
        "url": text,
    },
)
BACKLINK = Fields(
    {
        "kind": one_of("file"),
        "organization": EMBEDDED_ORGANIZATION,
        "space": LINKED_SPACE,
        "versionContext": _VERSION,
        "file": FILE,
    },
    {"page": page, "internalLocation": anything},
)
_LINK = Fields(
    {
        "status": one_of("ok", "broken", "in-app"),
        "relation": one_of("reference", "dependsOn"),
        "locationReferences": list_of(REFERENCE),
    },
    {"targetReference": REFERENCE},
)
_STATS = Fields({"total": number, "broken": Fields({"total": number}, {"changeRequest": number})})
PAGE_LINKS = listing(_LINK, stats=_STATS)

_FOUND = Fields({"id": text, "title": text, "path": text, "body": text, "urls": Fields({"app": address})})
SPACE_SEARCH_ITEM = Fields(
    {"id": text, "title": text, "path": text, "sections": list_of(_FOUND), "urls": Fields({"app": address})}
)
ORGANIZATION_SEARCH_ITEM = Fields({"id": text, "title": text, "pages": list_of(SPACE_SEARCH_ITEM)})

CHANGE_REQUEST = resource(
    "change-request",
    {
        "id": text,
        "number": number,
        "status": one_of("draft", "open", "archived", "merged"),
        "subject": sized(0, 100),
        "createdBy": USER,
        "createdAt": moment,
        "updatedAt": moment,
        "revision": text,
        "revisionInitial": text,
        "comments": number,
        "outdated": flag,
        "urls": addresses("app", "location"),
    },
    {"revisionMergedAncestor": text, "revisionMerged": text},
)
MERGED = Fields({"revision": text, "result": one_of("merge")})
UPDATED = Fields({"revision": text, "result": one_of("update")})
PDF = Fields({"url": address})
REVIEWER = resource(
    "change-request-requested-reviewer",
    {"revision": text, "requestedBy": USER, "createdAt": moment, "kind": one_of("user"), "user": USER},
)
REVIEWERS = Fields({"users": list_of(REVIEWER)})
CONTRIBUTOR = Fields({"updatedAt": moment, "count": number, "user": USER})
IMPORTED = Fields({"revision": text, "importedResources": number, "totalResources": number})

_REACTION = Fields({"emoji": text, "count": number, "users": list_of(Fields({"user": USER, "reactedAt": moment}))})
_SAID: dict[str, Kind] = {
    "id": text,
    "postedBy": USER,
    "postedAt": moment,
    "reactions": list_of(_REACTION),
    "urls": addresses("location"),
    "permissions": flags("view", "edit", "reply", "delete"),
}
_TARGET_PAGE = Fields(
    {"id": text, "title": text, "createdAt": moment, "updatedAt": moment, "path": text, "outdated": flag},
    {"emoji": text, "icon": text},
)
_TARGET = Fields(
    {"space": text, "revision": text},
    {"node": Fields({"id": text, "preview": text}), "changeRequest": text, "review": text, "page": _TARGET_PAGE},
)
_MARKDOWN, _DOCUMENT = Fields({"markdown": text}), Fields({"document": anything})


def _comment(body: Kind) -> Kind:
    always: dict[str, Kind] = {
        **_SAID,
        "body": body,
        "replies": number,
        "target": _TARGET,
        "status": one_of("open", "resolved"),
    }
    return resource("comment", always, {"editedAt": moment, "resolvedAt": moment, "resolvedBy": USER})


COMMENT, COMMENT_AS_DOCUMENT = _comment(_MARKDOWN), _comment(_DOCUMENT)
REPLY = resource("comment-reply", {**_SAID, "body": _MARKDOWN}, {"editedAt": moment})
REPLY_AS_DOCUMENT = resource("comment-reply", {**_SAID, "body": _DOCUMENT}, {"editedAt": moment})
