#!/usr/bin/env python3
"""Checks the evidence of a document: that the files belong together, and what the key in keys.json signed.

    python3 verify.py [EVIDENCE] [--original FILE] [--keys FILE] [--json]

EVIDENCE is the ZIP file, or the folder that was unpacked from it: the folder of this file by default. --original names the
file as it was sent, by default original.pdf beside the rest; --keys names the key set of the service, from where it publishes
it. --json prints the outcome, the codes of the checks that do not hold, and the signed verdict on the original. It takes Python 3.8 or newer and nothing else, no
network among it. The exit code is 0 when everything that is signed fits, 1 when something does not, and 2 when this is no
evidence, files in it are not signed, or another program packed it so that this program does not unpack it.
"""

import sys

# Of Python itself alone: whoever made this folder could have put a module beside this program.
if __name__ == "__main__" and not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    del sys.path[0]

import argparse
import base64
import datetime
import hashlib
import io
import json
import os
import re
import struct
import unicodedata
import zlib

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
IN_TOTO_TYPE = "https://in-toto.io/Statement/v1"
ATTESTATION_TYPE_PATH, FACTS_TYPE_PATH = "/ns/attestation/v1", "/ns/facts/v1"
ALGORITHM = "ECDSA-P256-SHA256"
KEY_SET_PATH = "/.well-known/attestation-keys.json"
# The clocks of two computers may differ by this much, and workers that are being replaced sign for a while with the old key.
CLOCKS = datetime.timedelta(minutes=10)
AFTER_RETIREMENT = datetime.timedelta(hours=24)

# The least an attestation has; what else the signed parts have is under the signature.
SHAPE = {
    "@context": str,
    "@type": str,
    "version": str,
    "attestationId": str,
    "issuedAt": str,
    "issuer": {"name": str, "url": str, "publicKeyId": str},
    "subject": {
        "originalSha256": str,
        "originalSizeBytes": int,
        "normalizedSha256": str,
        "normalizedSizeBytes": int,
        "contentHash": str,
    },
    "processing": {
        "toolchainVersion": str,
        "engineVersion": str,
        "pipelineSpec": str,
        "dockerImageDigest": str,
        "processingTimeMs": int,
    },
    "findings": {"healthScore": int, "contentRemoved": list, "structuralRepairs": list, "warningCount": int},
    "signature": {"algorithm": str, "value": str, "publicKeyCertificate": str},
}

PROGRAM = "verify.py"
# SHA-256 of this program in earlier versions, which lies in evidence from before.
EARLIER_PROGRAMS = (
    "5896cc9077c772637f9d4b3fc2a587c1f21c2e6ff79f8779f8eff403329e52f6",
    "fb198343e853f1fe10c71aca7531d764e21e9e1e6cfff522275b17991f43d203",
    "dca9d7652dfe01a8d2c41b924024a43ced57e3472b3e450dae4e041aea0ffc7e",
    "a9bb8e0cd68f3435b7dc0ebfa272b09963911a36a1f436d580ce45275c53aacb",
    "c6178e30580c483b660a1f65cbc1a93459ae41310b2e06e5114ee02ffeb200fe",
    "07cb34dc00ccbe50608c113095ec37d9a77dfdea71c5cb48409bce171b7be51f",
    "cb8f6c06b22865496e1f05403762f84c3d8d2b969ac85014bb01a8955f058897",
    "c6bfa67a55f4081e4ebc4251cea92f7ba5e046cb4d10cf215b51c9e3e1e896a7",
)
GUIDE = "HOW-TO-VERIFY.txt"
# SHA-256 of that text in this version and the earlier ones.
GUIDES = (
    "aff293feecdd4aead004273c1ca041d8fe42ffe47d412a3ca89e74810ba98f59",
    "317649c4660e25adc264ec220b0f4ba4db8763b1e6962205e13b9fcd1e498aa9",
    "49efd2e3d488c4ecfecf9cfbc295236142a1222ebb27957fc20481c00e929268",
    "db78a12b72e10be0d5ff7151a0cd3090f155df39f0e3525a2d5face525368431",
    "e8e4d4944ab09b1b45c58ce86dc024abc269688763b91f2f2e377dcc99ce0a00",
)
OF_EVIDENCE = ("original.sha256", "submission.json", "report.json")
OF_SIGNED_EVIDENCE = OF_EVIDENCE + ("keys.json",)
ATTESTED = ("attestation.jsonld", "attestation.dsse.json", "certificate.jws")
OF_AN_OUTPUT = OF_SIGNED_EVIDENCE + ATTESTED
RENDERINGS = ("submission.json", "report.json", "revisions.json")
FACTS, FACTS_ENVELOPE = "facts.json", "facts.dsse.json"
# One of these makes evidence of an archive or a folder.
MARKS = OF_EVIDENCE + ATTESTED + (FACTS, FACTS_ENVELOPE)
# From the best to the worst.
LEVELS = ("good", "neutral", "caution", "danger")
VERDICT_KIND = re.compile(r"[a-z_]{1,60}\Z")
NAMES = OF_AN_OUTPUT + ("normalized.pdf", "original.pdf", "revisions.json", FACTS, FACTS_ENVELOPE, PROGRAM, GUIDE)
# The members of submission.json and report.json that are facts. Facts of another version may have fewer, or others.
OF_THE_RESULT = (
    "submissionId", "status", "completedAt", "processingTimeMs", "original", "normalized", "security", "validation",
    "tamperAnalysis", "warnings", "failure", "verdict",
)
OF_THE_REPORT = (
    "submissionId", "processingTimeMs", "stages", "warnings", "revisions", "embeddedFiles", "pages", "pageFingerprintAlgorithm",
    "verdict",
)
MAX_NAMED = 20
# What macOS puts into archives: AppleDouble, and the file .DS_Store.
CLUTTER = (b"\x00\x05\x16\x07", b"\x00\x00\x00\x01Bud1")

