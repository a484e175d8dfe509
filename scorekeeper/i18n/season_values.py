"""What a place in a ladder is worth, in words: money, points, shares, counts."""

from scorekeeper.i18n.formats import MINUS
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_share

_SHARES = frozenset({"made", "won"})
_SIGNED = frozenset({"soft", "bummerl"})


def standing_value(kind: str, amount: int, per: int, lang: str) -> str:
    """Write what somebody's season is worth in a ladder of this kind.

    Money is +12,50, a share 63,3 %, an average +0,75 to the hundredth, all else a whole number.
    What is rounded is rounded half away from zero; people are ranked by the exact fraction.
    """
    if kind == "money":
        return format_amount(amount, lang, sign=True)
    if kind in _SHARES:
        return format_share(amount, per, lang)
    if per != 1 or kind == "per_deal":
        return _signed(_decimal(_rounded(abs(amount) * 100, per), 2, lang), amount)
    return _signed(str(abs(amount)), amount) if kind in _SIGNED else str(amount)


def rating_value(millionths: int, lang: str) -> str:
    """Write a rating to the tenth: 27,4."""
    text = _decimal(_rounded(abs(millionths), 100_000), 1, lang)
    return f"{MINUS}{text}" if millionths < 0 else text


def _rounded(amount: int, per: int) -> int:
    return (2 * amount + per) // (2 * per)


def _decimal(number: int, places: int, lang: str) -> str:
    whole, rest = divmod(number, 10**places)
    return f"{whole}{',' if lang == 'de' else '.'}{rest:0{places}}"


def _signed(text: str, amount: int) -> str:
    return f"{MINUS}{text}" if amount < 0 else f"+{text}" if amount else text
