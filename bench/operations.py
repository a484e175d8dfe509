"""What is measured: how it is asked of the floor, how of the product."""

import http.client
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from bench.clubs import BEST_NIGHTS
from bench.clubs import ProductClub
from bench.load import Request
from bench.load import get
from bench.load import post


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One thing people do. Client number `index` does it at a table of its own."""

    name: str
    floor: Callable[[int], Request]
    product: Callable[[int, ProductClub, int], Request]
    floor_status: bytes = b"200"
    product_status: bytes = b"200"


def record_at_floor(index: int) -> Request:
    return post(f"/n/{2 + index}/deal", lambda _: {"winner": "anna", "tricks": "7"})


def record_at_product(port: int, club: ProductClub, index: int) -> Request:
    """Open the entry sheet once, as a phone does, then send its form again and again.

    The sheet's token and cookie hold for the evening; the key is new and the revision the one the
    last deal left behind, as if the sheet had been opened in between.
    """
    path = f"/c/{club.id}/t/{club.table_ids[index]}/deal"
    cookie, page = _page(port, path)
    token = _value(page, "csrf_token")
    revision = int(_value(page, "revision"))
    # Forehand plays every deal; with four at the table he moves on clockwise like the dealer.
    first = club.people.index(_value(page, "declarer"))

    def form(sent: int) -> dict[str, str]:
        return {
            "csrf_token": token,
            "key": secrets.token_urlsafe(16),
            "revision": str(revision + sent),
            "declarer": club.people[(first + sent) % len(club.people)],
            "play": "brand",
            "trump": "H",
            "tricks": "7",
            "do": "save",
        }

    return post(path, form, cookie)


def page_at_product(port: int, path: str) -> Request:
    """Ask for a page again and again with the cookie of the first answer, as a phone does."""
    cookie, _ = _page(port, path)
    return get(path, cookie)


def _page(port: int, path: str) -> tuple[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    page = answer.read().decode()
    assert answer.status == 200, page
    cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    connection.close()
    return cookie, page


def _value(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found, name
    return found[1]


OPERATIONS = (
    Operation(
        name="record",
        floor=record_at_floor,
        product=record_at_product,
        floor_status=b"303",
        product_status=b"303",
    ),
    Operation(
        name="table",
        floor=lambda index: get(f"/n/{2 + index}"),
        product=lambda port, club, index: page_at_product(
            port, f"/c/{club.id}/t/{club.table_ids[index]}"
        ),
    ),
    Operation(
        name="ledger",
        floor=lambda _: get("/n/1/ledger"),
        product=lambda port, club, _index: page_at_product(
            port, f"/c/{club.id}/n/{club.ledger_night_id}"
        ),
    ),
    Operation(
        name="balances",
        floor=lambda index: get(f"/n/{2 + index}/balances"),
        product=lambda port, club, index: page_at_product(
            port, f"/c/{club.id}/n/{club.night_ids[index]}/settlement"
        ),
    ),
    Operation(
        name="settlement",
        floor=lambda _: get("/n/1/settlement"),
        product=lambda port, club, _index: page_at_product(
            port, f"/c/{club.id}/n/{club.settled_night_id}/settlement"
        ),
    ),
    Operation(
        name="standings",
        floor=lambda _: get("/n/1/ledger"),
        product=lambda port, club, _index: page_at_product(
            port, f"/c/{club.id}/seasons/{club.season_id}"
        ),
    ),
    Operation(
        name="best nights",
        floor=lambda _: get("/n/1/ledger"),
        product=lambda port, club, _index: page_at_product(
            port, f"/c/{club.id}/seasons/{club.season_id}?ladder={BEST_NIGHTS}"
        ),
    ),
    Operation(
        name="statistics",
        floor=lambda _: get("/n/1/ledger"),
        product=lambda port, club, index: page_at_product(
            port,
            f"/c/{club.id}/seasons/{club.season_id}/people/{club.people[index % len(club.people)]}",
        ),
    ),
)
