"""The club's own money: the purse, its cash book, members' accounts, closings; amounts by hand."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.asking import key_or_new
from scorekeeper.api.asking import require
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import may_be_keyed
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.giro import own_member
from scorekeeper.api.nights import ID
from scorekeeper.api.nights import NIGHT
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas import api_money as asked
from scorekeeper.schemas import api_more_answers as answers
from scorekeeper.schemas.api_requests import Page
from scorekeeper.services import amounts
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import conditions
from scorekeeper.services import money_rules
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("purse", "The club's own money, and amounts entered by hand.")
PURSE = CLUB + "/purse"
ITEM = PURSE + "/items/<id:item_id>"
AMOUNTS = CLUB + "/amounts/<int:entry>"
_PAID = {"amount": 500, "place": "cash"}
_SHEET = (
    *(ErrorCode.AMOUNTS_UNBALANCED, ErrorCode.REASON_NEEDED, ErrorCode.VALUE_INVALID),
    *(ErrorCode.NIGHT_NOT_OPEN, ErrorCode.SEASON_CLOSED),
)


@resources.post(NIGHT + "/amounts")
@needs(Action.CHANGE)
@keyed
@resources.takes(
    asked.NewAmounts,
    example={"changes": {ID: 120, ID.replace("2a", "2b"): -120}, "why": "Zettel vom Freitag"},
)
@resources.answers(201, answers.AMOUNTS)
def record_amounts(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Enter a sheet's plus and minus per person, without its deals."""
    state = nights.get_night(desk(), club_id=club_id, night_id=night_id).state
    require(amounts.action_needed(state), club_id)
    return amounts.record_amounts(desk(), club_id=club_id, night_id=night_id, key=key(), **told)


@resources.get(AMOUNTS)
@needs(Action.LOOK)
@resources.answers(200, answers.AMOUNTS)
def get_amounts(club_id: str, entry: int) -> Any:
    """Return a sheet by the number of its entry."""
    return amounts.get_amounts(desk(), club_id=club_id, entry=entry)


@resources.post(AMOUNTS + "/correction")
@needs(Action.CHANGE)
@keyed
@refuses(*_SHEET, ErrorCode.ENTRY_REVERSED)
@resources.takes(
    asked.NewAmounts,
    example={"changes": {ID: 150, ID.replace("2a", "2b"): -150}, "why": "Verschrieben"},
)
@resources.answers(201, answers.AMOUNTS)
def correct_amounts(told: dict[str, Any], club_id: str, entry: int) -> Any:
    """Tell a sheet anew: the old one is taken back, and the new one has a number of its own.

    A sheet of an open night needs `change`, one of a closed night `change_closed`.
    """
    _require_to_change(club_id, entry)
    made = amounts.correct_amounts(desk(), club_id=club_id, entry=entry, key=key(), **told)
    root = request.path.partition("/amounts/")[0]
    return made, {"Location": f"{root}/amounts/{made.entry}"}


@resources.post(AMOUNTS + "/undo")
@needs(Action.CHANGE)
@keyed
@resources.takes(asked.TakenBackFor, example={"reason": "Doppelt eingetragen"})
@resources.answers(200, answers.AMOUNTS)
def undo_amounts(told: dict[str, Any], club_id: str, entry: int) -> Any:
    """Take a sheet back."""
    _require_to_change(club_id, entry)
    return amounts.undo_amounts(desk(), club_id=club_id, entry=entry, why=told["reason"], key=key())


def _require_to_change(club_id: str, entry: int) -> None:
    """Refuse who may not change what the night of a sheet says."""
    found = amounts.get_amounts(desk(), club_id=club_id, entry=entry)
    state = nights.get_night(desk(), club_id=club_id, night_id=found.night_id).state
    require(amounts.action_needed(state), club_id)


@resources.get(PURSE)
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.PURSE)
def get_purse(club_id: str) -> Any:
    """Say how the purse stands: what lies where, and whose it is."""
    return cash_book.get_purse(desk(), club_id=club_id)


@resources.get(PURSE + "/haferl")
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.HaferlLeft, etag=True)
def get_haferl(club_id: str) -> Any:
    """Say whether a Haferl left over at the end of a night is the purse's."""
    return {"to_purse": tagged(conditions.look(desk(), conditions.haferl(club_id)))}


