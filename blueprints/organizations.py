"""Organizations: the list, the switcher, one at a glance, lookup by e-mail domain, search."""

from flask import Blueprint, request, url_for
from pydantic import ValidationError
from werkzeug.wrappers import Response

from client import Problem, Recall
from contract.listing import ListQuery
from contract.organizations import LIST_ORGANIZATIONS, LIST_ORGANIZATIONS_OF_DOMAIN, SEARCH_ORGANIZATION
from contract.search import SearchQuery
from contract.sites import LIST_SITES, SitesQuery
from web.access import signed_in
from web.domains import clean_domain, domain_problem
from web.forms import INVALID
from web.htmx import go_to
from web.organization import arrive, enter, given, of, refreshing
from web.pages import page
from web.portal import api
from web.visibility import VISIBILITY
from web.wording import explain

blueprint = Blueprint("organizations", __name__, url_prefix="/orgs")
ROWS = 100
FEW = 5


@blueprint.get("")
@signed_in
def index() -> Response:
    """The organizations that the person's token sees; whoever comes from the start and has one goes on to it."""
    token = request.args.get("page")
    query = ListQuery(limit=ROWS, page=token) if token else ListQuery(limit=ROWS)
    listing = api().remembered(LIST_ORGANIZATIONS, query=query, refresh=refreshing())
    items = listing.value.items
    if request.args.get("only") and len(items) == 1 and not token:
        return go_to(url_for("organizations.show", organization_id=items[0].id))
    return page("organizations/index.html", fragment="rows", listing=listing, first=not token)


@blueprint.get("/switcher")
@signed_in
def switcher() -> Response:
    """The list for the menu in the banner; opened by itself, the page of which it is a short form."""
    listing = api().remembered(LIST_ORGANIZATIONS, query=ListQuery(limit=ROWS))
    return page("organizations/index.html", fragment="switcher", listing=listing, first=True)


@blueprint.get("/of-domain")
@signed_in
def of_domain() -> Response:
    """Which organizations an e-mail domain belongs to."""
    typed = request.args.get("domain", "")
    domain = clean_domain(typed)
    problem = domain_problem(domain) if typed.strip() else ""
    asked = bool(typed.strip()) and not problem
    found = api().read(LIST_ORGANIZATIONS_OF_DOMAIN, domain).organizations if asked else None
    status = INVALID if problem else 200
    return page(
        "organizations/of_domain.html",
        status=status,
        typed=typed,
        domain=domain,
        problem=problem,
        found=found,
    )


@blueprint.get("/<organization_id>")
@signed_in
def show(organization_id: str) -> Response:
    """One organization at a glance."""
    organization, sites = api().gather(
        of(organization_id),
        Recall(LIST_SITES, (organization_id,), SitesQuery(limit=FEW), refreshing()),
    )
    remembered = arrive(organization)
    return page(
        "organizations/show.html",
        remembered=remembered,
        sites=None if isinstance(sites, Problem) else sites.value,
        visibilities=VISIBILITY,
    )


@blueprint.get("/<organization_id>/search")
@signed_in
def search(organization_id: str) -> Response:
    """Pages of all spaces that hold the words."""
    words = request.args.get("query", "").strip()
    try:
        query = SearchQuery.model_validate({"query": words, "limit": ROWS, **_page_asked()})
    except ValidationError as wrong:
        enter(organization_id)
        problem = explain(wrong.errors()[0], "A search")
        return page("organizations/search.html", status=INVALID, words=words, problem=problem, listing=None)
    if not words:
        enter(organization_id)
        return page("organizations/search.html", words="", problem="", listing=None)
    organization, listing = api().gather(of(organization_id), Recall(SEARCH_ORGANIZATION, (organization_id,), query))
    arrive(organization)
    return page("organizations/search.html", words=words, problem="", listing=given(listing))


def _page_asked() -> dict[str, str]:
    return {"page": request.args["page"]} if request.args.get("page") else {}
