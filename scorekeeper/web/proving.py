"""The book proved before people's eyes, and a hash from paper looked up in it."""

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_settling import PrintedHash
from scorekeeper.services import clubs
from scorekeeper.services import proving
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words

pages = Blueprint("proving", __name__, url_prefix="/c/<string(length=36):club_id>/proof")


@pages.get("/")
@needs(Action.VERIFY)
def show(club_id: str) -> str:
    return _show(club_id)


@pages.post("/")
@needs(Action.VERIFY)
def start(club_id: str) -> Response | tuple[str, int]:
    """Ask for a proof, and where a printed hash stands."""
    try:
        form = read(PrintedHash, request.form)
        asked = proving.request_proof(desk(), club_id=club_id, printed=form["printed"])
    except FormError as error:
        return _show(club_id, words()(next(iter(error.errors.values())))), 422
    except ScorekeeperError as error:
        wrong = words()("settling.proof.no_hash") if error.place == "printed" else refusal(error)
        return _show(club_id, wrong), 422
    return go("proving.watch", club_id=club_id, job_id=asked.id)


@pages.get("/<string(length=36):job_id>")
@needs(Action.VERIFY)
def watch(club_id: str, job_id: str) -> tuple[str, int, dict[str, str]]:
    """Show how far a proof is, then what it says; without script the page asks again by itself."""
    proof = proving.get_proof(desk(), club_id=club_id, job_id=job_id)
    t = words()
    zone = clubs.get_club(desk(), club_id=club_id).time_zone
    running = proof.state in ("queued", "running")
    found, head = proof.found, proof.head
    told = ""
    if found is not None:
        told = t(
            "settling.proof.found" if proof.agrees else "settling.proof.found_broken",
            number=found.number,
            at=format_moment(found.at, t.lang, zone),
        )
    night = ""
    if found is not None and found.night_number is not None and found.night_date is not None:
        day = format_date(found.night_date, t.lang)
        night = t("settling.proof.night", number=found.night_number, day=day)
    shown = page(
        "web/proof.html",
        here="proof",
        proof=proof,
        running=running,
        found=told,
        night=night,
        head=head,
        head_at=format_moment(head.at, t.lang, zone) if head and head.at else "",
        hash=grouped(head.hash) if head else "",
        back=url_for("proving.show", club_id=club_id),
    )
    return shown, 200, {"Refresh": "1"} if running else {}


def grouped(hash_: str) -> str:
    """Return a whole hash in groups of four, as it is printed."""
    return " ".join(hash_[i : i + 4] for i in range(0, len(hash_), 4))


def _show(club_id: str, error: str = "") -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    head = proving.get_head(desk(), club_id=club_id)
    return page(
        "web/proof_start.html",
        here="proof",
        club=club,
        head=head,
        head_at=format_moment(head.at, t.lang, club.time_zone) if head.at else "",
        hash=grouped(head.hash),
        typed=request.form.get("printed", ""),
        errors={"printed": error} if error else {},
    )
