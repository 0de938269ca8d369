"""Fetches the metadata of an identity provider from an address that an administrator entered."""

from fetching import FailureKind, Fetcher, FetchError, Https, parse_allowed_hosts
from i18n import N_, gettext
from masthead.web.http.authorities import trust_of
from masthead.web.http.request_lock import others_run
from masthead.web.http.settings import Settings
from masthead.web.person.portal import portal

MAX_SIZE = 512 * 1024
"""In bytes."""

WORDS = {
    FailureKind.REFUSED: N_(
        "The host is on this machine or in a private or reserved network. An administrator of Masthead can "
        "allow it by name in MASTHEAD_METADATA_ALLOW_HOSTS."
    ),
    FailureKind.NAME: N_("No host with this name exists."),
    FailureKind.TLS: N_(
        "Masthead couldn't make a secure connection: the host's certificate isn't trusted, has expired, "
        "or is for another name. An administrator of Masthead can trust your own authority in "
        "MASTHEAD_METADATA_CA_FILE."
    ),
    FailureKind.TIME: N_("It took longer than 10 seconds."),
    FailureKind.SIZE: N_("It is larger than 512 KiB. Metadata of one identity provider is smaller."),
    FailureKind.STATUS: N_("The host answered with an error. The address may be wrong, or may need a sign-in."),
    FailureKind.REDIRECTS: N_("The address redirects more than three times."),
    FailureKind.UNREADABLE: N_("The host doesn't answer, or its answer breaks off."),
}
OFF = N_("This Masthead doesn't fetch metadata from addresses. Upload the file, or paste the text.")


class MetadataFetchError(Exception):
    """The metadata could not be fetched. The message is for people. `kind` is `off` if the portal may not fetch.

    Neither has any part of the response. `was_asked` is False if no connection was attempted.
    """

    def __init__(self, kind: FailureKind | None, message: str, *, was_asked: bool = False) -> None:
        super().__init__(message)
        self.was_asked = was_asked
        self.kind = "off" if kind is None else kind.value


def fetch_metadata(url: str) -> bytes:
    """The bytes at the URL, unchanged. Takes at most 10 seconds. Raises MetadataFetchError."""
    settings = portal().settings
    if not settings.metadata_by_url:
        raise MetadataFetchError(None, gettext(OFF))
    try:
        with others_run():
            return metadata_fetcher(settings).fetch(url).content
    except FetchError as error:
        refused = error.kind in {FailureKind.ADDRESS, FailureKind.REFUSED} and not error.was_redirected
        raise MetadataFetchError(error.kind, _told(error), was_asked=not refused) from error


def metadata_fetcher(settings: Settings) -> Fetcher:
    """A fetcher limited to the hosts that the settings allow."""
    rules = Https(parse_allowed_hosts(settings.metadata_allow_hosts))
    return Fetcher(largest=MAX_SIZE, rules=rules, trust=lambda: trust_of(settings.metadata_ca_file))


def _told(error: FetchError) -> str:
    reason = gettext(WORDS.get(error.kind, str(error)))
    where = gettext(" This concerns the address that it redirects to.") if error.was_redirected else ""
    return f"{reason}{where}"
