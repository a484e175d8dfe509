"""Who sits at a table: coming, going, order, dealer, who sits out, and what is played."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_amount
from scorekeeper.schemas.forms import ChangeGame
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import TableView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.prices import PriceAskedError
from scorekeeper.web.prices import PriceQuestion
from scorekeeper.web.prices import price_of
from scorekeeper.web.prices import require_sure
from scorekeeper.web.rules_words import rules_choices
from scorekeeper.web.rules_words import rules_id_of
from scorekeeper.web.tables import headings
from scorekeeper.web.tables import table_links

pages = Blueprint("people", __name__, url_prefix="/c/<string(length=36):club_id>/t")


@pages.get("/<string(length=36):table_id>/people")
@needs(Action.HOST_NIGHT)
def show(club_id: str, table_id: str) -> str:
    return _show(_table(club_id, table_id), {})


@pages.post("/<string(length=36):table_id>/people")
@needs(Action.HOST_NIGHT)
def act(club_id: str, table_id: str) -> Response | tuple[str, int]:
    table = _table(club_id, table_id)
    do = request.form.get("do", "").partition(":")[0]
    action = ACTIONS.get(do)
    try:
        if action is None:
            raise FormError({"do": "web.form.choice"})
        key = read(Keyed, request.form)["key"]
        action(table, key)
    except FormError as error:
        return _show(table, {do: " ".join(field_errors(error).values())}), 422
    except ScorekeeperError as error:
        return _show(table, {do: refusal(error)}), 422
    except PriceAskedError as asked:
        return _show(table, {}, asked.question), 422
    if do in ("new_match", "go_on"):
        return go("tables.show", club_id=club_id, table_id=table_id)
    return go("people.show", club_id=club_id, table_id=table_id)


def _table(club_id: str, table_id: str) -> TableView:
    return tables.get_table(desk(), club_id=club_id, table_id=table_id, deals=0)


def _where(table: TableView, key: str) -> dict[str, str]:
    return {"club_id": table.club.id, "table_id": table.id, "key": key}


def _chosen(table: TableView, field: str) -> str:
    """Return the member chosen in a field, or the one whose new name stands beside it."""
    name = " ".join(request.form.get(field + "_name", "").split())
    if name:
        return members.members_named(desk(), club_id=table.club.id, names=[name])[0].id
    chosen = request.form.get(field, "")
    if not chosen:
        raise FormError({field: "web.form.missing.person"})
    return chosen


def _join(table: TableView, key: str) -> None:
    place = whole(request.form.get("place"))
    tables.join_table(
        desk(),
        **_where(table, key),
        member_id=_chosen(table, "member"),
        place=len(table.seats) if place is None else place,
    )


def _leave(table: TableView, key: str) -> None:
    who = request.form.get("do", "").partition(":")[2]
    tables.leave_table(desk(), **_where(table, key), member_id=who)


def _substitute(table: TableView, key: str) -> None:
    tables.substitute(
        desk(),
        **_where(table, key),
        out_id=request.form.get("out", ""),
        in_id=_chosen(table, "member"),
    )


def _dealer(table: TableView, key: str) -> None:
    tables.set_dealer(desk(), **_where(table, key), member_id=request.form.get("dealer", ""))


def _sitting_out(table: TableView, key: str) -> None:
    tables.set_sitting_out(
        desk(), **_where(table, key), member_ids=request.form.getlist("sitting_out")
    )


def _up(table: TableView, key: str) -> None:
    """Move somebody one place on, clockwise: he changes places with who sits before him."""
    who = request.form.get("do", "").partition(":")[2]
    order = list(table.seats)
    if who in order:
        i = order.index(who)
        order[i - 1], order[i] = order[i], order[i - 1]
    tables.set_seats(desk(), **_where(table, key), member_ids=order)


def _last_round(table: TableView, key: str) -> None:
    tables.announce_last_round(desk(), **_where(table, key), on=not table.last_round)


def _new_match(table: TableView, key: str) -> None:
    tables.new_match(desk(), **_where(table, key))


def _go_on(table: TableView, key: str) -> None:
    tables.continue_match(desk(), **_where(table, key))


def _game(table: TableView, key: str) -> None:
    form = read(ChangeGame, request.form)
    rules_id = rules_id_of(table.club.id, form["house_rules_id"])
    rules = house_rules.get_house_rules(desk(), club_id=table.club.id, house_rules_id=rules_id)
    cents = price_of(rules.game, rules.options, form["tariff"])
    if cents != price_of(table.game, table.house_rules.options, table.tariff):
        require_sure(rules.game, cents, form["sure"], words())
    tables.change_game(
        desk(),
        **_where(table, key),
        game=rules.game,
        house_rules_id=rules_id,
        tariff=form["tariff"],
    )


ACTIONS: dict[str, Callable[[TableView, str], None]] = {
    "join": _join,
    "leave": _leave,
    "substitute": _substitute,
    "dealer": _dealer,
    "sitting_out": _sitting_out,
    "up": _up,
    "last_round": _last_round,
    "new_match": _new_match,
    "go_on": _go_on,
    "game": _game,
}


def _show(table: TableView, errors: dict[str, str], question: PriceQuestion | None = None) -> str:
    t = words()
    names = {person.member_id: person.name for person in table.people}
    seated = {names[member] for member in table.seats}  # a duplicate has the person's name
    known = members.list_members(desk(), club_id=table.club.id)
    context: dict[str, Any] = headings(table, t)
    return page(
        "web/people.html",
        table=table,
        errors=errors,
        question=question,
        links=table_links(table.club.id, table.id, table.night.id),
        seats=[
            (
                p.member_id,
                p.name,
                format_amount(p.balance, t.lang, sign=True),
                t("web.people.dealt", p.dealt) if p.dealt else t("web.people.dealt.never"),
            )
            for p in table.people
            if p.seated
        ],
        seated=[(m, names[m]) for m in table.seats],
        free=[(m.id, m.name) for m in known if m.active and m.name not in seated],
        places=[
            (i, t("web.people.after", name=names[table.seats[i - 1]]))
            for i in range(1, len(table.seats) + 1)
        ],
        may_sit_out=len(table.seats) > (4 if table.game == "watten" else 3),
        rules=rules_choices(table.club.id, table.house_rules, t),
        cents=request.form.get("tariff", str(table.tariff)),
        key=new_key(),
        **context,
    )
