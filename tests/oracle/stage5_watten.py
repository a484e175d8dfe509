"""Stage 5 in Watten."""

from .errors import Errors
from .table import Table
from .words import Json


def contract_and_match(table: Table, errors: Errors) -> None:
    """'The contract and `match` come first.'"""
    if table.get("tricks"):
        if table.contract is None:
            errors.add("format", "contract")
        else:
            for key in ("schlag", "trump"):
                if key not in table.contract:
                    errors.add("format", "contract", key)
    match = table.get("match")
    too_high = [key for key, _, number in match if number >= table.rules["target"]]
    for key in too_high:
        errors.add("T27", "match", key)
    if too_high or not match:
        return  # "nothing else about `match` is then reported"
    for account in table.accounts:
        given = [(key, number) for key, name, number in match if name in account]
        if not given:
            errors.add("format", "match")
        for key, number in given[1:]:
            if number != given[0][1]:
                errors.add("contradiction", "match", key)


def wrong_raise(table: Table, i: int) -> tuple[str, tuple[str | int, ...]] | None:
    """Return the first code and path that apply to a raise, those before it being right."""
    raises = table.get("raises")
    this, before = raises[i], raises[:i]
    side = table.side_of(this["by"])
    here = ("raises", i)
    mode = table.rules["gespannt_mode"]
    other_gespannt = table.gespannt(table.other_side(side))
    if any(earlier["answer"] == "fold" for earlier in before):
        return "T25", here
    if mode == "two_three" and (table.gespannt(side) or other_gespannt):
        return "T31", here
    if table.gespannt(side):
        return "T28", here
    if other_gespannt and (table.rules["other_side_may_raise_at_gespannt"] == "no" or before):
        return "T30", here
    if before and table.side_of(before[-1]["by"]) == side:
        return "T25", here
    value = 3 if other_gespannt else 2
    most = table.rules["raise_max"]
    if most != "none" and value + len(before) + 1 > most:
        return "T25", here
    in_trick = this.get("in_trick", 5)
    if any(in_trick < earlier.get("in_trick", 0) for earlier in before):
        return "contradiction", (*here, "in_trick")
    return None


def wrong_schlecken(table: Table, i: int) -> tuple[str, tuple[str | int, ...]] | None:
    """Return the first code and path that apply to an entry of `schlecken`."""
    entries = table.get("schlecken")
    allowed = {"chain_of_three": 3, "one_each": 2, "cutter_only": 1, "off": 0}
    this = entries[i]
    here = ("schlecken", i)
    if i >= allowed[table.rules["schlecken"]]:
        return "T9", here
    if i == 2 and entries[1].get("waived"):
        return "T9", here  # "after the dealer waived"
    if i == 1 and entries[0].get("waived"):
        return "T10", here  # "after the cutter waived"
    if this["player"] != (table.dealing if i == 1 else table.cutter):
        return "T9", (*here, "player")
    taken = None if this.get("waived") else this.get("card")
    if i == 1 and taken is not None and taken not in table.criticals:
        return "T9", (*here, "card")
    return None


def went_or_laid_open(table: Table, errors: Errors) -> None:
    """Find what is wrong with `gehen` and `maschine`."""
    fields, rules = table.fields, table.rules
    begun = bool(
        table.get("raises")
        or table.get("tricks")
        or any(number > 0 for _, _, number in table.get("tricks_taken"))
    )
    if "gehen" in fields:
        known_not = table.points is not None and not table.gespannt(table.side_of(fields["gehen"]))
        if known_not or rules["gespannt_mode"] == "off":
            errors.add("T29", "gehen")
        if begun or "maschine" in fields:
            errors.add("contradiction", "gehen")
    if "maschine" in fields:
        no_criticals = (
            rules["criticals"] == "none" and rules["maschine_extended"] != "any_sure_three"
        )
        if rules["maschine"] == "off" or no_criticals:
            errors.add("T17", "maschine")
        if begun:
            errors.add("contradiction", "maschine")


def rulings(table: Table, errors: Errors) -> None:
    """Find what is wrong with a bluff or a raise at gespannt as ruled."""
    for i, ruling in enumerate(table.get("rulings")):
        by: Json = ruling.get("by")
        if ruling["offence"] == "bluff" and by != table.cutter:
            errors.add("T11", "rulings", i, "by")
        if ruling["offence"] == "gespannt_raise":
            known_not = table.points is not None and not table.gespannt(table.side_of(by))
            if known_not or table.rules["gespannt_mode"] == "off":
                errors.add("T33", "rulings", i)


def watten_calls(table: Table, errors: Errors) -> None:
    """Find the errors of stage 5 in Watten."""
    contract_and_match(table, errors)
    if errors:
        return  # "if one of them is wrong, nothing below them is looked at"
    for field, wrong_one in (("raises", wrong_raise), ("schlecken", wrong_schlecken)):
        for i in range(len(table.get(field))):
            wrong = wrong_one(table, i)
            if wrong is not None:
                errors.add(wrong[0], *wrong[1])
                break  # "only the first wrong one is reported"
    went_or_laid_open(table, errors)
    rulings(table, errors)
