"""The access token that a person links to their account at an identity provider: link, replace, unlink."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from masthead.i18n import gettext
from masthead.web.forms.token_form import TokenForm
from masthead.web.frame.pages import page, redirect_saved
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to
from masthead.web.person import sign_in as sessions_of
from masthead.web.person.guards import keeps_input, sign_in_limit, signed_in, token_optional
from masthead.web.person.portal import portal
from masthead.web.person.session import person, stored_session
from masthead.web.places import Place

blueprint = Blueprint("linked_token", __name__)


@blueprint.get("/linked-token")
@signed_in
@token_optional
def show() -> Response:
    """Ask for the token. Redirects a person whose session doesn't use a linked token."""
    if not stored_session().is_linked:
        return redirect_to(url_for("account.sessions"))
    return _token_page(TokenForm(formdata=None, next=request.args.get("next")))


@blueprint.post("/linked-token")
@signed_in
@token_optional
@keeps_input
@sign_in_limit
def link() -> Response:
    """Save the token if the API accepts it, in place of an earlier one."""
    if not stored_session().is_linked:
        return redirect_to(url_for("account.sessions"))
    form, parts, owner = TokenForm(), portal(), person().owner
    problem, status = form.check_token(owner)
    if problem:
        return _token_page(form, problem, status)
    parts.store.linked_tokens.link(owner, parts.settings.api_base_url, form.token.data)
    parts.store.responses.forget(owner, ["/"])  # the earlier token may have other permissions
    return redirect_saved(gettext("Your token is linked."), local_path(form.next.data, url_for("home.index")))


@blueprint.post("/linked-token/unlink")
@signed_in
@token_optional
def unlink() -> Response:
    """Delete the token and end all sessions that use it, this one too."""
    if not stored_session().is_linked:
        return redirect_to(url_for("account.sessions"))
    store, owner = portal().store, person().owner
    store.linked_tokens.unlink(owner)
    store.sessions.revoke_all(owner)
    sessions_of.sign_out()
    said = gettext("Your token is no longer linked. All of your sessions have ended.")
    return sessions_of.delete_session_cookie(redirect_saved(said, url_for("account.sign_in")))


def _token_page(form: TokenForm, problem: str = "", status: int = 200) -> Response:
    parts = portal()
    return page(
        "linked_token/show.html",
        status=status,
        form=form,
        problem=problem,
        api=parts.settings.api_base_url,
        provider=provider.name if (provider := portal().provider_of(stored_session())) else "",
        linked_at=parts.store.linked_tokens.linked_at(person().owner, parts.settings.api_base_url),
        is_refused="refused" in request.args,
        onward=local_path(form.next.data, url_for("home.index")),
    )


PLACE = Place(blueprints=(blueprint,))
