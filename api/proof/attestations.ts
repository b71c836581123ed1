/** Proof of a normalized document, by the hash of the output: attestation, certificate, and the service's own verdict. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { type Proof, STATEMENT_TYPE } from '#domain/attestation.ts';
import type { ServiceError } from '#domain/problem-codes.ts';
import { isMissing } from '#store/objects/artifacts.ts';
import { objectKey } from '#store/objects/object-key.ts';
import { attestationStore, type AttestationStore } from '#store/proof/attestations.ts';
import { printedStore } from '#store/proof/printed.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { outputStore } from '#store/submissions/outputs.ts';
import { withKeyOrSignIn } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { NEGOTIATED } from '#api/http/headers.ts';
import { HashPath, hashValue, invalidHash } from '#api/http/params.ts';
import { keySet } from '#src/bodies/key-set.ts';
import { file } from '#src/contract/values.ts';
import { Attestation, Envelope, Verification } from '#src/contract/proof.ts';
import { answer } from '#api/operation.ts';
import { notFound } from '#api/http/http.ts';
import { chooseRegion } from '#api/submissions/options.ts';
import { PDF, printedForm } from './printed-form.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const JSON_LD = 'application/ld+json';
const JOSE_JSON = 'application/jose+json';
const JOSE = 'application/jose';

const OriginalQuery = z.object({
  original: hashValue().optional().describe('The hash of the original, where several originals led to one output.'),
});

const tag = 'Attestations and certificates';
const byHash = {
  method: 'get',
  tag,
  access: withKeyOrSignIn({ scopes: ['read'], action: 'documents.read' }),
  params: HashPath,
  query: OriginalQuery,
} as const;

const endpoints = [
  endpoint({
    ...byHash,
    path: '/api/attestations/{hash}',
    id: 'getAttestation',
    summary: 'Returns the signed attestation of a normalized document',
    answers: [
      {
        status: 200,
        description: 'The attestation, or the same facts as an in-toto Statement. `Accept` chooses between them.',
        content: { [JSON_LD]: Attestation, [STATEMENT_TYPE]: Envelope },
        headers: NEGOTIATED,
      },
    ],
    problems: ['invalid_hash', 'not_found'],
    async handle({ ctx, caller, params, query }, { attestations }: Deps) {
      const pair = { normalized: params.hash ?? invalidHash(), original: query.original };
      const { attestation, envelope } = await find(attestations, caller.organizationId, pair);
      const type = ctx.accepts(JSON_LD, STATEMENT_TYPE) === STATEMENT_TYPE ? STATEMENT_TYPE : JSON_LD;
      ctx.vary('Accept');
      ctx.body = JSON.stringify(type === STATEMENT_TYPE ? envelope : attestation);
      ctx.set('Content-Type', type);
    },
  }),
  endpoint({
    ...byHash,
    path: '/api/verify/{hash}',
    id: 'verify',
    summary: 'Verifies the stored attestation and the stored artifact again',
    answers: [answer(200, 'The verdict.', Verification)],
    problems: ['invalid_hash', 'not_found'],
    async handle({ caller: { organizationId }, params, query }, deps: Deps) {
      const pair = { normalized: params.hash ?? invalidHash(), original: query.original };
      const { attestation } = await find(deps.attestations, organizationId, pair);
      const keys = keySet(await deps.signingKeys.list());
      const pdf = await storedSha256(deps, organizationId, attestation.subject.normalizedSha256);
      return await verifyAttestation(attestation, keys, { pdf });
    },
  }),
  endpoint({
    ...byHash,
    path: '/api/certificates/{hash}',
    id: 'getCertificate',
    summary: 'Returns the certificate of a normalized document',
    answers: [
      {
        status: 200,
        description:
          'The certificate as a JWS in compact serialization. `Accept: application/jose` gets it under the media type of that form (RFC 7515, 9.2.1). Both are text, also where a generator reads every `+json` as JSON. `Accept: application/pdf` gets a page to print: PDF/A-2b, the same bytes each time. The service makes the page at the first request.',
        content: { [JOSE_JSON]: z.string(), [JOSE]: z.string(), [PDF]: file },
        headers: NEGOTIATED,
      },
    ],
    problems: ['not_found', 'processing_timeout'],
    async handle({ ctx, caller, params, query }, deps: Deps) {
      if (params.hash === null) throw noSuch('certificate');
      const pair = { normalized: params.hash, original: query.original };
      const { certificate, attestation } = await find(deps.attestations, caller.organizationId, pair, 'certificate');
      // A caller who accepts every type gets the first one.
      const type = ctx.accepts(JOSE_JSON, JOSE, PDF) || JOSE_JSON;
      ctx.vary('Accept');
      const { organization, organizationId } = caller;
      const region = chooseRegion(null, organization, deps.settings.homeRegion);
      const input = { kind: 'attestation', id: attestation.attestationId, organizationId, region } as const;
      ctx.body = type === PDF ? await printedForm(ctx, input, deps) : certificate;
      if (ctx.body === null) throw noSuch('certificate');
      ctx.set('Content-Type', type);
    },
  }),
];

function depsOf({ database, artifacts, temporal, settings }: Services) {
  return {
    attestations: attestationStore(database),
    printed: printedStore(database, artifacts),
    signingKeys: signingKeyStore(database),
    outputs: outputStore(database),
    artifacts,
    temporal,
    settings,
  };
}

export const attestationsFeature = feature(depsOf, endpoints);

/** The output, and the chosen original if one output has several originals. */
interface Pair {
  readonly normalized: string;
  readonly original: string | undefined;
}

async function find(
  store: AttestationStore,
  organizationId: string,
  { normalized, original }: Pair,
  resource = 'attestation',
): Promise<Proof> {
  const proof = await store.find(organizationId, normalized, original);
  if (!proof) throw noSuch(resource);
  return proof;
}

function noSuch(resource: string): ServiceError {
  return notFound(resource, `No such ${resource}, or it has expired.`);
}

/** The hash of what is in the store now; of nothing, when it is not there, which no document has. */
async function storedSha256(
  { outputs, artifacts }: Pick<Deps, 'outputs' | 'artifacts'>,
  organizationId: string,
  sha256: string,
): Promise<string> {
  const found = await outputs.findArtifact(organizationId, sha256);
  const hash = createHash('sha256');
  if (!found) return hash.digest('hex');
  try {
    await pipeline(await artifacts.stream(found.region, objectKey('artifact', found)), hash);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return createHash('sha256').digest('hex');
  }
  return hash.digest('hex');
}