# ZIP files (APPNOTE 6.3.10).
LOCAL, CENTRAL, END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
DESCRIPTOR, END_64, LOCATOR_64 = b"PK\x07\x08", b"PK\x06\x06", b"PK\x06\x07"
RECORD = re.compile(rb"PK(?:\x01\x02|\x03\x04|\x05\x06|\x06[\x06\x07]|\x07\x08)")
STORED, DEFLATED = 0, 8
DESCRIBED, UTF8 = 1 << 3, 1 << 11
KNOWN_FLAGS = DESCRIBED | UTF8 | 0b110
HARMLESS_EXTRA_FIELDS = (0x000A, 0x5455, 0x5855, 0x7875)
# They can make a link of a file (4.5.7 and 4.6).
LINKING_EXTRA_FIELDS = (0x000D, 0x756E)
# Sizes of eight bytes (4.5.3), in place of sizes of four that have all bits set. The last record may have them too (4.3.14).
ZIP64, IN_ZIP64, COUNT_IN_ZIP64 = 0x0001, 0xFFFFFFFF, 0xFFFF
ZIP64_VERSION = struct.pack("<H", 45)
# A name in UTF-8 behind a byte for the version and four for a checksum (4.6.9).
UNICODE_PATH, UNICODE_PATH_HEADER = 0x7075, 5
# Text of a comment in which no program finds a record, or the end of a PDF.
PLAIN_COMMENT = re.compile(rb"[A-Za-z0-9_ .,:;()'+-]*")
MAX_COMMENT = 0xFFFF
# Of Unicode's private use, which no system folds: letters of names whose encoding is not known.
PRIVATE = 0xE000
MAX_EXTRA_BYTES = 128
MAX_ENTRIES = 100
MAX_BYTES = 512 * 1024 * 1024
# PDFium, the reader in Chrome, takes these letters for a header.
PDF_HEADER = re.compile(rb"%(?:!PS-Adobe-\d\.\d )?PDF")
PDF_IN_JSON = re.compile(rb"PDF-\d|[%]PDF(?!-)")
PDF_HEADER_WITHIN = 1024
PDF_WINDOW = 8192
# A version as VMS has it, which Info-ZIP leaves out of the name; and a name by which Windows may know a longer one.
OTHER_NAMES = re.compile(r".*;\d*|[^.~]{1,6}~\d+(?:\.[^.]{0,3})?", re.DOTALL | re.ASCII)
MODULE = re.compile(r"\.pyw?$")
# Programs differ in how deep a JSON text may be.
MAX_DEPTH = 64
JSON_STRUCTURE = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]', re.DOTALL)
JSON_BLANKS = " \t\r\n"
HASH_LINE = re.compile(r"(\S{64})(?:[ \t\r\n]|$)")
CERTIFICATE = re.compile(r"([\w-]+)\.([\w-]+)\.([\w-]{86})", re.ASCII)


# What reading files of anybody may raise.
UNEXPECTED = (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, struct.error)


class Refused(ValueError):
    """An archive out of which programs may unpack different files."""


class Repacked(Exception):
    """An archive as other programs pack it, out of which this one does not unpack the files."""


def doubled(point):
    """Points are in Jacobian coordinates, which need no inverse: (X, Y, Z) is (X / Z^2, Y / Z^3). None is the point at infinity."""
    if point is None or point[1] == 0:
        return None
    x, y, z = point
    square = y * y % P
    s = 4 * x * square % P
    m = 3 * (x - z * z) * (x + z * z) % P
    x3 = (m * m - 2 * s) % P
    return (x3, (m * (s - x3) - 8 * square * square) % P, 2 * y * z % P)


def added(a, b):
    """The sum of two points."""
    if a is None or b is None:
        return b if a is None else a
    a_square, b_square = a[2] * a[2] % P, b[2] * b[2] % P
    u1, u2 = a[0] * b_square % P, b[0] * a_square % P
    s1, s2 = a[1] * b_square * b[2] % P, b[1] * a_square * a[2] % P
    h, r = (u2 - u1) % P, (s2 - s1) % P
    if h == 0:
        return doubled(a) if r == 0 else None
    cube, v = h * h * h % P, u1 * h * h % P
    x = (r * r - cube - 2 * v) % P
    return (x, (r * (v - x) - s1 * cube) % P, h * a[2] * b[2] % P)


def times(factor, point):
    result, power = None, (point[0], point[1], 1)
    while factor:
        if factor & 1:
            result = added(result, power)
        power = doubled(power)
        factor >>= 1
    return result


def is_signed(key, r, s, message):
    """ECDSA with SHA-256 (FIPS 186-5, 6.4.2)."""
    if not (0 < r < N and 0 < s < N):
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, N)
    point = added(times(digest * inverse % N, G), times(r * inverse % N, key))
    if point is None:
        return False
    x = point[0] * pow(point[2] * point[2], -1, P) % P
    return x % N == r


def is_signed_by_any_form(key, signature, message):
    """In r and s one after the other (JOSE), or in DER (openssl, most libraries)."""
    halves = (int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big"))
    forms = ([halves] if len(signature) == 64 else []) + [der_integers(signature)]
    return any(is_signed(key, r, s, message) for r, s in forms)


def der_integers(der):
    """SEQUENCE { r INTEGER, s INTEGER } of RFC 3279, 2.2.3, in its shortest form."""
    numbers = []
    rest = der[2:] if len(der) > 2 and der[0] == 0x30 and der[1] == len(der) - 2 else b""
    while len(rest) > 2 and rest[0] == 2 and 0 < rest[1] <= len(rest) - 2:
        content = rest[2 : 2 + rest[1]]
        if content[0] >= 0x80 or (content[0] == 0 and (len(content) == 1 or content[1] < 0x80)):
            break
        numbers.append(int.from_bytes(content, "big"))
        rest = rest[2 + rest[1] :]
    return tuple(numbers) if len(numbers) == 2 and not rest else (0, 0)


def decoded(text):
    """Base64 that is exactly what encoding gives."""
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise ValueError("a text in Base64 is not what encoding gives")
    return data


def unpadded(text):
    return decoded(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))


