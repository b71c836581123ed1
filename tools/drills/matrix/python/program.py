"""Submits, waits, downloads and verifies with the client that openapi-python-client has generated.

FIXPOINT_URL and FIXPOINT_API_KEY say where and as whom; the argument is a signed PDF.
"""

import hashlib
import io
import os
import sys
import time
from http import HTTPStatus
from typing import Any, TypeVar

from fixpoint_client import AuthenticatedClient
from fixpoint_client.api.attestations_and_certificates import get_attestation, get_certificate, verify
from fixpoint_client.api.batches import create_batch, list_batches, list_submissions_of_batch
from fixpoint_client.api.normalization import get_artifact, get_report, get_submission, normalize_document
from fixpoint_client.models import (
    Attestation,
    Batch,
    BatchPage,
    CreateBatchBody,
    NormalizeDocumentFilesBody,
    NormalizeDocumentFilesBodySignedPdfPolicy,
    NormalizeDocumentSignedPdfPolicy,
    NormalizeResponse,
    NormalizedInfo,
    Problem,
    Report,
    Submission,
    SubmissionPage,
    SubmissionStatus,
    Verification,
)
from fixpoint_client.types import File, Response

Expected = TypeVar("Expected")


def is_a(kind: type[Expected], answered: Response[Any]) -> Expected:
    """The answer as what it should be; a program of a customer would look at a Problem here."""
    if not isinstance(answered.parsed, kind):
        raise SystemExit(f"{kind.__name__} expected: {answered.status_code} {answered.content[:500]!r}")
    return answered.parsed


def finished(client: AuthenticatedClient, accepted: NormalizeResponse) -> NormalizedInfo:
    """Polls until the submission has ended."""
    while True:
        submission = is_a(Submission, get_submission.sync_detailed(accepted.submission_id, client=client))
        if submission.status not in (SubmissionStatus.PENDING, SubmissionStatus.IN_PROGRESS):
            break
        time.sleep(0.5)
    if not isinstance(submission.normalized, NormalizedInfo):
        raise SystemExit(f"not normalized: {submission.failure}")
    return submission.normalized


def main(path: str) -> None:
    client = AuthenticatedClient(
        base_url=os.environ["FIXPOINT_URL"],
        token=os.environ["FIXPOINT_API_KEY"],
        prefix="",
        auth_header_name="X-Api-Key",
    )
    with open(path, "rb") as file:
        document = file.read()

    batch = is_a(Batch, create_batch.sync_detailed(client=client, body=CreateBatchBody(name="Matrix: Python")))
    print("createBatch:", batch.status)

    form = NormalizeDocumentFilesBody(
        file=File(io.BytesIO(document), file_name="signed.pdf", mime_type="application/pdf"),
        signed_pdf_policy=NormalizeDocumentFilesBodySignedPdfPolicy.STRIP,
        linearize=False,
        client_reference="python-form",
        batch_id=batch.batch_id,
    )
    submission = is_a(NormalizeResponse, normalize_document.sync_detailed(client=client, body=form))
    normalized = finished(client, submission)
    assert submission.client_reference == "python-form" and not normalized.linearized
    print("normalizeDocument, a form:", normalized.sha256)

    # A raw body is answered with the PDF itself, which this client cannot tell from JSON: it asks for the answer later.
    raw = normalize_document.sync_detailed(
        client=client,
        body=File(io.BytesIO(document)),
        signed_pdf_policy=NormalizeDocumentSignedPdfPolicy.STRIP,
        linearize=False,
        prefer="respond-async",
    )
    assert raw.status_code == HTTPStatus.ACCEPTED
    assert finished(client, is_a(NormalizeResponse, raw)).sha256 == normalized.sha256
    print("normalizeDocument, a raw body: the same")

    artifact = is_a(File, get_artifact.sync_detailed(normalized.sha256, client=client)).payload.read()
    assert isinstance(artifact, bytes) and hashlib.sha256(artifact).hexdigest() == normalized.sha256
    print("getArtifact:", len(artifact), "bytes of that SHA-256")

    report = is_a(Report, get_report.sync_detailed(normalized.sha256, client=client))
    assert len(report.stages) == 10
    print("getReport:", len(report.stages), "stages")

    attestation = is_a(Attestation, get_attestation.sync_detailed(normalized.sha256, client=client))
    certificate = is_a(str, get_certificate.sync_detailed(normalized.sha256, client=client))
    assert certificate.count(".") == 2
    verification = is_a(Verification, verify.sync_detailed(normalized.sha256, client=client))
    print("getAttestation, getCertificate, verify:", attestation.version, verification.to_dict())

    page = is_a(BatchPage, list_batches.sync_detailed(client=client, page_size=100))
    assert batch.batch_id in [item.batch_id for item in page.items]
    members = is_a(SubmissionPage, list_submissions_of_batch.sync_detailed(batch.batch_id, client=client))
    assert [item.submission_id for item in members.items] == [submission.submission_id]
    print("listBatches, listSubmissionsOfBatch:", len(members.items), "submission")

    form = NormalizeDocumentFilesBody(file=File(io.BytesIO(document), file_name="signed.pdf"), client_reference="x" * 1000)
    problem = is_a(Problem, normalize_document.sync_detailed(client=client, body=form))
    assert problem.code == "validation_failed" and isinstance(problem.errors, list)
    assert problem.errors[0].name == "client_reference"
    print("a problem:", problem.code, problem.errors[0].detail)


main(sys.argv[1])
