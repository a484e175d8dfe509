"""The words people write over columns and beside totals, in German, English and a few neighbours.

A word decides nothing alone: a row called a total is left out only when it is the sum as well.
"""

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import text_of

DATES = frozenset(
    {
        *("datum", "date", "tag", "abend", "spielabend", "spieltag", "day", "evening", "wann"),
        *("termin", "spieldatum", "when", "night", "session", "am"),
    }
)
REMARKS = frozenset(
    {
        *("bemerkung", "bemerkungen", "notiz", "notizen", "kommentar", "anmerkung", "anmerkungen"),
        *("remark", "remarks", "note", "notes", "comment", "comments", "spielart", "ansage", "was"),
        *("text", "ort", "description", "beschreibung", "game", "contract", "verwendungszweck"),
    }
)
NUMBERS = frozenset(
    {
        *("nr", "nummer", "no", "num", "number", "spiel", "spielnr", "spielnummer", "runde", "#"),
        *(
            "lfd",
            "lfdnr",
            "laufendenummer",
            "id",
            "deal",
            "round",
            "hand",
            "zeile",
            "row",
            "partie",
        ),
        *("abendnr", "eveningno", "uhrzeit", "zeit", "time", "tisch", "table", "kategorie"),
        *("category", "art", "type", "typ", "wochentag", "weekday", "von", "bis", "dauer"),
    }
)
"""Headings of columns that count or sort; they hold remarks where they hold text."""

WORTH = frozenset(
    {
        *("cost", "costs", "kosten", "gesamtkosten", "betrag", "beträge", "amount", "amounts"),
        *("wert", "value", "worth", "spielwert", "preis", "price", "tarif", "tariff", "einsatz"),
        *("einsätze", "stake", "stakes", "währung", "waehrung", "currency", "curr", "einheit"),
        *("unit", "punkte", "points", "score", "augen", "faktor", "factor", "multiplikator"),
        *("grundpreis", "spielpreis", "umsatz", "euro", "eur", "€", "cent", "ct", "cents"),
        *("stich", "stiche", "tricks", "schneider", "verdoppelt", "doubles"),
    }
)
"""Headings of columns that say what a deal was worth, and in which money: nobody's."""

MONEY = frozenset(
    {
        *("guthaben", "schulden", "schuld", "soll", "haben", "gewinn", "verlust", "plus", "minus"),
        *("bezahlt", "gezahlt", "offen", "beitrag", "einzahlung", "auszahlung", "credit", "debit"),
        *("debt", "debts", "owes", "owed", "paid", "due", "win", "loss", "won", "lost", "money"),
    }
)
"""Further headings of amounts beside names, which over amounts of deals are somebody's name."""

CHECKS = frozenset(
    {
        *("kontrolle", "probe", "check", "checks", "checksum", "differenz", "diff", "difference"),
        *("prüfsumme", "pruefsumme", "prüfung", "quersumme", "zeilensumme", "kontrollsumme"),
        *("rest", "abweichung", "fehler", "error", "control", "delta", "ok", "null", "zero", "0"),
        *("rowsum", "rowtotal", "sumcheck", "checkcolumn", "kontrollspalte", "δ"),
    }
)
PURSES = frozenset({"kasse", "vereinskasse", "purse", "haferlkasse", "haferlpurse"})
"""Headings of the club's purse, those of our own exports among them."""

_POTS = frozenset(
    {
        *("pott", "pot", "pots", "pool", "bank", "cash", "cashbox", "treasury", "kitty", "jackpot"),
        *("stock", "purse", "piggybank", "kaserl", "kassl", "sparschwein"),
    }
)
_POT = re.compile(r".*(?:kasse|kassa|kassen|haferl|haferln|topf|töpfe)")

NAMES = frozenset(
    {
        *("name", "namen", "mitspieler", "mitglied", "mitglieder", "spieler", "names", "member"),
        *("members", "player", "players", "vorname", "spitzname", "teilnehmer", "person", "leute"),
    }
)
CURRENCIES = frozenset({"währung", "waehrung", "currency", "curr"})
EUROS = frozenset({"", "eur", "euro", "euros", "€"})

