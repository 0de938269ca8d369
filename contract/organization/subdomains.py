"""Subdomains. The contract describes the resource and lists no endpoint that answers one."""

from typing import Annotated, Literal

from pydantic import MISSING

from contract.schema.annotations import Documented, OpenEnum
from contract.schema.fields import ContractModel

SUBDOMAIN_MIN, SUBDOMAIN_MAX = 3, 32
SUBDOMAIN = "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$"


class SubdomainTarget(ContractModel):
    """Target of a subdomain; `organization` is an id."""

    type: Annotated[str, OpenEnum("organization")]
    organization: str | MISSING = MISSING


class Subdomain(ContractModel):
    """A name under the service's own domain."""

    object: Literal["subdomain"] = "subdomain"
    subdomain: Annotated[str, Documented(min_length=SUBDOMAIN_MIN, max_length=SUBDOMAIN_MAX, pattern=SUBDOMAIN)]
    target: SubdomainTarget
    isActive: bool