def encoded_hash(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def entry_named(key_set, kid):
    return next((key for key in key_set["keys"] if isinstance(key, dict) and key.get("kid") == kid), None)


def point_of(key, kid):
    """The point of the key; None where it is none of the curve, or has the name of another key (RFC 7638)."""
    if key is None or key["kty"] != "EC" or key["crv"] != "P-256":
        return None
    coordinates = [unpadded(key[name]) for name in ("x", "y")]
    x, y = (int.from_bytes(one, "big") for one in coordinates)
    members = {name: key[name] for name in ("crv", "kty", "x", "y")}
    is_named = encoded_hash(json.dumps(members, separators=(",", ":"))) == kid
    is_on_curve = x < P and y < P and (y * y - x * x * x + 3 * x - B) % P == 0
    return (x, y) if is_named and is_on_curve and all(len(one) == 32 for one in coordinates) else None


def say(text):
    """Anybody may have written a part of the text: it stays in one line, and a terminal takes nothing in it for a command."""
    print("".join(letter if letter.isprintable() else "?" for letter in text))


class Findings:
    """What was checked and what does not fit, told as it is found. The code of a check is that of the page /verify."""

    def __init__(self, tell=say):
        self.tell = tell
        # Codes of what does not hold, and of what could not be checked; names of files that are not signed.
        self.failed = []
        self.unchecked = []
        self.unsigned = []
        # The worst of the signed verdicts about the original; None where nothing that holds signs one.
        self.verdict = None

    def check(self, code, holds, good, bad):
        if not holds:
            self.failed.append(code)
        self.tell(("ok      " + good) if holds else ("FAILED  " + bad))

    def note(self, text):
        self.tell("note    " + text)

    def note_verdict(self, verdict):
        """A level that this program does not know is a reason to read the verdict."""
        said = verdict if isinstance(verdict, dict) else {}
        kind, level = said.get("kind"), said.get("level")
        is_kind = isinstance(kind, str) and VERDICT_KIND.match(kind)
        found = {"kind": kind if is_kind else "", "level": level if level in LEVELS else "caution"}
        if self.verdict is None or LEVELS.index(found["level"]) > LEVELS.index(self.verdict["level"]):
            self.verdict = found

    def not_signed(self, code, name):
        self.unchecked.append(code)
        self.unsigned.append(name)
        self.tell("UNSIGNED " + name + " is not signed: anybody may have changed it")

    def guard(self, code, check, *args):
        """Runs a check. Files that are not what they should be may break it in any way."""
        try:
            return check(*args, self)
        except UNEXPECTED as error:
            self.check(code, False, "", "a file is missing or is not what it should be: %s" % error)
            return None


class Folder:
    """Evidence that was unpacked."""

    def __init__(self, path):
        self.path = path

    def has(self, name):
        return os.path.isfile(os.path.join(self.path, name))

    def open(self, name):
        return open(os.path.join(self.path, name), "rb")

    def is_this_program(self):
        return self.has(PROGRAM) and os.path.samefile(os.path.join(self.path, PROGRAM), __file__)

    def others(self):
        """A person knows what else is in a folder of their own."""
        return []


class Archive:
    """Evidence as one ZIP file."""

    def __init__(self, path):
        if os.path.getsize(path) > MAX_BYTES:
            raise Refused("it is larger than %d bytes" % MAX_BYTES)
        with open(path, "rb") as file:
            data = file.read()
        entries, unusual = entries_of(data)
        names = [entry[0].rpartition("/")[2] for entry in entries if not entry[0].endswith("/")]
        require_names_of_evidence(names)
        if unusual:
            raise Repacked(unusual[0])
        self.files = {}
        self.rest = []
        for inner, content in contents_of(data, entries):
            name = inner.rpartition("/")[2]
            if known_name(name) is None:
                self.rest.append((name, content))
            else:
                self.files[known_name(name)] = content

    def has(self, name):
        return name in self.files

    def open(self, name):
        if name not in self.files:
            raise OSError("there is no %s" % name)
        return io.BytesIO(self.files[name])

    def is_this_program(self):
        return False

    def others(self):
        return self.rest


def known_name(name):
    """The name of evidence that some file system takes the name for; None where there is none."""
    return KNOWN.get(same_on_every_system(name))


def require_names_of_evidence(names):
    known = [known_name(name) for name in names if known_name(name) is not None]
    if len(set(known)) < len(known):
        raise Refused("two files in it have the same name")
    for name in names:
        if known_name(name) is None and MODULE.search(same_on_every_system(name)):
            raise Refused("%s in it may run in place of a part of %s" % (name, PROGRAM))


def end_of(data):
    """Where the last record of the archive begins, with nothing but a comment behind it; None where there is none."""
    at = len(data) - 22
    last = max(0, at - MAX_COMMENT)
    while at >= last:
        if data[at : at + 4] == END and at + 22 + struct.unpack("<H", data[at + 20 : at + 22])[0] == len(data):
            return at
        at -= 1
    return None


def note_comment(comment, unusual):
    if comment and not PLAIN_COMMENT.fullmatch(comment):
        raise Refused("bytes in it belong to none of its files")
    if comment:
        unusual.append("it has a comment")


def entries_of(data):
    """The entries of an archive out of which every other program unpacks the same files, and what is unusual about it.

    Programs differ in whether they read the header before a file or the directory behind all files, and in what they make of
    names. So both headers must agree in every field, the records must fill the archive from its first byte to its last in the
    order of the directory, and no two names may become one.
    """
    unusual = []
    end = end_of(data)
    if end is None:
        raise Refused("it is damaged, or bytes follow it")
    note_comment(data[end + 22 :], unusual)
    count, directory, end = directory_of(data, end, unusual)
    entries = []
    at, following = directory, 0
    for _ in range(count):
        entry, offset, length, at = entry_at(data, at, end, unusual)
        if offset != following:
            raise Refused("bytes in it belong to none of its files")
        following = offset + length
        entries.append(entry)
    if following != directory or at != end:
        raise Refused("bytes in it belong to none of its files")
    if count > MAX_ENTRIES:
        unusual.append("it has more than %d files" % MAX_ENTRIES)
    require_different_paths([entry[0] for entry in entries])
    require_no_pdf(data, entries)
    return entries, unusual


def directory_of(data, end, unusual):
    """How many files there are, and where the directory begins and ends: before the last record, or before the one of eight bytes."""
    disks, count, total, size, directory = struct.unpack("<IHHII", data[end + 4 : end + 20])
    is_whole = disks == 0 and count == total
    locator = end - 20
    if locator >= 0 and data[locator : locator + 4] == LOCATOR_64:
        short = (count, size, directory)
        end = locator - 56
        record = struct.unpack("<4sQHHIIQQQQ", data[end:locator]) if end >= 0 else (None,) * 10
        count, total, size, directory = record[6:]
        is_whole = is_whole and record[:2] == (END_64, 44) and record[4:6] == (0, 0) and count == total
        is_whole = is_whole and struct.unpack("<IQI", data[locator + 4 : locator + 20]) == (0, end, 1)
        limits = (COUNT_IN_ZIP64, IN_ZIP64, IN_ZIP64)
        is_whole = is_whole and all(one in (limit, long) for one, limit, long in zip(short, limits, (count, size, directory)))
        unusual.append("it has sizes of eight bytes")
    if not is_whole or directory + size != end:
        raise Refused("its last record is not that of one whole archive")
    return count, directory, end


def entry_at(data, at, end, unusual):
    """One header of the directory, compared with the header before the content."""
    if at + 46 > end or data[at : at + 4] != CENTRAL:
        raise Refused("its directory is damaged")
    version, flags, method, _, _, crc, packed, size, name_bytes, extra_bytes = struct.unpack("<HHHHHIIIHH", data[at + 6 : at + 32])
    comment_bytes, disk, _, attributes, offset = struct.unpack("<HHHII", data[at + 32 : at + 46])
    extra_end = at + 46 + name_bytes + extra_bytes
    after = extra_end + comment_bytes
    if disk or after > end:
        raise Refused("its directory is damaged")
    name = data[at + 46 : at + 46 + name_bytes]
    path = path_in(name, flags, unusual)
    if version > 20 or flags & ~KNOWN_FLAGS or method not in (STORED, DEFLATED):
        unusual.append("it is encrypted, or packed in a way that is not read here")
    note_comment(data[extra_end:after], unusual)
    zip64 = note_extra_fields(data[at + 46 + name_bytes : extra_end], path, unusual)
    size, packed, offset = long_values((size, packed, offset), zip64, path)
    require_plain_file(attributes, size, path)
    if offset + 30 > at or data[offset : offset + 4] != LOCAL:
        raise Refused("%s has no header of its own" % path)
    local_name_bytes, local_extra_bytes = struct.unpack("<HH", data[offset + 26 : offset + 30])
    name_end = offset + 30 + local_name_bytes
    begin = name_end + local_extra_bytes
    described = bool(flags & DESCRIBED)
    content_end = begin + packed
    length = content_end - offset + (descriptor_bytes(data, content_end, (crc, packed, size), unusual) if described else 0)
    zip64 = note_extra_fields(data[name_end:begin], path, unusual)
    # Info-ZIP names the version that reads sizes of eight bytes before the content alone.
    is_version = data[offset + 4 : offset + 6] == data[at + 6 : at + 8]
    is_version = is_version or (zip64 is not None and data[offset + 4 : offset + 6] == ZIP64_VERSION)
    agrees = (
        is_version
        and data[offset + 6 : offset + 14] == data[at + 8 : at + 16]
        and has_sizes(data[offset + 14 : offset + 26], described, zip64, (crc, packed, size), unusual)
        and data[offset + 30 : name_end] == name
        and (not described or length > content_end - offset)
    )
    if not agrees or offset + length > at:
        raise Refused("two places in it say different things of %s" % path)
    if method == STORED and described and RECORD.search(data, begin, begin + packed):
        raise Refused("programs differ in where %s ends; unpack it and give the folder" % path)
    return (path, method, crc, size, begin, begin + packed), offset, length, after


def long_values(values, zip64, path):
    """The values of the directory, of which the extra field has those that four bytes do not hold (4.5.3)."""
    if zip64 is None:
        return values
    count = values.count(IN_ZIP64)
    if len(zip64) != 8 * count:
        raise Refused("two places in it say different things of %s" % path)
    rest = list(struct.unpack("<%dQ" % count, zip64))
    return tuple(rest.pop(0) if value == IN_ZIP64 else value for value in values)


def descriptor_bytes(data, at, values, unusual):
    """How long the descriptor behind the content is (4.3.9): with its signature or without, with sizes of four bytes or eight."""
    if max(values) > IN_ZIP64:
        return 0
    short, long = struct.pack("<III", *values), struct.pack("<IQQ", *values)
    forms = (DESCRIPTOR + short, short, DESCRIPTOR + long, long)
    found = next((form for form in forms if data.startswith(form, at)), b"")
    if found != forms[0]:
        unusual.append("it was packed as a stream")
    return len(found)


def has_sizes(local, described, zip64, values, unusual):
    """Whether checksum and sizes before the content are those of the directory. All are 0 where they follow the content."""
    found = struct.unpack("<III", local)
    if zip64 is not None:
        crc, packed, size = values
        known = ((size, packed), (0, 0)) if described else ((size, packed),)
        checksums = (crc, 0) if described else (crc,)
        is_true = zip64 in [struct.pack("<QQ", *one) for one in known]
        return is_true and found[0] in checksums and found[1:] == (IN_ZIP64, IN_ZIP64)
    if found == values:
        return True
    if any(found):
        unusual.append("it was packed as a stream")
    return described and all(one in (0, value) for one, value in zip(found, values))


def note_extra_fields(extra, path, unusual):
    """Extra fields fill their part of the header, each once (4.5.1). None makes a link of the file or gives it another name.

    Returns the sizes of eight bytes, if there are any.
    """
    found = {}
    at = count = 0
    while at + 4 <= len(extra):
        identifier, length = struct.unpack("<HH", extra[at : at + 4])
        found[identifier] = extra[at + 4 : at + 4 + length]
        count += 1
        at += 4 + length
    clear = at == len(extra) and at <= MAX_EXTRA_BYTES and count == len(found)
    clear = clear and not any(one in LINKING_EXTRA_FIELDS for one in found)
    if not clear or (UNICODE_PATH in found and not is_name_of(found[UNICODE_PATH][UNICODE_PATH_HEADER:], path)):
        raise Refused("the header of %s has a part that programs read differently" % path)
    if any(one not in HARMLESS_EXTRA_FIELDS for one in found):
        unusual.append("its headers have parts that are not read here")
    return found.get(ZIP64)


def is_name_of(name, path):
    """Whether a name in UTF-8 is that of the header, in which other letters than those of ASCII may have any encoding."""
    try:
        parts = name.decode("utf-8").split("/")
    except UnicodeDecodeError:
        return False
    header_parts = path.split("/")
    same = (one == part or not (is_ascii(one) or is_ascii(part)) for one, part in zip(header_parts, parts))
    return len(parts) == len(header_parts) and all(same)


def is_ascii(text):
    return all(ord(letter) < 0x80 for letter in text)


def require_plain_file(attributes, size, path):
    """No link, no device and no label of a disk (4.4.2.2). Programs differ in which systems they believe about the type."""
    kind = (attributes >> 16) & 0o170000
    if path.endswith("/"):
        plain = kind in (0, 0o040000) and size == 0
    else:
        plain = kind in (0, 0o100000) and not attributes & 0x10
    if not plain or attributes & 0x08:
        raise Refused("%s is neither a file nor a folder" % path)


def path_in(name, flags, unusual):
    """Names are ASCII, or UTF-8 and said to be. Other encodings depend on the program, and are unusual."""
    if not flags & UTF8 and any(byte >= 0x80 for byte in name):
        unusual.append("programs read a name in it differently")
        path = "".join(chr(byte if byte < 0x80 else PRIVATE + byte) for byte in name)
    else:
        try:
            path = name.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("programs read the name %r differently" % name)
    parts = path[:-1].split("/") if path.endswith("/") else path.split("/")
    plain = all(part and part[-1] not in ". " and not OTHER_NAMES.fullmatch(part) for part in parts)
    hidden = any(letter in '<>:"|?*\\' or unicodedata.category(letter) in ("Cc", "Cf") for letter in path)
    if not plain or hidden or len(path.encode("utf-8")) > 255:
        raise Refused("programs read the name %r differently" % name)
    return path


def same_on_every_system(path):
    """One text for all spellings that some file system takes for one name."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).upper().lower())


KNOWN = {same_on_every_system(name): name for name in NAMES}


def require_different_paths(paths):
    """No two entries lie in one place on any system, and no file is also a folder."""
    same = [same_on_every_system(path[:-1] if path.endswith("/") else path) for path in paths]
    files = {one for one, path in zip(same, paths) if not path.endswith("/")}
    above = {"/".join(one.split("/")[:depth]) for one in same for depth in range(1, one.count("/") + 1)}
    if len(set(same)) < len(same) or files & above:
        raise Refused("two files in it have the same name")


def pdf_headers_of(data):
    return [found.start() for found in PDF_HEADER.finditer(data, 0, min(len(data), PDF_WINDOW))]


def require_no_pdf(data, entries):
    """The headers that readers of PDFs may find lie in the content of entries."""
    if any(not any(begin <= at < end for _, _, _, _, begin, end in entries) for at in pdf_headers_of(data)):
        raise Refused("it is a PDF at the same time")


def contents_of(data, entries):
    headers = pdf_headers_of(data)
    files = []
    total = 0
    for path, method, crc, size, begin, end in entries:
        total += size
        if total > MAX_BYTES:
            raise Refused("it unpacks to more than %d bytes" % MAX_BYTES)
        content = data[begin:end] if method == STORED else inflated(data[begin:end], size, path)
        if len(content) != size or zlib.crc32(content) != crc:
            raise Refused("%s in it is damaged" % path)
        inside = [at for at in headers if begin <= at < end]
        versioned = any(PDF_IN_JSON.search(data[at : PDF_HEADER.match(data, at).end() + 2]) for at in inside)
        if inside and not is_pdf(content) and (versioned or not is_json_object(content)):
            raise Refused("it is a PDF at the same time")
        if not path.endswith("/"):
            files.append((path, content))
    return files


def inflated(packed, size, path):
    """Stops as soon as there is more than was said, and refuses bytes behind the end."""
    inflater = zlib.decompressobj(-15)
    try:
        content = inflater.decompress(packed, size + 1)
    except zlib.error:
        raise Refused("%s in it is damaged" % path)
    if not inflater.eof or inflater.unused_data or len(content) > size:
        raise Refused("%s in it is damaged" % path)
    return content


def is_json_object(content):
    return content[:PDF_HEADER_WITHIN].lstrip().startswith(b"{")


def is_pdf(content):
    head = content[:PDF_HEADER_WITHIN]
    return bool(PDF_IN_JSON.search(head) if is_json_object(content) else PDF_HEADER.search(head))


def sha256_of(file):
    digest = hashlib.sha256()
    with file:
        for piece in iter(lambda: file.read(PIECE), b""):
            digest.update(piece)
    return digest.hexdigest()


def read_text(files, name):
    with files.open(name) as file:
        return file.read().decode("utf-8-sig")


def unambiguous(pairs):
    """Programs differ in which of two members of one name they read."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object names a member twice")
    return members


