"""The table: the page that is open all night."""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.season_values import standing_value
from scorekeeper.rules.house import Game
from scorekeeper.rules.seats import accounts_of
from scorekeeper.rules.seats import players_in_order
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import read
from scorekeeper.services import deals
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import DealView
from scorekeeper.services.views import MatchView
from scorekeeper.services.views import NightState
from scorekeeper.services.views import PersonView
from scorekeeper.services.views import TableView
from scorekeeper.web.money_rules import stake_notes
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.prices import equation
from scorekeeper.web.prices import price_of
from scorekeeper.web.rows import points_before
from scorekeeper.web.rows import row_of

pages = Blueprint("tables", __name__, url_prefix="/c/<string(length=36):club_id>/t")

DEALS_SHOWN = 20


@pages.get("/<string(length=36):table_id>")
@needs(Action.LOOK)
def show(club_id: str, table_id: str) -> str:
    table = tables.get_table(desk(), club_id=club_id, table_id=table_id, deals=DEALS_SHOWN)
    return page("web/table.html", **_view(table, words()))


@pages.post("/<string(length=36):table_id>/undo")
@needs(Action.RECORD)
def undo(club_id: str, table_id: str) -> Response:
    form = read(Keyed, request.form)
    try:
        deals.undo_last(
            desk(),
            club_id=club_id,
            table_id=table_id,
            deal_id=request.form.get("deal"),
            key=form["key"],
        )
    except ScorekeeperError as error:
        say("web.said", said=refusal(error))
    return go("tables.show", club_id=club_id, table_id=table_id)


def table_links(club_id: str, table_id: str, night_id: str) -> dict[str, str]:
    """Return the addresses around a table, made once a page."""
    table = url_for("tables.show", club_id=club_id, table_id=table_id)
    night = url_for("ledger.show", club_id=club_id, night_id=night_id)
    return {
        "table": table,
        "entry": table + "/deal",
        "preview": table + "/deal/preview",
        "undo": table + "/undo",
        "people": table + "/people",
        "guests": table + "/guests",
        "revision": table + "/rev",
        "ledger": night,
        "settlement": night + "/settlement",
        "deal": url_for("nights.index", club_id=club_id) + "d/",
    }


def headings(table: TableView, t: Translator) -> dict[str, str]:
    """Return what stands in the head of every page of a table."""
    head = table.night.place or t("web.night.title", number=table.night.number)
    return {
        "head": f"{format_date(table.night.date, t.lang, short=True)} · {head}",
        "sub": t(
            "web.table.sub",
            game=t("web.game." + table.game),
            tariff=tariff_words(table, t),
            number=table.next_number,
        ),
    }


def tariff_words(table: TableView, t: Translator) -> str:
    """Say what a unit costs at this table; in Watten what a Bummerl costs."""
    cents = price_of(table.game, table.house_rules.options, table.tariff)
    if table.game == "watten":
        if not cents:
            return t("web.table.for_fun")
        amount = format_cents(cents, t.lang, table.currency)
        return t("web.table.bummerl_price", amount=amount)
    if 0 < cents < 100:
        return t("web.table.cents", cents=cents)
    return format_cents(cents, t.lang, table.currency)


def _first_price(table: TableView, t: Translator) -> str:
    """Return what a unit costs, in words, while it can still be changed without a trace."""
    cents = price_of(table.game, table.house_rules.options, table.tariff)
    return equation(table.game, cents, t, table.currency)


