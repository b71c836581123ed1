/** The public keys, and the documents at the addresses that signed statements name. Anybody reads them without credentials. */
import { z } from 'zod';
import { attestationContext } from '#src/proof/context.ts';
import { factsSchema } from '#src/proof/facts-schema.ts';
import { publicPem } from '#src/keys/signing-key.ts';
import { CONTEXT_PATH, FACTS_TYPE_PATH, KEY_SET_PATH, SIGNING_KEY_PATH } from '#domain/attestation.ts';
import { signingKeyStore } from '#store/proof/signing-keys.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { type Context, notFound } from '#api/http/http.ts';
import { keySet } from '#src/bodies/key-set.ts';
import { KeySet } from '#src/contract/proof.ts';
import { PUBLIC_HEADERS } from '#api/http/headers.ts';
import { answer, type Headers } from '#api/operation.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const KEY_HEADERS: Headers = {
  ...PUBLIC_HEADERS,
  Link: { description: 'The address of the key set, as `describedby` (RFC 8288).', schema: z.string(), required: true },
};

const tag = 'Attestations and certificates';

const endpoints = [
  endpoint({
    method: 'get',
    path: KEY_SET_PATH,
    id: 'getKeySet',
    tag,
    summary: 'Returns the public keys, current and retired (JWKS)',
    access: anyone,
    query: 'ignored',
    answers: [answer(200, 'RFC 7517.', KeySet, PUBLIC_HEADERS)],
    async handle({ ctx }, { signingKeys }: Deps) {
      makePublic(ctx);
      return keySet(await signingKeys.list());
    },
  }),
  endpoint({
    method: 'get',
    path: SIGNING_KEY_PATH,
    id: 'getSigningKey',
    tag,
    summary: 'Returns one public key in PEM, the current one by default',
    access: anyone,
    query: z.object({ kid: z.string().optional().describe('The RFC 7638 thumbprint of the key.') }),
    answers: [
      {
        status: 200,
        description: 'The key as SPKI.',
        content: { 'application/x-pem-file': z.string() },
        headers: KEY_HEADERS,
      },
    ],
    problems: ['not_found'],
    async handle({ ctx, query: { kid } }, { signingKeys, publicUrl }: Deps) {
      const keys = await signingKeys.list();
      const key = kid === undefined ? keys[0] : keys.find(({ publicJwk }) => publicJwk.kid === kid);
      if (!key) throw notFound('signing key', 'No such key.');
      ctx.body = publicPem(key.publicJwk);
      ctx.set('Content-Type', 'application/x-pem-file');
      ctx.set('Link', `<${publicUrl}${KEY_SET_PATH}>; rel="describedby"; type="application/jwk-set+json"`);
      makePublic(ctx);
    },
  }),
  endpoint({
    method: 'get',
    path: CONTEXT_PATH,
    id: 'getContext',
    tag,
    summary: 'Returns the JSON-LD context of attestations',
    access: anyone,
    query: 'ignored',
    answers: [
      {
        status: 200,
        description: 'The context in JSON-LD 1.1.',
        content: { 'application/ld+json': z.looseObject({}) },
        headers: PUBLIC_HEADERS,
      },
    ],
    handle({ ctx }, { publicUrl }: Deps) {
      ctx.body = JSON.stringify(attestationContext(publicUrl));
      ctx.set('Content-Type', 'application/ld+json');
      makePublic(ctx);
    },
  }),
  endpoint({
    method: 'get',
    path: FACTS_TYPE_PATH,
    id: 'getFactsType',
    tag,
    summary: 'Returns the JSON Schema of the predicate that signs the facts of a submission',
    access: anyone,
    query: 'ignored',
    answers: [
      {
        status: 200,
        description: 'The schema in JSON Schema 2020-12.',
        content: { 'application/schema+json': z.looseObject({}) },
        headers: PUBLIC_HEADERS,
      },
    ],
    handle({ ctx }, { publicUrl }: Deps) {
      ctx.body = JSON.stringify(factsSchema(publicUrl));
      ctx.set('Content-Type', 'application/schema+json');
      makePublic(ctx);
    },
  }),
];

function depsOf({ database, settings }: Services) {
  return { signingKeys: signingKeyStore(database), publicUrl: settings.publicUrl };
}

export const jwksFeature = feature(depsOf, endpoints);

function makePublic(ctx: Context): void {
  ctx.set('Cache-Control', 'public, max-age=3600');
}
