"""Sends reminders: a signed webhook, and mail over SMTP. Neither follows a redirect, and both have a deadline."""

import hashlib
import hmac
import json
import smtplib
import socket
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from email.message import EmailMessage
from email.utils import formatdate
from ipaddress import ip_address
from threading import Timer
from urllib.parse import unquote, urlsplit

from fetching.failures import FetchError
from fetching.fetcher import Fetcher
from fetching.rules import Configured
from masthead.i18n import ngettext
from masthead.web.http.settings import Settings, create_ssl_context
from masthead.web.reminders import Reminder, reminder_json

SECONDS = 20.0
MAX_ANSWER = 64_000
ACCEPTED = range(200, 300)


class DeliveryError(Exception):
    """Nothing was delivered, as far as is known. The message has nothing that the receiver sent, and no secret."""


@dataclass(frozen=True)
class ReminderMessage:
    """The reminders of one delivery. `id` is the same if it is sent again. `base` is the address of the portal."""

    reminders: Sequence[Reminder]
    today: date
    base: str

    @property
    def id(self) -> str:
        keys = "\n".join(reminder_key(each, self.today) for each in self.reminders)
        return hashlib.sha256(keys.encode()).hexdigest()


def reminder_key(reminder: Reminder, today: date) -> str:
    return f"{reminder.id} {reminder.day} {reminder.stage(today)}"


@dataclass(frozen=True)
class Webhook:
    """POSTs JSON, signed with HMAC-SHA256 over the time, a dot and the body."""

    url: str = field(repr=False)
    secret: str | None = field(repr=False)
    seconds: float = SECONDS

    @property
    def key(self) -> str:
        return self.url

    @property
    def name(self) -> str:
        return f"the webhook at {urlsplit(self.url).hostname}"

    def send(self, message: ReminderMessage, now: float) -> None:
        reminders = [reminder_json(each, message.today, message.base) for each in message.reminders]
        body = json.dumps({"id": message.id, "reminders": reminders}).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Masthead",
            "Masthead-Signature": sign_body(self.secret or "", int(now), body),
        }
        try:
            response = Fetcher(largest=MAX_ANSWER, seconds=self.seconds, rules=Configured()).post(
                self.url, body, headers
            )
        except FetchError as error:
            raise DeliveryError(f"no usable answer ({error.kind.value})") from None
        if response.status not in ACCEPTED:
            raise DeliveryError(f"it answered with status {response.status}")


def sign_body(secret: str, now: int, body: bytes) -> str:
    """Return the value of the signature header: `t=` the Unix time, and `v1=` the HMAC-SHA256 in hex."""
    signed = hmac.new(secret.encode(), f"{now}.".encode() + body, hashlib.sha256)
    return f"t={now},v1={signed.hexdigest()}"


@dataclass(frozen=True)
class Mail:
    """Sends plain text to one person. smtp:// begins with STARTTLS, except on this machine; smtps:// with TLS."""

    server: str = field(repr=False)
    sender: str
    recipient: str
    seconds: float = SECONDS

    @property
    def key(self) -> str:
        return self.recipient

    @property
    def name(self) -> str:
        return f"mail to {self.recipient}"

    def send(self, message: ReminderMessage, now: float) -> None:
        mail = EmailMessage()
        count = len(message.reminders)
        mail["Subject"] = ngettext("%(n)s reminder from Masthead", "%(n)s reminders from Masthead", count)
        mail["From"], mail["To"] = self.sender, self.recipient
        mail["Date"], mail["Message-ID"] = formatdate(now), f"<{message.id}@masthead>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(
            "\n\n".join(
                f"{each.sentence(message.today)}\n{each.advice}\n{message.base}{each.path}"
                for each in message.reminders
            )
        )
        try:
            self._send_mail(mail)
        except smtplib.SMTPResponseException as error:
            raise DeliveryError(f"the server answered with status {error.smtp_code}") from None
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise DeliveryError(f"the server gave no usable answer ({type(error).__name__})") from None

    def _send_mail(self, mail: EmailMessage) -> None:
        parts, context = urlsplit(self.server), create_ssl_context(None)
        host = parts.hostname or ""
        if parts.scheme == "smtps":
            server: smtplib.SMTP = _TlsServer(host, parts.port or 465, timeout=self.seconds, context=context)
        else:
            server = _Server(host, parts.port or 587, timeout=self.seconds)
        try:
            if parts.scheme == "smtp" and not _is_own_host(host):
                server.starttls(context=context)
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(mail)
        finally:
            with suppress(OSError, smtplib.SMTPException):  # the mail is accepted or refused already
                server.quit()
            server.close()


Channel = Webhook | Mail
"""A receiver of reminders. `key` identifies it in records, and `name` in messages. `send` raises DeliveryError."""


def list_channels(settings: Settings) -> list[Channel]:
    """List the channels in the settings."""
    hooks = [Webhook(settings.reminders_url, settings.reminders_secret)] if settings.reminders_url else []
    server, sender = settings.reminders_smtp_url, settings.reminders_from
    mails = [Mail(server, sender or "", each) for each in settings.reminders_to] if server else []
    return [*hooks, *mails]


class _Server(smtplib.SMTP):
    """Each answer has a time limit of its own, so a server that sends byte by byte needs one for all."""

    end: Timer | None = None

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        self.end = Timer(timeout, self._break_off)
        self.end.daemon = True
        self.end.start()
        opened: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        return opened

    def _break_off(self) -> None:
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        if self.end is not None:
            self.end.cancel()
        super().close()


class _TlsServer(_Server, smtplib.SMTP_SSL):
    """A server that is asked over TLS."""


def _is_own_host(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
