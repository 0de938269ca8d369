"""Roles come by what they allow, wherever one is given."""

from typing import Any

from pydantic import MISSING
from wtforms import Form

from web.forms.role_choice import RoleChoice
from web.pages.roles import GUEST, ROLES


def field_of(value: Any) -> RoleChoice:  # noqa: ANN401 - as the API has it
    class One(Form):  # type: ignore[misc]  # WTForms has no types
        role = RoleChoice("Role", null=GUEST)

    field: RoleChoice = One(data={"role": value}).role
    return field


def test_no_role_comes_after_all_others() -> None:
    assert [value for value, _, _ in field_of("read").offered] == [*ROLES, ""]
    assert field_of("read").offered[-1] == ("", *GUEST)


def test_a_role_that_nobody_here_knows_is_kept() -> None:
    assert [value for value, _, _ in field_of("emperor").offered][-2:] == ["emperor", ""]


def test_a_role_that_is_not_reported_is_none_of_them() -> None:
    assert field_of(MISSING).data not in {value for value, _, _ in field_of(MISSING).offered}
