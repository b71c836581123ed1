/** Proof of a normalized document, by the hash of the output: attestation, certificate, and the service's own verdict. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Router } from '@koa/router';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { type Proof, STATEMENT_TYPE } from '#domain/attestation.ts';
import { ServiceError } from '#domain/errors.ts';
import { artifactKey, isMissing, type ArtifactStore } from '#store/objects/artifacts.ts';
import type { AttestationStore } from '#store/proof/attestations.ts';
import type { OutputStore } from '#store/submissions/outputs.ts';
import type { SigningKeyStore } from '#store/proof/signing-keys.ts';
import type { Authenticate } from '#api/http/auth.ts';
import { invalid, queryFields, readSha256, uniqueFields, type Context, type State } from '#api/http/http.ts';
import { keySet } from './jwks.ts';

interface Deps {
  readonly authenticate: Authenticate;
  readonly attestations: AttestationStore;
  readonly signingKeys: SigningKeyStore;
  readonly outputs: OutputStore;
  readonly artifacts: ArtifactStore;
}

const JSON_LD = 'application/ld+json';

export function attestationRoutes({ authenticate, attestations, ...checks }: Deps): Router<State> {
  const router = new Router<State>();

  router.get('/api/attestations/:hash', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    const { attestation, envelope } = await find(attestations, organizationId, readPair(ctx));
    const type = ctx.accepts(JSON_LD, STATEMENT_TYPE) === STATEMENT_TYPE ? STATEMENT_TYPE : JSON_LD;
    ctx.vary('Accept');
    ctx.body = JSON.stringify(type === STATEMENT_TYPE ? envelope : attestation);
    ctx.set('Content-Type', type);
  });

  router.get('/api/verify/:hash', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    const { attestation } = await find(attestations, organizationId, readPair(ctx));
    const keys = keySet(await checks.signingKeys.list());
    const pdf = await storedSha256(checks, organizationId, attestation.subject.normalizedSha256);
    ctx.body = await verifyAttestation(attestation, keys, { pdf });
  });

  router.get('/api/certificates/:hash', async (ctx) => {
    const { organizationId } = await authenticate(ctx, 'read');
    const normalized = readSha256(ctx.params['hash'] ?? '');
    if (normalized === null) throw noSuch('certificate');
    const original = readOriginal(ctx);
    const { certificate } = await find(attestations, organizationId, { normalized, original }, 'certificate');
    const compact = ctx.accepts('application/jose+json', 'application/jose') === 'application/jose';
    ctx.vary('Accept');
    ctx.body = certificate;
    ctx.set('Content-Type', compact ? 'application/jose' : 'application/jose+json');
  });

  return router;
}

/** The output, and where one output came from several originals, the one that is meant. */
interface Pair {
  readonly normalized: string;
  readonly original: string | undefined;
}

function readPair(ctx: Context & { params: Record<string, string> }): Pair {
  const normalized = readSha256(ctx.params['hash'] ?? '');
  if (normalized === null) throw new ServiceError('invalid_hash', 'The path must end with 64 hexadecimal digits.');
  return { normalized, original: readOriginal(ctx) };
}

function readOriginal(ctx: Context): string | undefined {
  const given = uniqueFields(queryFields(ctx), 'query', ['original']).get('original');
  if (given === undefined) return undefined;
  const sha256 = readSha256(given);
  if (sha256 === null) throw invalid('query', 'original', 'invalid_hash', 'original must be 64 hexadecimal digits');
  return sha256;
}

async function find(
  attestations: AttestationStore,
  organizationId: string,
  { normalized, original }: Pair,
  resource = 'attestation',
): Promise<Proof> {
  const proof = await attestations.find(organizationId, normalized, original);
  if (!proof) throw noSuch(resource);
  return proof;
}

function noSuch(resource: string): ServiceError {
  return new ServiceError('not_found', `No such ${resource}, or it has expired.`, { members: { resource } });
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
    await pipeline(await artifacts.stream(found.region, artifactKey(sha256)), hash);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return createHash('sha256').digest('hex');
  }
  return hash.digest('hex');
}
