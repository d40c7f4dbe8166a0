"""The site's own way to POST to an address that somebody else has typed in.

The name is looked up once, every address that it has is judged, and the connection goes to one of
those very addresses: what the name says a moment later doesn't matter. No redirect is followed,
no proxy is asked, and hosts inside (loopback, private, link-local, ...) are refused unless the
operator names them in WEBHOOK_ALLOWED_HOSTS.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

TIMEOUT = 10  # seconds without a word
AT_MOST = 30  # seconds in all: who answers letter by letter is cut off
READ_AT_MOST = 2_000  # bytes of an answer


UNICAST = ipaddress.ip_network("2000::/3")  # all of IPv6 that is out there
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # IPv4 as hosts with no IPv4 of their own see it


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
    end = threading.Timer(AT_MOST, connection.cut)
    end.daemon = True
    end.start()
    try:
        connection.request("POST", target, body, dict(headers))
        answer = connection.getresponse()
        answer.read(READ_AT_MOST)
        if connection.late:
            raise TimeoutError
        return Answer(answer.status, answer.getheader("Retry-After", "") or "")
    except (OSError, ValueError, http.client.HTTPException) as fault:
        raise Unreachable(type(fault).__name__) from fault
    finally:
        end.cancel()
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
    if isinstance(ip, ipaddress.IPv4Address):
        return _public(ip)
    # Whatever IPv6 carries an IPv4 address in it may lead there: each is judged by that one too.
    if ip in NAT64:
        return _public(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF))
    if ip.ipv4_mapped is not None:
        return _public(ip.ipv4_mapped)
    inner = [ip.sixtofour, *(ip.teredo or ())]
    return ip in UNICAST and all(_public(one) for one in (ip, *inner) if one is not None)


def _public(ip: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return ip.is_global and not ip.is_multicast


class _Pinned(http.client.HTTPConnection):
    """A connection to an address already judged, under the name that it was asked for by."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.address = address
        self.secure = secure
        self.late = False
        self.default_port = 443 if secure else 80

    def cut(self) -> None:
        """Time is over; whoever waits for an answer is told by an error."""
        self.late = True
        if self.sock is not None:
            with contextlib.suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), TIMEOUT)
        if self.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
        if self.late:
            raise TimeoutError
