#!/usr/bin/env python3
"""Checks the evidence of a document: that the files belong together, and what the key in keys.json signed.

    python3 verify.py [FOLDER] [--original FILE] [--keys FILE]

FOLDER is the folder of this file unless told. --original names the file as it was sent; --keys the key set of the
service, from where it publishes it. It takes Python 3.8 or newer and nothing else, no network among it. The exit code
is 0 when everything fits, 1 when something does not, and 2 when the folder is no evidence.
"""

import argparse
import base64
import hashlib
import json
import os
import sys

# The curve P-256 (FIPS 186-5): y^2 = x^3 - 3x + B modulo P, with the base point G of order N.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
PIECE = 1024 * 1024
STATEMENT_TYPE = "application/vnd.in-toto+json"


def added(a, b):
    """The sum of two points; None is the point at infinity."""
    if a is None or b is None:
        return b if a is None else a
    if a[0] == b[0] and (a[1] + b[1]) % P == 0:
        return None
    if a == b:
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P) % P
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P) % P
    x = (slope * slope - a[0] - b[0]) % P
    return (x, (slope * (a[0] - x) - a[1]) % P)


def times(factor, point):
    result = None
    while factor:
        if factor & 1:
            result = added(result, point)
        point = added(point, point)
        factor >>= 1
    return result


def is_signed(key, r, s, message):
    """ECDSA with SHA-256 (FIPS 186-5, 6.4.2)."""
    if not (0 < r < N and 0 < s < N):
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, N)
    point = added(times(digest * inverse % N, G), times(r * inverse % N, key))
    return point is not None and point[0] % N == r


def der_integers(der):
    """SEQUENCE { r INTEGER, s INTEGER } of RFC 3279, 2.2.3."""
    numbers = []
    rest = der[2:] if len(der) > 2 and der[0] == 0x30 and der[1] == len(der) - 2 else b""
    while len(rest) > 2 and rest[0] == 2 and rest[1] <= len(rest) - 2:
        numbers.append(int.from_bytes(rest[2 : 2 + rest[1]], "big"))
        rest = rest[2 + rest[1] :]
    return numbers if len(numbers) == 2 and not rest else [0, 0]


def unpadded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_named(key_set, kid):
    """The point of the key; None where the set has no such key, or what it has is none of the curve."""
    for key in key_set["keys"]:
        if key["kid"] == kid and key["kty"] == "EC" and key["crv"] == "P-256":
            x, y = (int.from_bytes(unpadded(key[name]), "big") for name in ("x", "y"))
            thumbprint = json.dumps({name: key[name] for name in ("crv", "kty", "x", "y")}, separators=(",", ":"))
            named = base64.urlsafe_b64encode(hashlib.sha256(thumbprint.encode()).digest()).decode().rstrip("=")
            if named == kid and x < P and y < P and (y * y - x * x * x + 3 * x - B) % P == 0:
                return (x, y)
    return None


class Findings:
    """What was checked and what does not fit, told as it is found."""

    def __init__(self):
        self.failures = 0

    def check(self, holds, good, bad):
        self.failures += not holds
        print(("ok      " + good) if holds else ("FAILED  " + bad))


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(PIECE), b""):
            digest.update(piece)
    return digest.hexdigest()


