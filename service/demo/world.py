"""Fills an empty database with the demo world, from its data files, in chronological order."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import rsa
from sqlalchemy import Connection, insert, select, update

from contract.authoring.comments import CommentCreate
from service.change_requests import (
    StoredChangeRequest,
    add_change_request,
    find_change_request,
    merge_into_space,
    record_contribution,
    request_reviews,
    save_change_request,
)
from service.comments import (
    CommentText,
    NewComment,
    add_comment,
    add_reply,
    find_comment,
    resolve_comment,
    target_columns,
    update_reactions,
)
from service.content.files import Attachment, list_file_numbers
from service.content.pages import Leaf, arrange_drafts, build_leaf, list_leaves, read_folder, read_page
from service.content.revisions import add_revision, build_revision
from service.content.spaces import add_space, find_current_version, find_space
from service.custom_fields import custom_field_json
from service.demo import HERE, Moments
from service.demo.growth import grow_demo
from service.demo.identity_provider import build_certificate, create_identity_provider
from service.demo.sites import add_demo_site
from service.http.request_context import RequestContext
from service.identity.organizations import add_organization, add_person, make_member
from service.identity.tokens import create_token
from service.openapi.outline import detect_file_name
from service.openapi.specs import SpecContent, add_spec, add_version, save_spec
from service.sso import build_provider_columns
from service.storage.database import ServiceDatabase
from service.storage.documents import Fields, as_json
from service.tables.content import collection, custom_field, custom_value
from service.tables.identity import collection_team, invite, membership, organization, saml_provider, space_team
from service.tables.sites import translation_settings
from service.teams import add_team, change_members, set_role, update_counts
from service.translations import translation_json

Event = tuple[str, Callable[[], None]]
"""A time, and a function that adds what happened then."""


def add_demo_space(connection: Connection, organization_id: str, space: dict[str, Any], moments: Moments) -> None:
    """Add a space from a data file."""
    name = space["id"].removeprefix("space_")
    given = {
        "organization": organization_id,
        "revision": f"revision_{name}_1",
        "updatedAt": space["createdAt"],
        **space,
    }
    folder = HERE / "content" / space["id"]
    more = moments.read("pages")["fields"]
    leaves = arrange_drafts(read_folder(folder, f"page_{name}"), space["createdAt"])
    pages = [leaf.with_fields(**more.get(leaf.id, {})) for leaf in leaves]
    files = [
        Attachment(file.name, file.read_bytes(), f"file_{name}_{file.stem}") for file in sorted(folder.glob("files/*"))
    ]
    commit = moments.read("pages")["commits"].get(space["id"])
    git = None
    if commit is not None:
        pages, git = [_with_git_pointer(page) for page in pages], _commit_json(commit)
        files = [replace(file, git=_git_pointer(file.content, f"docs/files/{file.name}")) for file in files]
    add_space(connection, given, pages, space["createdAt"], files, git)


def _with_git_pointer(page: Leaf) -> Leaf:
    written = f"# {page.title}\n\n_{page.description}_\n\n{page.markdown}\n"
    return replace(page, git=_git_pointer(written.encode(), f"docs/{page.path}.md"))


def _git_pointer(content: bytes, path: str) -> str:
    return as_json({"oid": _object_id("blob", content), "path": path})


def _commit_json(entry: dict[str, str]) -> str:
    oid = _object_id("commit", entry["message"].encode())
    return as_json({"oid": oid, "createdByService": False, **entry, "url": entry["url"] + oid})


def _object_id(kind: str, content: bytes) -> str:
    # The object id as Git computes it; not used for security.
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content, usedforsecurity=False).hexdigest()


def add_demo_change_request(connection: Connection, entry: dict[str, Any]) -> None:
    """Add a change request with the edits of its folder, before any merge."""
    now, by = entry["at"], entry["by"]
    space = find_space(connection, entry["space"])
    ids = {"id": entry["id"], "revision": f"revision_{entry['id']}_1"}
    made = add_change_request(connection, space, by, now, subject=entry["subject"], ids=ids)
    record_contribution(connection, made.id, by, now)
    made = _apply_edits(connection, made, now)
    record_contribution(connection, made.id, by, now)
    for edit in entry.get("edits", ()):
        record_contribution(connection, made.id, edit["by"], edit["at"])
        now = edit["at"]
    for reviewer in entry.get("reviewers", ()):
        request_reviews(connection, made, [reviewer["user"]], reviewer["by"], reviewer["at"])
    save_change_request(connection, made.with_fields(now, status=entry.get("status", "draft")))


def merge_demo_change_request(connection: Connection, entry: dict[str, Any]) -> None:
    found = find_change_request(connection, entry["space"], entry["id"])
    merge_into_space(connection, found, entry["merge"]["at"], entry["merge"]["revision"])


def _apply_edits(connection: Connection, made: StoredChangeRequest, now: str) -> StoredChangeRequest:
    own = f"revision_{made.id}_2"
    pages = list_leaves(connection, made.revision)
    folder = HERE / "changes" / made.id
    for file in sorted(folder.rglob("*.md")):
        pages = _apply_page(pages, file, _parent_id(made, file.relative_to(folder)), now)
    fields = build_revision(own, "edits", [made.revision], now)
    add_revision(connection, made.space, fields, pages, list_file_numbers(connection, made.revision))
    edited = replace(made, revision=own)
    save_change_request(connection, edited)
    return edited


def _apply_page(pages: list[Leaf], file: Path, above: str, now: str) -> list[Leaf]:
    draft = read_page(file, above)
    known = {page.id for page in pages}
    if draft.id not in known:
        return [*pages, build_leaf(draft, above if above in known else None, now)]
    changed = {"title": draft.title, "description": draft.description}
    return [page.with_changes(now, draft.markdown, **changed) if page.id == draft.id else page for page in pages]


def _parent_id(made: StoredChangeRequest, file: Path) -> str:
    names = [part.partition("-")[2] for part in file.parts[:-1]]
    return "_".join([str(made.space["id"]).replace("space_", "page_", 1), *names])


def add_demo_comment(connection: Connection, organization_id: str, entry: dict[str, Any]) -> None:
    """Add a comment with its replies, reactions and resolution."""
    request = entry.get("changeRequest")
    version = find_current_version(connection, entry["space"])
    if request is not None:
        version = find_change_request(connection, entry["space"], request).version
    about = CommentCreate.model_validate(
        {"body": {}} | {name: entry[name] for name in ("page", "node") if name in entry}
    )
    add_comment(connection, _build_comment(entry["space"], entry), target_columns(connection, version, about), request)
    _add_reactions(connection, entry)
    for reply in entry.get("replies", ()):
        add_reply(connection, _build_comment(entry["space"], reply), entry["id"])
        _add_reactions(connection, reply)
    if "resolved" in entry:
        by, moment = entry["resolved"]["by"], datetime.fromisoformat(entry["resolved"]["at"])
        row = find_comment(connection, entry["space"], entry["id"])
        resolve_comment(RequestContext(connection, by, "admin", organization_id, "", moment), row, resolved=True)


def _build_comment(space_id: str, entry: dict[str, Any]) -> NewComment:
    return NewComment(space_id, entry["by"], entry["at"], CommentText(entry["text"]), entry["id"])


def _add_reactions(connection: Connection, entry: dict[str, Any]) -> None:
    for given in entry.get("reactions", ()):
        update_reactions(connection, entry["id"], given["by"], [given["emoji"]], [], given["at"])


def add_demo_history(connection: Connection, organization_id: str, spaces: Sequence[str], moments: Moments) -> None:
    """Add change requests and comments chronologically, so that each comment refers to the page as it was then."""
    events: list[Event] = []
    for entry in (each for each in moments.read("change_requests") if each["space"] in spaces):
        events.append((entry["at"], partial(add_demo_change_request, connection, entry)))
        if "merge" in entry:
            events.append((entry["merge"]["at"], partial(merge_demo_change_request, connection, entry)))
    events += [
        (entry["at"], partial(add_demo_comment, connection, organization_id, entry))
        for entry in moments.read("comments")
        if entry["space"] in spaces
    ]
    for _, add in sorted(events, key=lambda event: event[0]):
        add()


def add_demo_teams(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Add people and teams, after the organization, its spaces and its collections."""
    data = moments.read("teams")[organization_id]
    for one in data["people"]:
        joined = moments.timestamp_ago(one["joinedDaysAgo"])
        add_person(connection, one["displayName"], one["email"], one["id"])
        make_member(connection, one["id"], organization_id, one["role"], joined)
        if "token" in one:
            create_token(connection, one["id"], joined, value=one["token"], demo=True)
    for person, days in data["signedIn"].items():
        own = update(membership).where(membership.c.person == person, membership.c.organization == organization_id)
        connection.execute(own.values(sso=True, last_seen_at=moments.timestamp_ago(days)))
    for team in data["teams"]:
        _add_team(connection, organization_id, team)


