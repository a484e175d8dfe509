"""What a Watten deal scores, written a second time from the words of the rules.

Nothing of the package is used. A deal is told as: who sits where, the points before it (None when
nobody knows), the raises as (side, accepted), and how it ended.
"""


def sides(players):
    if len(players) == 4:
        return [[players[0], players[2]], [players[1], players[3]]]
    return [[players[0]], list(players[1:])]


def gespannt_sides(options, points, teams):
    """T28, T42: which of the two sides is gespannt."""
    if points is None or options.get("gespannt_mode") == "off":
        return [False, False]
    line = options.get("target", 11) - 2
    return [max(points[member] for member in team) >= line for team in teams]


def worth(options, gespannt, winner):
    """T24, T28, T31: what a deal without raises is worth to this side."""
    if not any(gespannt):
        return 2
    if options.get("gespannt_mode") == "two_three" and gespannt[winner]:
        return 2
    return 3


def points_for(options, gespannt, ending, side, raises):
    """(who scores, how much). `side` made the mistake, laid open, went, raised last, or won."""
    mode = options.get("gespannt_mode", "three")
    if ending in ("error", "revoke"):
        return 1 - side, options.get("error_penalty", 3)
    if ending == "gespannt_raise":
        return 1 - side, options.get("gespannt_raise_penalty", 3)
    if ending == "gehen":
        return 1 - side, 3 if mode == "two_three" else 2
    if ending == "maschine":
        shown = {"must_show_2": 2, "show_3_or_play": 3}[options.get("maschine", "must_show_2")]
        return side, max(shown, worth(options, gespannt, side))
    if ending == "fold":
        if any(gespannt):
            return side, 3
        if options.get("fold_points") == "always_two":
            return side, 2
        return side, 2 + raises - 1
    return side, worth(options, gespannt, side) + raises


def outcome(players, options, points, ending, side, raises=0, bluffed=False):
    """(side, points, soft, match, winners, units) of a deal."""
    teams = sides(players)
    gespannt = gespannt_sides(options, points, teams)
    winner, number = points_for(options, gespannt, ending, side, raises)
    soft = {player: number if player in teams[winner] else 0 for player in players}
    target = options.get("target", 11)

    def at_target():
        return [p for p in players if points is not None and points[p] + soft[p] >= target]

    if bluffed and ending == "tricks" and not at_target():
        cutter = players[2] if len(players) == 4 else players[0]
        for player in players:
            if [cutter in team for team in teams] != [player in team for team in teams]:
                soft[player] += options.get("bluff_penalty", 2)
    match = None if points is None else {p: points[p] + soft[p] for p in players}
    winners = at_target()
    stake = options.get("bummerl_stake", 0)
    units = dict.fromkeys(players, 0)
    for loser in players:
        for other in players:
            if not winners or loser in winners or other not in winners:
                continue
            # F and D are one pair, F' and D' the other
            pair = {players.index(loser), players.index(other)}
            if len(players) == 4 and pair not in ({0, 3}, {1, 2}):
                continue
            units[loser] -= stake
            units[other] += stake
    return teams[winner], number, soft, match, winners, units
