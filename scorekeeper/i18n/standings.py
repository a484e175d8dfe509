"""Standings in words: what a value means, what broke a tie, why somebody has no place."""

from collections.abc import Sequence

from scorekeeper.i18n import Translator
from scorekeeper.i18n import joined
from scorekeeper.i18n.formats import format_cents

_SIGNED = frozenset({"soft", "bummerl"})
_SHARES = frozenset({"made", "won"})


def value_text(kind: str, amount: int, per: int, t: Translator) -> str:
    """Say a value of a kind of ladder: money, points, a share, an average."""
    if kind == "money":
        return format_cents(amount, t.lang, sign=True)
    if kind in _SHARES:
        return t("standings.share", amount=amount, per=per, percent=percent_text(amount, per, t))
    if kind == "per_deal":
        return decimal_text(amount, per, t, places=2, sign=True)
    if kind in _SIGNED:
        return decimal_text(amount, per, t, places=0, sign=True)
    return decimal_text(amount, per, t, places=0, sign=False)


def percent_text(amount: int, per: int, t: Translator) -> str:
    """Say a share in percent with one place, rounded half up."""
    return decimal_text(100 * amount, per, t, places=1, sign=False)


def decimal_text(amount: int, per: int, t: Translator, *, places: int, sign: bool) -> str:
    """Say a fraction as a decimal number, rounded half away from zero."""
    scale = 10**places
    rounded = (2 * abs(amount) * scale + per) // (2 * per)
    whole, rest = divmod(rounded, scale)
    point = "," if t.lang == "de" else "."
    text = f"{whole}{point}{rest:0{places}d}" if places else str(whole)
    if amount < 0 and rounded:
        return f"−{text}"
    return f"+{text}" if sign and rounded else text


def tie_text(tied_with: Sequence[str], decided_by: str | None, t: Translator) -> str:
    """Say who is equal and what parted them; "" where nobody is."""
    if not tied_with:
        return ""
    names = joined(list(tied_with), t.lang)
    if decided_by is None:
        return t("standings.tied", names=names)
    return t("standings.decided", names=names, by=t(f"standings.tie.{decided_by}"))


def movement_text(moved: int | None) -> str:
    """Show a movement since the evening before: up, down, none, or new."""
    if moved is None:
        return "•"
    if not moved:
        return "="
    return f"▲{moved}" if moved > 0 else f"▼{-moved}"
