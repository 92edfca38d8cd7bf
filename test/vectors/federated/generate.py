"""Makes messages.json: documents, signatures, ids, infos, row keys and a sealed report of a federation, by Python's own cryptography.

Run: python3 generate.py > messages.json (needs the package `cryptography`).
"""
import hashlib
import hmac
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def signed_input(kind, payload):
    return b"croupier-v1/" + kind.encode() + b"\0" + payload.encode()


def document(kind, value):
    payload = canonical(value)
    signed = signed_input(kind, payload)
    return {
        "type": kind,
        "value": value,
        "payload": payload,
        "id": hashlib.sha256(signed).hexdigest(),
        "signature": KEY.sign(signed).hex(),
    }


def raw(public):
    return public.public_bytes(Encoding.Raw, PublicFormat.Raw)


def extract(salt, suite, label, key):
    return hmac.new(salt or bytes(32), b"HPKE-v1" + suite + label + key, hashlib.sha256).digest()


def expand(key, suite, label, info, length):
    labelled = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.new(key, labelled + b"\1", hashlib.sha256).digest()[:length]


def seal(ephemeral, recipient, info, plaintext):
    """RFC 9180, base mode: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM."""
    kem, suite = b"KEM\0\x20", b"HPKE\0\x20\0\1\0\1"
    enc = raw(ephemeral.public_key())
    shared = ephemeral.exchange(recipient)
    secret = expand(extract(b"", kem, b"eae_prk", shared), kem, b"shared_secret", enc + raw(recipient), 32)
    context = b"\0" + extract(b"", suite, b"psk_id_hash", b"") + extract(b"", suite, b"info_hash", info)
    secret = extract(secret, suite, b"secret", b"")
    key, nonce = expand(secret, suite, b"key", context, 16), expand(secret, suite, b"base_nonce", context, 12)
    return enc + AESGCM(key).encrypt(nonce, plaintext, b"")


def rows():
    announcement, slot = hashlib.sha256(b"announcement").digest(), 3
    order, sealed = hashlib.sha256(b"order").digest(), bytes(range(49))
    study, credential = hashlib.sha256(b"study").hexdigest(), hashlib.sha256(b"credential").digest()
    place = slot.to_bytes(2, "big")

    def key(name):
        return hmac.new(order, place + name, hashlib.sha256).digest()[:16].hex()

    return {
        "announcement": announcement.hex(),
        "slot": slot,
        "info": (b"croupier-v1/report\0" + announcement + place).hex(),
        "orderKey": order.hex(),
        "sealed": sealed.hex(),
        "report": key(b"r" + hashlib.sha256(sealed).digest()),
        "dummy": key(b"d" + (258).to_bytes(4, "big")),
        "study": study,
        "credential": credential.hex(),
        "digest": hashlib.sha256(b"croupier-v1/credential/" + study.encode() + b"\0" + credential).hexdigest(),
    }


def sealed_report(info):
    recipient = X25519PrivateKey.from_private_bytes(hashlib.sha256(b"recipient").digest())
    ephemeral = X25519PrivateKey.from_private_bytes(hashlib.sha256(b"ephemeral").digest())
    return {
        "privateKey": hashlib.sha256(b"recipient").hexdigest(),
        "publicKey": raw(recipient.public_key()).hex(),
        "info": info,
        "sealed": seal(ephemeral, recipient.public_key(), bytes.fromhex(info), b"\x02").hex(),
        "plaintext": "02",
    }


ROWS = rows()
print(
    json.dumps(
        {
            "source": "an independent program: generate.py beside this file",
            "privateKey": bytes(range(32)).hex(),
            "publicKey": raw(KEY.public_key()).hex(),
            "documents": [
                document("opening", {"closesAt": 1800000060000, "announcement": "ab" * 32}),
                document("cancellation", {"announcement": "cd" * 32, "reason": "floor"}),
                document("study", {"title": "Où? \u2028 \"quoted\" \\ \u001f", "list": [1, 2.5, True, None], "a": {"z": 1, "b": []}}),
            ],
            "rows": ROWS,
            "sealed": sealed_report(ROWS["info"]),
        },
        indent=1,
        ensure_ascii=True,
    )
)
