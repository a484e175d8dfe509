"""Refusals: what the service will not do, by code. The sentences are in i18n, never here."""

from enum import StrEnum


class ErrorCode(StrEnum):
    """Every refusal there is; `i18n` has a sentence in each language for every one."""

    NOT_FOUND = "not_found"
    CLUB_UNCLEAR = "club_unclear"
    NAME_TAKEN = "name_taken"
    NAME_INVALID = "name_invalid"
    TEXT_TOO_LONG = "text_too_long"
    VALUE_INVALID = "value_invalid"
    OPTION_UNKNOWN = "option_unknown"
    OPTION_VALUE = "option_value"
    MEMBER_INACTIVE = "member_inactive"
    SEATS_COUNT = "seats_count"
    SEAT_TAKEN = "seat_taken"
    NIGHT_NOT_OPEN = "night_not_open"
    NIGHT_NOT_CLOSED = "night_not_closed"
    TABLE_CHANGED = "table_changed"
    KEY_REUSED = "key_reused"
    DEAL_INVALID = "deal_invalid"
    DEAL_UNDECIDED = "deal_undecided"
    DEAL_UNDONE = "deal_undone"
    UNDO_NOT_LAST = "undo_not_last"
    REASON_NEEDED = "reason_needed"
    LATER_DEALS_BREAK = "later_deals_break"
    PARTNERS_CHANGED = "partners_changed"
    TRANSFER_TOO_MUCH = "transfer_too_much"
    SETTLEMENT_STALE = "settlement_stale"
    DISPUTE_OPEN = "dispute_open"
    DISPUTE_DECIDED = "dispute_decided"
    SETTLEMENT_STARTED = "settlement_started"
    SEASON_CLOSED = "season_closed"
    SEASON_UNFINISHED = "season_unfinished"
    MONTH_CLOSED = "month_closed"
    MONTH_ORDER = "month_order"
    DAY_AHEAD = "day_ahead"
    BOOKING_TAKEN_BACK = "booking_taken_back"
    OPENING_THERE = "opening_there"
    AMOUNT_UNREADABLE = "amount_unreadable"
    AMOUNTS_UNBALANCED = "amounts_unbalanced"
    ENTRY_REVERSED = "entry_reversed"
    STAKE_LIMIT = "stake_limit"
    IBAN_INVALID = "iban_invalid"
    STORE_BUSY = "store_busy"
    STORE_FULL = "store_full"
    STORE_UNREADABLE = "store_unreadable"
    STORE_OUTDATED = "store_outdated"
    STORE_NOT_EMPTY = "store_not_empty"
    BACKUP_INVALID = "backup_invalid"
    ACCESS_DENIED = "access_denied"
    EMAIL_INVALID = "email_invalid"
    EMAIL_TAKEN = "email_taken"
    PASSWORD_LENGTH = "password_length"
    PASSWORD_COMMON = "password_common"
    PASSWORD_WRONG = "password_wrong"
    SIGN_IN_REFUSED = "sign_in_refused"
    TRY_LATER = "try_later"
    LINK_ENDED = "link_ended"
    LAST_OWNER = "last_owner"
    ACCOUNTS_EXIST = "accounts_exist"
    PASSKEY_REFUSED = "passkey_refused"
    TOO_MANY = "too_many"


class ScorekeeperError(Exception):
    """A refusal: its code, the field or place it concerns, plain values for its sentence."""

    def __init__(self, code: ErrorCode, place: str | None = None, **values: object) -> None:
        super().__init__(code.value if place is None else f"{code.value} at {place}")
        self.code = code
        self.place = place
        self.values = values
