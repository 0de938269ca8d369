"""Whatever breaks a limit of the contract is told in plain words: no term of a program, no brace, no missing label."""

import re

from pydantic import BaseModel, ValidationError

from contract import ENDPOINTS
from contract.organization.organizations import InviteUpdate, OrganizationUpdate
from contract.publishing.sites import SiteCreate, SiteUpdate
from contract.schema.limits import field_limits
from masthead.web.forms.forms import explain_error
from tests.loops import for_each

WRONG = ["", "x" * 20_000, "\x00 not a pattern", 7, True, None, [], {}, [7], {"type": 7}]
PROGRAMMERS = re.compile(
    r"\b(string|str|int|bool|dict|list|null|None|literal|input|valid|validation|pydantic)\b|[{}<>]"
)
BODIES = [SiteCreate, SiteUpdate, OrganizationUpdate, InviteUpdate]


def told(model: type[BaseModel], values: dict[str, object]) -> list[str]:
    try:
        model.model_validate(values)
    except ValidationError as wrong:
        return [explain_error(error, "Title", "It looks like this.") for error in wrong.errors()]
    return []


@for_each("model", BODIES)
def test_each_text_of_our_forms_is_explained_in_plain_words(model: type[BaseModel]) -> None:
    typed = [name for name in model.model_fields if field_limits(model, name).kinds == ("string",)]
    texts = [value for value in WRONG if isinstance(value, str)]
    messages = [message for name in typed for value in texts for message in told(model, {name: value})]
    assert messages != []
    assert [message for message in messages if PROGRAMMERS.search(message)] == []


@for_each("value", WRONG)
def test_no_body_of_the_contract_is_beyond_words(value: object) -> None:
    bodies = {endpoint.body for endpoint in ENDPOINTS if endpoint.body}
    messages = [message for body in bodies for name in body.model_fields for message in told(body, {name: value})]
    assert [message for message in messages if not message.startswith("Title") or message.endswith(" ")] == []


def test_the_length_of_a_text_is_told_in_characters() -> None:
    (message,) = told(OrganizationUpdate, {"logo": "https://larkfield.example/" + "x" * 3000})
    most = field_limits(OrganizationUpdate, "logo").max_length
    assert message == f"Title can have at most {most} characters. This has 3026."
    assert told(SiteUpdate, {"basename": ""}) == ["Title is required."]
    assert told(SiteUpdate, {"proxy": "nowhere"}) == ["Title doesn't have the right format. It looks like this."]
