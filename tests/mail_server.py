"""A mail server on loopback that keeps what it gets."""

from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Self


class MailServer(ThreadingTCPServer):
    """`refuses` is the answer to each mail after its recipient, if it isn't taken."""

    daemon_threads = True

    def __init__(self, refuses: bytes = b"") -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.refuses, self.logins = refuses, list[str]()
        self.mails: list[EmailMessage] = []

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> Self:
        Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self.shutdown()
        self.server_close()


class _Conversation(StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self._say(b"220 ready")
        while line := self.rfile.readline():
            match line.split()[0].upper():
                case b"EHLO":
                    self._say(b"250-mail", b"250 AUTH PLAIN")
                case b"AUTH":
                    self.server.logins.append(line.decode().split()[-1])
                    self._say(b"235 welcome")
                case b"RCPT" if self.server.refuses:
                    self._say(self.server.refuses)
                case b"DATA":
                    self._say(b"354 go on")
                    lines = list(iter(self.rfile.readline, b".\r\n"))
                    self.server.mails.append(BytesParser(EmailMessage, policy=default).parsebytes(b"".join(lines)))
                    self._say(b"250 taken")
                case b"QUIT":
                    self._say(b"221 bye")
                    return
                case _:
                    self._say(b"250 fine")

    def _say(self, *lines: bytes) -> None:
        self.wfile.write(b"".join(line + b"\r\n" for line in lines))
