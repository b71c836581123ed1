/** In-toto Statements (version 1) in DSSE envelopes, for supply-chain tools: of an attestation, and of facts. */
import { type Attestation, CONTEXT_PATH, type Envelope, IN_TOTO_TYPE, STATEMENT_TYPE } from '#domain/attestation.ts';
import { toDer } from '#src/keys/signature-form.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';

export interface Statement {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: string;
  readonly predicate: object;
}

/** The same facts as the attestation has. */
export function envelopeOf(attestation: Attestation, key: SigningKey): Promise<Envelope> {
  return signedStatement(statementOf(attestation), key);
}

export async function signedStatement(statement: Statement, key: SigningKey): Promise<Envelope> {
  const payload = Buffer.from(JSON.stringify({ _type: IN_TOTO_TYPE, ...statement }));
  const signature = toDer(await key.sign(preAuthEncoding(payload)));
  return {
    payloadType: STATEMENT_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: key.publicJwk.kid, sig: Buffer.from(signature).toString('base64') }],
  };
}

function statementOf({ issuer, subject, ...attestation }: Attestation): Statement {
  const { attestationId, issuedAt, processing, findings, facts } = attestation;
  return {
    subject: [{ name: 'normalized.pdf', digest: { sha256: subject.normalizedSha256 } }],
    predicateType: issuer.url + CONTEXT_PATH,
    predicate: { attestationId, issuedAt, issuer, subject, processing, findings, facts },
  };
}

/** PAE of DSSE version 1: `DSSEv1`, then type and body, each after its length in bytes. */
function preAuthEncoding(payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${STATEMENT_TYPE.length} ${STATEMENT_TYPE} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
