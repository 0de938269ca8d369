"""Changes to an answer that was signed: each is a way to have something believed that is not signed."""

from copy import deepcopy

from lxml import etree

from service.sign_in.xml import SAML, SAMLP, SIGNATURE, Element
from tests.service.sign_in.signed_responses import Change, at, certificate, later, marked, told

PREFIXES = "{http://www.w3.org/2001/10/xml-exc-c14n#}InclusiveNamespaces"
VICTIM = "alice@larkfield.example"
NAME_ID = "Assertion/Subject/NameID"
CONFIRMED = "Assertion/Subject/SubjectConfirmation"
DATA = f"{CONFIRMED}/SubjectConfirmationData"
CONDITIONS = "Assertion/Conditions"


def forged(root: Element) -> Element:
    """A copy of the assertion about somebody else, without a signature and with an id of its own."""
    copy = deepcopy(at("Assertion", root))
    signature = copy.find(f"{SIGNATURE}Signature")
    if signature is not None:
        copy.remove(signature)
    copy.set("ID", "_forged")
    name = copy.find(f"{SAML}Subject/{SAML}NameID")
    assert name is not None
    name.text = VICTIM
    return copy


def signature_of(element: Element) -> Element:
    found = element.find(f"{SIGNATURE}Signature")
    assert found is not None
    return found


def forged_first(root: Element) -> None:
    root.insert(2, forged(root))


def forged_last(root: Element) -> None:
    root.append(forged(root))


def forged_around(root: Element) -> None:
    """The forged one in its place, the signed one inside it."""
    real, fake = at("Assertion", root), forged(root)
    root.replace(real, fake)
    fake.append(real)


def forged_around_in_signature(root: Element) -> None:
    """The forged one holds the signature, which holds the signed one in an Object."""
    real, fake = at("Assertion", root), forged(root)
    signature = signature_of(real)
    real.remove(signature)
    root.replace(real, fake)
    fake.insert(1, signature)
    etree.SubElement(signature, f"{SIGNATURE}Object").append(real)


def forged_with_the_same_id(root: Element) -> None:
    fake = forged(root)
    fake.set("ID", "_assertion")
    root.insert(2, fake)


def real_in_extensions(root: Element) -> None:
    real, fake = at("Assertion", root), forged(root)
    root.replace(real, fake)
    extensions = etree.Element(f"{SAMLP}Extensions")
    extensions.append(real)
    root.insert(1, extensions)


def real_in_an_answer_inside(root: Element) -> None:
    """The whole signed answer inside a forged one."""
    inner = deepcopy(root)
    fake = forged(root)
    for child in list(root):
        if child.tag in {f"{SAML}Assertion", f"{SIGNATURE}Signature"}:
            root.remove(child)
    root.set("ID", "_outer")
    root.append(fake)
    etree.SubElement(root, f"{SAMLP}Extensions").append(inner)


def real_under_another_name(root: Element) -> None:
    """The signed one where nobody looks for assertions, with its signature in the forged one."""
    real, fake = at("Assertion", root), forged(root)
    fake.insert(1, deepcopy(signature_of(real)))
    root.replace(real, fake)
    real.tag = f"{SAML}Advice"
    fake.append(real)


def signature_moved_up(root: Element) -> None:
    signature = signature_of(at("Assertion", root))
    root.insert(1, signature)


def signature_doubled(root: Element) -> None:
    real = at("Assertion", root)
    real.insert(1, deepcopy(signature_of(real)))


def signature_over_nothing(root: Element) -> None:
    next(root.iter(f"{SIGNATURE}Reference")).set("URI", "")


def signature_over_another(root: Element) -> None:
    next(root.iter(f"{SIGNATURE}Reference")).set("URI", "#_answer")


def two_references(root: Element) -> None:
    reference = next(root.iter(f"{SIGNATURE}Reference"))
    around = reference.getparent()
    assert around is not None
    around.append(deepcopy(reference))


def another_transform(root: Element) -> None:
    next(root.iter(f"{SIGNATURE}Transform")).set("Algorithm", "http://www.w3.org/TR/1999/REC-xslt-19991116")


