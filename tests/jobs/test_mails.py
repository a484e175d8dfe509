"""Mails go out by a real server: links work, strangers get nothing, a failure is tried again."""

import re
import smtplib
import ssl
import threading
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.hazmat.primitives.serialization import NoEncryption
from cryptography.hazmat.primitives.serialization import PrivateFormat
from cryptography.x509.oid import NameOID

from scorekeeper.config import Config
from scorekeeper.config import MailServer
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.mails import mail_tasks
from scorekeeper.jobs.mails import send
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import invitations
from scorekeeper.services import links
from scorekeeper.services import mails
from scorekeeper.services.desk import Desk
from scorekeeper.services.links import Purpose
from scorekeeper.services.permissions import Role
from scorekeeper.store.engine import Transaction
from tests.conftest import TickingClock
from tests.jobs.mailbox import Mailbox
from tests.services.signing import PASSWORD
from tests.services.signing import person

PUBLIC = "https://karten.example.org/anschreiber"
NEW = "ein neues langes Passwort"


def work(desk: Desk, database_url: str, folder: Path, box: Mailbox) -> int:
    """Run every mail that is asked for; return how many jobs that were."""
    server = MailServer(
        security="smtp",
        host="127.0.0.1",
        port=box.port,
        sender="karten@example.org",
        user=box.user,
        password=box.password,
    )
    config = Config(
        data=folder, database_url=database_url, secret="x" * 20, public_url=PUBLIC, mail=server
    )
    place = Workplace(
        database_url=database_url, folder=folder, clock=desk.clock, tasks=mail_tasks(config)
    )
    return run(place, stop=threading.Event(), until_idle=True)


def link_in(box: Mailbox, path: str) -> str:
    """Return the token of the link in the last mail."""
    text = box.received[-1][2].get_content()
    found = re.search(rf"^{re.escape(PUBLIC)}/{path}/(\S+)$", text, re.MULTILINE)
    assert found is not None, text
    return found[1]


def test_a_link_comes_by_mail_and_signs_in(desk: Desk, database_url: str, tmp_path: Path) -> None:
    anna = person(desk, "Änne", Role.OWNER)
    with desk.store.write() as tx:
        tx.connection.exec_driver_sql("UPDATE account SET email = 'anna@example.org'")
    with Mailbox(user="karten", password="geheim") as box:
        mails.ask_for_link(desk, email="Anna@example.org", purpose=Purpose.SIGN_IN, language="de")
        assert work(desk, database_url, tmp_path, box) == 1
        ((sender, receivers, message),) = box.received
        token = link_in(box, "sign-in/link")
    assert (sender, receivers) == ("karten@example.org", ["anna@example.org"])
    assert message["Subject"] == "Dein Link zum Anmelden"
    assert message["From"] == "karten@example.org"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message.get_content_type() == "text/plain"
    assert message.get_content().startswith("Servus Änne,\n")
    assert links.use_link(desk, token=token).account.id == anna


def test_a_new_password_comes_in_the_language_asked_for(
    desk: Desk, database_url: str, tmp_path: Path
) -> None:
    person(desk, "Anna", Role.OWNER)
    with Mailbox() as box:
        mails.ask_for_link(desk, email="anna@example.org", purpose=Purpose.PASSWORD, language="en")
        work(desk, database_url, tmp_path, box)
        assert box.received[0][2]["Subject"] == "Your link for a new password"
        token = link_in(box, "password/link")
    links.renew_password(desk, token=token, password=NEW)
    assert accounts.sign_in(desk, email="anna@example.org", password=NEW).token