@resources.put(PURSE + "/haferl")
@needs(Action.PURSE)
@conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.HaferlGoes, example={"to_purse": True})
@resources.answers(200, answers.HaferlLeft, etag=True)
def set_haferl(told: dict[str, Any], club_id: str) -> Any:
    """Say where a Haferl left over goes from now on; else it is divided (W31)."""
    at = as_seen(conditions.haferl(club_id), "club")
    purse.set_haferl(at, club_id=club_id, **told)
    return {"to_purse": tagged(conditions.look(desk(), conditions.haferl(club_id)))}


@resources.get(PURSE + "/bookings")
@needs(Action.SEE_PURSE)
@resources.takes(Page, location="query")
@resources.answers(200, answers.BOOKINGS)
def list_bookings(told: dict[str, Any], club_id: str) -> Any:
    """List the bookings, the newest first."""
    place = place_in(told.get("cursor"), int)
    limit = min(told["limit"], 100)
    found = cash_book.list_bookings(
        desk(), club_id=club_id, before=None if place is None else place[0], limit=limit
    )
    return page_of(found, cursor_of(found[-1].entry) if len(found) == limit else None)


@resources.get(PURSE + "/bookings/<int:booking>")
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.BOOKING)
def get_booking(club_id: str, booking: int) -> Any:
    """Return a booking by the number of its entry."""
    return purse.get_booking(desk(), club_id=club_id, entry=booking)


@resources.post(PURSE + "/bookings/<int:booking>/take-back")
@needs(Action.PURSE)
@keyed
@refuses(ErrorCode.DAY_BEFORE, ErrorCode.DAY_AHEAD, ErrorCode.MONTH_CLOSED)
@resources.takes(asked.BookingTakenBack, example={"reason": "Falscher Betrag"})
@resources.answers(200, answers.BOOKING)
def take_back(told: dict[str, Any], club_id: str, booking: int) -> Any:
    """Take a booking back by a counter-booking, on its own day as long as its month is open."""
    return purse.take_back(desk(), club_id=club_id, entry=booking, key=key(), **told)


@resources.get(PURSE + "/cash-book")
@needs(Action.SEE_PURSE)
@resources.takes(asked.CashBookPage, location="query")
@resources.answers(200, answers.CashBookPage)
def get_cash_book(told: dict[str, Any], club_id: str) -> Any:
    """Return the cash book of some days, page by page."""
    place = place_in(told.get("cursor"), str)
    found = cash_book.get_cash_book(
        desk(),
        club_id=club_id,
        first=told["first"],
        last=told["last"],
        after=None if place is None else place[0],
        limit=told["limit"],
    )
    after = None if found.next_after is None else cursor_of(found.next_after)
    _, headers = page_of((), after)
    return {**{name: getattr(found, name) for name in found.__slots__}, "next": after}, headers


@resources.get(CLUB + "/accounts")
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.ACCOUNTS)
def list_accounts(club_id: str) -> Any:
    """List every member's account with the club."""
    return page_of(cash_book.list_accounts(desk(), club_id=club_id), None)


@resources.get(CLUB + "/accounts/<id:member_id>")
@needs(Action.SEE_PURSE)
@resources.takes(Page, location="query")
@resources.answers(200, answers.StatementPage)
def get_statement(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Return a member's account, the last movement first."""
    return _statement(told, club_id, member_id)


@resources.get(CLUB + "/own-account")
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND)
@resources.takes(Page, location="query")
@resources.answers(200, answers.StatementPage)
def get_own_statement(told: dict[str, Any], club_id: str) -> Any:
    """Return the account of the member whose key this is, the last movement first.

    Beside `look` the key needs the scope `tokens`; one that only looks is nobody's own.
    """
    member_id = own_member(club_id)
    if member_id is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "member")
    return _statement(told, club_id, member_id)