def _add_team(connection: Connection, organization_id: str, given: dict[str, Any]) -> None:
    add_team(connection, organization_id, {name: given[name] for name in ("id", "title", "createdAt")})
    change_members(connection, given["id"], roles=given["members"])
    for collection_id, role in given["collections"].items():
        set_role(connection, collection_team.c.collection, collection_id, given["id"], role)
    for space_id, role in given["spaces"].items():
        set_role(connection, space_team.c.space, space_id, given["id"], role)
    update_counts(connection, given["id"])


def add_demo_providers(connection: Connection, organization_id: str, moments: Moments, base: str) -> None:
    """Add SAML providers, after the teams. Those of the demo's own identity provider use URLs under `base`."""
    for given in moments.read("providers")[organization_id]:
        fields: Fields = {
            "object": "saml-provider",
            "id": given["id"],
            "label": given["label"],
            "createdAt": moments.timestamp_ago(given["daysAgo"]),
        }
        if "defaultRole" in given:
            fields["defaultRole"] = given["defaultRole"]
        if given.get("demo"):
            own = create_identity_provider(connection, base, moments.ago(given["daysAgo"]))
            fields |= {"ssoURL": own.sso_url, "entityID": own.entity_id, "certificate": own.certificate}
        elif "host" in given:
            fields["ssoURL"] = f"https://{given['host']}/saml/sso"
            fields["entityID"] = f"https://{given['host']}/saml/metadata"
            # An extra hour, so that counting whole days gives exactly this number.
            days = (moments.ago(given["daysAgo"]), moments.ago(-given["daysLeft"]) + timedelta(hours=1))
            key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
            fields["certificate"] = build_certificate(key, given["owner"], given["host"], *days)
        columns = build_provider_columns(organization_id, fields) | {"default_team": given.get("defaultTeam")}
        connection.execute(insert(saml_provider).values(columns))


