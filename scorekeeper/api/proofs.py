"""The ledger proved by a worker: asked for, watched, and where a printed hash stands in it."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import refuses
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_proofs
from scorekeeper.services import proving
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("proofs", "The ledger proved, and hashes from paper looked up in it.")


@resources.get(CLUB + "/chain-head")
@needs(Action.VERIFY)
@resources.answers(200, api_proofs.HEAD)
def get_head(club_id: str) -> Any:
    """Return the last entry of the ledger, whose hash stands for all before it."""
    return proving.get_head(desk(), club_id=club_id)


@resources.post(CLUB + "/proofs")
@heavy
@needs(Action.VERIFY)
@refuses(ErrorCode.VALUE_INVALID)
@resources.takes(api_proofs.NewProof, example={"printed": "9f86 d081 884c"})
@resources.answers(202, api_proofs.ProofJob)
def request_proof(told: dict[str, Any], club_id: str) -> Any:
    """Ask for the whole ledger to be proved; while that goes on it is the same job."""
    made = proving.request_proof(desk(), club_id=club_id, printed=told["printed"])
    return made, {"Location": f"{request.path}/{made.id}", "Retry-After": "1"}


@resources.get(CLUB + "/proofs/<id:proof_id>")
@needs(Action.VERIFY)
@resources.answers(200, api_proofs.ProofJob)
def get_proof(club_id: str, proof_id: str) -> Any:
    """Return how far a proof is, and what it says when it is done."""
    return proving.get_proof(desk(), club_id=club_id, job_id=proof_id)