def read_text(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def unambiguous(pairs):
    """Programs differ in which of two members of one name they read."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object names a member twice")
    return members


def json_of(text):
    return json.loads(text, object_pairs_hook=unambiguous)


def check_original(expected, path, findings):
    if path is None:
        print("note    the original was not looked at: name it by --original")
        return
    findings.check(sha256_of(path) == expected, "the original is the file that was sent", "the original is another file")


def check_attestation(attestation, key, findings):
    signature = base64.b64decode(attestation["signature"]["value"])
    unsigned = {name: value for name, value in attestation.items() if name != "signature"}
    payload = json.dumps(unsigned, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    holds = is_signed(key, *der_integers(signature), payload)
    findings.check(holds, "attestation.jsonld: the signature holds", "attestation.jsonld was altered, or another key signed it")


def check_certificate(text, subject, kid, key, findings):
    """JWS in compact serialization (RFC 7515), ES256."""
    header, claims, signature = text.strip().split(".")
    numbers = unpadded(signature)
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    said = json_of(unpadded(header))
    holds = said["alg"] == "ES256" and said["kid"] == kid and is_signed(key, r, s, (header + "." + claims).encode())
    findings.check(holds, "certificate.jws: the signature holds", "certificate.jws was altered, or another key signed it")
    claimed = json_of(unpadded(claims))
    same = all(claimed[name] == subject[name] for name in ("originalSha256", "normalizedSha256", "contentHash"))
    findings.check(same, "certificate.jws is about the same document", "certificate.jws is about another document")


def check_envelope(envelope, subject, kid, key, findings):
    """DSSE version 1."""
    payload = base64.b64decode(envelope["payload"])
    message = b"DSSEv1 %d %s %d " % (len(STATEMENT_TYPE), STATEMENT_TYPE.encode(), len(payload)) + payload
    signatures = [base64.b64decode(one["sig"]) for one in envelope["signatures"] if one["keyid"] == kid]
    holds = any(is_signed(key, *der_integers(one), message) for one in signatures)
    holds = holds and envelope["payloadType"] == STATEMENT_TYPE
    findings.check(holds, "attestation.dsse.json: the signature holds", "attestation.dsse.json was altered, or another key signed it")
    same = json_of(payload)["predicate"]["subject"] == subject
    findings.check(same, "attestation.dsse.json is about the same document", "attestation.dsse.json is about another document")


def check_all(folder, original, keys, findings):
    submission = json_of(read_text(folder, "submission.json"))
    expected = submission["original"]["sha256"]
    listed = read_text(folder, "original.sha256").split()[0]
    findings.check(listed == expected, "submission.json names the same original", "submission.json names another original")
    check_original(listed, original, findings)
    if submission["normalized"] is None:
        print("note    the document ended %s: there is no output, and nothing is signed" % submission["status"])
        return
    attestation = json_of(read_text(folder, "attestation.jsonld"))
    subject = attestation["subject"]
    kid = attestation["issuer"]["publicKeyId"]
    findings.check(subject["originalSha256"] == listed, "the attestation is about this original", "the attestation is about another original")
    found = sha256_of(os.path.join(folder, "normalized.pdf"))
    findings.check(found == subject["normalizedSha256"], "normalized.pdf is the document of the attestation", "normalized.pdf is another document: its hash is not that of the attestation")
    outputs = (submission["normalized"]["sha256"], json_of(read_text(folder, "report.json"))["outputHash"][7:])
    same = all(sha256 == subject["normalizedSha256"] for sha256 in outputs)
    findings.check(same, "submission.json and report.json name the same output", "submission.json or report.json is about another output")
    key = key_named(json_of(read_text(*keys)), kid)
    findings.check(key is not None, "the key set has the key " + kid, "the key set has no key " + kid)
    if key is not None:
        check_attestation(attestation, key, findings)
        check_certificate(read_text(folder, "certificate.jws"), subject, kid, key, findings)
        check_envelope(json_of(read_text(folder, "attestation.dsse.json")), subject, kid, key, findings)


def main():
    parser = argparse.ArgumentParser(description="Checks the evidence of a document.")
    parser.add_argument("folder", nargs="?", default=os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--original", help="the file as it was sent")
    parser.add_argument("--keys", help="the key set of the service, from where it publishes it")
    wishes = parser.parse_args()
    if not os.path.isfile(os.path.join(wishes.folder, "original.sha256")):
        print("%s is no evidence: it has no original.sha256" % wishes.folder)
        return 2
    findings = Findings()
    keys = ("", wishes.keys) if wishes.keys else (wishes.folder, "keys.json")
    try:
        check_all(wishes.folder, wishes.original, keys, findings)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        findings.check(False, "", "a file is missing or is not what it should be: %s" % error)
    if not wishes.keys and os.path.isfile(os.path.join(wishes.folder, "keys.json")):
        print("note    keys.json came with the rest: it does not show who signed. See HOW-TO-VERIFY.txt")
    print("Everything fits." if findings.failures == 0 else "Checks that FAILED: %d." % findings.failures)
    return 0 if findings.failures == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
