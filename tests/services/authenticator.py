"""An authenticator in a few lines, by the letter of WebAuthn Level 2: makes keys and signs."""

import json
import os
from base64 import urlsafe_b64decode
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(told: str) -> bytes:
    return urlsafe_b64decode(told + "=" * (-len(told) % 4))


class Authenticator:
    """Holds one key; `verified` says whether it asked for a finger."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = os.urandom(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.verified = True

    def make(self, options: str) -> str:
        """Answer a question for a new key."""
        asked = json.loads(options)
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(asked["rp"]["id"], ATTESTED) + attested
        whole = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", asked["challenge"])
        return self._answer(clientDataJSON=text(client), attestationObject=text(whole))

    def sign(self, options: str) -> str:
        """Answer who is there."""
        asked = json.loads(options)
        self.count += 1
        data = self._data(asked["rpId"], 0)
        client = self._client("webauthn.get", asked["challenge"])
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=text(client), authenticatorData=text(data), signature=text(signature)
        )

    def _data(self, domain: str, more: int) -> bytes:
        flags = PRESENT | more | (VERIFIED if self.verified else 0)
        return sha256(domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _answer(self, **response: Any) -> str:
        return json.dumps(
            {
                "id": text(self.id),
                "rawId": text(self.id),
                "type": "public-key",
                "response": response,
                "clientExtensionResults": {},
            }
        )
