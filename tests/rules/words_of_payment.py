"""What a deal of Bolachen or Wallachen pays, written a second time from the words of the rules.

Slow, plain, and without anything of the package: it says in units and cents what each person gets,
given what happened. The tests compare it with the product over every option and every result.
"""


def number_of_doubles_to_factor(how, doubles):
    if doubles == 0:
        return 1
    return {"multiply": [1, 2, 4, 8][doubles], "single": 2, "additive": doubles + 1}[how]


def succeeded(kind, bid, tricks):
    return {
        "brand": tricks >= 6,
        "bettel": tricks == 0,
        "mord": tricks == 10,
        "number": bid is not None and tricks >= bid,
    }[kind]


def each_defender_pays(options, game, kind, bid, tricks, made, ruled, doubles):
    """B8, W25 to W29, I3: the amount between the declarer and one defender, in units."""
    if game == "bolachen":
        return {"brand": 1, "bettel": 2, "mord": options.get("mord_factor", 3)}[kind]
    if kind == "bettel":
        amount = options.get("bettel_value", 10)
    elif kind == "mord":
        amount = options.get("mord_value", 10)
    elif made and options.get("win_pays") == "tricks_bid":
        amount = bid
    elif made and ruled:
        amount = tricks if tricks > bid else bid
    elif made:
        amount = tricks
    elif ruled:
        amount = bid
    else:
        missing = bid - tricks
        amount = {"tricks_bid": bid, "shortfall": missing, "bid_plus_shortfall": bid + missing}[
            options.get("loss_pays", "tricks_bid")
        ]
    how = options.get("multiple_doubles", "multiply")
    return amount * number_of_doubles_to_factor(how, doubles)


def money_of(people, options, tariff, game, deal):
    """Everybody's units and cents, and what lies in the Haferl afterwards.

    `deal`: kind, bid, declarer, tricks, offender (who revoked, None for nobody), doubles, haferl.
    """
    declarer, offender, pot = deal["declarer"], deal["offender"], deal.get("haferl", 0)
    kind, bid, tricks = deal["kind"], deal.get("bid"), deal["tricks"]
    ruled = offender is not None and options.get("revoke_remedy") != "as_played"
    made = succeeded(kind, bid, tricks)
    if ruled:
        made = offender != declarer
    doubles = deal.get("doubles", 0)
    amount = each_defender_pays(options, game, kind, bid, tricks, made, ruled, doubles)
    units = dict.fromkeys(people, 0)
    for person in people:
        if person == declarer:
            units[person] = 2 * amount if made else -2 * amount
        elif not made:
            units[person] = amount
        elif not ruled or options.get("revoke_payer") == "both":
            units[person] = -amount
        elif person == offender:
            units[person] = -2 * amount
    cents = {person: units[person] * tariff for person in people}
    if game == "wallachen" and pot:  # an empty one stays empty either way
        goes_in = declarer_pays_into(options, tariff, pot, doubles, kind, made)
        cents[declarer] -= goes_in
        pot += goes_in
    return units, cents, pot


def declarer_pays_into(options, tariff, pot, doubles, kind, made):
    """W31: what the declarer puts into a Haferl that is not empty; below 0 he takes it."""
    if made:
        takers = {
            "next_made": {"number", "bettel", "mord"},
            "next_number_made": {"number"},
            "bettel_or_mord_made": {"bettel", "mord"},
        }[options.get("haferl_taker", "next_made")]
        return -pot if kind in takers else 0
    stake = options.get("haferl_stake", 1) * tariff
    goes_in = {"nothing": 0, "pay_stake": stake, "double_pot": pot}[
        options.get("haferl_on_failure", "nothing")
    ]
    if options.get("double_touches_pot") == "yes":
        how = options.get("multiple_doubles", "multiply")
        goes_in *= number_of_doubles_to_factor(how, doubles)
    return goes_in
