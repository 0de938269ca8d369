"""Whatever a request of the contract can set is in the organization file, or stands here with the reason."""

import json

from pydantic import TypeAdapter

from contract import ENDPOINTS
from masthead.organization_file.schema import SECTIONS

NOT_IN_THE_FILE = {
    **dict.fromkeys(("addSection", "moveSectionGroup", "moveSiteSpace"), "groupId and the order of the file say it."),
    **dict.fromkeys(("createComment", "updateComment", "createCommentReply", "updateCommentReply"), "Work of authors."),
    **dict.fromkeys(("createChangeRequest", "updateChangeRequest", "requestReviewers"), "Work of authors."),
    **dict.fromkeys(("importContent", "importProposedContent"), "Content, which the API can't read back as it was."),
    "updateInvite": "The API lists no invite links.",
}


def test_each_writable_field_is_in_the_file_or_has_a_reason() -> None:
    sections = {call.name: each for each in SECTIONS for call in (each.endpoints.create, each.endpoints.update) if call}
    bodies = {each.name: each.body for each in ENDPOINTS if each.body}
    assert bodies.keys() - sections.keys() == NOT_IN_THE_FILE.keys()
    fields = {(name, field) for name, body in bodies.items() for field in body.model_fields if name in sections}
    left_out = {(name, field) for name, field in fields if field not in sections[name].fields}
    assert all(sections[name].left_out[field] for name, field in left_out)
    known = {field for _, field in fields} | {"source.text"}
    assert {field for each in SECTIONS for field in each.left_out} <= known
    answered = json.dumps([TypeAdapter(each.answer).json_schema() for each in ENDPOINTS if each.answer])
    assert {f for each in SECTIONS for f in each.uncopied if f not in known and f'"{f}": {{' not in answered} == set()
