"""Why nobody is signed in."""

TOO_LARGE = "The answer of the identity provider is larger than this service accepts."
NO_ANSWER = "This isn't an identity provider's answer to a sign-in."


class SignInRefusedError(Exception):
    """The message is for the person who wants to sign in, and says what to do; `status` is that of the answer."""

    def __init__(self, message: str, status: int = 403) -> None:
        super().__init__(message)
        self.status = status
