"""A client generated from the document plays a night with the real service, typed all the way."""

import importlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from scorekeeper.api.mounting import document
from scorekeeper.services.tokens import SCOPES
from tests.serve.service import Service

# A PDF is read as any file; nothing is formatted afterwards.
CONFIG = """content_type_overrides:
  application/pdf: application/octet-stream
post_hooks: []
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package that openapi-python-client makes of the document, without a warning."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    (folder / "config.yml").write_text(CONFIG, encoding="utf-8")
    made = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"),
            *("--path", "openapi.json", "--config", "config.yml"),
            *("--meta", "none", "--output-path", "scorekeeper_client"),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("scorekeeper_client")
    finally:
        sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("client") / "data") as running:
        yield running


class Operations:
    """The operations of the generated package, asked by one client, and its models."""

    def __init__(self, package: ModuleType, client: Any) -> None:
        self.models: Any = importlib.import_module(f"{package.__name__}.models")
        self._package = package.__name__
        self._client = client

    def ask(self, noun: str, name: str, *ids: object, key: str = "", **more: Any) -> Any:
        """Ask and return the answer, which is a success."""
        path = f"{self._package}.api.{noun}.api_{noun}_{name}"
        if key:
            more["idempotency_key"] = f"one evening: {key}".replace(" ", "-")
        answer = importlib.import_module(path).sync_detailed(*ids, client=self._client, **more)
        assert answer.status_code < 400, (name, answer.content)
        return answer


def test_it_founds_a_club_and_plays_a_night(generated: ModuleType, service: Service) -> None:
    with generated.Client(base_url=service.url) as client:
        host = Operations(generated, client)
        body = host.models.NewClub(name="Kartenrunde Post")
        club_id = host.ask("clubs", "found_club", body=body, key="found").parsed.id
        scopes = [host.models.NewTokenScopesItem(one) for one in SCOPES]
        body = host.models.NewToken(name="Am Tisch", scopes=scopes)
        token = host.ask("tokens", "create_token", club_id, body=body).parsed
    assert isinstance(token, host.models.MadeToken)

    with generated.AuthenticatedClient(base_url=service.url, token=token.text) as client:
        do = Operations(generated, client)
        body = do.models.QuickNight.from_dict(
            {"names": ["Anna", "Bert", "Caro"], "game": "bolachen", "tariff": 10}
        )
        table = do.ask("nights", "quick_night", club_id, body=body, key="begin").parsed
        record_and_correct(do, club_id, table)
        do.ask("nights", "close_night", club_id, table.night.id, key="close")
        settle(do, club_id, table)
        fetch_the_document(do, club_id, table.night.id)


def brand(do: Operations, declarer: str, taken: int) -> Any:
    """Return a Brand of this member with so many tricks."""
    models = do.models
    kind = models.DealRecordContractKind.BRAND
    return models.DealRecord(
        contract=models.DealRecordContract(kind=kind, declarer=declarer, trump="H"),
        tricks_taken=models.DealRecordTricksTaken.from_dict({declarer: taken}),
    )


def record_and_correct(do: Operations, club_id: Any, table: Any) -> None:
    anna, bert, _ = table.seats
    body = do.models.NewDeal(said=brand(do, anna, 7))
    first, again = (
        do.ask("deals", "record", club_id, table.id, body=body, key="deal").parsed for _ in range(2)
    )
    assert first == again
    assert isinstance(first, do.models.Deal)
    assert first.said.contract.declarer == anna
    # Two defenders pay the same.
    assert first.changes[anna] == -2 * first.changes[bert] > 0

    read = do.ask("deals", "get_deal", club_id, first.id)
    body = do.models.WrittenCorrection(said=brand(do, anna, 2), reason="Verzählt")
    seen = read.headers["ETag"]
    do.ask("deals", "correct", club_id, first.id, body=body, if_match=seen, key="correct")
    table = do.ask("nights", "get_table", club_id, table.id).parsed
    assert [deal.changes[anna] < 0 for deal in table.deals] == [True]


def settle(do: Operations, club_id: Any, table: Any) -> None:
    night_id = table.night.id
    body = do.models.Proposal()
    found = do.ask("ledger", "propose", club_id, night_id, body=body, key="settle").parsed
    owed = {one.member.name: one.cents for one in found.balances}
    paid = dict.fromkeys(owed, 0)
    for payment in found.transfers:
        paid[payment.payer] -= payment.amount
        paid[payment.payee] += payment.amount
        body = do.models.Paid(amount=payment.amount)
        do.ask("ledger", "pay", club_id, payment.id, body=body, key=f"pay {payment.id}")
    assert paid == owed
    assert paid["Anna"] < 0
    assert do.ask("ledger", "get_settlement", club_id, night_id).parsed.done


def fetch_the_document(do: Operations, club_id: Any, night_id: Any) -> None:
    body = do.models.NewDocument.from_dict({"language": "de"})
    job = do.ask("documents", "request_document", club_id, night_id, body=body).parsed
    while job.state in ("queued", "running"):
        time.sleep(0.2)
        job = do.ask("documents", "get_job", club_id, job.id).parsed
    answer = do.ask("documents", "get_document", club_id, job.id)
    assert answer.parsed.payload.read(5) == b"%PDF-"
    assert "Kartenrunde-Post-Spielabend-1-" in answer.headers["Content-Disposition"]
