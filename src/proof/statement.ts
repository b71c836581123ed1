/** The same facts as an in-toto Statement (version 1) in a DSSE envelope, for supply-chain tools. */
import { type Attestation, CONTEXT_PATH, type Envelope, STATEMENT_TYPE } from '#domain/attestation.ts';
import { toDer } from '#src/keys/signature-form.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';

export async function envelopeOf(attestation: Attestation, key: SigningKey): Promise<Envelope> {
  const payload = Buffer.from(JSON.stringify(statementOf(attestation)));
  const signature = toDer(await key.sign(preAuthEncoding(payload)));
  return {
    payloadType: STATEMENT_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: key.publicJwk.kid, sig: Buffer.from(signature).toString('base64') }],
  };
}

function statementOf({ attestationId, issuedAt, issuer, subject, processing, findings }: Attestation) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'normalized.pdf', digest: { sha256: subject.normalizedSha256 } }],
    predicateType: issuer.url + CONTEXT_PATH,
    predicate: { attestationId, issuedAt, issuer, subject, processing, findings },
  };
}

/** PAE of DSSE version 1: `DSSEv1`, then type and body, each after its length in bytes. */
function preAuthEncoding(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
