"""The pages that `crud()` writes, for a resource that only these tests declare: identity providers by their labels."""

import inspect

import pytest

from contract.fields import value_or_none
from contract.saml import (
    CREATE_SAML_PROVIDER,
    DELETE_SAML_PROVIDER,
    GET_SAML_PROVIDER,
    LIST_SAML_PROVIDERS,
    UPDATE_SAML_PROVIDER,
    SamlProvider,
    SamlProviderCreate,
    SamlProviderUpdate,
)
from resources import SAML_PROVIDER
from tests.asked import Log
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.world import ALICE, BOB, RunningService
from web.crud.resource import Fact, PlainResource, ResourceCalls, ResourceWords
from web.crud.views import crud
from web.forms.fields import TextInput
from web.forms.forms import ContractForm

ORG = "/orgs/org_larkfield"
DESKS = f"{ORG}/desks"
AUDITORS = f"{DESKS}/saml_auditors"
API = "/v1/orgs/org_larkfield/saml"


class NewDeskForm(ContractForm):
    """The label of a new one."""

    body = SamlProviderCreate
    label = TextInput("Label")


class DeskForm(ContractForm):
    """Its label."""

    body = SamlProviderUpdate
    label = TextInput("Label")


DESK: PlainResource[SamlProvider] = PlainResource(
    place="desks",
    own_id="desk_id",
    words=ResourceWords(
        "desk", "desks", "Label", "key", "Who signs in.", "Make one.", "It is empty.", ("It is gone.",)
    ),
    calls=ResourceCalls(
        LIST_SAML_PROVIDERS, CREATE_SAML_PROVIDER, GET_SAML_PROVIDER, UPDATE_SAML_PROVIDER, DELETE_SAML_PROVIDER
    ),
    name="label",
    facts=(
        Fact("State", lambda each: value_or_none(each.status) or "", listed=True),
        Fact("Entity id", lambda each: value_or_none(each.entityID) or "", fixed="It stays."),
    ),
    new_form=NewDeskForm,
    form=DeskForm,
    values=SAML_PROVIDER.settings_of,
    permission="admin",
)


@pytest.fixture
def forgotten() -> list[tuple[str, ...]]:
    """What was asked to be forgotten."""
    return []


@pytest.fixture
def desks(portal_for: PortalFor, forgotten: list[tuple[str, ...]], asked: Log) -> Pages:
    """Alice at a portal with these pages."""
    app = portal_for()
    app.register_blueprint(crud(DESK, ways=lambda ids: [(f"Beside {len(ids)}", "/orgs")], forget=forgotten.append))
    pages = Pages(app).sign_in(ALICE)
    asked.clear()
    return pages


def labels(service: RunningService) -> list[str]:
    return [each["label"] for each in ask(service, ALICE, "GET", API).get_json()["items"]]


def test_it_takes_two_options_besides_the_declaration() -> None:
    assert len(inspect.signature(crud).parameters) <= 3


def test_the_list_has_the_facts_that_are_listed(desks: Pages, service: RunningService) -> None:
    shown = desks.get(DESKS)
    assert (shown.h1, [row[0] for row in shown.rows]) == ("Desks", labels(service))
    assert {len(row) for row in shown.rows} == {3}
    assert "Beside 1" in shown.links


def test_one_of_them_has_all_facts(desks: Pages) -> None:
    shown = desks.get(AUDITORS)
    assert "Entity id" in shown.main
    assert "It stays." in shown.main
    assert "Beside 2" in shown.links


def test_each_page_is_whole(desks: Pages, service: RunningService, forgotten: list[tuple[str, ...]]) -> None:
    desks.get(f"{DESKS}/new")
    assert desks.submit(f"{DESKS}/new", label="Depots").toasts == ["Depots was created."]
    desks.get(f"{AUDITORS}/edit")
    assert desks.submit(f"{AUDITORS}/edit", label="Audit").toasts == ["Audit was saved."]
    desks.get(f"{AUDITORS}/delete")
    assert "It is gone." in desks.shown.main
    assert desks.submit(f"{AUDITORS}/delete", confirm="Audit").toasts == ["Audit was deleted."]
    assert forgotten == [("org_larkfield", "saml_auditors")]
    assert ("Depots" in labels(service), "Audit" in labels(service)) == (True, False)


def test_only_what_was_changed_is_sent(desks: Pages, asked: Log) -> None:
    desks.get(f"{AUDITORS}/edit")
    desks.submit(f"{AUDITORS}/edit", label="Audit")
    (sent,) = [each for each in asked.all if each.method == "PATCH"]
    assert (sent.line, sent.body) == (f"PATCH {API}/saml_auditors", b'{"label":"Audit"}')


def test_what_is_refused_is_forgotten_by_nobody(
    desks: Pages, service: RunningService, forgotten: list[tuple[str, ...]]
) -> None:
    desks.get(f"{AUDITORS}/delete")
    assert desks.submit(f"{AUDITORS}/delete", confirm="Somebody").status == 422
    assert forgotten == []
    assert "Auditors" in labels(service)


def test_without_a_word_of_its_own_the_organization_says_who_may_edit(desks: Pages) -> None:
    assert f"{AUDITORS}/edit" in desks.get(AUDITORS).links.values()
    assert Pages(desks.app).sign_in(BOB).get(f"{DESKS}/new").buttons == []
