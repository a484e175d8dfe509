"""A club's settings, and the pages everybody may read: imprint, privacy, who may do what."""

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.zones import Zones
from scorekeeper.i18n.zones import zone_groups
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_club import ClubSettings
from scorekeeper.schemas.forms_club import ClubTexts
from scorekeeper.services import club_texts
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import GUEST_SCOREKEEPER
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import ClubView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.seen import as_seen
from scorekeeper.web.seen import changed_meanwhile
from scorekeeper.web.seen import mark

pages = Blueprint("club_pages", __name__)

_CLUB = "/c/<string(length=36):club_id>"
# What the software keeps and does, said by itself until a club says it in its own words.
PRIVACY_PARTS = (
    *("who", "cookie", "game", "ledger", "accounts", "guests", "money"),
    *("addresses", "others", "rights"),
)


@pages.get("/imprint")
@needs(Action.PUBLIC)
def site_imprint() -> str:
    return _imprint(club_texts.site_texts(desk()), None)


@pages.get("/privacy")
@needs(Action.PUBLIC)
def site_privacy() -> str:
    return _privacy(club_texts.site_texts(desk()), None)


@pages.get(_CLUB + "/imprint")
@needs(Action.PUBLIC)
def imprint(club_id: str) -> str:
    return _imprint(club_texts.get_texts(desk(), club_id=club_id), club_id)


@pages.get(_CLUB + "/privacy")
@needs(Action.PUBLIC)
def privacy(club_id: str) -> str:
    return _privacy(club_texts.get_texts(desk(), club_id=club_id), club_id)


@pages.get("/rights")
@needs(Action.PUBLIC)
def rights() -> str:
    """Show the table of actions and roles."""
    t = words()
    return page(
        "web/rights.html",
        club_id=None,
        roles=[t(f"gate.role.{role}") for role in (*Role, "guest")],
        rows=[
            (
                t(f"gate.action.{action}"),
                [role in ALLOWED[action] for role in Role] + [action in GUEST_SCOREKEEPER],
            )
            for action in Action
        ],
    )


@pages.get(_CLUB + "/settings")
@needs(Action.CLUB)
def settings(club_id: str) -> str:
    return _settings(club_id, {})


@pages.post(_CLUB + "/settings")
@needs(Action.CLUB)
def change(club_id: str) -> Response | tuple[str, int]:
    """Keep the settings or the texts: `do` says which form was sent."""
    try:
        if request.form.get("do") == "texts":
            form = read(ClubTexts, request.form)
            club_texts.set_texts(
                as_seen(conditions.texts(club_id), lambda kept: kept, "imprint"),
                club_id=club_id,
                imprint=form["imprint"],
                privacy=form["privacy"],
            )
        else:
            form = read(ClubSettings, request.form)
            club_texts.change_club(
                as_seen(conditions.club(club_id), _set, "name"),
                club_id=club_id,
                name=form["name"],
                language=form["language"],
                time_zone=form["time_zone"],
            )
    except FormError as error:
        return _settings(club_id, field_errors(error)), 422
    except ScorekeeperError as error:
        errors = {error.place or "name": refusal(error)}
        if changed_meanwhile(error):
            return _settings(club_id, errors, anew=True), 409
        return _settings(club_id, errors), 422
    say("gate.settings.kept")
    return go("club_pages.settings", club_id=club_id)


def _imprint(texts: club_texts.ClubTexts, club_id: str | None) -> str:
    return page(
        "web/club_text.html",
        club_id=club_id,
        title=words()("gate.foot.imprint"),
        paragraphs=club_texts.paragraphs(texts.imprint),
        parts=(),
        missing=words()("gate.imprint.missing"),
    )


def _privacy(texts: club_texts.ClubTexts, club_id: str | None) -> str:
    t = words()
    own = club_texts.paragraphs(texts.privacy)
    parts = [(t(f"gate.privacy.{part}.title"), t(f"gate.privacy.{part}")) for part in PRIVACY_PARTS]
    return page(
        "web/club_text.html",
        club_id=club_id,
        title=t("gate.foot.privacy"),
        paragraphs=own,
        parts=() if own else parts,
        missing="",
    )


def _set(club: ClubView) -> tuple[str, ...]:
    """Return what the settings change of a club."""
    return club.name, club.language, club.time_zone


def _settings(club_id: str, errors: dict[str, str], *, anew: bool = False) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    kept = club_texts.get_texts(desk(), club_id=club_id)
    typed = {
        "name": club.name,
        "language": club.language,
        "time_zone": club.time_zone,
        "imprint": kept.imprint,
        "privacy": kept.privacy,
    }
    sent = None if anew else request.form.get("do")
    return page(
        "web/settings.html",
        here="settings",
        club=club,
        typed=typed if anew else {**typed, **request.form.to_dict()},
        seen={
            "club": mark(_set(club), anew=sent != "club"),
            "texts": mark(kept, anew=sent != "texts"),
        },
        zones=_zones(club.time_zone),
        errors=errors,
    )


def _zones(kept: str) -> list[tuple[str, Zones]]:
    """Return the zones to choose from, by what their group is called; the club's own is there."""
    t = words()
    groups = [(t(f"gate.zones.{code}"), zones) for code, zones in zone_groups(t.lang)]
    if not any(zone == kept for _, zones in groups for zone, _ in zones):
        groups.append((t("gate.zones.other"), ((kept, kept),)))
    return groups