def _statement(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    place = place_in(told.get("cursor"), int)
    found = cash_book.get_statement(
        desk(),
        club_id=club_id,
        member_id=member_id,
        before=None if place is None else place[0],
        limit=min(told["limit"], 100),
    )
    after = None if found.next_before is None else cursor_of(found.next_before)
    _, headers = page_of((), after)
    return {**{name: getattr(found, name) for name in found.__slots__}, "next": after}, headers


@resources.post(PURSE + "/charges")
@needs(Action.PURSE)
@keyed
@refuses(ErrorCode.CHARGED_ALREADY)
@resources.takes(asked.NewCharge, example={"kind": "fine", "member_ids": [ID], "item_id": ID})
@resources.answers(201, answers.BOOKINGS)
def charge(told: dict[str, Any], club_id: str) -> Any:
    """Charge a fee or fine to some members; the same fee twice in a month only with `again`."""
    return page_of(purse.charge(desk(), club_id=club_id, key=key(), **told), None)


@resources.post(PURSE + "/host-shares")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.HostShare, example=_PAID)
@resources.answers(201, answers.BOOKING)
def pay_host(told: dict[str, Any], club_id: str) -> Any:
    """Pay the host of an evening his share."""
    return purse.pay_host(desk(), club_id=club_id, key=key(), **told)


@resources.post(PURSE + "/cash-entries")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.CashEntry, example={"kind": "income", "category": "Spende", **_PAID})
@resources.answers(201, answers.BOOKING)
def enter(told: dict[str, Any], club_id: str) -> Any:
    """Enter income or an expense in the cash book."""
    return purse.enter(desk(), club_id=club_id, key=key(), **told)


@resources.post(PURSE + "/member-payments")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.MemberPayment, example={"member_id": ID, **_PAID})
@resources.answers(201, answers.BOOKING)
def member_pays(told: dict[str, Any], club_id: str) -> Any:
    """Book that a member pays into his account, or is paid out of it."""
    return purse.member_pays(desk(), club_id=club_id, key=key(), **told)


@resources.post(PURSE + "/member-transfers")
@needs(Action.PURSE)
@keyed
@resources.takes(
    asked.MemberTransfer,
    example={"payer_id": ID, "payee_id": ID.replace("2a", "2b"), "amount": 100},
)
@resources.answers(201, answers.BOOKING)
def member_transfer(told: dict[str, Any], club_id: str) -> Any:
    """Move money from one member's account to another's."""
    return purse.member_transfer(desk(), club_id=club_id, key=key(), **told)


@resources.post(PURSE + "/moves")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.MoneyMove, example={"to": "bank", "amount": 100})
@resources.answers(201, answers.BOOKING)
def move_money(told: dict[str, Any], club_id: str) -> Any:
    """Carry money from the cash box to the bank, or back."""
    return purse.move_money(desk(), club_id=club_id, key=key(), **told)


@resources.post(PURSE + "/opening")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.Opening, example={"cash": 10_000, "bank": 0})
@resources.answers(201, answers.BOOKING)
def open_books(told: dict[str, Any], club_id: str) -> Any:
    """Say what there was when the club came from paper."""
    return purse.open_books(desk(), club_id=club_id, key=key(), **told)


@resources.get(PURSE + "/items")
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.ITEMS)
def list_items(club_id: str) -> Any:
    """List the club's catalogue of fees and fines."""
    return page_of(purse_items.list_items(desk(), club_id=club_id, include_inactive=True), None)


@resources.post(PURSE + "/items")
@needs(Action.PURSE)
@may_be_keyed
@resources.takes(asked.NewItem, example={"kind": "fine", "name": "Zu spät", "amount": 100})
@resources.answers(201, answers.ITEM, etag=True)
def add_item(told: dict[str, Any], club_id: str) -> Any:
    """Add a fee or fine to the catalogue."""
    made = purse_items.add_item(desk(), club_id=club_id, key=key_or_new(), **told)
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.get(ITEM)
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.ITEM, etag=True)
def get_item(club_id: str, item_id: str) -> Any:
    """Return a fee or fine of the catalogue."""
    return tagged(conditions.look(desk(), conditions.item(club_id, item_id)))


