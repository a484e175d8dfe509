"""A recorded deal trick by trick: what best play would have given, and what each card cost."""

from dataclasses import dataclass

from scorekeeper.cards import rank_name
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_name
from scorekeeper.cards import suit_of
from scorekeeper.i18n import Translator
from scorekeeper.services.disputes import Judgement
from scorekeeper.solver.analysis import PlayValue
from scorekeeper.solver.solve import Solution
from scorekeeper.web.verdicts import CardShown
from scorekeeper.web.verdicts import card_words
from scorekeeper.web.verdicts import cards_words
from scorekeeper.web.verdicts import game_words


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayShown:
    """A card of the replay: the declarer's tricks before and after it, and what it cost."""

    card: CardShown
    before: int
    after: int
    cost: int
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickShown:
    """A trick of the replay."""

    n: int
    plays: tuple[PlayShown, ...]
    cost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayShown:
    """A replay: the whole in a sentence, then the tricks, and the dearest cards."""

    title: str
    declarer: str
    best: str
    dearest: str
    tricks: tuple[TrickShown, ...]


def replay_shown(judgement: Judgement, solution: Solution, t: Translator) -> ReplayShown:
    """Lay out a replay."""
    record = judgement.record
    assert record is not None
    assert record.contract is not None
    declarer = record.contract.declarer or ""
    winners = {won.n: won.winner for won in judgement.report.tricks}
    tricks: dict[int, list[PlayShown]] = {}
    for play in solution.plays:
        player = solution.players[play.seat]
        shown = _play(play, player, winners.get(play.trick) == player, t)
        tricks.setdefault(play.trick, []).append(shown)
    key = "desk.replay.made" if solution.made else "desk.replay.lost"
    return ReplayShown(
        title=game_words(record, t),
        declarer=declarer,
        best=t(key, solution.tricks, declarer=declarer),
        dearest=_dearest(solution, t),
        tricks=tuple(
            TrickShown(n=n, plays=tuple(plays), cost=sum(play.cost for play in plays))
            for n, plays in tricks.items()
        ),
    )


def _play(play: PlayValue, player: str, won: bool, t: Translator) -> PlayShown:
    card = play.card
    name = card_words(card, t)
    better = [c for c, value in play.cards.items() if value == play.best]
    said = ""
    if not play.legal:
        said = t("desk.replay.illegal", player=player, card=name)
    elif play.cost > 0:
        cards = cards_words(better, t, "or")
        said = t("desk.replay.cost", play.cost, player=player, card=name, better=cards)
    return PlayShown(
        card=CardShown(
            player=player,
            suit=suit_name(suit_of(card)),
            rank=t("web.rank.short." + rank_name(rank_of(card))),
            name=name,
            accused=play.cost > 0 or not play.legal,
            winner=won,
        ),
        before=play.best,
        after=play.value,
        cost=max(play.cost, 0),
        said=said,
    )


def _dearest(solution: Solution, t: Translator) -> str:
    """Name the card that cost most; say so if none cost anything."""
    dearest = max(solution.plays, key=lambda play: play.cost, default=None)
    if dearest is None:
        return ""
    if dearest.cost <= 0:
        return t("desk.replay.perfect")
    return t(
        "desk.replay.dearest",
        dearest.cost,
        trick=dearest.trick,
        player=solution.players[dearest.seat],
        card=card_words(dearest.card, t),
    )
