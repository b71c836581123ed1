"""Verifies the evidence of a submission by the program that lies in evidence, `verify.py`."""

from __future__ import annotations

import os
from typing import Any, Literal, TypedDict, cast

from .generated import evidence_program

EvidenceOutcome = Literal["verified", "unsigned", "failed", "repacked", "none"]


class EvidenceVerification(TypedDict):
    """`valid` is True where `outcome` is "verified". `codes` name what does not hold, is not signed or was not checked."""

    valid: bool
    outcome: EvidenceOutcome
    codes: list[str]
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
    outcome, codes, sentence, _ = evidence_program.verify(os.fspath(evidence), path, key_set, lines.append)
    return {
        "valid": outcome == "verified",
        "outcome": cast(EvidenceOutcome, outcome),
        "codes": list(codes),
        "lines": [*lines, *sentence.split("\n")],
    }
