"""The site's own way to POST to an address that somebody else has typed in.

The name is looked up once, every address that it has is judged, and the connection goes to one of
those very addresses: what the name says a moment later doesn't matter. No redirect is followed,
no proxy is asked, and hosts inside (loopback, private, link-local, ...) are refused unless the
operator names them in WEBHOOK_ALLOWED_HOSTS.
"""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

TIMEOUT = 10  # seconds
READ_AT_MOST = 2_000  # bytes of an answer


class Refused(Exception):
    """An address that nothing is sent to; the message says why, in English, for logs."""


class Unreachable(Exception):
    """Nobody answers there just now."""


@dataclass(frozen=True)
class Answer:
    status: int
    retry_after: str = ""


def check_address(url: str) -> SplitResult:
    """The parts of an address that may be posted to, before its name is looked up. Raises Refused.

    https only; http for the hosts that the operator allows.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as fault:
        raise Refused("malformed address") from fault
    host = parts.hostname or ""
    if not host or parts.username or parts.password or any(sign <= " " for sign in url):
        raise Refused("malformed address")
    if parts.scheme != "https" and not (parts.scheme == "http" and _allowed(host)):
        raise Refused("only https")
    if port is not None and port < 1:
        raise Refused("malformed address")
    return parts


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """POST it and read the status. Raises Refused, Unreachable."""
    parts = check_address(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = addresses_of(host, port)[0]
    connection = _Pinned(host, port, address, secure=parts.scheme == "https")
    target = parts.path or "/"
    target += f"?{parts.query}" if parts.query else ""
    try:
        connection.request("POST", target, body, dict(headers))
        answer = connection.getresponse()
        answer.read(READ_AT_MOST)
        return Answer(answer.status, answer.getheader("Retry-After", "") or "")
    except (OSError, http.client.HTTPException) as fault:
        raise Unreachable(type(fault).__name__) from fault
    finally:
        connection.close()


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses behind a name; if one of them is inside, none will do. Raises Refused."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as fault:
        raise Unreachable("unknown host") from fault
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not _allowed(host) and not all(_outside(one) for one in addresses):
        raise Refused("an internal host")
    return addresses


def _allowed(host: str) -> bool:
    return host.casefold() in settings.WEBHOOK_ALLOWED_HOSTS


def _outside(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    teredo = getattr(ip, "teredo", None)
    inner = [one for one in (mapped, *(teredo or ())) if one is not None]
    return all(one.is_global and not one.is_multicast for one in (ip, *inner))


class _Pinned(http.client.HTTPConnection):
    """A connection to an address already judged, under the name that it was asked for by."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.address = address
        self.secure = secure
        self.default_port = 443 if secure else 80

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), TIMEOUT)
        if self.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
