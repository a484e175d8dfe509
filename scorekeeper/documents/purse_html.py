"""The papers of the purse as pages: the cash book of a month or season, a member's account."""

from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment
from jinja2 import FileSystemLoader
from jinja2 import StrictUndefined

from scorekeeper.documents import typography as set_
from scorekeeper.documents.purse_facts import CashBookFacts
from scorekeeper.documents.purse_facts import CashRowFacts
from scorekeeper.documents.purse_facts import MovementFacts
from scorekeeper.documents.purse_facts import PurseFacts
from scorekeeper.documents.purse_facts import StatementFacts
from scorekeeper.documents.symbols import suit_url
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.paths import data_dir


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row as it is printed."""

    receipt: str
    day: str
    text: str
    more: str
    amounts: tuple[str, ...]
    stands: tuple[str, ...]


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(data_dir("templates") / "documents"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def purse_html(facts: PurseFacts, *, language: str) -> str:
    """Set facts as HTML, whichever paper they are of."""
    if isinstance(facts, CashBookFacts):
        return cash_book_html(facts, language=language)
    return statement_html(facts, language=language)


def cash_book_html(facts: CashBookFacts, *, language: str) -> str:
    """Set the cash book of a month or a season as HTML."""
    t = translator(language)
    title = t("purse.doc.book")
    return _page(
        "cash_book.html",
        t,
        facts=facts,
        title=title,
        period=period(facts, t),
        span=t(
            "purse.doc.span",
            first=_day(facts.first, language),
            last=_day(facts.last, language),
        ),
        rows=[_cash_row(row, t) for row in facts.rows],
        before=_both(facts.cash_before, facts.bank_before, language),
        after=_both(facts.cash_after, facts.bank_after, language),
        came=_both(*_sums(facts.rows, 1), language),
        went=_both(*_sums(facts.rows, -1), language),
        groups=_groups(facts.rows, t, facts.currency),
        together=set_.money(facts.cash_after + facts.bank_after, language, facts.currency),
        counted=facts.counted
        and t(
            "purse.doc.counted",
            amount=set_.money(facts.counted.counted, language, facts.currency),
            moment=set_.moment(facts.counted.at, language, facts.time_zone),
            who=facts.counted.who or t("purse.doc.nobody"),
        ),
        counted_why=facts.counted.why if facts.counted else "",
    )


def statement_html(facts: StatementFacts, *, language: str) -> str:
    """Set a member's account as HTML."""
    t = translator(language)
    amount = set_.money(abs(facts.cents), language, facts.currency)
    key = "even" if not facts.cents else "owes" if facts.cents < 0 else "credit"
    return _page(
        "statement.html",
        t,
        facts=facts,
        title=t("purse.doc.statement"),
        period=facts.member,
        span=t("purse.doc.as_of", day=set_.long_date(facts.day, language)),
        rows=[_movement(row, t) for row in facts.rows],
        total=set_.signed(facts.cents, language),
        meaning=t(f"purse.account.{key}", name=facts.member, amount=amount)
        if facts.cents
        else t("purse.account.even", name=facts.member),
    )


def period(facts: CashBookFacts, t: Translator) -> str:
    """Name the month or season of a cash book."""
    if not facts.month:
        return t("purse.doc.season", season=facts.season)
    name = t(f"purse.month.{int(facts.month[5:])}")
    return t("purse.month", month=name, year=facts.month[:4])


def _page(template: str, t: Translator, **values: object) -> str:
    facts = values["facts"]
    assert isinstance(facts, CashBookFacts | StatementFacts)
    before, rest = t("documents.page", page="\x00", pages="\x01").split("\x00")
    between, after = rest.split("\x01")
    return (
        _environment()
        .get_template(template)
        .render(
            lang=t.lang,
            t=t,
            set=set_,
            page_words=(before, between, after),
            hash=printed_hash(facts.hash),
            suits=[suit_url(letter) for letter in "EGHS"],
            **values,
        )
    )


def _day(day: object, language: str) -> str:
    text = str(day)
    year, month, number = text[:4], int(text[5:7]), int(text[8:10])
    return f"{number}.{month}.{year}" if language == "de" else text


def _both(cash: int, bank: int, language: str) -> tuple[str, str]:
    return set_.amount(cash, language), set_.amount(bank, language)


def _kind(kind: str, t: Translator) -> str:
    key = f"purse.kind.{kind}"
    return t(key if t.has(key) else "purse.kind.other")


def _joined(parts: Iterable[str]) -> str:
    return f" {set_.DASH} ".join(dict.fromkeys(part for part in parts if part))


def _cash_row(row: CashRowFacts, t: Translator) -> Row:
    lang = t.lang
    voucher = t("purse.voucher", number=row.voucher) if row.voucher else ""
    back = t("purse.struck") if row.taken_back else ""
    return Row(
        receipt=row.receipt,
        day=_day(row.day, lang),
        text=_joined([row.category or _kind(row.kind, t), " → ".join(row.people), row.words]),
        more=_joined([_kind(row.kind, t) if row.category else "", voucher, back]),
        amounts=(
            set_.signed(row.cash, lang) if row.cash else "",
            set_.signed(row.bank, lang) if row.bank else "",
        ),
        stands=_both(row.cash_after, row.bank_after, lang),
    )


def _movement(row: MovementFacts, t: Translator) -> Row:
    night = "" if row.night is None else t("purse.night", number=row.night)
    receipt = t("purse.receipt", number=row.receipt) if row.receipt else ""
    back = t("purse.struck") if row.taken_back else ""
    return Row(
        receipt="",
        day=_day(row.day, t.lang),
        text=_joined([_kind(row.kind, t), row.category, night, row.other, row.words]),
        more=_joined([receipt, back]),
        amounts=(set_.signed(row.cents, t.lang),),
        stands=(set_.amount(row.after, t.lang),),
    )


def _sums(rows: Sequence[CashRowFacts], sign: int) -> tuple[int, int]:
    """Add up what came in (1) or went out (-1)."""
    return (
        sum(row.cash for row in rows if row.cash * sign > 0),
        sum(row.bank for row in rows if row.bank * sign > 0),
    )


def _groups(rows: Sequence[CashRowFacts], t: Translator, currency: str) -> list[tuple[str, str]]:
    """Add up cash and bank by what it was for; money moved between the two is left out."""
    found: dict[str, int] = {}
    for row in rows:
        name = row.category or _kind(row.kind, t)
        found[name] = found.get(name, 0) + row.cash + row.bank
    return [
        (name, set_.money(cents, t.lang, currency))
        for name, cents in sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
        if cents
    ]