def _view(table: TableView, t: Translator) -> dict[str, Any]:
    links = table_links(table.club.id, table.id, table.night.id)
    ids = {person.name: person.member_id for person in table.people}
    names = {person.member_id: person.name for person in table.people}
    deals_link = links["deal"]
    undoable = next((d for d in table.deals if d.id == table.undoable_deal_id), None)
    money = bool(table.tariff or table.haferl or any(p.balance for p in table.people))
    people = [
        {
            "name": person.name,
            **_stands(person, t, money=money),
            "deals": person.deals_next and person.seated,
            "sits_out": person.sits_out_next and person.seated,
            "away": not person.seated,
            "link": f"{links['ledger']}?person={person.member_id}",
        }
        for person in table.people
    ]
    total = sum(person.balance for person in table.people) + table.haferl
    return {
        "table": table,
        "links": links,
        "live": links["revision"],
        **headings(table, t),
        "people": people,
        "stake": stake_notes(table, t),
        "first_price": "" if table.deals else _first_price(table, t),
        "haferl": format_cents(table.haferl, t.lang, table.currency),
        "haferl_shown": bool(table.haferl) or table.house_rules.options.get("pass_out") == "haferl",
        "sum_line": t("web.table.sum", amount=format_cents(total, t.lang, table.currency))
        if money and len(table.night.table_ids) == 1
        else "",
        "slate": _slate(table, names, t),
        "last_round": _last_round(table, t),
        "closed": "" if _open(table) else t("web.table.closed." + table.night.state.value),
        "rows": [row_of(deal, ids, t, deals_link) for deal in table.deals],
        "undo_number": undoable.number if undoable else "",
        "more_deals": table.next_number - 1 > len(table.deals),
        "dealer_name": names.get(table.dealer_id, ""),
        "key": new_key(),
    }


def _stands(person: PersonView, t: Translator, *, money: bool) -> dict[str, Any]:
    """Return what a tile says: a balance, and the soft score at a table without money."""
    soft = "" if person.soft is None else standing_value("soft", person.soft, 1, t.lang)
    if person.soft is not None and not money:
        return {"cents": person.soft, "balance": soft, "soft": ""}
    balance = format_amount(person.balance, t.lang, sign=True)
    return {"cents": person.balance, "balance": balance, "soft": soft}


def _open(table: TableView) -> bool:
    return table.open and table.night.state == NightState.OPEN


def _last_round(table: TableView, t: Translator) -> str:
    if not table.last_round:
        return ""
    if table.deals_to_go:
        return t("web.table.last_round", table.deals_to_go)
    return t("web.table.last_round.over")


def _slate(table: TableView, names: Mapping[str, str], t: Translator) -> list[dict[str, Any]]:
    """Lay out a Watten match as on the slate: a column a side, the newest number at the foot."""
    match = table.match
    if match is None:
        return []
    order = [person.member_id for person in table.people].index
    sides = sorted((sorted(side, key=order) for side in match.sides), key=lambda s: order(s[0]))
    deals_of_it = _of_the_match(table, match)
    columns = [[deal.match_after[side[0]] for deal in deals_of_it] for side in sides]
    slate = []
    for column, side in zip(columns, sides, strict=True):
        points = match.points.get(side[0], 0)
        steps = [n for i, n in enumerate(column) if n and n not in column[i + 1 :] and n != points]
        slate.append(
            {
                "names": " + ".join(names.get(m, "") for m in side),
                "column": list(reversed(steps))[-4:],
                "points": points,
                "gespannt": any(m in match.gespannt for m in side),
                "bummerl": _bummerl(side, match, names, t),
            }
        )
    return slate


def _of_the_match(table: TableView, match: MatchView) -> list[DealView]:
    """List the deals the running match was played in by those who play it now, newest first."""
    found: list[DealView] = []
    if not any(match.points.values()):
        return found
    for deal in table.deals:
        if deal.state == "undone" or (deal.game == Game.WATTEN and not deal.match_after):
            continue
        if deal.game != Game.WATTEN or deal.outcome.get("match_won_by") or not _same(deal, match):
            break
        found.append(deal)
        if not any(points_before(deal).values()):
            break
    return found


def _same(deal: DealView, match: MatchView) -> bool:
    """Say whether a deal was played by the sides of the match as it stands."""
    said: Any = deal.said
    players = players_in_order(said["seats"], said["dealer"], said.get("sitting_out") or ())
    return set(map(frozenset, accounts_of(players))) == set(map(frozenset, match.sides))


def _bummerl(side: Sequence[str], match: MatchView, names: Mapping[str, str], t: Translator) -> str:
    """Say how many Bummerl a side has; who changes partners keeps his own."""
    counts = [match.bummerl.get(member, 0) for member in side]
    if len(set(counts)) == 1:
        return t("web.watten.bummerl", counts[0]) if counts[0] else ""
    return ", ".join(
        f"{names.get(member, '')}: {t('web.watten.bummerl', count)}"
        for member, count in zip(side, counts, strict=True)
        if count
    )