_PREFIXES = (
    "gesamt|zwischen|teil|tages|tag|abend|abends|spieltags|spielabend|monats|jahres|saison|runden"
    "|end|schluss|schluß|haupt|konto|kassen|spiel|punkte|anfangs|start|vor|alt|neu|general|wochen"
)
_COMPOUND = re.compile(
    rf"(?:{_PREFIXES})*(?:summe|summen|sume|stand|stände|saldo|salden|ergebnis|ergebnisse|total"
    r"|bilanz|betrag)"
)
_TOTALS = frozenset(
    {
        *("gesamt", "ges", "insgesamt", "zusammen", "summa", "summ", "übertrag", "uebertrag"),
        *("vortrag", "saldovortrag", "abrechnung", "endabrechnung", "tagesabrechnung", "∑", "σ"),
        *("total", "totals", "subtotal", "subtotals", "sum", "sums", "balance", "balances"),
        *("result", "results", "standing", "standings", "overall", "carryover", "carried"),
        *(
            "brought",
            "forward",
            "totale",
            "somma",
            "subtotale",
            "suma",
            "somme",
            "totaal",
            "totalt",
        ),
        *("totaux", "solde", "razem", "celkem", "součet", "ukupno", "összesen", "toplam"),
    }
)
_FILLERS = frozenset(
    {
        *("der", "die", "das", "des", "dem", "den", "vom", "von", "am", "im", "in", "bis", "zum"),
        *("zur", "nach", "aus", "für", "fuer", "pro", "je", "per", "und", "u", "aller", "alle"),
        *("alles", "aktuell", "aktueller", "aktuelle", "bisher", "bislang", "neu", "neuer", "alt"),
        *("alter", "abend", "abends", "abende", "tag", "tages", "tags", "spieltag", "spieltags"),
        *("spielabend", "spielabends", "runde", "runden", "spiel", "spiele", "spielen", "monat"),
        *("monats", "jahr", "jahres", "saison", "woche", "seite", "blatt", "heute", "uhr", "stand"),
        *("zwischen", "end", "schluss", "the", "of", "for", "to", "at", "on", "by", "after", "all"),
        *("and", "day", "days", "evening", "evenings", "night", "session", "round", "rounds"),
        *("game", "games", "deal", "deals", "month", "season", "year", "week", "page", "date"),
        *("so", "far", "grand", "final", "net", "old", "new", "over", "down", "up", "opening"),
        *("closing", "today", "euro", "eur", "cent", "ct", "nr", "as", "th", "st", "nd", "rd"),
        *("mo", "di", "mi", "do", "fr", "sa", "so", "montag", "dienstag", "mittwoch", "donnerstag"),
        *("freitag", "samstag", "sonnabend", "sonntag", "mon", "tue", "wed", "thu", "fri", "sat"),
        *("sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("januar", "jänner", "februar", "märz", "april", "mai", "juni", "juli", "august"),
        *("september", "oktober", "november", "dezember", "jan", "feb", "mär", "mrz", "apr", "jun"),
        *("jul", "aug", "sep", "sept", "okt", "nov", "dez", "january", "february", "march", "may"),
        *("june", "july", "october", "december", "mar", "oct", "dec"),
    }
)
_DAY_WITHIN = re.compile(r"\d{1,2}\.\s?\d{1,2}\.\s?(?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2}")
_WORD = re.compile(r"[^\W\d_]+|∑")
_UNIT = re.compile(r"\s*(?:\(|\[|\bin\s+|\s|/)\s*(?:€|eur|euros?|ct|cents?)\s*[)\]]?\s*$", re.I)
_CENT_UNIT = re.compile(r"\b(?:ct|cents?)\b\s*[)\]]?\s*$", re.IGNORECASE)
_CENT = re.compile(r"\b(?:ct|cents?)\b", re.IGNORECASE)
_MONEY = re.compile(r"\d[.,]\d\d?(?!\d)|€|\b(?:eur|euros?|ct|cents?)\b", re.IGNORECASE)
_NO_MONEY = re.compile(
    r"geburt|birth|jahr|year|alter|telefon|phone|handy|mobil|^tel|fax|plz|nummer"
)
_SAYS_CENT = re.compile(
    r"(?:alle\s+|all\s+)?(?:(?:beträge|werte|zahlen|angaben|amounts|values|figures|einheit|unit)"
    r"\W*)?(?:sind\s+|are\s+)?(?:in\s+)?(?:ct|cents?)\W*",
    re.IGNORECASE,
)


def is_total(cell: Cell) -> bool:
    """Return whether a cell is a word for a total: alone, with a day, or with another such word.

    A sentence that only begins with one is a remark.
    """
    if not isinstance(cell, str) or len(cell) > 100:
        return False
    words = _WORD.findall(unicodedata.normalize("NFKC", cell).casefold())
    found = False
    for word in words:
        if word in _TOTALS or _COMPOUND.fullmatch(word):
            found = True
        elif word not in _FILLERS:
            return False
    return found


def plain(cell: Cell) -> str:
    """Return a heading's letters and digits, small: "Lfd. Nr." is "lfdnr"."""
    told = _UNIT.sub("", text_of(cell)) or text_of(cell)
    return "".join(sign for sign in told.casefold() if sign.isalnum() or sign in "#€")


def is_pot(heading: str) -> bool:
    """Return whether a heading may be a purse, a pot or somebody: "Stammtischkasse", "Club purse".

    Only people know which.
    """
    said = _WORD.findall(unicodedata.normalize("NFKC", heading).casefold())
    return any(one in _POTS or _POT.fullmatch(one) for one in said)


def without_unit(heading: str) -> str:
    """Return a heading without the money it is counted in: "Anna (ct)" is "Anna"."""
    return _UNIT.sub("", heading) or heading


def titled_in_cents(title: str) -> bool:
    """Return whether a text above the headings says that amounts are cents: "Beträge in Cent"."""
    return bool(_SAYS_CENT.fullmatch(title.strip()))


def counted_in_cents(heading: str) -> bool:
    """Return whether a heading says that its amounts are cents: "Anna (ct)"."""
    return bool(_UNIT.search(heading) and _CENT_UNIT.search(heading))


def mentions_cents(text: str) -> bool:
    """Return whether a text speaks of cents at all: "Watten, 50 Cent die Partie"."""
    return bool(_CENT.search(text))


def is_money(cells: Sequence[Cell]) -> bool:
    """Return whether any of these numbers has cents or a currency beside it."""
    return any(
        cell % 1 != 0 if isinstance(cell, Decimal) else bool(_MONEY.search(text_of(cell)))
        for cell in cells
    )


def counts_no_money(heading: str) -> bool:
    """Return whether numbers below a heading are days of birth, years, or reach somebody."""
    return bool(_NO_MONEY.search(plain(heading))) or plain(heading) in NUMBERS


def without_totals(heading: str) -> str:
    """Return what is left of a heading without its words for totals: "Anna gesamt" is "anna"."""
    words = _WORD.findall(unicodedata.normalize("NFKC", heading).casefold())
    return "".join(
        one for one in words if one not in _TOTALS | _FILLERS and not _COMPOUND.fullmatch(one)
    )


def days_within(cell: Cell) -> list[str]:
    """Return what looks like a day inside a text: "Summe 13.11.2026"."""
    return _DAY_WITHIN.findall(cell) if isinstance(cell, str) else []
