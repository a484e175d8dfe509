"""Sending mail, as a job: what a mail says stands in `templates/mail`, in the reader's language."""

import smtplib
import ssl
from collections.abc import Mapping
from email.message import EmailMessage
from email.utils import formatdate
from email.utils import make_msgid
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment
from jinja2 import FileSystemLoader
from jinja2 import StrictUndefined

from scorekeeper.config import Config
from scorekeeper.config import MailServer
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.i18n.formats import format_date
from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import Task
from scorekeeper.paths import data_dir
from scorekeeper.services import invitations
from scorekeeper.services import links
from scorekeeper.services import mails
from scorekeeper.services.desk import Desk
from scorekeeper.services.links import Purpose

PATIENCE_SECONDS = 20
PATHS = {Purpose.SIGN_IN: "sign-in/link", Purpose.PASSWORD: "password/link"}


def mail_tasks(config: Config) -> dict[str, Task]:
    """Return the task that sends mail with these settings; none where no mail is configured."""
    server = config.mail
    if server is None:
        return {}

    def send_mail(context: Context, args: Mapping[str, Any]) -> str:
        """Send what was asked for, unless there is nobody to send it to."""
        message = _message(context.desk, config.public_url, args)
        if message is not None:
            message["From"] = server.sender
            send(server, message)
        mails.forget_sent(context.desk)
        return ""

    return {mails.JOB_KIND: send_mail}


def send(server: MailServer, message: EmailMessage) -> None:
    """Hand a message over to the mail server."""
    safe = ssl.create_default_context()
    smtp: smtplib.SMTP
    if server.security == "smtps":
        smtp = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE_SECONDS, context=safe)
    else:
        smtp = smtplib.SMTP(server.host, server.port, timeout=PATIENCE_SECONDS)
    with smtp:
        if server.security == "smtp+starttls":
            smtp.starttls(context=safe)
        if server.user:
            smtp.login(server.user, server.password)
        smtp.send_message(message)


def _message(desk: Desk, public_url: str, args: Mapping[str, Any]) -> EmailMessage | None:
    language = str(args["language"])
    if args["what"] == "invitation":
        return _invitation(desk, public_url, language, args)
    purpose = Purpose(str(args["what"]))
    link = links.make_link(desk, email=str(args["email"]), purpose=purpose)
    if link is None:
        return None
    return _written(
        purpose.value,
        language,
        to=link.email,
        public_url=public_url,
        link=f"{public_url}/{PATHS[purpose]}/{link.token}",
        name=link.name,
    )


def _invitation(
    desk: Desk, public_url: str, language: str, args: Mapping[str, Any]
) -> EmailMessage | None:
    try:
        invitation, token = invitations.renew_link(
            desk, club_id=str(args["club_id"]), invitation_id=str(args["invitation_id"])
        )
    except ScorekeeperError as error:
        if error.code is ErrorCode.LINK_ENDED:  # withdrawn before it was sent
            return None
        raise
    return _written(
        "invitation",
        language,
        to=invitation.email,
        public_url=public_url,
        link=f"{public_url}/invitation/{token}",
        name=invitation.name,
        by=invitation.invited_by,
        club=invitation.club_name,
        roles=invitation.roles,
        day=format_date(invitation.until, language),
    )


def _written(
    what: str, language: str, *, to: str, public_url: str, link: str, **facts: Any
) -> EmailMessage:
    t = translator(language)
    message = EmailMessage()
    message["To"] = to
    club = {"club": facts["club"]} if "club" in facts else {}
    message["Subject"] = t(f"accounts.mail.{what}.subject", **club)
    message["Date"] = formatdate(localtime=False)
    message["Message-ID"] = make_msgid(domain=urlsplit(public_url).hostname)
    message["Auto-Submitted"] = "auto-generated"
    text = _templates().get_template(f"{what}.txt").render(t=t, link=link, home=public_url, **facts)
    message.set_content(text)
    return message


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(data_dir("templates") / "mail"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        autoescape=False,  # a mail is plain text
    )
