"""What a plan of the structure leaves undone, in sentences."""

from i18n import N_

SECTIONS_OF = N_("The order of the sections in %(group)s")
INTO = N_("%(name)s into %(section)s")
UNNAMED = N_(
    "%(name)s into %(section)s: the API doesn't report which space it shows, so Masthead can't remove it and add it "
    "again."
)
AT_HOME = N_("%(name)s is the home of the site. Choose another home first, then move it.")
TOO_LONG = {
    "path": N_("The path of %(name)s: the API accepts no value of %(count)s characters."),
    "condition": N_("The condition of %(name)s: the API accepts no value of %(count)s characters."),
}
"""By the name of the setting."""
PATH_TAKEN = N_("The path of %(name)s: %(holder)s has the path “%(path)s” now.")
NO_CALL = N_("The order of sections outside of groups: the API has no call for it.")
