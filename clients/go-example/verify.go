package main

import (
	"bytes"
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
)

// verifyAttestation says why an attestation does not hold for the document; nil when it does. All three are bytes as they came.
func verifyAttestation(attestation, keySet, document []byte) error {
	// A struct would also take members whose names differ in case.
	decoder := json.NewDecoder(bytes.NewReader(attestation))
	decoder.UseNumber()
	var signed map[string]any
	if err := decoder.Decode(&signed); err != nil || !json.Valid(attestation) {
		return errors.Join(errors.New("malformed"), err)
	}
	if !namesOwnSignature(signed) {
		return errors.New("the signature names another algorithm or key set, or has other members")
	}
	key, err := keyNamed(keySet, textAt(signed, "issuer", "publicKeyId"))
	if err != nil {
		return err
	}
	value := textAt(signed, "signature", "value")
	delete(signed, "signature")
	payload, err := canonical(signed)
	if err != nil {
		return err
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(value)
	digest := sha256.Sum256([]byte(payload))
	if err != nil || !ecdsa.VerifyASN1(key, digest[:], signature) {
		return errors.New("the signature is not of that key")
	}
	if hexSum(document) != textAt(signed, "subject", "normalizedSha256") {
		return errors.New("the attestation is of another document")
	}
	return nil
}

// verifyFacts says why the facts of a submission do not hold for the document; nil when they do. All four are bytes as they came.
func verifyFacts(facts, envelope, keySet, document []byte) error {
	var signed struct {
		PayloadType string
		Payload     []byte
		Signatures  []struct {
			Keyid string
			Sig   []byte
		}
	}
	if err := json.Unmarshal(envelope, &signed); err != nil || len(signed.Signatures) == 0 {
		return errors.Join(errors.New("malformed"), err)
	}
	signature := signed.Signatures[0]
	key, err := keyNamed(keySet, signature.Keyid)
	if err != nil {
		return err
	}
	// The encoding of DSSE (version 1): type and body, each after its length in bytes.
	encoded := fmt.Sprintf("DSSEv1 %d %s %d %s", len(signed.PayloadType), signed.PayloadType, len(signed.Payload), signed.Payload)
	digest := sha256.Sum256([]byte(encoded))
	if signed.PayloadType != "application/vnd.in-toto+json" || !ecdsa.VerifyASN1(key, digest[:], signature.Sig) {
		return errors.New("the signature of the facts is not of that key")
	}
	var statement map[string]any
	if err := json.Unmarshal(signed.Payload, &statement); err != nil {
		return err
	}
	issuer := textAt(statement, "predicate", "issuer", "url")
	if textAt(statement, "predicateType") != issuer+"/ns/facts/v1" || textAt(statement, "predicate", "issuer", "publicKeyId") != signature.Keyid {
		return errors.New("the envelope does not sign facts")
	}
	if textAt(statement, "predicate", "facts", "digest", "sha256") != hexSum(facts) {
		return errors.New("the envelope signs other facts")
	}
	if subjectNamed(statement, "normalized.pdf") != hexSum(document) {
		return errors.New("the facts are of another document")
	}
	return nil
}

// subjectNamed is the SHA-256 of a file that a statement is about; empty where it is about no such file.
func subjectNamed(statement map[string]any, name string) string {
	subjects, _ := statement["subject"].([]any)
	for _, subject := range subjects {
		if textAt(subject, "name") == name {
			return textAt(subject, "digest", "sha256")
		}
	}
	return ""
}

func hexSum(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// namesOwnSignature checks the object that is not under the signature: its members must follow from the signed ones.
func namesOwnSignature(attestation map[string]any) bool {
	signature, _ := attestation["signature"].(map[string]any)
	for name, member := range signature {
		_, isText := member.(string)
		if !isText || !slices.Contains([]string{"algorithm", "value", "publicKeyCertificate", "timestamp"}, name) {
			return false
		}
	}
	keys := textAt(attestation, "issuer", "url") + "/.well-known/attestation-keys.json"
	return textAt(signature, "algorithm") == "ECDSA-P256-SHA256" && textAt(signature, "publicKeyCertificate") == keys
}

// textAt is empty where there is no such text.
func textAt(value any, path ...string) string {
	for _, name := range path {
		object, _ := value.(map[string]any)
		value = object[name]
	}
	text, _ := value.(string)
	return text
}

func keyNamed(keySet []byte, name string) (*ecdsa.PublicKey, error) {
	var set struct {
		Keys []struct{ Kid, Kty, Crv, X, Y string }
	}
	if err := json.Unmarshal(keySet, &set); err != nil {
		return nil, err
	}
	for _, key := range set.Keys {
		if key.Kid != name || key.Kty != "EC" || key.Crv != "P-256" {
			continue
		}
		x, errX := base64.RawURLEncoding.DecodeString(key.X)
		y, errY := base64.RawURLEncoding.DecodeString(key.Y)
		if err := errors.Join(errX, errY); err != nil {
			return nil, err
		}
		public := &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(x), Y: new(big.Int).SetBytes(y)}
		// This looks whether the point is on the curve.
		if _, err := public.ECDH(); err != nil {
			return nil, err
		}
		return public, nil
	}
	return nil, fmt.Errorf("no key has the name %q", name)
}

// canonical writes JSON in the one spelling that is signed (RFC 8785).
func canonical(value any) (string, error) {
	switch value := value.(type) {
	case map[string]any:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int {
			return slices.CompareFunc(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)), cmp.Compare)
		})
		members := make([]string, 0, len(names))
		for _, name := range names {
			member, err := canonical(value[name])
			if err != nil {
				return "", err
			}
			members = append(members, text(name)+":"+member)
		}
		return "{" + strings.Join(members, ",") + "}", nil
	case []any:
		items := make([]string, 0, len(value))
		for _, one := range value {
			item, err := canonical(one)
			if err != nil {
				return "", err
			}
			items = append(items, item)
		}
		return "[" + strings.Join(items, ",") + "]", nil
	case string:
		return text(value), nil
	case json.Number:
		return number(value)
	case bool:
		return strconv.FormatBool(value), nil
	case nil:
		return "null", nil
	default:
		return "", fmt.Errorf("a %T is no JSON", value)
	}
}

