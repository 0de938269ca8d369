"""The body of a refusal."""

from contract.schema.fields import ContractModel, Count


# The contract has no textual error codes; clients show `message`.
class ErrorDetail(ContractModel):
    """`code` is the HTTP status, `message` is for people."""

    code: Count
    message: str


class ErrorBody(ContractModel):
    """Body of an error response."""

    error: ErrorDetail
