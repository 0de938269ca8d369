"""The page of a team, and what a test does there."""

from urllib.parse import parse_qs, urlsplit

from pydantic_core import from_json

from masthead.web.person.portal import get_portal
from tests.faults import faults
from tests.faults.hostile import Fault, Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
DOCS = f"{ORG}/teams/team_docs"
ADD, CHOSEN = f"{DOCS}/members", f"{DOCS}/members/chosen"
API = "/v1/orgs/org_larkfield/teams/team_docs/members"


def forget(pages: Pages, token: str = ALICE) -> None:
    """Whatever other tests made somebody meet: the team goes by its id."""
    portal = get_portal(pages.app)
    portal.store.directory.forget_all(portal.store.keys.owner_of(token))


def roles(service: RunningService, team: str = "docs") -> dict[str, str]:
    items = ask(service, ALICE, "GET", f"/v1/orgs/org_larkfield/teams/team_{team}/members").get_json()["items"]
    return {each["organization"]["id"].removeprefix("user_"): each["team"]["role"] for each in items}


def added(pages: Pages, people: str, **more: str) -> Page:
    pages.get(DOCS)
    return pages.submit(ADD, {"add": people, **more}, press=more.pop("press", "Add to the team"))


def chosen(pages: Pages, press: str, *people: str) -> Page:
    """Tick people, and press one of the buttons above them."""
    shown = pages.get(DOCS)
    to = {"Make owners…": "owner", "Make members…": "member", "Remove…": "remove"}[press]
    assert press in shown.buttons
    return pages.post(CHOSEN, [*(("who", f"user_{each}") for each in people), ("to", to)])


def one_a_page(wire: Wire, refused_from: int = 1000) -> Fault:
    """The service lists members one by one, up to a page that it refuses."""

    def happen(talk: Talk) -> bool:
        if "/members" not in talk.asked.target:
            return wire.pass_on(talk)
        number = int(parse_qs(urlsplit(talk.asked.target).query).get("page", ["0"])[0])
        if number >= refused_from:
            return faults.refusal(400)(talk)
        items = wire.answered(talk, f"{API}?limit=1000")["items"]
        following = {"next": {"page": str(number + 1)}} if number + 1 < len(items) else {}
        return faults.says({"items": items[number : number + 1], "count": 1, **following})(talk)

    return happen


def half_done(service: RunningService) -> Fault:
    """The service adds the first of those who are to be added, and says that all is done."""

    def happen(talk: Talk) -> bool:
        first, *_ = from_json(talk.asked.body)["add"]
        ask(service, ALICE, "PUT", API, {"add": [first]})
        return faults.answer(204, b"")(talk)

    return happen


def call(pages: Pages, name: str, token: str = ALICE) -> None:
    portal = get_portal(pages.app)
    portal.store.people.set_name(portal.store.keys.owner_of(token), name)


def last_seen(wire: Wire, member: str, moment: str) -> Fault:
    """The service reports that this member was last seen then."""

    def happen(talk: Talk) -> bool:
        answer = wire.answered(talk)
        for each in answer.get("items", []):
            if each.get("organization", {}).get("id") == member:
                each["organization"]["lastSeenAt"] = moment
        return faults.says(answer)(talk)

    return happen
