"""Servers that tests start: one for mail, one for HTTP, both in threads of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiosmtpd.controller import Controller


class Mailbox:
    """What an SMTP server was given. `refusals` are answered first, one a message."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []
        self.refusals: list[str] = []

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        if self.refusals:
            return self.refusals.pop(0)
        self.mails.append(envelope.content)
        return "250 OK"


class _Controller(Controller):
    def _trigger_server(self) -> None:
        """Its own look at the server asks for the port that was wished for, not the one had."""
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, int]]:
    box = Mailbox()
    controller = _Controller(box, hostname="127.0.0.1", port=0)
    controller.start()
    try:
        yield box, controller.port
    finally:
        controller.stop()


class Inbox:
    """What an HTTP server was sent: (path, headers, body); `statuses` are answered first."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []
        self.statuses: list[int] = []
        self.location = ""


@contextmanager
def http_server() -> Iterator[tuple[Inbox, int]]:
    inbox = Inbox()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            inbox.requests.append((self.path, dict(self.headers), body))
            self.send_response(inbox.statuses.pop(0) if inbox.statuses else 200)
            if inbox.location:
                self.send_header("Location", inbox.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing to the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield inbox, server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
