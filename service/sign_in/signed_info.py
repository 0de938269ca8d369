"""Validates a signature's SignedInfo. It is parsed before a key is used, so only known elements are allowed."""

from service.sign_in.xml import SIGNATURE, Element

_EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#"
_CANONICAL = {_EXCLUSIVE, f"{_EXCLUSIVE}WithComments"}
_TRANSFORMS = {*_CANONICAL, "http://www.w3.org/2000/09/xmldsig#enveloped-signature"}
_PREFIXES = f"{{{_EXCLUSIVE}}}InclusiveNamespaces"
_MAX_PREFIXES = 256
"""Characters of the names that an exclusive canonicalization is told to treat as the inclusive one does."""


def covers(signature: Element, holder: Element) -> bool:
    """Whether the signature covers the whole element around it, in the form that SAML requires.

    Its canonicalization is the exclusive one: the other can cost very much, and is done before the key is asked.
    """
    parts = _parts(signature, "SignedInfo", "SignatureValue", "KeyInfo") or _parts(
        signature, "SignedInfo", "SignatureValue"
    )
    info = _parts(parts[0], "CanonicalizationMethod", "SignatureMethod", "Reference") if parts else []
    reference = _parts(info[2], "Transforms", "DigestMethod", "DigestValue") if info else []
    return (
        bool(reference)
        and not any(map(len, (parts[1], info[1], *reference[1:])))
        and _is_one_of(info[0], _CANONICAL)
        and 0 < len(reference[0]) <= len(("enveloped", "exclusive"))
        and all(transform.tag == f"{SIGNATURE}Transform" for transform in reference[0])
        and all(_is_one_of(transform, _TRANSFORMS) for transform in reference[0])
        and info[2].get("URI") == f"#{holder.get('ID', '')}"
    )


def _parts(parent: Element, *names: str) -> list[Element]:
    """The children if they have these names in this order, else none."""
    parts = list(parent) if len(parent) == len(names) else []
    return parts if [part.tag for part in parts] == [f"{SIGNATURE}{name}" for name in names] else []


def _is_one_of(method: Element, known: set[str]) -> bool:
    """Whether the algorithm is known and has no parameters except inclusive prefixes."""
    told = list(method)
    if told and ([each.tag for each in told] != [_PREFIXES] or len(told[0])):
        return False
    prefixes = told[0].get("PrefixList", "") if told else ""
    return method.get("Algorithm", "") in known and len(prefixes) <= _MAX_PREFIXES
