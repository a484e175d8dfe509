"""What is decided about a person: who is he too, a name given up, and what is kept about him."""

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.documents.file_names import attachment
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_people import Anonymise
from scorekeeper.schemas.forms_people import Merge
from scorekeeper.schemas.forms_people import Part
from scorekeeper.services import anonymity
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.person_card import person_card
from scorekeeper.services.person_export import export_person
from scorekeeper.services.views import MemberView
from scorekeeper.web.own import require_own
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words

pages = Blueprint(
    "member_steps",
    __name__,
    url_prefix="/c/<string(length=36):club_id>/members/<string(length=36):member_id>",
)


@pages.get("/merge")
@needs(Action.PEOPLE_DATA)
def ask(club_id: str, member_id: str) -> str:
    """Choose who is the same person, then see what becomes of the two."""
    other = request.args.get("other", "")
    keep = request.args.get("keep", "") or member_id
    return _merge_page(club_id, member_id, other, keep)


@pages.post("/merge")
@needs(Action.PEOPLE_DATA)
def merge(club_id: str, member_id: str) -> Response | tuple[str, int]:
    asked = request.form
    try:
        form = read(Merge, asked)
        duplicate, person = _sides(member_id, form["other"], form["keep"])
        kept = merging.merge_members(
            desk(),
            club_id=club_id,
            member_id=duplicate,
            into_id=person,
            why=form["why"],
            key=form["key"],
        )
    except FormError as error:
        errors = field_errors(error)
    except ScorekeeperError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise
        errors = {"other": refusal(error)}
    else:
        say("people.merge.done", name=kept.name)
        return go("members.show", club_id=club_id, member_id=kept.id)
    other, keep = asked.get("other", ""), asked.get("keep", "") or member_id
    return _merge_page(club_id, member_id, other, keep, errors), 422


@pages.post("/part")
@needs(Action.PEOPLE_DATA)
def part(club_id: str, member_id: str) -> Response:
    """Let a duplicate be a person of his own again."""
    form = read(Part, request.form)
    card = person_card(desk(), club_id=club_id, member_id=member_id)
    if form["duplicate"] not in {one.id for one in card.duplicates}:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "member")
    parted = merging.unmerge_member(
        desk(),
        club_id=club_id,
        member_id=form["duplicate"],
        why=form["why"],
        key=form["key"],
    )
    say("people.part.done", name=parted.name)
    return go("members.show", club_id=club_id, member_id=card.member.id)


@pages.get("/anonymise")
@needs(Action.PEOPLE_DATA)
def consider(club_id: str, member_id: str) -> str:
    return _anonymise_page(club_id, member_id, {})


@pages.post("/anonymise")
@needs(Action.PEOPLE_DATA)
def anonymise(club_id: str, member_id: str) -> Response | tuple[str, int]:
    try:
        form = read(Anonymise, request.form)
        gone = anonymity.make_anonymous(
            desk(),
            club_id=club_id,
            member_id=member_id,
            also=form["also"],
            why=form["why"],
            confirmed=form["money"] == "yes",
            key=form["key"],
        )
    except FormError as error:
        return _anonymise_page(club_id, member_id, field_errors(error)), 422
    except ScorekeeperError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise
        place = "also" if error.place == "also" else "sure"
        return _anonymise_page(club_id, member_id, {place: refusal(error)}), 422
    say("people.anonymise.done", name=gone.name)
    return go("members.show", club_id=club_id, member_id=gone.id)


@pages.get("/export")
@needs(Action.LOOK)
def export(club_id: str, member_id: str) -> Response:
    """Give out all that is kept about a person: of everybody to some, of himself to everybody."""
    require_own(club_id, member_id, Action.PEOPLE_DATA)
    made = export_person(desk(), club_id=club_id, member_id=member_id)
    return Response(
        made.pieces,
        mimetype="application/json",
        headers={"Content-Disposition": attachment(made.name)},
    )


def _sides(member_id: str, other: str, keep: str) -> tuple[str, str]:
    """Return who becomes a duplicate of whom: whose name is kept is the person."""
    return (member_id, other) if keep == other else (other, member_id)


def _merge_page(
    club_id: str,
    member_id: str,
    other: str,
    keep: str,
    errors: dict[str, str] | None = None,
) -> str:
    member = _own(club_id, member_id)
    everybody = members.list_members(desk(), club_id=club_id, include_inactive=True)
    preview: dict[str, object] | None = None
    errors = dict(errors or {})
    if other and not errors:
        duplicate, person = _sides(member.id, other, keep)
        try:
            preview = _preview(club_id, member, other, duplicate, person)
        except ScorekeeperError as error:
            if error.code is ErrorCode.NOT_FOUND:
                raise
            errors["other"] = refusal(error)
    return page(
        "web/member_merge.html",
        here="members",
        member=member,
        others=[(m.id, m.name) for m in everybody if m.id != member.id and not m.anonymous],
        other=other,
        preview=preview,
        why=request.form.get("why", ""),
        errors=errors,
        key=new_key(),
    )


def _own(club_id: str, member_id: str) -> MemberView:
    """Return the person of an id, so that a duplicate's page is the person's."""
    return person_card(desk(), club_id=club_id, member_id=member_id).member


def _preview(
    club_id: str, member: MemberView, other: str, duplicate: str, person: str
) -> dict[str, object]:
    seen = merging.preview_merge(desk(), club_id=club_id, member_id=duplicate, into_id=person)
    lang = language()
    other_name = seen.duplicate.name if seen.person.id == member.id else seen.person.name
    return {
        "keep": person,
        "names": [(member.id, member.name), (other, other_name)],
        "sentence": words()(
            "people.merge.preview",
            seen.nights,
            name=seen.person.name,
            other=seen.duplicate.name,
            amount=format_cents(seen.result, lang, sign=True),
        ),
        "parts": [
            {
                "name": one.name,
                "nights": one.nights,
                "amount": format_cents(cents, lang, sign=True),
                "minus": cents < 0,
            }
            for one, cents in (
                (seen.person, seen.person_result),
                (seen.duplicate, seen.duplicate_result),
            )
        ],
    }


def _anonymise_page(club_id: str, member_id: str, errors: dict[str, str]) -> str:
    member = _own(club_id, member_id)
    open_ = anonymity.open_money(desk(), club_id=club_id, member_id=member.id)
    asked = request.form
    return page(
        "web/member_anonymise.html",
        here="members",
        club=clubs.get_club(desk(), club_id=club_id),
        member=member,
        open_money=[anonymity.said(one, language()) for one in open_],
        typed={name: asked.get(name, "") for name in ("also", "why")},
        ticked={name: asked.get(name) == "yes" for name in ("sure", "money")},
        export=url_for("member_steps.export", club_id=club_id, member_id=member.id),
        errors=errors,
        key=new_key(),
    )
