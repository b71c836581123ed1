package main

import (
	"encoding/json"
	"strings"
	"testing"
)

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
