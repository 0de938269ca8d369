"""Extracts the signed part of a SAML response; everything else is ignored.

signxml checks digests and signatures. Before that, we ensure that its input is unambiguous: one response, one
assertion, and each signature directly within the element that it covers. SignedInfo is parsed before a key is
used, so it may contain only known elements.
"""

from datetime import datetime

from cryptography.x509 import Certificate
from lxml import etree
from signxml.algorithms import DigestAlgorithm, SignatureMethod
from signxml.verifier import SignatureConfiguration, XMLVerifier

from service.sign_in.xml import NO_ANSWER, SAML, SAMLP, SIGNATURE, Element, SignInRefusedError

_EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
_CANONICAL = {_EXCLUSIVE, f"{_EXCLUSIVE}WithComments"}
_TRANSFORMS = {*_CANONICAL, "http://www.w3.org/2000/09/xmldsig#enveloped-signature"}
_PREFIXES = f"{{{_EXCLUSIVE}}}InclusiveNamespaces"

_MAX_PREFIXES = 256
"""Longest PrefixList of an exclusive canonicalization, in characters."""

_METHODS = frozenset(
    {
        SignatureMethod.RSA_SHA256,
        SignatureMethod.RSA_SHA384,
        SignatureMethod.RSA_SHA512,
        SignatureMethod.SHA256_RSA_MGF1,
        SignatureMethod.SHA384_RSA_MGF1,
        SignatureMethod.SHA512_RSA_MGF1,
        SignatureMethod.ECDSA_SHA256,
        SignatureMethod.ECDSA_SHA384,
        SignatureMethod.ECDSA_SHA512,
    }
)

_DIGESTS = frozenset({DigestAlgorithm.SHA256, DigestAlgorithm.SHA384, DigestAlgorithm.SHA512})
_ACCEPTED = {way.value for way in _METHODS} | {way.value for way in _DIGESTS}

_PLACES = {f"{SAMLP}Response": "./", f"{SAML}Assertion": f"./{SAML}Assertion/"}
"""Location of the signature of each element, in signxml's notation."""

_NOT_SIGNED = "The answer of the identity provider is not signed. Ask an administrator to make it sign its assertions."
_ENCRYPTED = "The assertion is encrypted. Ask an administrator to switch encryption off at the identity provider."
_MALFORMED = "The answer of the identity provider isn't built correctly, so it was rejected. Try again."

_WRONG_KEY = (
    "The answer is not signed with the key of the certificate that is kept here for this identity provider, or it was "
    "changed on its way. If the identity provider has a new certificate, ask an administrator to replace the one here."
)

_WEAK_ALGORITHM = (
    "The answer is signed in a way that isn't accepted, such as with SHA-1. Ask an administrator to select SHA-256 at "
    "the identity provider."
)


def is_covering(signature: Element, holder: Element) -> bool:
    """Return whether a signature covers the whole element around it, as SAML requires.

    Only exclusive canonicalization is allowed: inclusive can be very slow, and runs before the key is checked.
    """
    parts = _match_children(signature, "SignedInfo", "SignatureValue", "KeyInfo") or _match_children(
        signature, "SignedInfo", "SignatureValue"
    )
    info = _match_children(parts[0], "CanonicalizationMethod", "SignatureMethod", "Reference") if parts else []
    reference = _match_children(info[2], "Transforms", "DigestMethod", "DigestValue") if info else []
    return (
        bool(reference)
        and not any(map(len, (parts[1], info[1], *reference[1:])))
        and _is_known_method(info[0], _CANONICAL)
        and 0 < len(reference[0]) <= len(("enveloped", "exclusive"))
        and all(transform.tag == f"{SIGNATURE}Transform" for transform in reference[0])
        and all(_is_known_method(transform, _TRANSFORMS) for transform in reference[0])
        and info[2].get("URI") == f"#{holder.get('ID', '')}"
    )


def _match_children(parent: Element, *names: str) -> list[Element]:
    parts = list(parent) if len(parent) == len(names) else []
    return parts if [part.tag for part in parts] == [f"{SIGNATURE}{name}" for name in names] else []


def _is_known_method(method: Element, known: set[str]) -> bool:
    parameters = list(method)
    if parameters and ([each.tag for each in parameters] != [_PREFIXES] or len(parameters[0])):
        return False
    prefixes = parameters[0].get("PrefixList", "") if parameters else ""
    return method.get("Algorithm", "") in known and len(prefixes) <= _MAX_PREFIXES


def extract_assertion(answer: Element, certificate: Certificate, now: datetime) -> Element:
    """Return the assertion, which is signed itself or with the whole response. Raises SignInRefusedError."""
    assertion = _find_assertion(answer)
    signatures = list(answer.iter(f"{SIGNATURE}Signature"))
    if not signatures:
        raise SignInRefusedError(_NOT_SIGNED)
    holders = [signature.getparent() for signature in signatures]
    # Prevents signature wrapping: at most one signature on the response and one on its assertion.
    if len(set(holders)) < len(holders) or not set(holders) <= {answer, assertion}:
        raise SignInRefusedError(_MALFORMED)
    found: Element = answer
    for signature, holder in zip(signatures, holders, strict=True):  # the assertion's signature comes last
        if holder is None or not is_covering(signature, holder):
            raise SignInRefusedError(_MALFORMED)
        ways = {
            way.get("Algorithm") for way in signature.iter(f"{SIGNATURE}SignatureMethod", f"{SIGNATURE}DigestMethod")
        }
        if not ways <= _ACCEPTED:
            raise SignInRefusedError(_WEAK_ALGORITHM)
        found = _verify_signature(answer, str(holder.tag), certificate, now)
    return found if found.tag == assertion.tag else _find_assertion(found)


def _find_assertion(answer: Element) -> Element:
    if answer.tag != f"{SAMLP}Response":
        raise SignInRefusedError(NO_ANSWER, 400)
    if answer.find(f"{SAML}EncryptedAssertion") is not None:
        raise SignInRefusedError(_ENCRYPTED)
    assertions = list(answer.iter(f"{SAML}Assertion"))
    ids = answer.xpath("//@*[local-name() = 'ID' or local-name() = 'Id' or local-name() = 'id']")
    alone = len(assertions) == len(list(answer.iter(f"{SAMLP}Response"))) == 1 and assertions[0].getparent() is answer
    if not alone or not isinstance(ids, list) or len(set(map(str, ids))) < len(ids):
        raise SignInRefusedError(_MALFORMED)
    return assertions[0]


def _verify_signature(answer: Element, tag: str, certificate: Certificate, now: datetime) -> Element:
    expected = SignatureConfiguration(
        location=_PLACES[tag],
        expect_references=1,
        signature_methods=_METHODS,
        digest_algorithms=_DIGESTS,
        verification_time=now,
    )
    try:
        result = XMLVerifier().verify(
            etree.tostring(answer),
            x509_cert=certificate,
            id_attribute="ID",
            validate_schema=False,  # it rejects canonicalization parameters; is_covering checks the shape
            expect_config=expected,
        )
    except Exception as error:  # after any failure, the signature isn't proven
        raise SignInRefusedError(_WRONG_KEY) from error
    signed = None if isinstance(result, list) else result.signed_xml
    if signed is None or signed.tag != tag:
        raise SignInRefusedError(_MALFORMED)
    return signed