@resources.patch(ITEM)
@needs(Action.PURSE)
@conditional
@refuses(ErrorCode.NAME_INVALID, ErrorCode.NAME_TAKEN, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.ItemChange, example={"amount": 150})
@resources.answers(200, answers.ITEM, etag=True)
def change_item(told: dict[str, Any], club_id: str, item_id: str) -> Any:
    """Change a fee or fine; what was charged stays as it was."""
    at = as_seen(conditions.item(club_id, item_id), "item")
    return tagged(purse_items.change_item(at, club_id=club_id, item_id=item_id, **told))


@resources.get(PURSE + "/closings")
@needs(Action.SEE_PURSE)
@resources.takes(Page, location="query")
@resources.answers(200, answers.CLOSINGS)
def list_closings(told: dict[str, Any], club_id: str) -> Any:
    """List what was closed and opened again, the newest first."""
    place = place_in(told.get("cursor"), int)
    limit = min(told["limit"], 100)
    found = closings.closing_log(
        desk(), club_id=club_id, before=None if place is None else place[0], limit=limit
    )
    return page_of(found, cursor_of(found[-1].entry) if len(found) == limit else None)


@resources.post(PURSE + "/months/close")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.MonthClosing, example={"month": "2026-10", "counted": 10_000})
@resources.answers(200, answers.CLOSING)
def close_month(told: dict[str, Any], club_id: str) -> Any:
    """Close a month of the cash book with what was counted."""
    return closings.close_month(desk(), club_id=club_id, key=key(), **told)


@resources.post(PURSE + "/months/reopen")
@needs(Action.PURSE)
@keyed
@resources.takes(asked.TakenBackFor, example={"reason": "Ein Beleg fehlte"})
@resources.answers(200, answers.CLOSING)
def reopen_month(told: dict[str, Any], club_id: str) -> Any:
    """Open the last closed month again; that is logged."""
    return closings.reopen_month(desk(), club_id=club_id, key=key(), **told)


@resources.post(CLUB + "/seasons/<id:season_id>/close")
@needs(Action.CLOSE_SEASON)
@keyed
@resources.takes(asked.SeasonClosing, example={"reason": "Kasse geprüft"})
@resources.answers(200, answers.CLOSING)
def close_season(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Close a season: nothing in it changes any more."""
    return closings.close_season(desk(), club_id=club_id, season_id=season_id, key=key(), **told)


@resources.post(CLUB + "/seasons/<id:season_id>/reopen")
@needs(Action.CLOSE_SEASON)
@keyed
@resources.takes(asked.TakenBackFor, example={"reason": "Ein Abend fehlte"})
@resources.answers(200, answers.CLOSING)
def reopen_season(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Open a closed season again; that is logged."""
    return closings.reopen_season(desk(), club_id=club_id, season_id=season_id, key=key(), **told)


@resources.get(CLUB + "/money-rules")
@needs(Action.LOOK)
@resources.answers(200, answers.MONEY_RULES, etag=True)
def get_money_rules(club_id: str) -> Any:
    """Return what new evenings begin with: the smallest coin, the most anybody may lose."""
    return tagged(conditions.look(desk(), conditions.terms(club_id)))


@resources.put(CLUB + "/money-rules")
@needs(Action.CLUB)
@conditional
@refuses(ErrorCode.VALUE_INVALID, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(
    asked.MoneyRulesChange, example={"coin": 10, "stake_limit": 2000, "stake_mode": "warn"}
)
@resources.answers(200, answers.MONEY_RULES, etag=True)
def set_money_rules(told: dict[str, Any], club_id: str) -> Any:
    """Say what new evenings begin with."""
    at = as_seen(conditions.terms(club_id), "club")
    return tagged(money_rules.set_money_rules(at, club_id=club_id, **told))


@resources.put(NIGHT + "/money-rules")
@needs(Action.HOST_NIGHT)
@conditional
@refuses(ErrorCode.VALUE_INVALID, ErrorCode.NIGHT_NOT_OPEN, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(
    asked.MoneyRulesChange, example={"coin": 10, "stake_limit": 2000, "stake_mode": "warn"}
)
@resources.answers(200, answers.NIGHT, etag=True)
def set_night_rules(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Say by which coin an evening pays, and the most anybody may lose in it."""
    at = as_seen(conditions.night(club_id, night_id), "night")
    return tagged(money_rules.set_night_rules(at, club_id=club_id, night_id=night_id, **told))
