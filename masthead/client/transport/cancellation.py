"""Connections that another thread can cut.

The timeouts of HTTP libraries are per read, so an API that sends a byte now and then outlasts them.
"""

import socket
from contextlib import suppress
from contextvars import ContextVar
from threading import Lock
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

_lock = Lock()  # held for a few instructions, while a connection passes to another handle


class CancelHandle:
    """Cancels a call on another thread. `sent` means that the API may have received the request."""

    def __init__(self) -> None:
        self.sent = False
        self.is_cancelled = False
        self._connection: CancellableConnection | None = None

    def cancel(self) -> None:
        """End the call: its thread stops waiting at once and sends nothing more."""
        with _lock:
            self.is_cancelled = True
            connection = self._connection
            held = connection.sock if connection is not None and connection.handle is self else None
            if isinstance(held, socket.socket):  # its own thread may close it meanwhile
                with suppress(OSError):  # closed already
                    socket.socket.shutdown(held, socket.SHUT_RDWR)  # beneath TLS, if there is any

    def attach(self, connection: "CancellableConnection") -> None:
        """Called right before the connection sends. Raises OSError if the call was cancelled."""
        with _lock:
            if self.is_cancelled:
                raise TimeoutError
            before, connection.handle, self._connection = connection.handle, self, connection
            if before is not None and before.is_cancelled:  # cancelled at its very end, with the connection
                raise ConnectionAbortedError
            self.sent = True


CURRENT_CALL: ContextVar[CancelHandle | None] = ContextVar("call", default=None)
"""The handle of this thread's call."""


class CancellableConnection(HTTPConnection):
    handle: CancelHandle | None = None

    def connect(self) -> None:
        self.handle = None
        super().connect()

    def send(self, data: Any) -> None:  # noqa: ANN401 - as http.client declares it
        if self.sock is None:
            self.connect()
        handle = CURRENT_CALL.get()
        if handle is not None:
            handle.attach(self)
        super().send(data)


class _CancellableTLSConnection(CancellableConnection, HTTPSConnection):
    """A cancellable connection over TLS."""


class _Pool(HTTPConnectionPool):
    ConnectionCls = CancellableConnection


class _PoolTLS(HTTPSConnectionPool):
    ConnectionCls = _CancellableTLSConnection


class CancellableAdapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as they are
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _PoolTLS}
