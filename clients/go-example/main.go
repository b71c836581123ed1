// Sends a document, waits for it, downloads the canonical PDF, and verifies its attestation and the facts of the submission, with
// the client that oapi-codegen has generated. With "webhooks" as its argument it receives and verifies webhooks instead.
//
// FIXPOINT_URL and FIXPOINT_API_KEY say where and as whom, or WEBHOOK_SECRET by what secret.
package main

//go:generate go tool oapi-codegen -config oapi-codegen.yaml openapi.json

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"fixpoint.example/go/fixpoint"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: example document.pdf | example webhooks")
	}
	var err error
	if os.Args[1] == "webhooks" {
		err = receive(os.Getenv("WEBHOOK_SECRET"), os.Getenv("PORT"))
	} else {
		err = normalize(context.Background(), os.Args[1])
	}
	if err != nil {
		log.Fatal(err)
	}
}

func normalize(ctx context.Context, document string) error {
	client, err := connect()
	if err != nil {
		return err
	}
	accepted, err := send(ctx, client, document)
	if err != nil {
		return err
	}
	submission, err := waitFor(ctx, client, accepted)
	if err != nil {
		return err
	}
	if submission.Status != "SUCCESS" {
		return fmt.Errorf("not normalized: %s: %s", submission.Failure.Code, submission.Failure.Message)
	}
	hash := submission.Normalized.Sha256
	artifact, err := client.GetArtifactWithResponse(ctx, hash, &fixpoint.GetArtifactParams{})
	if err != nil {
		return err
	}
	if artifact.StatusCode() != http.StatusOK {
		return refusal(artifact.Status(), artifact.Body)
	}
	if err := os.WriteFile("out.pdf", artifact.Body, 0o644); err != nil {
		return err
	}
	attestation, err := client.GetAttestationWithResponse(ctx, hash, &fixpoint.GetAttestationParams{})
	if err != nil {
		return err
	}
	keys, err := client.GetKeySetWithResponse(ctx)
	if err != nil {
		return err
	}
	// The signature is over the JSON as it came, and not over what a model of the client writes again.
	if err := verifyAttestation(attestation.Body, keys.Body, artifact.Body); err != nil {
		return err
	}
	evidence, err := client.GetEvidenceOfSubmissionWithResponse(ctx, accepted.SubmissionId)
	if err != nil {
		return err
	}
	facts, err := fileIn(evidence.Body, "facts.json")
	if err != nil {
		return err
	}
	envelope, err := fileIn(evidence.Body, "facts.dsse.json")
	if err != nil {
		return err
	}
	if err := verifyFacts(facts, envelope, keys.Body, artifact.Body); err != nil {
		return err
	}
	var signed struct{ Verdict struct{ Kind, Level string } }
	if err := json.Unmarshal(facts, &signed); err != nil {
		return err
	}
	fmt.Println("verified", hash, "verdict", signed.Verdict.Kind, signed.Verdict.Level)
	return nil
}

// fileIn reads a file of evidence, which is a ZIP file with one folder.
func fileIn(evidence []byte, name string) ([]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(evidence), int64(len(evidence)))
	if err != nil {
		return nil, err
	}
	for _, file := range archive.File {
		if path.Base(file.Name) != name {
			continue
		}
		content, err := file.Open()
		if err != nil {
			return nil, err
		}
		defer content.Close()
		return io.ReadAll(content)
	}
	return nil, fmt.Errorf("the evidence has no %s", name)
}

// send sends the document until it is accepted: with one idempotency key, so that it is charged once.
func send(ctx context.Context, client *fixpoint.ClientWithResponses, path string) (*fixpoint.NormalizeResponse, error) {
	document, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key := rand.Text()
	prefer := "respond-async"
	params := &fixpoint.NormalizeDocumentParams{Prefer: &prefer, IdempotencyKeyHeader: &key}
	for attempt := range 4 {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", filepath.Base(path))
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(document); err != nil {
			return nil, err
		}
		if err := form.Close(); err != nil {
			return nil, err
		}
		answer, err := client.NormalizeDocumentWithBodyWithResponse(ctx, params, form.FormDataContentType(), &body)
		switch {
		case err == nil && answer.JSON200 != nil:
			return answer.JSON200, nil
		case err == nil && answer.JSON202 != nil:
			return answer.JSON202, nil
		case err == nil && !passing(answer.StatusCode()):
			return nil, refusal(answer.Status(), answer.Body)
		}
		pause := time.Second << attempt
		if err == nil {
			pause = max(pause, retryAfter(answer.HTTPResponse))
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return nil, errors.New("the service does not answer")
}

// waitFor asks until the submission has ended; the service holds each answer for up to 20 seconds.
func waitFor(ctx context.Context, client *fixpoint.ClientWithResponses, accepted *fixpoint.NormalizeResponse) (*fixpoint.Submission, error) {
	wait := int64(20)
	for {
		answer, err := client.GetSubmissionWithResponse(ctx, accepted.SubmissionId, &fixpoint.GetSubmissionParams{Wait: &wait})
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return nil, refusal(answer.Status(), answer.Body)
		}
		if status := answer.JSON200.Status; status != "PENDING" && status != "IN_PROGRESS" {
			return answer.JSON200, nil
		}
	}
}

// passing tells whether the same request may succeed later.
func passing(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

func retryAfter(response *http.Response) time.Duration {
	seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// receive prints each genuine webhook, and refuses all others.
func receive(secret, port string) error {
	http.HandleFunc("POST /", func(answer http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(answer, request.Body, 64<<10))
		if err != nil || verifyWebhook(body, request.Header, secret, time.Now()) != nil {
			answer.WriteHeader(http.StatusUnauthorized)
			return
		}
		answer.WriteHeader(http.StatusNoContent) // first the answer, then the work
		fmt.Println("verified", request.Header.Get("Webhook-Id"))
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		return err
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	return http.Serve(listener, nil)
}
