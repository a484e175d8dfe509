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
    """The operations of the generated package by name, and its models."""

    def __init__(self, package: ModuleType) -> None:
        self.models: Any = importlib.import_module(f"{package.__name__}.models")
        self._package = package.__name__

    def ask(self, client: Any, noun: str, name: str, *ids: object, **more: Any) -> Any:
        """Ask and return the answer, which is a success."""
        path = f"{self._package}.api.{noun}.api_{noun}_{name}"
        answer = importlib.import_module(path).sync_detailed(*ids, client=client, **more)
        assert answer.status_code < 400, (name, answer.content)
        return answer


def test_it_founds_a_club_and_plays_a_night(generated: ModuleType, service: Service) -> None:
    do, package = Operations(generated), generated
    models = do.models
    with package.Client(base_url=service.url) as host:
        body = models.NewClub(name="Kartenrunde Post")
        club = do.ask(
            host, "clubs", "found_club", body=body, idempotency_key="evening-of-found-1"
        ).parsed
        body = models.NewToken(
            name="Am Tisch", scopes=[models.NewTokenScopesItem(one) for one in SCOPES]
        )
        token = do.ask(host, "tokens", "create_token", club.id, body=body).parsed
    assert isinstance(token, models.MadeToken)

    with package.AuthenticatedClient(base_url=service.url, token=token.text) as client:
        body = models.QuickNight.from_dict(
            {"names": ["Anna", "Bert", "Caro"], "game": "bolachen", "tariff": 10}
        )
        answer = do.ask(
            client,
            "nights",
            "quick_night",
            club.id,
            body=body,
            idempotency_key="evening-of-night-1",
        )
        table, night_id = answer.parsed, answer.parsed.night.id
        people = {person.name: person.member_id for person in table.people}
        contract = models.DealRecordContract(
            kind=models.DealRecordContractKind.BRAND, declarer=people["Anna"], trump="H"
        )
        taken = models.DealRecordTricksTaken.from_dict({people["Anna"]: 7})
        said = models.DealRecord(contract=contract, tricks_taken=taken)
        body = models.NewDeal(said=said)
        for _ in range(2):  # the second is a retry, and counts once
            answer = do.ask(
                client,
                "deals",
                "record",
                club.id,
                table.id,
                body=body,
                idempotency_key="evening-of-deal-1",
            )
        deal = answer.parsed
        assert isinstance(deal, models.Deal)
        assert deal.said.contract.declarer == people["Anna"]
        assert sum(deal.changes.to_dict().values()) == 0
        # A Brand is worth its multiple of 10 cents, of each of two defenders.
        assert deal.changes[people["Anna"]] == -2 * deal.changes[people["Bert"]] > 0

        read = do.ask(client, "deals", "get_deal", club.id, deal.id)
        body = models.WrittenCorrection(
            said=models.DealRecord(
                contract=contract,
                tricks_taken=models.DealRecordTricksTaken.from_dict({people["Anna"]: 2}),
            ),
            reason="Verzählt",
        )
        corrected = do.ask(
            client,
            *("deals", "correct", club.id, deal.id),
            body=body,
            if_match=read.headers["ETag"],
            idempotency_key="evening-of-correct-1",
        ).parsed
        assert corrected.changes[people["Anna"]] < 0

        do.ask(
            client,
            *("nights", "close_night", club.id, night_id),
            idempotency_key="evening-of-close-1",
        )
        body = models.Proposal()
        settled = do.ask(
            client,
            *("ledger", "propose", club.id, night_id),
            body=body,
            idempotency_key="evening-of-settle",
        ).parsed
        owed = {one.member.name: one.cents for one in settled.balances}
        paid = dict.fromkeys(people, 0)
        for payment in settled.transfers:
            assert payment.amount > 0
            paid[payment.payer] -= payment.amount
            paid[payment.payee] += payment.amount
            do.ask(
                client,
                *("ledger", "pay", club.id, payment.id),
                body=models.Paid(amount=payment.amount),
                idempotency_key=f"pay-{payment.id}",
            )
        assert paid == owed
        assert do.ask(client, "ledger", "get_settlement", club.id, night_id).parsed.done

        body = models.NewDocument.from_dict({"language": "de"})
        job = do.ask(client, "documents", "request_document", club.id, night_id, body=body).parsed
        while job.state in ("queued", "running"):
            time.sleep(0.2)
            job = do.ask(client, "documents", "get_job", club.id, job.id).parsed
        answer = do.ask(client, "documents", "get_document", club.id, job.id)
        assert answer.parsed.payload.read(5) == b"%PDF-"
        assert "Kartenrunde-Post-Spielabend-1-" in answer.headers["Content-Disposition"]
