"""The certificate of an identity provider as the service answers it."""

from contract.organization.saml import SamlProvider
from masthead.web.forms.identity_providers import MAX_READ, provider_card
from tests.certificates import pem
from tests.loops import for_each


def test_a_certificate_is_read_with_and_without_its_frame() -> None:
    card = provider_card(SamlProvider(id="a", label="A", certificate=pem(30)))
    assert card is not None
    assert card.subject == "login.larkfield.example"
    bare = "".join(pem(30).splitlines()[1:-1])
    assert provider_card(SamlProvider(id="a", label="A", certificate=bare)) is not None
    assert provider_card(SamlProvider(id="a", label="A")) is None


PEM = pem(30)
NONE = {
    "nothing": "",
    "words": "no certificate",
    "something else": "AAAA",
    "cut off": PEM[:-200],
    "letters exchanged": PEM.replace("M", "N"),
    "another alphabet": "é",
    "a private key": "-----BEGIN PRIVATE KEY-----",
    "control characters": "\x00" * 9,
    "too much": "A" * (MAX_READ + 1),
}


@for_each("name", NONE)
def test_what_is_none_is_none(name: str) -> None:
    assert provider_card(SamlProvider(id="a", label="A", certificate=NONE[name])) is None
