"""Verifies the evidence of a submission by the program that lies in evidence, `verify.py`."""

from __future__ import annotations

import os
from typing import Any, Literal, TypedDict, cast

from . import evidence_program

EvidenceOutcome = Literal["verified", "unsigned", "failed", "repacked", "none"]


class EvidenceVerdict(TypedDict):
    """A verdict on an original, without names and words of the document."""

    kind: str
    level: Literal["good", "neutral", "caution", "danger"]


class EvidenceVerification(TypedDict):
    """`valid` is True where `outcome` is "verified". `codes` name what does not hold, is not signed or was not checked.

    `verdict` is the worst signed verdict on the original. It is None where nothing that holds signs one.
    """

    valid: bool
    outcome: EvidenceOutcome
    codes: list[str]
    verdict: EvidenceVerdict | None
    lines: list[str]


def verify_evidence(
    evidence: str | os.PathLike[str],
    key_set: dict[str, Any],
    *,
    original: str | os.PathLike[str] | None = None,
) -> EvidenceVerification:
    """Verifies an archive, or the folder that was unpacked from it, by the key set of the service from where it publishes it.

    It needs no network and reads no timestamp: a timestamp counts as not checked.
    """
    lines: list[str] = []
    path = None if original is None else os.fspath(original)
    outcome, codes, sentence, _, verdict = evidence_program.verify(os.fspath(evidence), path, key_set, lines.append)
    return {
        "valid": outcome == "verified",
        "outcome": cast(EvidenceOutcome, outcome),
        "codes": list(codes),
        "verdict": cast("EvidenceVerdict | None", verdict),
        "lines": [*lines, *sentence.split("\n")],
    }
