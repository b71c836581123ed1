#!/usr/bin/env python3
"""Checks this export: nothing is missing, added or altered since it was written.

    python3 verify.py [FOLDER]

FOLDER is the folder of this file unless told. It takes Python 3.6 or newer and nothing else, no network among it.
The exit code is 0 when everything fits, 1 when something does not, and 2 when the folder is no export.
"""

import sys

# Of Python itself alone: whoever altered this folder could have put a module beside this program.
if __name__ == "__main__" and not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    del sys.path[0]

import hashlib
import json
import os

AUDIT_LOG = "data/audit.ndjson"
GENESIS = "0" * 64
PIECE = 1024 * 1024


class Findings:
    """What was checked and what does not fit, told as it is found."""

    def __init__(self):
        self.failures = 0

    def fail(self, message):
        self.failures += 1
        print("FAILED  " + message)

    def good(self, message):
        print("ok      " + message)


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(PIECE), b""):
            digest.update(piece)
    return digest.hexdigest()


def read_json(bag, name):
    with open(os.path.join(bag, name), encoding="utf-8") as file:
        return json.load(file)


def lines_of(bag, name):
    """Line by line, since a list may be long. What is no UTF-8 fits no hash either."""
    with open(os.path.join(bag, name), encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            yield line.rstrip("\n")


def files_in(bag):
    """Names below data/, with slashes on every system."""
    for folder, _, names in os.walk(os.path.join(bag, "data")):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), bag).replace(os.sep, "/")


def check_manifest(bag, manifest, findings):
    """Compares every listed file with its hash (RFC 8493, section 3); answers the hashes that were found."""
    found = {}
    if not os.path.isfile(os.path.join(bag, manifest)):
        findings.fail("%s is missing" % manifest)
        return found
    before = findings.failures
    for line in lines_of(bag, manifest):
        expected, separator, name = line.partition("  ")
        if not separator or name.startswith("/") or ".." in name.split("/"):
            findings.fail("%s has a line that is none of a manifest" % manifest)
            continue
        path = os.path.join(bag, *name.split("/"))
        if not os.path.isfile(path):
            findings.fail("%s is missing" % name)
            continue
        found[name] = sha256_of(path)
        if found[name] != expected:
            findings.fail("%s has been altered: its hash is not that of %s" % (name, manifest))
    if findings.failures == before:
        findings.good("%s: %d files, each with its hash" % (manifest, len(found)))
    return found


def check_nothing_added(bag, listed, findings):
    for name in files_in(bag):
        if name not in listed:
            findings.fail("%s is in no manifest" % name)


def audit_hash(organization, entry):
    """The recipe of the audit log: hex SHA-256 of a JSON array without white space, details sorted by name."""
    details = sorted([name, value] for name, value in entry["details"].items())
    members = [organization] + [entry[name] for name in ("sequence", "at", "actorId", "action", "target")]
    text = json.dumps(members + [details, entry["previousHash"]], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def check_audit_log(bag, findings):
    """Each entry has its own hash and that of the entry before it, so none can be altered or taken out unseen."""
    try:
        organization = read_json(bag, "data/organization.json")["id"]
    except (OSError, ValueError, KeyError, TypeError):
        organization = None
    if organization is None or not os.path.isfile(os.path.join(bag, AUDIT_LOG)):
        findings.fail("the audit log cannot be checked: it takes %s and data/organization.json" % AUDIT_LOG)
        return
    previous = GENESIS
    sequence = 0
    for line in lines_of(bag, AUDIT_LOG):
        sequence += 1
        try:
            entry = json.loads(line)
            fits = entry["sequence"] == sequence and entry["previousHash"] == previous
            fits = fits and entry["hash"] == audit_hash(organization, entry)
        except (ValueError, KeyError, TypeError, AttributeError):
            fits = False
        if not fits:
            findings.fail("audit.ndjson: the chain breaks at entry %d" % sequence)
            return
        previous = entry["hash"]
    findings.good("audit.ndjson: %d entries, one unbroken chain; the hash of the newest is %s" % (sequence, previous))


def check_documents(hashes, findings):
    """The name of a document is its hash."""
    documents = [name for name in hashes if name.startswith(("data/artifacts/", "data/originals/"))]
    wrong = [name for name in documents if os.path.basename(name) != hashes[name] + ".pdf"]
    for name in wrong:
        findings.fail("%s is not the document that its name says" % name)
    if not wrong:
        findings.good("documents: %d, each with the hash that is its name" % len(documents))


def attested(hashes, kind, sha256):
    """The hash of the document itself; None when this export does not have it."""
    return hashes.get("data/%ss/%s.pdf" % (kind, sha256))


def check_attestations(bag, hashes, findings):
    """Each attestation is about documents by their hashes; those that are in the export must be these."""
    names = [name for name in hashes if name.startswith("data/attestations/")]
    before = findings.failures
    absent = 0
    for name in names:
        try:
            attestation = read_json(bag, name)
            subject = attestation["subject"]
            if name != "data/attestations/%s.jsonld" % attestation["attestationId"]:
                findings.fail("%s is another attestation" % name)
            for kind, of in (("artifact", "normalized"), ("original", "original")):
                sha256 = subject[of + "Sha256"]
                found = attested(hashes, kind, sha256)
                absent += found is None
                path = os.path.join(bag, "data", kind + "s", sha256 + ".pdf")
                if found is not None and (found != sha256 or os.path.getsize(path) != subject[of + "SizeBytes"]):
                    findings.fail("%s: the %s it is about has been altered" % (name, kind))
        except (ValueError, KeyError, TypeError):
            findings.fail("%s is no attestation" % name)
    if findings.failures == before:
        also = " (%d of these documents are not in the export)" % absent if absent else ""
        findings.good("attestations: %d, each about the documents that are here%s" % (len(names), also))


def main(bag):
    if not os.path.isfile(os.path.join(bag, "manifest-sha256.txt")):
        print("%s is no export: it has no manifest-sha256.txt" % bag)
        return 2
    findings = Findings()
    check_manifest(bag, "tagmanifest-sha256.txt", findings)
    hashes = check_manifest(bag, "manifest-sha256.txt", findings)
    check_nothing_added(bag, hashes, findings)
    check_audit_log(bag, findings)
    check_documents(hashes, findings)
    check_attestations(bag, hashes, findings)
    if os.path.isfile(os.path.join(bag, "data", "problems.ndjson")):
        print("note    data/problems.ndjson lists documents that the service itself could not give")
    print("Everything fits." if findings.failures == 0 else "Checks that FAILED: %d." % findings.failures)
    return 0 if findings.failures == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))))
