"""Labels for properties of spaces that the API reports."""

from contract.authoring.spaces import GitSync, Space
from contract.schema.fields import value_or_none
from i18n import N_, gettext

EDIT_MODES = {"live": N_("Live edits"), "locked": N_("Change requests only")}
PROVIDERS = {"github": "GitHub", "gitlab": "GitLab", "github-legacy": N_("GitHub (earlier integration)")}
VISIBILITIES = {
    "public": N_("Public"),
    "unlisted": N_("Unlisted"),
    "share-link": N_("Share links"),
    "visitor-auth": N_("Signed-in visitors"),
    "in-collection": N_("As its collection"),
    "private": N_("Private"),
}
REVISIONS = {
    "edits": N_("Edits"),
    "merge": N_("Merged change request"),
    "rollback": N_("Rollback"),
    "update": N_("Update"),
    "computed": N_("Computed content"),
}


def edit_mode(space: Space) -> str:
    """The label of the edit mode; empty if the API doesn't report it."""
    told = value_or_none(space.editMode)
    return gettext(EDIT_MODES.get(told, told)) if told else ""


def git_provider(git: GitSync) -> str:
    """The name of the Git provider; empty if the API doesn't report it."""
    told = value_or_none(git.installationProvider) or ""
    return gettext(PROVIDERS.get(told, told)) if told else ""