def put_into(part: str, tag: str, **attributes: str) -> Change:
    """Put an element into a part of the signature."""

    def change(root: Element) -> None:
        etree.SubElement(next(root.iter(f"{SIGNATURE}{part}")), tag, attributes)

    return change


def parts_exchanged(root: Element) -> None:
    info = next(root.iter(f"{SIGNATURE}SignedInfo"))
    info.append(info[0])


def own_certificate_shown(root: Element) -> None:
    """The key that it is signed with, told as the kept one."""
    shown = next(root.iter(f"{SIGNATURE}X509Certificate"))
    shown.text = "".join(certificate().splitlines()[1:-1])


def signed_by(part: str, algorithm: str) -> Change:
    """Let the signature say that it was made in another way."""

    def change(root: Element) -> None:
        next(root.iter(f"{SIGNATURE}{part}")).set("Algorithm", algorithm)

    return change


def no_signature(root: Element) -> None:
    signature = next(root.iter(f"{SIGNATURE}Signature"))
    around = signature.getparent()
    assert around is not None
    around.remove(signature)


def emptied_signature(root: Element) -> None:
    next(root.iter(f"{SIGNATURE}SignatureValue")).text = None


def commented_name(root: Element) -> None:
    name = at(NAME_ID, root)
    name.text = VICTIM
    comment = etree.Comment("")
    comment.tail = ".evil.example"
    name.append(comment)


def instructed_name(root: Element) -> None:
    name = at(NAME_ID, root)
    name.text = VICTIM
    instruction = etree.ProcessingInstruction("x", "y")
    instruction.tail = ".evil.example"
    name.append(instruction)


def parted_name(root: Element) -> None:
    name = at(NAME_ID, root)
    name.text = VICTIM
    etree.SubElement(name, f"{SAML}b").tail = ".evil.example"


def second_name(root: Element) -> None:
    subject = at("Assertion/Subject", root)
    etree.SubElement(subject, f"{SAML}NameID").text = VICTIM


OF_WHAT_IS_SAID: dict[str, Change] = {
    "another name": told(NAME_ID, VICTIM),
    "another audience": told(f"{CONDITIONS}/AudienceRestriction/Audience", "https://other.example"),
    "a longer time": marked(DATA, NotOnOrAfter=later(600)),
    "a comment in the name": commented_name,
    "an instruction in the name": instructed_name,
    "a part in the name": parted_name,
    "a second name": second_name,
    "a forged assertion first": forged_first,
    "a forged assertion last": forged_last,
    "a forged assertion around": forged_around,
    "a forged assertion with the same id": forged_with_the_same_id,
    "the real one in extensions": real_in_extensions,
    "the real answer inside": real_in_an_answer_inside,
}
OF_THE_ASSERTION_S_SIGNATURE: dict[str, Change] = {
    "no signature": no_signature,
    "an empty signature": emptied_signature,
    "a forged assertion around, with the signature": forged_around_in_signature,
    "the real one under another name": real_under_another_name,
    "the signature moved to the answer": signature_moved_up,
    "the signature twice": signature_doubled,
    "a signature over all": signature_over_nothing,
    "a signature over another part": signature_over_another,
    "two references": two_references,
    "another transform": another_transform,
    "another canonicalization": signed_by("CanonicalizationMethod", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"),
    "another order": parts_exchanged,
    "another element in what is signed": put_into("SignedInfo", "j"),
    "another element in the signature": put_into("Signature", f"{SIGNATURE}Object"),
    "another element in the canonicalization": put_into("CanonicalizationMethod", "j"),
    "another element in the method": put_into("SignatureMethod", "j"),
    "another element in the reference": put_into("Reference", "j"),
    "another element in the transforms": put_into("Transforms", "j"),
    "another element in a transform": put_into("Transform", "j"),
    "another element in the digest": put_into("DigestValue", "j"),
    "another element in the value": put_into("SignatureValue", "j"),
    "another three hundred characters of prefixes": put_into(
        "CanonicalizationMethod", PREFIXES, PrefixList="ab " * 100
    ),
}
