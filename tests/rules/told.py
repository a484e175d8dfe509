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


def judged(game, player, cards, **fields):
    """Verdict, rule and what would have been legal, of this player's card in one trick.

    `cards` are those of the trick, in playing order from Anna; `lead` and `n` say otherwise.
    """
    trick = {"n": fields.pop("n", 1), "lead": fields.pop("lead", "Anna"), "cards": cards.split()}
    ask = [{"trick": trick["n"], "player": player}]
    found = report(game, tricks=[trick], ask=ask, **fields)
    assert found["errors"] == []
    (play,) = found["plays"]
    return play["verdict"], play["rule"], play["instead"]


def winner(game, contract, *cards, **fields):
    """Who wins the first trick, led by Anna unless the contract says otherwise."""
    found = report(game, contract=contract, tricks=[{"n": 1, "cards": list(cards)}], **fields)
    assert found["errors"] == []
    return found["tricks"][0]["winner"]


def units(game, contract, tricks, **fields):
    """What each wins and loses when Anna has taken so many tricks."""
    found = report(game, contract=played(contract), tricks_taken={"Anna": tricks}, **fields)
    assert found["errors"] == []
    return list(found["units"].values())


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
