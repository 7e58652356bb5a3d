"""What stands before the app: who may speak to it at all, how much, and how often.

- **Host**: only the names that the server is known by. A page on the internet whose name is made to point to
  this machine (DNS rebinding) is turned away; addresses are let in, since nobody can rebind those.
- **Origin**: what a browser sends on behalf of another site's page is turned away, on every request that can
  change something and on websockets.
- **Size and rate**: bodies are bounded, and so are the requests of one client per second.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from longroad.web.api.problems import problem, response_of
from longroad.web.rates import Rates

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")
#: Status, title, words, seconds to wait.
_Refusal: TypeAlias = tuple[int, str, str, float]


@dataclass(frozen=True)
class Access:
    """Who may speak to the server, and how much."""

    #: Names that the server is known by, beside those of this machine.
    names: tuple[str, ...] = ()
    #: Whether it listens to a network: then any address will do as its name.
    network: bool = False
    #: Bytes of a request, and of a message on a websocket.
    most_bytes: int = 64 * 1024
    message_bytes: int = 16 * 1024
    #: Bytes of a request to one of these addresses, which take files.
    most_file_bytes: int = 8 * 2**20
    files: tuple[str, ...] = ("/review/upload",)
    #: Requests and messages per second and client, and how many may come at once.
    rate: float = 50.0
    burst: int = 200
    #: Games that one client may begin per minute, and at once.
    games_per_minute: float = 30.0
    games_at_once: int = 20

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server.

        >>> Access().knows("localhost:8080"), Access().knows("evil.example:8080"), Access().knows("[::1]:80")
        (True, False, True)
        >>> Access(network=True).knows("192.168.1.7:8080"), Access(names=("my.table",)).knows("my.table")
        (True, True)
        """
        name = _name_of(host)
        if name in LOOPBACK or name in (own.lower() for own in self.names):
            return True
        return self.network and _is_address(name)

    def most(self, path: str) -> int:
        """Bytes of a request to an address.

        >>> Access().most("/api/v1/games") < Access().most("/review/upload")
        True
        """
        return self.most_file_bytes if path in self.files else self.most_bytes


class Guard:
    """Stands before an app."""

    def __init__(self, app: ASGIApp, access: Access, rates: Rates) -> None:
        self._app, self._access, self._rates = app, access, rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None and scope["type"] == "http" and scope["method"] not in _WITHOUT_BODY:
            most = self._access.most(scope["path"])
            whole = await _whole(receive, most)
            refusal = _too_large(most) if whole is None else None
            receive = receive if whole is None else whole
        if refusal is not None:
            status, title, words, wait = refusal
            headers = {"Retry-After": str(int(wait) + 1)} if wait else None
            response = response_of(problem(status, title, words), headers)
            await response(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> _Refusal | None:
        headers = _headers(scope["headers"])
        host = headers.get("host", "")
        if not self._access.knows(host):
            return 421, "misdirected request", f"this server is not known as {host[:80]!a}", 0.0
        changes = scope["type"] == "websocket" or scope["method"] not in _WITHOUT_BODY
        if changes and not _is_own(headers, host):
            return 403, "forbidden", "requests from pages of other sites are refused", 0.0
        most = self._access.most(scope["path"])
        if scope["type"] == "http" and _length(headers) > most:
            return _too_large(most)
        wait = self._rates.take(client_of(scope))
        if wait:
            return 429, "too many", f"at most {self._rates.rate:g} requests per second", wait
        return None


def _too_large(most: int) -> _Refusal:
    return 413, "too large", f"a request has at most {most:,} bytes", 0.0


async def _whole(receive: Receive, most: int) -> Receive | None:
    """The body of a request, read before anybody works on it; None if it is too large."""
    parts: list[bytes] = []
    size = 0
    message: Message = {"more_body": True}
    while message.get("more_body", False):
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            return None
    is_read = False

    async def whole() -> Message:
        nonlocal is_read
        if is_read or message["type"] == "http.disconnect":
            return await receive()
        is_read = True
        return {"type": "http.request", "body": b"".join(parts), "more_body": False}

    return whole


def client_of(scope: Scope) -> str:
    """The address that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def _headers(raw: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in raw}


def _is_own(headers: dict[str, str], host: str) -> bool:
    """Whether a request is not made by a browser on behalf of another site."""
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return False
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == host.lower()


def _length(headers: dict[str, str]) -> int:
    told = headers.get("content-length", "0")
    return int(told) if told.isdecimal() and len(told) < 16 else 0


def _name_of(host: str) -> str:
    """The name in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
