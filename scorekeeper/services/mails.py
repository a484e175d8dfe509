"""Mails that are asked for: a link to sign in, one for a new password, an invitation.

Who asks learns nothing: whether there is an account is looked up by the job, so the answer and the
time it takes are the same for everybody. The job makes the link when it sends it, so that no link
is kept anywhere but in the mail.
"""

from scorekeeper.services import tries
from scorekeeper.services.accounts import plain_email
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.links import Purpose
from scorekeeper.store import jobs
from scorekeeper.store.engine import Transaction

JOB_KIND = "mail"
NO_CLUB = ""  # an account belongs to none, so its mails do not either
_KEPT_MS = 3_600_000


def ask_for_link(
    desk: Desk, *, email: str, purpose: Purpose, language: str, address: str = ""
) -> None:
    """Ask for a mail with a link, which goes out if there is such an account.

    Raises ScorekeeperError: EMAIL_INVALID, TRY_LATER.
    """
    told = plain_email(email)
    tries.begin(desk, tries.of_mail(told, address))
    _ask(desk, {"what": purpose.value, "email": told, "language": language})


def ask_for_invitation(desk: Desk, *, club_id: str, invitation_id: str, language: str) -> None:
    """Ask for the mail that carries an invitation, to the address that stands in it."""
    _ask(
        desk,
        {
            "what": "invitation",
            "club_id": club_id,
            "invitation_id": invitation_id,
            "language": language,
        },
    )


def forget_sent(desk: Desk) -> None:
    """Forget mails that are over: whom they went to is nobody's business any more."""
    before = _now(desk) - _KEPT_MS
    written(desk, lambda tx: jobs.forget_over(tx, club_id=NO_CLUB, kind=JOB_KIND, before=before))


def _ask(desk: Desk, args: dict[str, str]) -> None:
    job_id = desk.new_id()

    def work(tx: Transaction) -> None:
        jobs.add(
            tx,
            club_id=NO_CLUB,
            job_id=job_id,
            kind=JOB_KIND,
            args=args,
            dedupe=f"mail {job_id}",
            now=_now(desk),
            max_attempts=5,
        )

    written(desk, work)


def _now(desk: Desk) -> int:
    return int(desk.clock().timestamp() * 1000)