def add_demo_custom_fields(connection: Connection, organization_id: str, given: Iterable[Mapping[str, Any]]) -> None:
    """Add custom fields from a data file, with their values by space id."""
    for field in given:
        fields = {name: value for name, value in field.items() if name != "values"}
        own = {"id": f"field_{field['name']}", "placeholder": "", **fields, "updatedAt": field["createdAt"]}
        row = {"id": own["id"], "organization": organization_id, "name": field["name"]}
        document = custom_field_json(organization_id, own)
        connection.execute(insert(custom_field).values(**row, document=document))
        for space_id, value in field["values"].items():
            stored = {"space": space_id, "custom_field": own["id"], "value": as_json(value)}
            connection.execute(insert(custom_value).values(stored))


def add_demo_specs(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Add the demo specifications. Pending ones stay pending: no job is queued for them."""
    for given in moments.read("specs")[organization_id]:
        stored = ("id", "slug", "sourceURL", "processingState", "lastProcessErrorCode")
        fields: Fields = {
            "object": "openapi-spec",
            "createdAt": moments.timestamp_ago(given["daysAgo"]),
            "updatedAt": moments.timestamp_ago(given["changedDaysAgo"]),
            **{name: given[name] for name in stored if name in given},
        }
        if "processedDaysAgo" in given:
            fields["lastProcessedAt"] = moments.timestamp_ago(given["processedDaysAgo"])
        add_spec(connection, organization_id, fields)
        for version in given["versions"]:
            fields["lastVersion"] = _add_version(connection, organization_id, fields, version, moments)
        save_spec(connection, organization_id, fields)


def _add_version(
    connection: Connection, organization_id: str, spec: Fields, given: dict[str, Any], moments: Moments
) -> str:
    text = (HERE / "openapi" / given["file"]).read_text(encoding="utf-8")
    url = spec.get("sourceURL")
    content = SpecContent(detect_file_name(text), text, None if url is None else str(url))
    created = moments.timestamp_ago(given["daysAgo"])
    return add_version(connection, organization_id, spec, content, created, given["id"])


def add_demo_translations(connection: Connection, organization_id: str, moments: Moments) -> None:
    for given in moments.read("translations")[organization_id]:
        fields: Fields = {name: given[name] for name in ("id", "title", "languages")}
        fields["createdAt"] = moments.timestamp_ago(given["daysAgo"])
        fields["updatedAt"] = moments.timestamp_ago(given["changedDaysAgo"])
        document = translation_json(organization_id, fields)
        row = {"id": given["id"], "organization": organization_id, "document": document}
        connection.execute(insert(translation_settings).values(row))


ORGANIZATIONS = ("larkfield", "orchard")

World = dict[str, Any]
"""The content of a data file."""


def fill_if_empty(
    database: ServiceDatabase, moments: Moments, size: int, tell: Callable[[str], None], base: str
) -> bool:
    """Fill an empty database with the demo world, all or nothing; return False if it has an organization.

    `size` is the minimum number of sites and spaces in the first organization; `tell` receives progress lines; `base`
    is the service's URL.
    """
    with database.writing() as connection:
        if connection.scalar(select(organization.c.id).limit(1)) is not None:
            return False
        for name in ORGANIZATIONS:
            fill_demo(connection, moments.read(name), moments, base)
        grow_demo(connection, size, tell)
    return True


def fill_demo(connection: Connection, world: World, moments: Moments, base: str) -> None:
    own = world["organization"]
    add_organization(connection, {"object": "organization", **own})
    for member in world["members"]:
        _add_member(connection, own, member)
    for link in world["invites"]:
        fields = {"object": "invite", **link}
        connection.execute(insert(invite).values(id=link["id"], organization=own["id"], document=as_json(fields)))
    for item in world["collections"]:
        connection.execute(insert(collection).values(organization=own["id"], **item))
    for space in world["spaces"]:
        add_demo_space(connection, own["id"], space, moments)
    add_demo_custom_fields(connection, own["id"], world["customFields"])
    titles = {space["id"]: space["title"] for space in world["spaces"]}
    add_demo_history(connection, own["id"], list(titles), moments)
    for site in world["sites"]:
        add_demo_site(connection, own["id"], site, titles)
    add_demo_teams(connection, own["id"], moments)
    add_demo_providers(connection, own["id"], moments, base)
    add_demo_specs(connection, own["id"], moments)
    add_demo_translations(connection, own["id"], moments)


def _add_member(connection: Connection, own: World, member: World) -> None:
    person_id = add_person(connection, member["displayName"], member["email"], member["id"])
    make_member(connection, person_id, own["id"], member["role"], own["createdAt"])
    create_token(connection, person_id, own["createdAt"], value=member["token"], demo=True)
