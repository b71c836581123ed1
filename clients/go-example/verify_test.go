package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Every member of the signature is compared, because none of them is signed.
func TestVerifyAttestation(t *testing.T) {
	document := []byte("%PDF-1.7")
	hash := sha256.Sum256(document)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	x, y := base64.RawURLEncoding.EncodeToString(public[1:33]), base64.RawURLEncoding.EncodeToString(public[33:])
	keys := fmt.Sprintf(`{"keys":[{"kid":"k","kty":"EC","crv":"P-256","x":"%s","y":"%s"}]}`, x, y)
	signed := `{"issuer":{"publicKeyId":"k","url":"https://service.test"},"subject":{"normalizedSha256":"` + hex.EncodeToString(hash[:]) + `"}}`
	digest := sha256.Sum256([]byte(signed))
	der, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	good := strings.TrimSuffix(signed, "}") + `,"signature":{"algorithm":"ECDSA-P256-SHA256","publicKeyCertificate":` +
		`"https://service.test/.well-known/attestation-keys.json","value":"` + base64.StdEncoding.EncodeToString(der) + `"}}`
	if err := verifyAttestation([]byte(good), []byte(keys), document); err != nil {
		t.Error(err)
	}
	for from, to := range map[string]string{
		"ECDSA-P256-SHA256":                  "none",
		`"https://service.test/.well-known`:  `"https://elsewhere.test/.well-known`,
		`"signature":{`:                      `"signature":{"note":"x",`,
		`,"signature":{`:                     `,"signature":{"timestamp":1,`,
		`"value":`:                           `"Value":`,
		`"subject":`:                         `"Subject":{"normalizedSha256":"x"},"subject":`,
		`"publicKeyId":"k"`:                  `"publicKeyId":"other"`,
		`"publicKeyId":"k","url":"https://s`: `"publicKeyId":"k","url":"http://s`,
		`"}}`:                                `"}}}`,
	} {
		changed := strings.Replace(good, from, to, 1)
		if changed == good || verifyAttestation([]byte(changed), []byte(keys), document) == nil {
			t.Errorf("%s in place of %s is verified", to, from)
		}
	}
	if verifyAttestation([]byte(good), []byte(strings.Replace(keys, "EC", "OKP", 1)), document) == nil {
		t.Error("a key of another kind is taken")
	}
	if verifyAttestation([]byte(good), []byte(keys), []byte("%PDF-1.4")) == nil {
		t.Error("another document is verified")
	}
}

// Facts hold with their envelope, the key and the document alone.
func TestVerifyFacts(t *testing.T) {
	document, facts := []byte("%PDF-1.7"), []byte(`{"status":"SUCCESS"}`)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	x, y := base64.RawURLEncoding.EncodeToString(public[1:33]), base64.RawURLEncoding.EncodeToString(public[33:])
	keys := fmt.Appendf(nil, `{"keys":[{"kid":"k","kty":"EC","crv":"P-256","x":"%s","y":"%s"}]}`, x, y)
	good := fmt.Sprintf(`{"subject":[{"name":"normalized.pdf","digest":{"sha256":"%s"}}],"predicateType":"https://service.test/ns/facts/v1",`+
		`"predicate":{"issuer":{"url":"https://service.test","publicKeyId":"k"},"facts":{"digest":{"sha256":"%s"}}}}`, hexSum(document), hexSum(facts))
	sign := func(statement, payloadType string) []byte {
		digest := sha256.Sum256(fmt.Appendf(nil, "DSSEv1 %d %s %d %s", len(payloadType), payloadType, len(statement), statement))
		der, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
		if err != nil {
			t.Fatal(err)
		}
		envelope, err := json.Marshal(map[string]any{"payloadType": payloadType, "payload": []byte(statement),
			"signatures": []any{map[string]any{"keyid": "k", "sig": der}}})
		if err != nil {
			t.Fatal(err)
		}
		return envelope
	}
	const inToto = "application/vnd.in-toto+json"
	envelope := sign(good, inToto)
	if err := verifyFacts(facts, envelope, keys, document); err != nil {
		t.Error(err)
	}
	changed := strings.Replace(string(envelope), base64.StdEncoding.EncodeToString([]byte(good)), base64.StdEncoding.EncodeToString([]byte(good+" ")), 1)
	for name, err := range map[string]error{
		"another statement":       verifyFacts(facts, []byte(changed), keys, document),
		"other facts":             verifyFacts([]byte("{}"), envelope, keys, document),
		"another document":        verifyFacts(facts, envelope, keys, []byte("%PDF-1.4")),
		"another key set":         verifyFacts(facts, envelope, []byte(`{"keys":[]}`), document),
		"another type of payload": verifyFacts(facts, sign(good, "application/json"), keys, document),
		"an attestation":          verifyFacts(facts, sign(strings.Replace(good, "/ns/facts/", "/ns/attestation/", 1), inToto), keys, document),
		"the name of another key": verifyFacts(facts, sign(strings.Replace(good, `"publicKeyId":"k"`, `"publicKeyId":"o"`, 1), inToto), keys, document),
		"no signature":            verifyFacts(facts, []byte(`{"payloadType":"`+inToto+`","payload":"","signatures":[]}`), keys, document),
	} {
		if err == nil {
			t.Errorf("%s is verified", name)
		}
	}
}

// The sample of RFC 8785, section 3.2.2, and names in the order of their UTF-16 code units.
func TestCanonical(t *testing.T) {
	sample := `{
	  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, 1e21, 100000000000000000000],
	  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\u2028\\u2028\u007f",
	  "literals": [null, true, false],
	  "\ud83d\ude00": 1, "\ufb33": 2
	}`
	decoder := json.NewDecoder(strings.NewReader(sample))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	found, err := canonical(value)
	if err != nil {
		t.Fatal(err)
	}
	expected := `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,1e+21,100000000000000000000],` +
		`"string":"€$\u000f\nA'B\"\\\\\"/` + "\u2028" + `\\u2028` + "\u007f" + `","😀":1,"` + "\ufb33" + `":2}`
	if found != expected {
		t.Errorf("\n%s\n%s", found, expected)
	}
}
