// Signs a PDF with digitorus/pdfsign: INPUT OUTPUT KEY CERTIFICATE LEVEL, where level 0 is an approval.
package main

import (
	"crypto"
	"crypto/x509"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/digitorus/pdfsign/sign"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 5 {
		return fmt.Errorf("give INPUT OUTPUT KEY CERTIFICATE LEVEL")
	}
	keyBytes, err := os.ReadFile(args[2])
	if err != nil {
		return err
	}
	certificateBytes, err := os.ReadFile(args[3])
	if err != nil {
		return err
	}
	key, err := x509.ParsePKCS8PrivateKey(keyBytes)
	if err != nil {
		return err
	}
	certificate, err := x509.ParseCertificate(certificateBytes)
	if err != nil {
		return err
	}
	level, err := strconv.Atoi(args[4])
	if err != nil {
		return err
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return fmt.Errorf("the key cannot sign")
	}
	signature := sign.SignDataSignature{
		CertType: sign.ApprovalSignature,
		Info:     sign.SignDataSignatureInfo{Name: "Ada Lovelace", Reason: "I agree", Date: time.Now()},
	}
	if level > 0 {
		signature.CertType = sign.CertificationSignature
		signature.DocMDPPerm = sign.DocMDPPerm(level)
	}
	return sign.SignFile(args[0], args[1], sign.SignData{
		Signature:         signature,
		Signer:            signer,
		DigestAlgorithm:   crypto.SHA256,
		Certificate:       certificate,
		CertificateChains: [][]*x509.Certificate{{certificate}},
	})
}
