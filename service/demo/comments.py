"""Writes a comment of the demo world, with its replies and reactions."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from contract.authoring.comments import CommentCreate
from service.change_requests.repository import find_change_request
from service.comments.bodies import Body
from service.comments.reactions import react
from service.comments.repository import Posted, add_comment, add_reply, find_comment, resolve
from service.comments.targets import resolve_target
from service.content.versions import current_version
from service.http.request_context import RequestContext


def add_demo_comment(connection: Connection, organization_id: str, said: dict[str, Any]) -> None:
    """With its replies, reactions and resolution."""
    request = said.get("changeRequest")
    version = current_version(connection, said["space"])
    if request is not None:
        version = find_change_request(connection, said["space"], request).version
    about = CommentCreate.model_validate({"body": {}} | {name: said[name] for name in ("page", "node") if name in said})
    add_comment(connection, _post_of(said["space"], said), resolve_target(connection, version, about), request)
    _add_reactions(connection, said)
    for reply in said.get("replies", ()):
        add_reply(connection, _post_of(said["space"], reply), said["id"])
        _add_reactions(connection, reply)
    if "resolved" in said:
        by, moment = said["resolved"]["by"], datetime.fromisoformat(said["resolved"]["at"])
        row = find_comment(connection, said["space"], said["id"])
        resolve(RequestContext(connection, by, "admin", organization_id, "", moment), row, resolved=True)


def _post_of(space_id: str, said: dict[str, Any]) -> Posted:
    return Posted(space_id, said["by"], said["at"], Body(said["text"]), said["id"])


def _add_reactions(connection: Connection, said: dict[str, Any]) -> None:
    for given in said.get("reactions", ()):
        react(connection, said["id"], given["by"], [given["emoji"]], [], given["at"])
