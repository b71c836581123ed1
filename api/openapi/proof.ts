/** Attestations, certificates, and the keys that verify them. */
import { z } from 'zod';
import { CONTEXT_PATH, KEY_SET_PATH, SIGNING_KEY_PATH, STATEMENT_TYPE } from '#domain/attestation.ts';
import type { Operation } from './operation.ts';
import { HashPath, OriginalQuery } from './parameters.ts';
import { Attestation, Envelope, KeySet, Verification } from './schemas.ts';

const tag = 'Attestations and certificates';
const byHash = { method: 'get', tag, scopes: ['read'], pathParameters: HashPath, query: OriginalQuery } as const;
const open = { method: 'get', tag, scopes: null } as const;

export const PROOF: readonly Operation[] = [
  {
    ...byHash,
    path: '/api/attestations/{hash}',
    id: 'getAttestation',
    summary: 'The signed attestation of a normalized document',
    answers: [
      {
        status: 200,
        description: 'The attestation, or the same facts as an in-toto Statement, by `Accept`.',
        content: { 'application/ld+json': Attestation, [STATEMENT_TYPE]: Envelope },
      },
    ],
    problems: ['invalid_hash', 'not_found'],
  },
  {
    ...byHash,
    path: '/api/verify/{hash}',
    id: 'verify',
    summary: 'Checks the stored attestation and the stored artifact again',
    answers: [{ status: 200, description: 'The verdict.', content: { 'application/json': Verification } }],
    problems: ['invalid_hash', 'not_found'],
  },
  {
    ...byHash,
    path: '/api/certificates/{hash}',
    id: 'getCertificate',
    summary: 'The certificate of a normalized document',
    answers: [
      {
        status: 200,
        description: 'JWS in compact serialization.',
        content: { 'application/jose+json': z.string(), 'application/jose': z.string() },
      },
    ],
    problems: ['not_found'],
  },
  {
    ...open,
    path: KEY_SET_PATH,
    id: 'getKeySet',
    summary: 'The public keys, current and retired (JWKS)',
    answers: [{ status: 200, description: 'RFC 7517.', content: { 'application/json': KeySet } }],
  },
  {
    ...open,
    path: SIGNING_KEY_PATH,
    id: 'getSigningKey',
    summary: 'One public key in PEM: the current one unless told',
    query: z.object({ kid: z.string().optional().describe('RFC 7638 thumbprint.') }),
    answers: [{ status: 200, description: 'SPKI.', content: { 'application/x-pem-file': z.string() } }],
    problems: ['not_found'],
  },
  {
    ...open,
    path: CONTEXT_PATH,
    id: 'getContext',
    summary: 'The JSON-LD context of attestations',
    answers: [{ status: 200, description: 'JSON-LD 1.1.', content: { 'application/ld+json': z.looseObject({}) } }],
  },
];