def test_nobody_gets_no_mail_and_who_asked_does_not_notice(
    desk: Desk, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking runs the same statements whoever is asked for: the account is looked up later."""
    person(desk, "Anna", Role.OWNER)
    ended = person(desk, "Bert", Role.VIEWER)
    accounts.deactivate_account(desk, account_id=ended)
    asked: list[object] = []
    real = Transaction.run

    def noted(self: Transaction, statement: object, **values: object) -> object:
        asked.append(statement)
        return real(self, statement, **values)  # type: ignore[arg-type]

    did = []
    for email in ("anna@example.org", "bert@example.org", "nobody@example.org"):
        monkeypatch.setattr(Transaction, "run", noted)
        mails.ask_for_link(desk, email=email, purpose=Purpose.SIGN_IN, language="de")
        monkeypatch.undo()
        did.append([*asked])
        asked.clear()
    assert did[0] == did[1] == did[2]
    with Mailbox() as box:
        assert work(desk, database_url, tmp_path, box) == 3
        assert [receivers for _, receivers, _ in box.received] == [["anna@example.org"]]


def test_an_invitation_comes_by_mail(desk: Desk, database_url: str, tmp_path: Path) -> None:
    club = clubs.create_club(desk, name="Schafkopf & Söhne").id
    person(desk, "Anna", Role.OWNER, club_id=club)
    made, shown = invitations.invite(
        desk, club_id=club, roles=["treasurer", "viewer"], name="Bert", email="bert@example.org"
    )
    gone, _ = invitations.invite(desk, club_id=club, roles=["viewer"], email="caro@example.org")
    for one in (made, gone):
        mails.ask_for_invitation(desk, club_id=club, invitation_id=one.id, language="de")
    invitations.withdraw_invitation(desk, club_id=club, invitation_id=gone.id)
    with Mailbox() as box:
        assert work(desk, database_url, tmp_path, box) == 2
        ((_, receivers, message),) = box.received
        token = link_in(box, "invitation")
    text = message.get_content()
    assert receivers == ["bert@example.org"]
    assert "Anna lädt dich zu „Schafkopf & Söhne“ ein" in text
    assert "* Kassier: Führt die Kasse" in text
    assert token != shown
    _, joined = invitations.sign_up(
        desk, token=token, email="bert@example.org", name="Bert", password=PASSWORD
    )
    assert joined == club


def test_a_server_that_is_busy_is_asked_again(
    desk: Desk, database_url: str, tmp_path: Path, clock: TickingClock
) -> None:
    person(desk, "Anna", Role.OWNER)
    mails.ask_for_link(desk, email="anna@example.org", purpose=Purpose.SIGN_IN, language="de")
    with Mailbox(refuse=1) as box:
        work(desk, database_url, tmp_path, box)
        clock.now += timedelta(minutes=1)
        work(desk, database_url, tmp_path, box)
        assert len(box.received) == 1
        token = link_in(box, "sign-in/link")
    assert links.use_link(desk, token=token).token


def test_who_was_written_to_is_forgotten(
    desk: Desk, database_url: str, tmp_path: Path, clock: TickingClock
) -> None:
    person(desk, "Anna", Role.OWNER)

    def kept() -> list[str]:
        with desk.store.read() as tx:
            rows = tx.connection.exec_driver_sql("SELECT args, result FROM job").all()
        return [f"{row[0]} {row[1]}" for row in rows]

    with Mailbox() as box:
        mails.ask_for_link(desk, email="anna@example.org", purpose=Purpose.SIGN_IN, language="de")
        work(desk, database_url, tmp_path, box)
        token = link_in(box, "sign-in/link")
        assert all(token not in one for one in kept())
        clock.now += timedelta(hours=2)
        mails.ask_for_link(desk, email="bert@example.org", purpose=Purpose.SIGN_IN, language="de")
        work(desk, database_url, tmp_path, box)
    assert len(kept()) == 1
    assert "anna" not in kept()[0]


def test_mail_is_no_weapon(desk: Desk) -> None:
    for _ in range(4):
        mails.ask_for_link(desk, email="anna@example.org", purpose=Purpose.SIGN_IN, language="de")
    with pytest.raises(ScorekeeperError) as refused:
        mails.ask_for_link(desk, email="anna@example.org", purpose=Purpose.SIGN_IN, language="de")
    assert refused.value.code is ErrorCode.TRY_LATER
    with pytest.raises(ScorekeeperError) as refused:
        mails.ask_for_link(desk, email="no address", purpose=Purpose.SIGN_IN, language="de")
    assert refused.value.code is ErrorCode.EMAIL_INVALID


def test_without_a_mail_server_there_is_no_such_task(tmp_path: Path) -> None:
    config = Config(data=tmp_path, database_url="sqlite:///x.db", secret="x" * 20)
    assert mail_tasks(config) == {}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate of its own for localhost, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    return path


@pytest.mark.parametrize("security", ["smtps", "smtp+starttls"])
def test_mail_is_handed_over_only_to_a_server_that_proves_its_name(
    security: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Mailbox(
        user="karten", password="geheim", security=security, certificate=str(certificate)
    ) as box:
        server = MailServer(
            security=security,
            host="localhost",
            port=box.port,
            sender="karten@example.org",
            user="karten",
            password="geheim",
        )
        message = EmailMessage()
        message["To"], message["From"] = "anna@example.org", server.sender
        message.set_content("Servus")
        with pytest.raises(ssl.SSLCertVerificationError):
            send(server, message)
        if security == "smtp+starttls":
            with pytest.raises(smtplib.SMTPException):  # our mailbox wants nothing in the open
                send(replace(server, security="smtp"), message)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        send(server, message)
        assert [receivers for _, receivers, _ in box.received] == [["anna@example.org"]]
