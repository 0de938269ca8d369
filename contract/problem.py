"""The body of a refusal."""

from contract.fields import Count, Shape


class ErrorDetail(Shape):
    """`code` is the HTTP status, `message` is for people."""

    code: Count
    message: str


class ErrorBody(Shape):
    """What the API answers instead of a resource."""

    error: ErrorDetail
