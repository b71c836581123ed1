/** The meaning of each reason of an invalid signature (`signatureVerificationResults[].reason`), for people. */
import type { SignatureReason } from '#domain/report.ts';
import type { Explanation } from './explanation.ts';

const SIGN_AGAIN = 'Ask the signer to sign the document again.';
const OTHER_CERTIFICATE = 'Ask the signer to sign again with a certificate for signing documents.';

export const SIGNATURE_REASON_EXPLANATIONS: Readonly<Record<SignatureReason, Explanation>> = {
  BYTERANGE_INVALID: {
    title: 'Signature does not cover a whole revision',
    cause:
      'The `/ByteRange` of the signature excludes more than its own value, goes beyond the file, or covers the bytes of another signature.',
    remedy: `Treat the document as unsigned. ${SIGN_AGAIN}`,
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (BYTERANGE_INVALID).',
  },
  UNSUPPORTED_SUBFILTER: {
    title: 'Signature of an unknown kind',
    cause:
      'It is none of `adbe.pkcs7.detached`, `adbe.pkcs7.sha1`, `adbe.x509.rsa_sha1`, `ETSI.CAdES.detached` and `ETSI.RFC3161`.',
    remedy: 'Ask the signer which program verifies it, or ask for a signature of one of these kinds.',
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (UNSUPPORTED_SUBFILTER).',
  },
  SIGNATURE_UNREADABLE: {
    title: 'Signature cannot be read',
    cause:
      'The value of the signature is empty, encrypted or damaged. It does not prove anything, and it is no sign that the document was changed.',
    remedy: `Ask the signer for the file that was signed. ${SIGN_AGAIN}`,
    retryable: false,
    example: 'Signatures that cannot be verified: 1, first Signature1 (SIGNATURE_UNREADABLE).',
  },
  CERTIFICATE_MISSING: {
    title: 'Certificate of the signer is missing',
    cause:
      'The signature does not contain the certificate that it names. Nobody can verify it without the key in that certificate.',
    remedy: 'Ask the signer to sign again with a program that adds the certificate.',
    retryable: false,
    example: 'Signatures that cannot be verified: 1, first Signature1 (CERTIFICATE_MISSING).',
  },
  DIGEST_MISMATCH: {
    title: 'Signed bytes were changed',
    cause: 'The bytes that the signature covers are not those that were signed.',
    remedy: 'The document was changed or damaged after signing. Ask the signer for the file that was signed.',
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (DIGEST_MISMATCH).',
  },
  ALGORITHM_NOT_SUPPORTED: {
    title: 'Signature of an algorithm that is not supported',
    cause:
      'The algorithm of the signature or of its digest is not supported, such as GOST or SM2. The signature may be genuine.',
    remedy: 'Verify the signature with a program of the signer, or ask for a signature of a supported algorithm.',
    retryable: false,
    example:
      'Signatures that cannot be verified: 1, first Signature1 (ALGORITHM_NOT_SUPPORTED: GOST, 1.2.643.7.1.1.3.2).',
  },
  CMS_INVALID: {
    title: 'Signature value does not verify',
    cause:
      'The value is a message without one signer, was not made by the key of its certificate, or names another certificate.',
    remedy: SIGN_AGAIN,
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (CMS_INVALID).',
  },
  WEAK_DIGEST: {
    title: 'Digest that can be forged',
    cause:
      'The signature uses MD5, for which anybody can make collisions. With SHA-1 the signature stays valid and has this reason.',
    remedy: `${SIGN_AGAIN} SHA-256 or better is required.`,
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (WEAK_DIGEST).',
  },
  MODIFIED_AFTER_SIGNING: {
    title: 'Document was changed after signing',
    cause:
      'The signed revision is unchanged, but later revisions have changes that the signature does not allow. The findings in `tamperAnalysis` name them.',
    remedy:
      'Ask the signer for the file that was signed. The signed revision is still in the original, up to where its bytes end.',
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (MODIFIED_AFTER_SIGNING).',
  },
  WEAK_KEY: {
    title: 'Key that can be forged',
    cause: 'The key is RSA or DSA below 2048 bits, or an elliptic curve below 224.',
    remedy: OTHER_CERTIFICATE,
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (WEAK_KEY).',
  },
  KEY_USAGE_NOT_ALLOWED: {
    title: 'Certificate is not for signing',
    cause: 'The certificate states key usages, but neither digitalSignature nor nonRepudiation.',
    remedy: OTHER_CERTIFICATE,
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (KEY_USAGE_NOT_ALLOWED).',
  },
  EXTENDED_KEY_USAGE_NOT_ALLOWED: {
    title: 'Certificate has another purpose',
    cause:
      'The certificate is only for TLS servers, timestamps or OCSP. The certificate of a document timestamp must be only for timestamps.',
    remedy: OTHER_CERTIFICATE,
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (EXTENDED_KEY_USAGE_NOT_ALLOWED).',
  },
  CERTIFICATE_NOT_YET_VALID: {
    title: 'Signed before the certificate was valid',
    cause:
      'The certificate began after the time that a timestamp proves; without proof, more than a day after the time the signer claims, or after the document was processed.',
    remedy: 'Check the clock of the signer, and ask for the document to be signed again.',
    retryable: false,
    example: 'Signatures that do not verify: 1, first Signature1 (CERTIFICATE_NOT_YET_VALID).',
  },
};
