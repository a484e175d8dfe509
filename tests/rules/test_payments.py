"""Every option and every result of the three-handers, against the words of the rules."""

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.adjudication.check import check
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.outcome import HAFERL
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import Contract
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import Count
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Ruling
from tests.rules.words_of_payment import money_of
from tests.rules.words_of_payment import number_of_doubles_to_factor

PEOPLE = ("Anna", "Bert", "Caro")


def record_of(game, options, tariff=10):
    record = read_object(
        {
            "format": "deal-record/1",
            "game": game,
            "seats": list(PEOPLE),
            "dealer": "Caro",
            "house_rules": options,
            "tariff": tariff,
        }
    )
    return replace(record, rules=rules_from(Game(game), options))


def combinations(**values):
    names = list(values)
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*values.values())]


def values_of(game, name):
    """All values of an option; of a wide range of numbers the ends and the default."""
    option = next(option for option in OPTIONS[Game(game)] if option.name == name)
    listed = list(option.values)
    if option.span is not None:
        listed += [number for number in (*option.span, option.default) if number not in listed]
    return listed


def every_value(game, *names):
    return combinations(**{name: values_of(game, name) for name in names})


def told(record, deal):
    return replace(
        record,
        contract=Contract(ContractKind(deal["kind"]), deal["declarer"], deal.get("bid")),
        tricks_taken=(Count(deal["declarer"], deal["declarer"], deal["tricks"]),),
        rulings=(Ruling(Offence.REVOKE, deal["offender"]),) if deal["offender"] else (),
        doubles=PEOPLE[: deal.get("doubles", 0)],
        haferl=deal.get("haferl", 0),
    )


def prove(game, options, tariff, deal, record):
    report = check(told(record, deal))
    units, cents, pot = money_of(PEOPLE, options, tariff, game, deal)
    said = (options, deal)
    assert report.units == units, said
    assert report.soft == units, said
    assert report.money == cents, said
    assert report.result.get("haferl", 0) == pot, said
    assert ("haferl" in report.result) == bool(pot or deal.get("haferl")), said
    assert sum(units.values()) == 0, said
    moved = dict.fromkeys((*PEOPLE, HAFERL), 0)
    for payment in report.payments:
        assert payment.amount > 0, said
        moved[payment.payer] -= payment.amount
        moved[payment.payee] += payment.amount
    assert moved.pop(HAFERL) == pot - deal.get("haferl", 0), said
    assert moved == report.money, said
    order = [*PEOPLE, HAFERL]
    places = [(order.index(one.payer), order.index(one.payee)) for one in report.payments]
    assert places == sorted(set(places)), said


BOLACHEN_DEALS = combinations(
    kind=["brand", "bettel", "mord"],
    declarer=["Anna", "Caro"],
    tricks=range(11),
    offender=[None, *PEOPLE],
)
NUMBERS = combinations(
    kind=["number"], bid=[6, 7, 8, 9], tricks=range(11), offender=[None, *PEOPLE]
)
OTHERS = combinations(kind=["bettel", "mord"], tricks=range(11), offender=[None, *PEOPLE])


@pytest.mark.parametrize(
    "options", every_value("bolachen", "mord_factor", "revoke_remedy", "revoke_payer"), ids=str
)
def test_bolachen_pays_what_the_rules_say(options):
    record = record_of("bolachen", options, 10)
    for deal in BOLACHEN_DEALS:
        prove("bolachen", options, 10, deal, record)


@pytest.mark.parametrize("doubles", [0, 1, 2, 3])
@pytest.mark.parametrize("how", values_of("wallachen", "multiple_doubles"))
def test_wallachen_pays_what_the_rules_say(doubles, how):
    every = every_value("wallachen", "win_pays", "loss_pays", "revoke_remedy", "revoke_payer")
    for chosen in every:
        options = {**chosen, "multiple_doubles": how}
        record = record_of("wallachen", options, 5)
        for deal in NUMBERS:
            deal = {**deal, "declarer": "Bert", "doubles": doubles}
            prove("wallachen", options, 5, deal, record)


@pytest.mark.parametrize("options", every_value("wallachen", "bettel_value", "mord_value"), ids=str)
def test_bettel_and_mord_pay_their_own_values(options):
    for how, payer in product(
        values_of("wallachen", "multiple_doubles"), values_of("wallachen", "revoke_payer")
    ):
        chosen = {**options, "multiple_doubles": how, "revoke_payer": payer}
        record = record_of("wallachen", chosen)
        for deal in OTHERS:
            for doubles in (0, 3):
                deal = {**deal, "declarer": "Caro", "doubles": doubles}
                prove("wallachen", chosen, 10, deal, record)


@pytest.mark.parametrize("taker", values_of("wallachen", "haferl_taker"))
@pytest.mark.parametrize("failure", values_of("wallachen", "haferl_on_failure"))
@pytest.mark.parametrize("touches", values_of("wallachen", "double_touches_pot"))
def test_the_haferl_moves_as_the_rules_say(taker, failure, touches):
    deals = [
        {**deal, "declarer": "Anna", "doubles": doubles, "haferl": haferl}
        for deal in [*NUMBERS[::3], *OTHERS[::3]]
        for doubles in (0, 1, 3)
        for haferl in (0, 30, 45)
    ]
    for stake, how in product(
        values_of("wallachen", "haferl_stake"), values_of("wallachen", "multiple_doubles")
    ):
        options = {
            "haferl_taker": taker,
            "haferl_on_failure": failure,
            "double_touches_pot": touches,
            "haferl_stake": stake,
            "multiple_doubles": how,
        }
        tariff = 0 if stake == 100 else 7
        record = record_of("wallachen", options, tariff)
        for deal in deals:
            prove("wallachen", options, tariff, deal, record)


@pytest.mark.parametrize("pass_out", ["haferl", "redeal"])
@pytest.mark.parametrize("touches", values_of("wallachen", "double_touches_pot"))
def test_passing_out_pays_into_the_haferl_only_where_the_table_has_one(pass_out, touches):
    for stake, how, doubles, haferl, tariff in product(
        (1, 2, 100), values_of("wallachen", "multiple_doubles"), range(4), (0, 30), (0, 10)
    ):
        options = {
            "pass_out": pass_out,
            "double_touches_pot": touches,
            "haferl_stake": stake,
            "multiple_doubles": how,
        }
        record = replace(
            record_of("wallachen", options, tariff),
            contract=Contract(ContractKind.PASSED_OUT),
            doubles=PEOPLE[:doubles],
            haferl=haferl,
        )
        factor = number_of_doubles_to_factor(how, doubles) if touches == "yes" else 1
        each = stake * tariff * factor if pass_out == "haferl" else 0
        report = check(record)
        assert report.money == dict.fromkeys(PEOPLE, -each)
        assert report.units == report.soft == dict.fromkeys(PEOPLE, 0)
        assert [one.amount for one in report.payments] == ([each] * 3 if each else [])
        after = haferl + 3 * each
        assert report.result.get("haferl") == (after if after or haferl else None)