def no_number(text):
    raise ValueError("%s is no number of JSON" % text)


def whole_number(text):
    """Programs differ in how many digits a number may have, and none needs so many here."""
    return int(text) if len(text) <= 20 else float(text)


def json_of(text):
    value = json.loads(text, object_pairs_hook=unambiguous, parse_constant=no_number, parse_int=whole_number)
    depth = 0
    for token in JSON_STRUCTURE.finditer(text):
        depth += 1 if token[1] else 0 if token[0].startswith('"') else -1
        if depth > MAX_DEPTH:
            raise ValueError("a JSON text has more than %d levels" % MAX_DEPTH)
    return value


def has_shape(value, shape):
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(has_shape(value.get(name), kind) for name, kind in shape.items())
    if shape is list:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if shape is int:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return isinstance(value, shape)


def canonical(value):
    """The one spelling that is signed (RFC 8785), of texts and the whole numbers that an attestation has."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > 2**53):
        raise ValueError("%r is no number of an attestation" % value)
    return json.dumps(value, ensure_ascii=False)


def names_own_signature(attestation):
    """The signature object is not under the signature: what else is in it must follow from what is."""
    signature = attestation["signature"]
    return (
        all(name in SHAPE["signature"] or name == "timestamp" for name in signature)
        and isinstance(signature.get("timestamp", ""), str)
        and signature["algorithm"] == ALGORITHM
        and signature["publicKeyCertificate"] == attestation["issuer"]["url"] + KEY_SET_PATH
    )


def check_original(expected, files, path, findings):
    if path is None and not files.has("original.pdf"):
        findings.note("the original was not compared: name it by --original")
        return
    found = [sha256_of(open(path, "rb"))] if path is not None else []
    found += [sha256_of(files.open("original.pdf"))] if files.has("original.pdf") else []
    same = all(one == expected for one in found)
    findings.check("original", same, "the original is the file that was sent", "the original is another file")


def check_attestation(attestation, key, findings):
    unsigned = {name: value for name, value in attestation.items() if name != "signature"}
    payload = canonical(unsigned).encode("utf-8")
    holds = is_signed_by_any_form(key, decoded(attestation["signature"]["value"]), payload)
    bad = "attestation.jsonld was altered, or another key signed it"
    findings.check("signature-attestation", holds, "attestation.jsonld: the signature holds", bad)
    if holds and "verdict" in attestation["findings"]:
        findings.note_verdict(attestation["findings"]["verdict"])


def check_certificate(files, attestation, key, findings):
    """JWS in compact serialization (RFC 7515), ES256."""
    subject, issuer = attestation["subject"], attestation["issuer"]
    parts = CERTIFICATE.fullmatch(read_text(files, "certificate.jws").strip(JSON_BLANKS))
    if parts is None:
        raise ValueError("certificate.jws is not in the form of a certificate")
    header, claims, signature = parts.groups()
    numbers = unpadded(signature)
    r, s = int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    said = json_of(unpadded(header).decode("utf-8"))
    known = said["alg"] == "ES256" and said["typ"] == "normalization-certificate+jwt" and "crit" not in said
    holds = known and said["kid"] == issuer["publicKeyId"] and len(numbers) == 64
    holds = holds and is_signed(key, r, s, (header + "." + claims).encode())
    bad = "certificate.jws was altered, or another key signed it"
    findings.check("signature-certificate", holds, "certificate.jws: the signature holds", bad)
    claimed = json_of(unpadded(claims).decode("utf-8"))
    same = all(claimed[name] == subject[name] for name in ("originalSha256", "normalizedSha256", "contentHash"))
    same = same and claimed["iss"] == issuer["url"] and claimed["processedAt"] == attestation["issuedAt"]
    bad = "certificate.jws is about another document"
    findings.check("agreement-certificate", same, "certificate.jws is about the same document", bad)


def statement_of(envelope):
    return json_of(decoded(envelope["payload"]).decode("utf-8"))


def require_type(envelope, is_of_facts, name):
    """An envelope whose payload cannot be read counts as one of an attestation, which then does not hold."""
    try:
        statement = statement_of(envelope)
    except UNEXPECTED:
        statement = None
    found = statement.get("predicateType") if isinstance(statement, dict) else None
    if (isinstance(found, str) and found.endswith(FACTS_TYPE_PATH)) != is_of_facts:
        raise ValueError("%s is not what its name says" % name)


def is_signed_statement(envelope, key, kid, type_path):
    """DSSE version 1 around an in-toto Statement of one type."""
    payload = decoded(envelope["payload"])
    message = b"DSSEv1 %d %s %d " % (len(STATEMENT_TYPE), STATEMENT_TYPE.encode(), len(payload)) + payload
    first = envelope["signatures"][0]
    statement = json_of(payload.decode("utf-8"))
    issuer = statement["predicate"]["issuer"]
    holds = envelope["payloadType"] == STATEMENT_TYPE and first["keyid"] == kid and issuer["publicKeyId"] == kid
    holds = holds and statement["_type"] == IN_TOTO_TYPE and statement["predicateType"] == issuer["url"] + type_path
    return holds and key is not None and is_signed_by_any_form(key, decoded(first["sig"]), message)


def check_envelope(envelope, attestation, key, findings):
    holds = is_signed_statement(envelope, key, attestation["issuer"]["publicKeyId"], ATTESTATION_TYPE_PATH)
    bad = "attestation.dsse.json was altered, or another key signed it"
    findings.check("signature-envelope", holds, "attestation.dsse.json: the signature holds", bad)
    predicate = statement_of(envelope)["predicate"]
    same = all(predicate[name] == attestation[name] for name in ("subject", "issuer", "issuedAt"))
    bad = "attestation.dsse.json is about another document"
    findings.check("agreement-envelope", same, "attestation.dsse.json is about the same document", bad)


def moment(text):
    """A time in ISO 8601 and UTC, as attestations and key sets have it."""
    form = "%Y-%m-%dT%H:%M:%S.%fZ" if "." in text else "%Y-%m-%dT%H:%M:%SZ"
    return datetime.datetime.strptime(text, form)


def check_time(issued_at, entry, findings):
    issued = moment(issued_at)
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    holds = issued <= now + CLOCKS
    if "x-created-at" in entry:
        holds = holds and issued >= moment(entry["x-created-at"]) - CLOCKS
    if "x-retired-at" in entry:
        holds = holds and issued <= moment(entry["x-retired-at"]) + AFTER_RETIREMENT
    bad = "it says that it was signed in the future, or when its key did not sign: " + issued_at
    findings.check("time", holds, "it was signed while its key signed, by the clock of the service", bad)


def check_key(kid, form, trusted, findings):
    """The key of this name and its entry; None where the key set of the service has none. That of the evidence is another one."""
    keys, own = trusted
    entry = entry_named(keys, kid)
    key = point_of(entry, kid)
    own_entry = entry_named(own, kid)
    is_misnamed = own_entry is not None and point_of(own_entry, kid) is None
    code = "signer" if entry is None and own_entry is not None and not is_misnamed else "signature-" + form
    findings.check(code, key is not None, "the key set has the key " + kid, "the key set has no key " + kid)
    if is_misnamed:
        findings.check("signature-" + form, False, "", "keys.json has another key of the name %s" % kid)
    return key, entry


def check_facts(files, trusted, findings):
    """The facts of the submission, which their envelope signs; None without facts that hold."""
    if not files.has(FACTS) and not files.has(FACTS_ENVELOPE):
        return None
    if not files.has(FACTS) or not files.has(FACTS_ENVELOPE):
        findings.check("facts", False, "", "%s or its signature, %s, is missing" % (FACTS, FACTS_ENVELOPE))
        return None
    facts = json_of(read_text(files, FACTS))
    if not isinstance(facts, dict) or "timeline" not in facts or "stages" not in facts:
        raise ValueError("%s is not what its name says" % FACTS)
    envelope = json_of(read_text(files, FACTS_ENVELOPE))
    require_type(envelope, True, FACTS_ENVELOPE)
    return findings.guard("signature-facts", check_facts_envelope, files, facts, envelope, trusted)


def check_facts_envelope(files, facts, envelope, trusted, findings):
    kid = envelope["signatures"][0]["keyid"]
    statement = statement_of(envelope)
    predicate = statement["predicate"]
    key, entry = check_key(kid, "facts", trusted, findings)
    holds = is_signed_statement(envelope, key, kid, FACTS_TYPE_PATH)
    bad = "%s was altered, or another key signed it" % FACTS_ENVELOPE
    findings.check("signature-facts", holds, "%s: the signature holds" % FACTS_ENVELOPE, bad)
    same = predicate["facts"]["digest"]["sha256"] == sha256_of(files.open(FACTS))
    findings.check("facts", same, "%s has the facts that were signed" % FACTS, "%s was altered, or is of another submission" % FACTS)
    if entry is not None:
        check_time(predicate["issuedAt"], entry, findings)
    subjects = {one["name"]: one["digest"]["sha256"] for one in statement["subject"]}
    named = {"submissionId": predicate["submissionId"], "sha256": predicate["facts"]["digest"]["sha256"]}
    return (facts if holds and same else None), subjects, named


def verdict_line(verdict):
    """A file can be the attested one, byte for byte, and its original a forgery: the last line says so."""
    if verdict is None:
        return "\nNothing here signs a verdict about the original."
    word = "Warning: the" if verdict["level"] in ("caution", "danger") else "The"
    kind = verdict["kind"] or "one that this program does not know"
    return "\n%s signed verdict about the original is %s (%s)." % (word, kind, verdict["level"])


def check_subjects(subjects, original, normalized, findings):
    same = subjects.get("original.pdf") == original and subjects.get("normalized.pdf") == normalized
    findings.check("agreement-facts", same, "the facts are about this document", "the facts are about another document")


def check_named_facts(attestation, named, findings):
    """Submissions of one document share an attestation, but each has its own facts document, and only one."""
    attested = attestation.get("facts") if isinstance(attestation, dict) else None
    if attested is None or named is None or attested["submissionId"] != named["submissionId"]:
        return
    same = attested["sha256"] == named["sha256"]
    bad = "the attestation names other facts of this submission"
    findings.check("agreement-facts", same, "the attestation names these facts", bad)


def picked(facts, names):
    return {name: facts[name] for name in names if name in facts}


def report_of(facts):
    normalized, analysis = facts["normalized"], facts["tamperAnalysis"]
    anomalies = [] if analysis is None else analysis["anomalies"]
    expected = picked(facts, OF_THE_REPORT)
    expected["createdAt"] = facts["completedAt"]
    expected["outputHash"] = None if normalized is None else "sha256:" + normalized["sha256"]
    expected["contentHashAlgorithm"] = None if normalized is None else normalized["contentHashAlgorithm"]
    expected["pipelineSpec"] = None if normalized is None else normalized["pipelineSpec"]
    expected["tamperAnalysis"] = {"detected": len(anomalies) > 0, "findings": anomalies}
    validation = facts["validation"]
    expected["validator"] = {"validated": validation["validatorValidated"] is True, "errors": validation["validatorErrors"]}
    return expected


def revisions_of(facts):
    return None if facts["timeline"] is None else dict(facts["timeline"], submissionId=facts["submissionId"])


def compare(expected, found, path, different, besides):
    """Notes facts that are not the signed ones, and names of members that no signed fact has."""
    if isinstance(expected, list):
        if not isinstance(found, list) or len(found) != len(expected):
            different.append(path)
            return
        for index, item in enumerate(expected):
            compare(item, found[index], "%s/%d" % (path, index), different, besides)
    elif isinstance(expected, dict):
        if not isinstance(found, dict):
            different.append(path)
            return
        for name, value in expected.items():
            compare(value, found.get(name, MISSING), path + "/" + name if path else name, different, besides)
        besides.update(name for name in found if name not in expected)
    elif isinstance(expected, bool) != isinstance(found, bool) or expected != found:
        different.append(path)


MISSING = object()
EXPECTED = {
    "submission.json": ("submission", lambda facts: picked(facts, OF_THE_RESULT)),
    "report.json": ("report", report_of),
    "revisions.json": ("revisions", revisions_of),
}


def listed(names):
    more = len(names) - MAX_NAMED
    return ", ".join(names[:MAX_NAMED]) + (" and %d more" % more if more > 0 else "")


def check_renderings(renderings, facts, findings):
    """Result, report and revisions have the facts with sentences and links. What they have besides is not signed."""
    for name, value in renderings.items():
        code, expected_of = EXPECTED[name]
        expected = None if facts is None else expected_of(facts)
        if expected is None:
            findings.not_signed(code, name)
            continue
        different, besides = [], set()
        compare(expected, value, "", different, besides)
        bad = "%s contradicts the signed facts: %s" % (name, listed(different))
        findings.check(code, not different, "%s agrees with the signed facts" % name, bad)
        if besides and not different:
            findings.note("not signed in %s: %s" % (name, listed(sorted(besides))))


def check_program(files, findings):
    if files.is_this_program():
        findings.note("this program came with the rest: it cannot say whether somebody changed it. See HOW-TO-VERIFY.txt")
    elif files.has(PROGRAM):
        found = sha256_of(files.open(PROGRAM))
        known = (sha256_of(open(__file__, "rb")),) + EARLIER_PROGRAMS
        bad = "verify.py in it is neither this program nor an earlier one: do not run it"
        findings.check("program", found in known, "verify.py in it is a released program, if this one is", bad)


def check_guide(files, findings):
    if files.has(GUIDE):
        found = sha256_of(files.open(GUIDE))
        bad = "HOW-TO-VERIFY.txt is not a released text: do not follow it"
        findings.check("guide", found in GUIDES, "HOW-TO-VERIFY.txt is a released text", bad)


def seems_json(content):
    """Programs may read such a text as a statement."""
    blanks = b" \t\r\n"
    beginning = content[3:] if content.startswith(b"\xef\xbb\xbf") else content
    return beginning.lstrip(blanks).startswith(b"{") or content.rstrip(blanks).endswith(b"}")


def is_der(content):
    """Whether the whole file is one SEQUENCE of DER with a length of two bytes, as certificates are."""
    return content[:2] == b"\x30\x82" and len(content) == int.from_bytes(content[2:4], "big") + 4


def check_others(files, documents, findings):
    """Each other file is a text for people, or one of the documents."""
    for name, content in files.others():
        is_clutter = not is_pdf(content) and any(content.startswith(beginning) for beginning in CLUTTER)
        if is_clutter or hashlib.sha256(content).hexdigest() in documents:
            continue
        try:
            content.decode("utf-8")
            is_text = True
        except UnicodeDecodeError:
            is_text = False
        is_archive = end_of(content) is not None or is_der(content)
        if is_archive or (is_text and not is_pdf(content) and seems_json(content)):
            findings.check("readable", False, "", "%s is no part of the evidence" % name)
        elif is_pdf(content) or not is_text:
            findings.check("pdf", False, "", "%s is no part of the evidence" % name)
        else:
            findings.note("%s was not read: it is no part of the evidence" % name)


def rendering_of(files, name):
    """Its members say which of the files it is, as the page /verify has it."""
    value = json_of(read_text(files, name))
    known = {
        "submission.json": ("submissionId", "original", "normalized"),
        "report.json": ("outputHash",),
        "revisions.json": ("crossReference", "revisions"),
    }
    if not isinstance(value, dict) or not all(member in value for member in known[name]):
        raise ValueError("%s is not what its name says" % name)
    return value


def check_all(files, original, keys, findings):
    """Checks all of it. Returns whether anything in the evidence is signed."""
    own_keys = json_of(read_text(files, "keys.json")) if files.has("keys.json") else {"keys": []}
    renderings = {name: rendering_of(files, name) for name in RENDERINGS if files.has(name)}
    submission = renderings.get("submission.json")
    has_output = any(files.has(name) for name in ATTESTED) or submission is None or submission["normalized"] is not None
    is_signed_evidence = has_output or files.has(FACTS_ENVELOPE) or files.has("keys.json")
    attestation = json_of(read_text(files, ATTESTED[0])) if files.has(ATTESTED[0]) else None
    listed_hash = None
    if files.has("original.sha256"):
        line = HASH_LINE.match(read_text(files, "original.sha256").strip(JSON_BLANKS))
        if line is None:
            raise ValueError("original.sha256 does not begin with a hash")
        listed_hash = line[1].lower()
        check_original(listed_hash, files, original, findings)
    check_program(files, findings)
    check_guide(files, findings)
    trusted = (keys, own_keys)
    signed = check_facts(files, trusted, findings)
    facts, subjects, named = signed if signed else (None, None, None)
    if facts is not None and "verdict" in facts:
        findings.note_verdict(facts["verdict"])
    parts = OF_AN_OUTPUT if has_output else OF_SIGNED_EVIDENCE if is_signed_evidence else OF_EVIDENCE
    check_complete(files, parts + facts_of(attestation, facts, has_output, is_signed_evidence), findings)
    if has_output:
        envelope = json_of(read_text(files, ATTESTED[1])) if files.has(ATTESTED[1]) else None
        if envelope is not None:
            require_type(envelope, False, ATTESTED[1])
        if attestation is not None:
            findings.guard("signature-attestation", check_output, files, attestation, envelope, listed_hash, subjects, trusted)
            findings.guard("agreement-facts", check_named_facts, attestation, named)
            if not files.has(FACTS) and not files.has(FACTS_ENVELOPE):
                check_unsigned_facts(attestation, renderings, findings)
    else:
        check_without_output(files, submission, listed_hash, subjects, findings)
    if is_signed_evidence:
        check_renderings(renderings, facts, findings)
    return is_signed_evidence


def facts_of(attestation, facts, has_output, is_signed_evidence):
    """Files that evidence has only since facts are signed, and revisions.json only where revisions can be told apart."""
    names_facts = isinstance(attestation, dict) and "facts" in attestation
    is_expected = names_facts or (is_signed_evidence and not has_output)
    has_timeline = facts is not None and facts.get("timeline") is not None
    return ((FACTS, FACTS_ENVELOPE) if is_expected else ()) + (("revisions.json",) if has_timeline else ())


def check_complete(files, names, findings):
    missing = [name for name in names if not files.has(name)]
    findings.check("complete", not missing, "no file of the evidence is missing", "missing: %s" % ", ".join(missing))


def check_without_output(files, submission, listed_hash, subjects, findings):
    """A document that was rejected or failed has no output, and nothing may look as if there were one."""
    named = submission["original"]["sha256"]
    same = listed_hash in (None, named) and (subjects is None or subjects.get("original.pdf") in (None, named))
    findings.check("original-hash", same, "all name the same original", "submission.json names another original")
    if subjects is not None:
        check_subjects(subjects, named, None, findings)
    holds = submission["status"] != "SUCCESS" and not files.has("normalized.pdf")
    good = "the document ended %s: there is no output" % submission["status"]
    findings.check("pdf", holds, good, "submission.json names no output, and says SUCCESS or normalized.pdf is here")
    check_others(files, (named,), findings)


def check_output(files, attestation, envelope, listed_hash, subjects, trusted, findings):
    if not has_shape(attestation, SHAPE):
        raise ValueError("attestation.jsonld is not in the form of an attestation")
    subject = attestation["subject"]
    kid = attestation["issuer"]["publicKeyId"]
    original, normalized = subject["originalSha256"], subject["normalizedSha256"]
    same = listed_hash in (None, original)
    findings.check("original-hash", same, "the attestation is about this original", "the attestation is about another original")
    if files.has("normalized.pdf"):
        same = sha256_of(files.open("normalized.pdf")) == normalized
        bad = "normalized.pdf is another document: its hash is not that of the attestation"
        findings.check("pdf", same, "normalized.pdf is the document of the attestation", bad)
    else:
        findings.check("pdf", False, "", "normalized.pdf is missing")
    if subjects is not None:
        check_subjects(subjects, original, normalized, findings)
    check_others(files, (normalized, original), findings)
    bad = "attestation.jsonld names another algorithm or key set than its own, or its signature has other members"
    is_own = names_own_signature(attestation)
    findings.check("signature-attestation", is_own, "attestation.jsonld names its own algorithm and key set", bad)
    if "timestamp" in attestation["signature"]:
        findings.unchecked.append("timestamp")
        findings.note("the timestamp was not checked: anybody can make one. See HOW-TO-VERIFY.txt")
    key, entry = check_key(kid, "attestation", trusted, findings)
    if key is None:
        return
    check_attestation(attestation, key, findings)
    if files.has("certificate.jws"):
        findings.guard("signature-certificate", check_certificate, files, attestation, key)
    if envelope is not None:
        findings.guard("signature-envelope", check_envelope, envelope, attestation, key)
    check_time(attestation["issuedAt"], entry, findings)


def check_unsigned_facts(attestation, renderings, findings):
    """Evidence of before has no signed facts. The attestation has hashes and the number of warnings."""
    subject, count = attestation["subject"], attestation["findings"]["warningCount"]
    expected = subject["normalizedSha256"]
    for name, value in renderings.items():
        if name == "revisions.json":
            continue
        output = value["normalized"] if name == "submission.json" else value
        same = output is not None and (output["sha256"] == expected if name == "submission.json" else output["outputHash"] == "sha256:" + expected)
        same = same and (name != "submission.json" or value["original"]["sha256"] == subject["originalSha256"])
        code = EXPECTED[name][0]
        findings.check(code, same, "%s names the same documents" % name, "%s is about another output" % name)
        warnings = value["warnings"]
        same = isinstance(warnings, list) and len(warnings) == count
        bad = "%s has not the warnings that were attested" % name
        findings.check(code, same, "%s has as many warnings as were attested" % name, bad)


def result_of(findings, is_signed_evidence, has_own_keys):
    """The outcome, a sentence and the exit code."""
    if findings.failed:
        return "failed", "Checks that FAILED: %d." % len(findings.failed), 1
    if not is_signed_evidence:
        return "unsigned", "Nothing here is signed, so it proves nothing.", 2
    if findings.unsigned:
        return "unsigned", "What is signed fits. Not signed: %s." % ", ".join(findings.unsigned), 2
    if has_own_keys:
        return "verified", "Everything that is signed fits together. Who signed it was not checked.", 0
    return "verified", "Everything that is signed fits.", 0


def verify(evidence, original=None, keys=None, tell=say):
    """Checks evidence and tells of it.

    Returns the outcome, codes of what does not hold or was not checked, a sentence, an exit code and the signed verdict.

    `keys` is the parsed key set of the service. The outcome is verified, unsigned, failed, repacked or none.
    """
    findings = Findings(tell)
    is_signed_evidence = True
    try:
        files = Folder(evidence) if os.path.isdir(evidence) else Archive(evidence)
        if not any(files.has(name) for name in MARKS):
            return "none", [], "%s is no evidence: it has none of its files" % evidence, 2, None
        used = keys
        if keys is None:
            used = json_of(read_text(files, "keys.json")) if files.has("keys.json") else {"keys": []}
            findings.note("keys.json came with the rest: it does not show who signed. See HOW-TO-VERIFY.txt")
        is_signed_evidence = check_all(files, original, used, findings)
    except Repacked as error:
        words = "The archive was packed again by another program and cannot be checked as it is: %s." % error
        return "repacked", [], words + "\nUnpack it and give the folder.", 2, None
    except Refused as error:
        findings.check("readable", False, "", "the archive was not opened: %s" % error)
    except UNEXPECTED as error:
        findings.check("readable", False, "", "a file is missing or is not what it should be: %s" % error)
    outcome, sentence, code = result_of(findings, is_signed_evidence, keys is None)
    verdict = findings.verdict
    return outcome, findings.failed + findings.unchecked, sentence + verdict_line(verdict), code, verdict


def main():
    parser = argparse.ArgumentParser(description="Checks the evidence of a document.")
    parser.add_argument("evidence", nargs="?", default=os.path.dirname(os.path.abspath(__file__)))
    parser.add_argument("--original", help="the file as it was sent")
    parser.add_argument("--keys", help="the key set of the service, from where it publishes it")
    parser.add_argument("--json", action="store_true", help="print outcome, codes of what does not hold and verdict, as JSON")
    options = parser.parse_args()
    try:
        keys = None
        if options.keys:
            with open(options.keys, encoding="utf-8-sig") as file:
                keys = json_of(file.read())
    except UNEXPECTED as error:
        say("The key set cannot be read: %s" % error)
        return 2
    tell = (lambda text: None) if options.json else say
    outcome, codes, sentence, code, verdict = verify(options.evidence, options.original, keys, tell)
    if options.json:
        print(json.dumps({"outcome": outcome, "codes": codes, "verdict": verdict}))
    else:
        for line in sentence.split("\n"):
            say(line)
    return code


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="replace")
    sys.exit(main())
