// Submits, waits, downloads and verifies with the client that oapi-codegen has generated.
//
// It takes the place of main.go in clients/go-example, and has from there how to connect. FIXPOINT_URL and FIXPOINT_API_KEY say where and
// as whom; the argument is a signed PDF.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"time"

	"fixpoint.example/go/fixpoint"
	openapi "github.com/oapi-codegen/runtime/types"
)

func main() {
	if err := run(context.Background(), os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, path string) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	client, err := connect()
	if err != nil {
		return err
	}

	name := "Matrix: Go"
	created, err := client.CreateBatchWithResponse(ctx, &fixpoint.CreateBatchParams{}, fixpoint.CreateBatchJSONRequestBody{Name: &name})
	if err != nil {
		return err
	}
	if created.JSON201 == nil {
		return unexpected("createBatch", created.Status(), created.Body)
	}
	batch := created.JSON201.BatchId
	fmt.Println("createBatch:", created.JSON201.Status)

	submission, normalized, err := normalizeForm(ctx, client, document, batch)
	if err != nil {
		return err
	}
	fmt.Println("normalizeDocument, a form:", normalized.Sha256)

	if err := normalizeRaw(ctx, client, document, normalized.Sha256); err != nil {
		return err
	}
	fmt.Println("normalizeDocument, a raw body: the same bytes")

	if err := proofs(ctx, client, normalized.Sha256); err != nil {
		return err
	}
	if err := lists(ctx, client, batch, submission); err != nil {
		return err
	}
	return problem(ctx, client, document)
}

// normalizeForm sends a form with options, and polls until the submission has ended.
func normalizeForm(ctx context.Context, client *fixpoint.ClientWithResponses, document []byte, batch openapi.UUID) (openapi.UUID, *fixpoint.NormalizedInfo, error) {
	contentType, body, err := form(document, map[string]string{
		"signed_pdf_policy": "strip",
		"linearize":         "false",
		"client_reference":  "go-form",
		"batch_id":          batch.String(),
	})
	if err != nil {
		return openapi.UUID{}, nil, err
	}
	answer, err := client.NormalizeDocumentWithBodyWithResponse(ctx, &fixpoint.NormalizeDocumentParams{}, contentType, body)
	if err != nil {
		return openapi.UUID{}, nil, err
	}
	accepted := answer.JSON200
	if accepted == nil {
		accepted = answer.JSON202
	}
	if accepted == nil {
		return openapi.UUID{}, nil, unexpected("normalizeDocument", answer.Status(), answer.Body)
	}
	if accepted.ClientReference == nil || *accepted.ClientReference != "go-form" {
		return openapi.UUID{}, nil, fmt.Errorf("the reference did not come back: %v", accepted.ClientReference)
	}
	for {
		polled, err := client.GetSubmissionWithResponse(ctx, accepted.SubmissionId, &fixpoint.GetSubmissionParams{})
		if err != nil {
			return openapi.UUID{}, nil, err
		}
		submission := polled.JSON200
		if submission == nil {
			return openapi.UUID{}, nil, unexpected("getSubmission", polled.Status(), polled.Body)
		}
		switch submission.Status {
		case "PENDING", "IN_PROGRESS":
			time.Sleep(500 * time.Millisecond)
		case "SUCCESS":
			if submission.Normalized.Linearized {
				return openapi.UUID{}, nil, fmt.Errorf("linearize=false was not heard")
			}
			return submission.SubmissionId, submission.Normalized, nil
		default:
			return openapi.UUID{}, nil, fmt.Errorf("not normalized: %+v", submission.Failure)
		}
	}
}

// normalizeRaw sends the document alone, with its options in the query, and gets the PDF.
func normalizeRaw(ctx context.Context, client *fixpoint.ClientWithResponses, document []byte, hash string) error {
	strip := fixpoint.NormalizeDocumentParamsSignedPdfPolicy("strip")
	linearize := false
	params := &fixpoint.NormalizeDocumentParams{SignedPdfPolicy: &strip, Linearize: &linearize}
	answer, err := client.NormalizeDocumentWithBodyWithResponse(ctx, params, "application/pdf", bytes.NewReader(document))
	if err != nil {
		return err
	}
	if answer.StatusCode() != http.StatusOK {
		return unexpected("normalizeDocument", answer.Status(), answer.Body)
	}
	return sameHash(answer.Body, hash)
}

