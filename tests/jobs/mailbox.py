"""A mail server of the standard library's making, for one test: keeps what it is given.

With a certificate it speaks TLS, from the first byte (`smtps`) or when asked to (`smtp+starttls`).
"""

import base64
import email
import socketserver
import ssl
import threading
from email.message import EmailMessage
from email.policy import default
from types import TracebackType


class Mailbox(socketserver.ThreadingTCPServer):
    """Listens on a port of its own; `received` are (sender, receivers, message)."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(
        self,
        *,
        user: str = "",
        password: str = "",
        refuse: int = 0,
        security: str = "smtp",
        certificate: str = "",
    ) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.security = security
        self.tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        if certificate:
            self.tls.load_cert_chain(certificate)
        self.user, self.password, self.refuse = user, password, refuse
        self.received: list[tuple[str, list[str], EmailMessage]] = []
        self.port = int(self.server_address[1])
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True)

    def __enter__(self) -> "Mailbox":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class _Session(socketserver.StreamRequestHandler):
    """One connection: enough of RFC 5321 for a client that keeps to it."""

    server: Mailbox

    def handle(self) -> None:
        try:
            if self.server.security == "smtps":
                self._wrap()
            self._talk()
        except (ssl.SSLError, ConnectionError):
            return  # the client did not trust us

    def finish(self) -> None:
        super().finish()
        self.connection.close()  # which is another one than the server's own, once it is wrapped

    def _wrap(self) -> None:
        self.connection = self.server.tls.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")  # type: ignore[assignment]
        self.wfile = self.connection.makefile("wb", buffering=0)  # type: ignore[assignment]

    def _talk(self) -> None:
        self._say("220 mailbox")
        safe = self.server.security != "smtp+starttls"
        sender, receivers, known = "", [], not self.server.user
        while line := self.rfile.readline():
            said = line.decode().rstrip("\r\n")
            verb = said.partition(" ")[0].upper()
            if verb == "EHLO":
                self._say("250-mailbox", "250-AUTH PLAIN", "250-STARTTLS", "250 8BITMIME")
            elif verb == "STARTTLS":
                self._say("220 go on")
                self._wrap()
                safe = True
            elif verb in ("AUTH", "MAIL") and not safe:
                self._say("530 not in the open")
            elif verb == "AUTH":
                known = self._proved(said)
                self._say("235 welcome" if known else "535 no")
            elif verb == "MAIL" and not known:
                self._say("530 who are you?")
            elif verb == "MAIL":
                sender, receivers = _address(said), []
                self._say("250 ok")
            elif verb == "RCPT":
                receivers.append(_address(said))
                self._say("250 ok")
            elif verb == "DATA":
                self._take(sender, receivers)
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")

    def _take(self, sender: str, receivers: list[str]) -> None:
        self._say("354 go on")
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b".").replace(b"\r\n", b"\n"))
        if self.server.refuse:
            self.server.refuse -= 1
            self._say("451 later")
            return
        message = email.message_from_bytes(b"".join(lines), policy=default)
        assert isinstance(message, EmailMessage)
        self.server.received.append((sender, receivers, message))
        self._say("250 taken")

    def _proved(self, said: str) -> bool:
        told = base64.b64decode(said.split(" ")[-1]).decode().split("\0")
        return told[1:] == [self.server.user, self.server.password]

    def _say(self, *lines: str) -> None:
        self.wfile.write("".join(line + "\r\n" for line in lines).encode())


def _address(said: str) -> str:
    return said.partition("<")[2].partition(">")[0]
