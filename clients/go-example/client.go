package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"fixpoint.example/go/fixpoint"
)

// connect makes the client of the service of FIXPOINT_URL, which sends the key of FIXPOINT_API_KEY along.
func connect() (*fixpoint.ClientWithResponses, error) {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-Api-Key", os.Getenv("FIXPOINT_API_KEY"))
		return nil
	}
	return fixpoint.NewClientWithResponses(os.Getenv("FIXPOINT_URL"), fixpoint.WithRequestEditorFn(withKey))
}

// refusal makes an error of an answer that is none of those that were waited for.
func refusal(status string, body []byte) error {
	return fmt.Errorf("the service answered %s: %.500s", status, body)
}
