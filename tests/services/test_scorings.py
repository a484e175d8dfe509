"""What was booked is not scored again: how often a correction, a ruling or an undo scores."""

from collections.abc import Callable

import pytest

from scorekeeper.adjudication.sequence import ScoredDeal
from scorekeeper.adjudication.sequence import SpokenDeal
from scorekeeper.adjudication.sequence import TableState
from scorekeeper.adjudication.sequence import score_deal
from scorekeeper.services import deals
from scorekeeper.services import rulings
from scorekeeper.services import scoring
from scorekeeper.services.desk import Desk
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.verify import verify
from tests.services.play import PASSED_OUT
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won

THREE = "Anna Bert Caro"
FOUR = "Anna Bert Caro Dora"
SEVEN = 7


@pytest.fixture
def scorings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that is scored from now on."""
    done: list[str] = []

    def counted(state: TableState, deal: SpokenDeal) -> ScoredDeal:
        done.append(str(deal.game))
        return score_deal(state, deal)

    monkeypatch.setattr(scoring, "score_deal", counted)
    return done


@pytest.mark.parametrize(
    ("names", "game", "least", "most"),
    [(THREE, "bolachen", 1, 1), (THREE, "wallachen", 1, SEVEN), (FOUR, "watten", SEVEN, SEVEN)],
)
def test_correcting_the_first_of_seven_scores_no_more_than_seven(
    desk: Desk, scorings: list[str], names: str, game: str, least: int, most: int
) -> None:
    table = quick(desk, names, game, {"pass_out": "haferl"} if game == "wallachen" else None)
    anna, bert = table.id("Anna"), table.id("Bert")
    said, other = {
        "bolachen": (brand(anna, 7), brand(bert, 7)),
        "wallachen": (PASSED_OUT, number(bert, 6, 6)),
        "watten": (won(anna), won(bert)),
    }[game]
    first = table.record(said)
    for _ in range(4):
        table.record(said)
    for _ in range(SEVEN - 5):
        table.record(other)

    def counted(what: Callable[[], object]) -> int:
        scorings.clear()
        what()
        return len(scorings)

    def previewed() -> int:
        return counted(
            lambda: deals.preview_correction(
                desk, club_id=table.club_id, deal_id=first.id, said=other
            )
        )

    preview = previewed()
    assert least <= preview <= most
    assert counted(lambda: table.correct(first.id, other)) == preview
    assert counted(lambda: table.correct(first.id, other)) == 0  # as it stands already
    assert previewed() == 1
    dispute = rulings.open_dispute(
        desk,
        club_id=table.club_id,
        deal_id=first.id,
        reason="falsch gegeben",
        offence="misdeal",
        key=table.keys(),
    )
    outcomes = counted(lambda: rulings.outcomes(desk, club_id=table.club_id, dispute_id=dispute.id))
    assert outcomes <= most + 1  # as it was played it is shown once, and follows nothing

    def rule(choice: Choice) -> int:
        return counted(
            lambda: rulings.rule(
                desk,
                club_id=table.club_id,
                dispute_id=dispute.id,
                decision=Decision(choice=choice),
                reason="so war es",
                key=table.keys(),
            )
        )

    assert rule(Choice.MISDEAL) <= most
    rulings.appeal(
        desk, club_id=table.club_id, dispute_id=dispute.id, reason="nein", key=table.keys()
    )
    assert rule(Choice.AS_PLAYED) <= most
    assert counted(table.undo) == 0
    assert verify(desk, records=True) == []
