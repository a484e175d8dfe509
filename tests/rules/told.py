"""Records in few words, for the tests: what is left out is as at any table of three or four."""

from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.writing import report_as_json

THREE = ["Anna", "Bert", "Caro"]
FOUR = ["Anna", "Bert", "Caro", "Dora"]


def record(game, **fields):
    """Anna is forehand, the last of the seats deals; `rules` are the house rules."""
    seats = fields.pop("seats", FOUR if game == "watten" else THREE)
    return {
        "format": "deal-record/1",
        "game": game,
        "seats": seats,
        "dealer": seats[-1],
        "house_rules": fields.pop("rules", {}),
        **fields,
    }


def report(game, **fields):
    return report_as_json(check_object(record(game, **fields)), lambda finding: finding.key)


def errors(game, **fields):
    """All errors as "code path", sorted."""
    found = report(game, **fields)["errors"]
    return sorted(f"{error['code']} {error['path']}" for error in found)


def said(text):
    """'Anna brand, Bert names:H' as the calls of an auction."""
    return [part.split() for part in text.split(", ")] if text else []


def played(text):
    """'Anna brand H', 'Bert number 7', 'Caro bettel', 'passed_out' as a contract."""
    words = text.split()
    if words == ["passed_out"]:
        return {"kind": "passed_out"}
    contract = {"declarer": words[0], "kind": words[1]}
    for word in words[2:]:
        contract["bid" if word.isdigit() else "trump"] = int(word) if word.isdigit() else word
    return contract