// text escapes what JSON has to escape, and nothing else (RFC 8785, section 3.2.2.2).
func text(value string) string {
	var written strings.Builder
	written.WriteByte('"')
	for _, letter := range value {
		short := strings.IndexRune("\b\t\n\f\r", letter)
		switch {
		case letter == '"' || letter == '\\':
			written.WriteByte('\\')
			written.WriteRune(letter)
		case short >= 0:
			written.WriteByte('\\')
			written.WriteByte("btnfr"[short])
		case letter < ' ':
			fmt.Fprintf(&written, "\\u%04x", letter)
		default:
			written.WriteRune(letter)
		}
	}
	written.WriteByte('"')
	return written.String()
}

// number is as ECMAScript writes it: plainly from 1e-6 up to 1e21.
func number(value json.Number) (string, error) {
	double, err := value.Float64()
	if err != nil {
		return "", err
	}
	if double == 0 {
		return "0", nil
	}
	if size := max(double, -double); size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(double, 'f', -1, 64), nil
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(double, 'e', -1, 64), "e")
	return mantissa + "e" + exponent[:1] + strings.TrimLeft(exponent[1:], "0"), nil
}

// verifyWebhook says why a delivery is not genuine (Standard Webhooks); nil when it is. The body is as it came.
func verifyWebhook(body []byte, headers http.Header, secret string, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return errors.New("a secret is whsec_ and Base64")
	}
	id, sent := headers.Get("Webhook-Id"), headers.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(sent, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return errors.New("the delivery is too old, or of the future")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, sent, body)
	expected := mac.Sum(nil)
	for _, one := range strings.Fields(headers.Get("Webhook-Signature")) {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(one, "v1,"))
		if err == nil && hmac.Equal(given, expected) {
			return nil
		}
	}
	return errors.New("no signature was made with the secret")
}