// proofs downloads and verifies the artifact, and gets all that speaks of it.
func proofs(ctx context.Context, client *fixpoint.ClientWithResponses, hash string) error {
	artifact, err := client.GetArtifactWithResponse(ctx, hash, &fixpoint.GetArtifactParams{})
	if err != nil {
		return err
	}
	if err := sameHash(artifact.Body, hash); err != nil {
		return err
	}
	fmt.Println("getArtifact:", len(artifact.Body), "bytes of that SHA-256")

	report, err := client.GetReportWithResponse(ctx, hash, &fixpoint.GetReportParams{})
	if err != nil {
		return err
	}
	if report.JSON200 == nil || len(report.JSON200.Stages) != 10 {
		return unexpected("getReport", report.Status(), report.Body)
	}
	fmt.Println("getReport:", len(report.JSON200.Stages), "stages")

	attestation, err := client.GetAttestationWithResponse(ctx, hash, &fixpoint.GetAttestationParams{})
	if err != nil {
		return err
	}
	if attestation.ApplicationldJSON200 == nil {
		return unexpected("getAttestation", attestation.Status(), attestation.Body)
	}
	// By the name of its other media type the compact serialization would be read as JSON.
	acceptJose := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Accept", "application/jose")
		return nil
	}
	certificate, err := client.GetCertificateWithResponse(ctx, hash, &fixpoint.GetCertificateParams{}, acceptJose)
	if err != nil {
		return err
	}
	if strings.Count(string(certificate.Body), ".") != 2 {
		return unexpected("getCertificate", certificate.Status(), certificate.Body)
	}
	verification, err := client.VerifyWithResponse(ctx, hash, &fixpoint.VerifyParams{})
	if err != nil {
		return err
	}
	if verification.JSON200 == nil {
		return unexpected("verify", verification.Status(), verification.Body)
	}
	fmt.Printf("getAttestation, getCertificate, verify: %s %+v\n", attestation.ApplicationldJSON200.Version, *verification.JSON200)
	return nil
}

// lists finds the batch and its submission again.
func lists(ctx context.Context, client *fixpoint.ClientWithResponses, batch, submission openapi.UUID) error {
	batches, err := client.ListBatchesWithResponse(ctx, &fixpoint.ListBatchesParams{})
	if err != nil {
		return err
	}
	if batches.JSON200 == nil || batches.JSON200.Items[0].BatchId != batch {
		return unexpected("listBatches", batches.Status(), batches.Body)
	}
	members, err := client.ListSubmissionsOfBatchWithResponse(ctx, batch, &fixpoint.ListSubmissionsOfBatchParams{})
	if err != nil {
		return err
	}
	if members.JSON200 == nil || len(members.JSON200.Items) != 1 || members.JSON200.Items[0].SubmissionId != submission {
		return unexpected("listSubmissionsOfBatch", members.Status(), members.Body)
	}
	fmt.Println("listBatches, listSubmissionsOfBatch:", len(members.JSON200.Items), "submission")
	return nil
}

// problem sends a field that is refused, and reads which one.
func problem(ctx context.Context, client *fixpoint.ClientWithResponses, document []byte) error {
	contentType, body, err := form(document, map[string]string{"client_reference": strings.Repeat("x", 1000)})
	if err != nil {
		return err
	}
	answer, err := client.NormalizeDocumentWithBodyWithResponse(ctx, &fixpoint.NormalizeDocumentParams{}, contentType, body)
	if err != nil {
		return err
	}
	refused := answer.ApplicationproblemJSON400
	if refused == nil || refused.Code != "validation_failed" || refused.Errors == nil {
		return unexpected("normalizeDocument", answer.Status(), answer.Body)
	}
	first := (*refused.Errors)[0]
	if first.Name != "client_reference" {
		return fmt.Errorf("another field is at fault: %+v", first)
	}
	fmt.Println("a problem:", refused.Code, first.Detail)
	return nil
}

func form(document []byte, fields map[string]string) (string, io.Reader, error) {
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, value := range fields {
		if err := writer.WriteField(name, value); err != nil {
			return "", nil, err
		}
	}
	part, err := writer.CreateFormFile("file", "signed.pdf")
	if err != nil {
		return "", nil, err
	}
	if _, err := part.Write(document); err != nil {
		return "", nil, err
	}
	return writer.FormDataContentType(), &body, writer.Close()
}

func sameHash(body []byte, hash string) error {
	sum := sha256.Sum256(body)
	if found := hex.EncodeToString(sum[:]); found != hash {
		return fmt.Errorf("the bytes have the SHA-256 %s, not %s", found, hash)
	}
	return nil
}

func unexpected(operation, status string, body []byte) error {
	return fmt.Errorf("%s: %w", operation, refusal(status, body))
}
