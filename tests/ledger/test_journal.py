import json
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from datetime import timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.balance import balances
from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.balance import member_balances
from scorekeeper.ledger.journal import GENESIS
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import Entry
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import canonical_json
from scorekeeper.ledger.journal import canonical_text
from scorekeeper.ledger.journal import entry_hash
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import is_haferl
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.ledger.journal import season_account

ANNA = member_account("anna")
BERT = member_account("bert")
CARO = member_account("caro")

ENTRY = Entry(
    id="0193",
    club_id="c1",
    book="n1",
    kind=EntryKind.DEAL,
    reference="d1",
    lines=(line(BERT, ANNA, 10), line(CARO, ANNA, 10)),
    who="Größl",
    at=datetime(2026, 11, 26, 20, 15, tzinfo=UTC),
    key="k1",
)

lines = st.lists(
    st.tuples(
        st.sampled_from([ANNA, BERT, CARO, PURSE]),
        st.sampled_from([ANNA, BERT, CARO, PURSE]),
        st.integers(1, 10**9),
    )
    .filter(lambda x: x[0] != x[1])
    .map(lambda x: line(*x)),
    max_size=20,
).map(tuple)


def test_a_credit_raises_a_balance_and_a_debit_lowers_it() -> None:
    assert balances([ENTRY]) == {ANNA: 20, BERT: -10, CARO: -10}
    assert member_balances(balances([ENTRY])) == {"anna": 20, "bert": -10, "caro": -10}


@given(lines)
def test_every_book_adds_up_to_zero(book: tuple[Line, ...]) -> None:
    assert sum(line_balances(book).values()) == 0


@given(lines)
def test_an_entry_and_its_reversal_leave_nothing(book: tuple[Line, ...]) -> None:
    entry = replace(ENTRY, lines=book)
    undo = replace(ENTRY, kind=EntryKind.UNDO, lines=reversed_lines(entry.lines))
    assert not any(balances([entry, undo]).values())
    assert reversed_lines(undo.lines) == entry.lines


@given(lines, lines)
def test_a_corrected_deal_stands_as_if_recorded_right_at_first(
    was: tuple[Line, ...], is_: tuple[Line, ...]
) -> None:
    corrected = line_balances((*was, *reversed_lines(was), *is_))
    at_first = line_balances(is_)
    assert all(corrected.get(name, 0) == at_first.get(name, 0) for name in {*corrected, *at_first})


@pytest.mark.parametrize("amount", [0, -1])
def test_a_line_of_nothing_or_less_is_refused(amount: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        line(ANNA, BERT, amount)


def test_a_line_from_an_account_to_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="two accounts"):
        line(ANNA, ANNA, 1)


def test_an_entry_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        replace(ENTRY, at=datetime(2026, 11, 26, 20, 15))


def test_accounts_say_whose_they_are() -> None:
    assert member_of(ANNA) == "anna"
    assert [member_of(x) for x in (season_account("anna"), haferl_account("t"), PURSE)] == [
        None
    ] * 3
    assert is_haferl(haferl_account("t"))
    assert not is_haferl(ANNA)
    with pytest.raises(ValueError, match="needs an id"):
        member_account("")


def test_the_canonical_text_is_fixed() -> None:
    assert canonical_json(ENTRY) == (
        '{"at":"2026-11-26T20:15:00.000000+00:00","book":"n1","club":"c1","id":"0193","key":"k1",'
        '"kind":"deal","lines":[["member:bert","member:anna",10],["member:caro","member:anna",10]],'
        '"reference":"d1","who":"Größl","why":""}'
    )
    assert entry_hash(GENESIS, canonical_json(ENTRY)) == (
        "305be13bf6431535fe65b89be813c5a84ed1ac9949b9a9b7fd4a93dd63f42d34"
    )


@given(
    texts=st.lists(st.text(), min_size=8, max_size=8),
    told=st.lists(st.tuples(st.text(), st.text(), st.integers()), max_size=5),
)
def test_the_text_is_what_json_writes(texts: list[str], told: list[tuple[str, str, int]]) -> None:
    names = ("at", "book", "club", "id_", "key", "kind", "reference", "who")
    parts = dict(zip(names, texts, strict=True))
    written = canonical_text(**parts, lines=told, why=texts[0][::-1])
    parts["id"] = parts.pop("id_")
    whole = {**parts, "why": texts[0][::-1], "lines": [list(one) for one in told]}
    assert written == json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def test_the_same_moment_in_another_zone_is_the_same_text() -> None:
    berlin = ENTRY.at.astimezone(timezone(timedelta(hours=1)))
    assert canonical_json(replace(ENTRY, at=berlin)) == canonical_json(ENTRY)


def test_a_change_anywhere_breaks_the_chain_there() -> None:
    texts = [canonical_json(replace(ENTRY, id=str(n))) for n in range(5)]
    chain = []
    previous = GENESIS
    for text in texts:
        previous = entry_hash(previous, text)
        chain.append((text, previous))
    for (text, stored), (_, before) in zip(chain, [("", GENESIS), *chain], strict=False):
        assert entry_hash(before, text) == stored
        assert entry_hash(before, text.replace(",10]", ",11]")) != stored
        assert entry_hash("1" * 64, text) != stored, "an entry left out before it"


def test_a_hash_is_printed_in_three_groups_of_four() -> None:
    assert printed_hash("8f3a91bc04d2ffff") == "8f3a 91bc 04d2"
    assert printed_hash("") == ""
