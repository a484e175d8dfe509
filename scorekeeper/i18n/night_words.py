"""How much a night holds, in words."""

from scorekeeper.i18n import Translator


def held_words(t: Translator, deals: int, rows: int) -> str:
    """Return how many deals a night holds and how many rows of plus and minus without a deal.

    Rows are named where there are any, deals where there are any or nothing else is there.
    """
    said = [t("web.deals", deals)] if deals or not rows else []
    if rows:
        said.append(t("web.rows", rows))
    return ", ".join(said)
