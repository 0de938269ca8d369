"""Why nobody is signed in."""

TOO_LARGE = "The answer of the identity provider is larger than this service takes."
NO_ANSWER = "What came is not the answer of an identity provider to a sign-in."


class SignInRefusedError(Exception):
    """The message is for the person who wants to sign in, and says what to do; `status` is that of the answer."""

    def __init__(self, message: str, status: int = 403) -> None:
        super().__init__(message)
        self.status = status
