"""Texts about the visibility of sites."""

from masthead.i18n import N_, gettext, ngettext

# Value: label, what it means, icon.
VISIBILITY = {
    "public": (N_("Public"), N_("Anyone can read it, and search engines list it."), "eye"),
    "unlisted": (N_("Unlisted"), N_("Anyone with the address can read it; search engines don't list it."), "eye-slash"),
    "share-link": (N_("Share link"), N_("Only people with a secret link can read it."), "link-45deg"),
    "visitor-auth": (
        N_("Signed-in visitors"),
        N_("Only visitors whom your own sign-in lets through can read it."),
        "lock",
    ),
}
MEANINGS = {value: (label, meaning) for value, (label, meaning, _) in VISIBILITY.items()}
# The more people reach it, the higher; those of one height reach different people.
REACH = {"visitor-auth": 0, "share-link": 0, "unlisted": 1, "public": 2}
EVERYONE = {"unlisted": N_("Anyone with the address"), "public": N_("Anyone")}
SOME = {
    "share-link": N_("people with a secret link"),
    "visitor-auth": N_("visitors whom your own sign-in lets through"),
}
UNKNOWN_READERS = N_("It isn't known who gains or loses access, because Masthead doesn't know this setting.")


def is_more_open(now: str, then: str) -> bool:
    """Return whether more people can reach the site; False if either value is unknown."""
    return REACH.get(then, 0) > REACH.get(now, 0)


def access_change_message(now: str, then: str, count: int) -> str:
    """Say who gains and who loses access to `count` sites."""
    if now not in VISIBILITY or then not in VISIBILITY:
        return gettext(UNKNOWN_READERS)
    if now in SOME and then in EVERYONE:
        return ngettext(
            "%(everyone)s can read it from then on. Nobody loses access.",
            "%(everyone)s can read them from then on. Nobody loses access.",
            count,
            everyone=gettext(EVERYONE[then]),
        )
    if now in SOME:
        gain, lose = gettext(SOME[then]), gettext(SOME[now])
        return gettext("%(gain)s gain access, %(lose)s lose it.", gain=gain.capitalize(), lose=lose)
    if then in SOME:
        return ngettext(
            "Only %(some)s can read it from then on. Everybody else loses access.",
            "Only %(some)s can read them from then on. Everybody else loses access.",
            count,
            some=gettext(SOME[then]),
        )
    if then == "public":
        return ngettext(
            "Search engines list it from then on, so anyone may find it. Nobody loses access.",
            "Search engines list them from then on, so anyone may find them. Nobody loses access.",
            count,
        )
    return ngettext(
        "Search engines no longer list it. Anyone with the address can still read it.",
        "Search engines no longer list them. Anyone with the address can still read them.",
        count,
    )
