/**
 * Tests attestations, certificates, the service's own verification, and the keys: proof that outlives the submission.
 */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fetchRecipe, RECIPES } from '#portal/passport/facts/recipes.ts';
import { signedPayload, verifyAttestation } from '#src/proof/verify/verify.ts';
import type { Attestation, Envelope } from '#domain/attestation.ts';
import { PIPELINE_SPEC } from '#domain/pipeline.ts';
import type { SigningKey } from '#src/keys/signing-key.ts';
import { AttestationEntity } from '#store/proof/attestations.ts';
import { ArtifactRefEntity } from '#store/objects/references.ts';
import { SigningKeyEntity, signingKeyStore } from '#store/proof/signing-keys.ts';
import { executeAsAdministrator } from '#test/support/database-administrator.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { changedValues } from '#test/support/builders/tampering.ts';
import {
  brokenPdf,
  bytesOf,
  pdfSaying,
  problemOf,
  sha256,
  signedPdf,
  startApi,
  submissionOf,
} from '#test/support/api.ts';
import type { Api, Tenant } from '#test/support/api.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { requires } from '#test/support/requires.ts';
import { artifactKey } from '#test/support/object-keys.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The programs in the recipes of the passport. */
const hasPrograms = ['curl', 'jq', 'openssl', 'sha256sum'].every(
  (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0,
);

let api: Api;
let tenant: Tenant;
const key = newKey();
/** The output hash of the document in most tests. */
let hash: string;
let original: string;

beforeAll(async () => {
  // Other tests sign with other keys, so the current one needs a separate database.
  api = await startApi();
  await api.runner.signWith(key);
  tenant = await api.newTenant();
  const submission = await submissionOf(await api.postForm(pdfSaying('attested'), tenant));
  hash = submission.normalized?.sha256 ?? '';
  original = submission.original.sha256;
});
afterAll(() => api.close());

async function json<Body>(path: string, headers?: Record<string, string>): Promise<Body> {
  const response = await api.get(path, tenant, headers);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text());
}

const attestationOf = (sha: string) => json<Attestation>(`/api/attestations/${sha}`);

async function normalized(words: string, who: Tenant = tenant): Promise<string> {
  const { normalized: output } = await submissionOf(await api.postForm(pdfSaying(words), who));
  return output?.sha256 ?? '';
}

describe('an attestation', () => {
  test('says what the specification says', async () => {
    const response = await api.get(`/api/attestations/${hash}`, tenant);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/ld+json');
    const attestation: Attestation = JSON.parse(await response.text());
    expect(attestation).toMatchObject({
      '@context': 'https://fixpoint.test/ns/attestation/v1',
      '@type': 'NormalizationAttestation',
      version: '1.0',
      attestationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      issuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      issuer: { name: 'Fixpoint', url: 'https://fixpoint.test', publicKeyId: key.publicJwk.kid },
      subject: {
        originalSha256: original,
        originalSizeBytes: pdfSaying('attested').length,
        normalizedSha256: hash,
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      processing: { pipelineSpec: PIPELINE_SPEC, dockerImageDigest: 'unpinned' },
      signature: { algorithm: 'ECDSA-P256-SHA256' },
    });
    expect(attestation.findings.verdict).toMatchObject({ level: expect.stringMatching(/^(?:good|neutral)$/) });
    expect(attestation.facts).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(attestation.findings.warningCount).toBeGreaterThanOrEqual(0);
    expect(Number.isInteger(attestation.findings.healthScore)).toBe(true);
  });

  test('is verified by a stranger with the published keys and the PDF', async () => {
    const keys: unknown = await (await fetch(`${api.url}/.well-known/attestation-keys.json`)).json();
    const pdf = await bytesOf(await api.get(`/api/artifacts/${hash}`, tenant));
    expect(await verifyAttestation(await attestationOf(hash), keys, { pdf })).toMatchObject({ valid: true });
  });

  const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;
  test('is verified by openssl with the published key in PEM', requires('openssl', hasOpenssl), async () => {
    const attestation = await attestationOf(hash);
    const pem = await conformingFetch(`${api.url}/.well-known/service-signing-key.pem?kid=${key.publicJwk.kid}`);
    const folder = await mkdtemp(join(tmpdir(), 'fixpoint-openssl-'));
    await writeFile(join(folder, 'key.pem'), await pem.text());
    await writeFile(join(folder, 'payload'), signedPayload(attestation) ?? '');
    await writeFile(join(folder, 'signature'), Buffer.from(attestation.signature.value, 'base64'));
    const openssl = () =>
      spawnSync('openssl', 'dgst -sha256 -verify key.pem -signature signature payload'.split(' '), { cwd: folder });
    expect(openssl().stdout.toString()).toBe('Verified OK\n');
    await writeFile(join(folder, 'payload'), `${signedPayload(attestation)} `);
    expect(openssl().status).not.toBe(0);
    await rm(folder, { recursive: true });
  });

  test('is made once: the document sent again has the same one', async () => {
    const first = await attestationOf(hash);
    expect(await normalized('attested')).toBe(hash);
    expect(await attestationOf(hash)).toEqual(first);
  });

  test('is made anew where the verdict differs: no answer is better than the newest verdict', async () => {
    const sha = await normalized('another verdict');
    const first = await attestationOf(sha);
    const other = { ...first, findings: { ...first.findings, verdict: { kind: 'no_findings', level: 'danger' } } };
    const { facts: _facts, ...older } = { ...first, findings: { ...first.findings, verdict: undefined } };
    for (const document of [other, older]) {
      await api.database
        .system()
        .execute('update attestation set document = ?, printed = ? where normalized_sha256 = ?', [
          JSON.stringify(document),
          Buffer.from('a page'),
          sha,
        ]);
      await normalized('another verdict');
      const { attestationId, findings } = await attestationOf(sha);
      expect(findings).toEqual(first.findings);
      expect(attestationId).not.toBe(first.attestationId);
      expect(await json(`/api/verify/${sha}`)).toMatchObject({ valid: true, attestationId });
      const row = await api.database
        .system()
        .findOne(AttestationEntity, { id: attestationId }, { fields: ['printed'] });
      expect(row?.printed).toBeNull();
    }
  });

  test('of an output with two originals is the newest one, or the one that is asked for', async () => {
    const canonical = await bytesOf(await api.get(`/api/artifacts/${hash}`, tenant));
    const again = await submissionOf(await api.postForm(canonical, tenant));
    expect(again.normalized?.sha256).toBe(hash);
    const newest = await attestationOf(hash);
    expect(newest.subject.originalSha256).toBe(hash);
    const chosen = await json<Attestation>(`/api/attestations/${hash}?original=sha256:${original}`);
    expect(chosen.subject.originalSha256).toBe(original);
    expect((await api.get(`/api/attestations/${hash}?original=${'0'.repeat(64)}`, tenant)).status).toBe(404);
  });

  test('is there for a signed document that was passed through as it is', async () => {
    const input = signedPdf();
    const submission = await submissionOf(await api.postForm(input, tenant, { signed_pdf_policy: 'preserve' }));
    expect(submission.normalized?.sha256).toBe(sha256(input));
    const { subject, findings } = await attestationOf(sha256(input));
    expect(subject.originalSha256).toBe(subject.normalizedSha256);
    expect(findings.contentRemoved).toEqual([]);
  });

  test.each([
    ['FAILED', brokenPdf()],
    ['REJECTED', signedPdf()],
  ])('is not made of a %s document', async (status, pdf) => {
    const count = () => api.database.system().count(AttestationEntity, { organizationId: fresh.organizationId });
    const fresh = await api.newTenant();
    const submission = await submissionOf(await api.postForm(pdf, fresh));
    expect(submission.status).toBe(status);
    expect(await count()).toBe(0);
    expect((await api.get(`/api/attestations/${submission.original.sha256}`, fresh)).status).toBe(404);
  });

  test('ends with the retention period, and is the same again when the document comes again', async () => {
    const short = await normalized('ends soon');
    const attestation = await attestationOf(short);
    const past = new Date(Date.now() - 1);
    await api.database.system().nativeUpdate(AttestationEntity, { normalizedSha256: short }, { expiresAt: past });
    for (const what of ['attestations', 'verify', 'certificates']) {
      expect((await api.get(`/api/${what}/${short}`, tenant)).status).toBe(404);
    }
    await normalized('ends soon');
    expect(await attestationOf(short)).toEqual(attestation);
  });

  test('comes as an in-toto Statement in a DSSE envelope when that is asked for', async () => {
    const accept = 'application/vnd.in-toto+json';
    const response = await api.get(`/api/attestations/${hash}`, tenant, { Accept: accept });
    expect(response.headers.get('content-type')).toBe(accept);
    expect(response.headers.get('vary')).toMatch(/accept/i);
    const envelope: Envelope = JSON.parse(await response.text());
    expect(envelope).toMatchObject({ payloadType: accept, signatures: [{ keyid: key.publicJwk.kid }] });
    const statement: unknown = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    expect(statement).toMatchObject({ subject: [{ digest: { sha256: hash } }] });
    for (const other of ['*/*', 'application/json', 'application/ld+json, application/vnd.in-toto+json;q=0.5']) {
      const plain = await api.get(`/api/attestations/${hash}`, tenant, { Accept: other });
      expect(plain.headers.get('content-type')).toBe('application/ld+json');
    }
  });
});

describe('a certificate', () => {
  test('is a JWS that a JOSE library verifies with the published keys', async () => {
    const response = await api.get(`/api/certificates/${hash}?original=${original}`, tenant);
    expect(response.headers.get('content-type')).toBe('application/jose+json');
    const { attestationId, issuedAt } = await json<Attestation>(`/api/attestations/${hash}?original=${original}`);
    const keys = createLocalJWKSet(await json('/.well-known/attestation-keys.json'));
    const compact = await response.text();
    const { payload } = await jwtVerify(compact, keys, { issuer: 'https://fixpoint.test' });
    expect(payload).toMatchObject({
      sub: `sha256:${hash}`,
      jti: attestationId,
      originalSha256: original,
      normalizedSha256: hash,
      processedAt: issuedAt,
      pipelineSpec: PIPELINE_SPEC,
      pipelineVersion: expect.any(String),
    });
    expect(payload).not.toHaveProperty('exp');
    const bent = compact.replace(/\.(.)/, (_, letter: string) => `.${letter === 'e' ? 'f' : 'e'}`);
    await expect(jwtVerify(bent, keys)).rejects.toThrow();
  });

  test('has its own media type of RFC 7515 for those who ask', async () => {
    const response = await api.get(`/api/certificates/${hash}`, tenant, { Accept: 'application/jose' });
    expect(response.headers.get('content-type')).toBe('application/jose');
  });
});

describe("the service's verdict", () => {
  const verdict = async (sha: string) => json(`/api/verify/${sha}`);

  test('is good for what is stored as it was', async () => {
    const { attestationId, issuedAt, findings, facts } = await attestationOf(hash);
    expect(await verdict(hash)).toEqual({
      valid: true,
      attestationId,
      normalizedSha256: hash,
      issuedAt,
      reason: null,
      verdict: findings.verdict,
      facts,
    });
  });

  test('notices a change of every single value of the stored attestation', async () => {
    const sha = await normalized('every value');
    const store = (document: object) =>
      api.database
        .system()
        .execute('update attestation set document = ? where normalized_sha256 = ?', [JSON.stringify(document), sha]);
    const attestation = await attestationOf(sha);
    const changes = changedValues(attestation);
    expect(changes).toHaveLength(30);
    for (const { where, changed } of changes) {
      await store(changed);
      const reason = where === 'issuer.publicKeyId' ? 'unknown_key' : 'signature_invalid';
      expect({ where, verdict: await verdict(sha) }).toMatchObject({ where, verdict: { valid: false, reason } });
    }
    await store(attestation);
    expect(await verdict(sha)).toMatchObject({ valid: true });
  });

  test('notices other bytes, and none at all, where the artifact was', async () => {
    const sha = await normalized('other bytes');
    await api.artifacts.putBytes(
      'eu-central-1',
      artifactKey(tenant.organizationId, sha),
      Buffer.from('%PDF-1.7 other'),
      'application/pdf',
    );
    const noticed = { valid: false, reason: 'artifact_mismatch', normalizedSha256: sha };
    expect(await verdict(sha)).toMatchObject(noticed);
    await api.artifacts.remove('eu-central-1', artifactKey(tenant.organizationId, sha));
    expect(await verdict(sha)).toMatchObject(noticed);
    await api.database.system().nativeDelete(ArtifactRefEntity, { sha256: sha });
    expect(await verdict(sha)).toMatchObject(noticed);
  });

  test('notices a key that is not published any more', async () => {
    const lost = newKey();
    await api.runner.signWith(lost);
    const sha = await normalized('lost key');
    // The service itself has no right to do this.
    const { databaseAdministratorUrl } = inject('parts');
    await executeAsAdministrator(databaseAdministratorUrl, 'delete from signing_key where kid = ?', [
      lost.publicJwk.kid,
    ]);
    expect(await verdict(sha)).toMatchObject({ valid: false, reason: 'unknown_key' });
    await api.runner.signWith(key);
  });
});

describe('who may ask for what', () => {
  const paths = ['attestations', 'verify', 'certificates'];

  test.each(paths)('%s: 401 without a key, 403 without the scope, 404 for another organization', async (what) => {
    const path = `/api/${what}/${hash}`;
    expect(await problemOf(await api.get(path, null))).toMatchObject({ status: 401, code: 'missing_credentials' });
    const writer = await api.newTenant({ scopes: ['normalize'] });
    expect(await problemOf(await api.get(path, writer))).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const other = await api.newTenant();
    expect(await problemOf(await api.get(path, other))).toMatchObject({ status: 404, code: 'not_found' });
    // Each of two organizations has its own attestation of the same document.
    expect(await normalized('attested', other)).toBe(hash);
    expect((await api.get(path, other)).status).toBe(200);
  });

  test.each(paths)('%s: 404 for what nobody has, and a key may come as Bearer', async (what) => {
    expect((await api.get(`/api/${what}/${'0'.repeat(64)}`, tenant)).status).toBe(404);
    const bearer = { Authorization: `Bearer ${tenant.key}` };
    expect((await api.get(`/api/${what}/SHA256:${hash.toUpperCase()}`, null, bearer)).status).toBe(200);
  });

  test('what is no SHA-256 is 400, and no certificate', async () => {
    for (const wrong of ['nonsense', hash.slice(1), `${hash}0`, `${hash.slice(1)}g`]) {
      for (const what of ['attestations', 'verify']) {
        const problem = await problemOf(await api.get(`/api/${what}/${wrong}`, tenant));
        expect(problem).toMatchObject({ status: 400, code: 'invalid_hash' });
      }
      expect((await api.get(`/api/certificates/${wrong}`, tenant)).status).toBe(404);
    }
    expect(await problemOf(await api.get(`/api/attestations/${hash}?original=x`, tenant))).toMatchObject({
      status: 400,
      errors: [{ in: 'query', name: 'original' }],
    });
    expect(await problemOf(await api.get(`/api/verify/${hash}?orignal=x`, tenant))).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
    });
  });
});

describe('the keys', () => {
  test('are a key set for everybody, of any site, without credentials', async () => {
    const response = await fetch(`${api.url}/.well-known/attestation-keys.json`);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    const { keys }: { keys: SigningKey['publicJwk'][] } = JSON.parse(await response.text());
    const published = keys.find(({ kid }) => kid === key.publicJwk.kid);
    expect(published).toEqual({ ...key.publicJwk, 'x-created-at': expect.any(String) });
    expect(JSON.stringify(keys)).not.toContain('"d":');
  });

  test('rotate: the new one is current, the old ones stay, and what they signed stays valid', async () => {
    const sha = await normalized('before the rotation');
    const before = await attestationOf(sha);
    const next = newKey();
    await api.runner.signWith(next);
    const after = await attestationOf(await normalized('after the rotation'));
    expect(after.issuer.publicKeyId).toBe(next.publicJwk.kid);

    const { keys } = await json<{ keys: Record<string, string>[] }>('/.well-known/attestation-keys.json');
    expect(keys[0]).toEqual({ ...next.publicJwk, 'x-created-at': expect.any(String) });
    expect(keys.slice(1).every((retired) => !Number.isNaN(Date.parse(retired['x-retired-at'] ?? '')))).toBe(true);
    expect(keys).toContainEqual({
      ...key.publicJwk,
      'x-created-at': expect.any(String),
      'x-retired-at': expect.any(String),
    });

    expect(await normalized('before the rotation')).toBe(sha);
    expect(await attestationOf(sha)).toEqual(before);
    expect(await json(`/api/verify/${sha}`)).toMatchObject({ valid: true });
    expect(await verifyAttestation(after, { keys })).toMatchObject({ valid: true });
    const jwks = createLocalJWKSet({ keys: keys.map((jwk) => ({ kty: 'EC', ...jwk })) });
    await jwtVerify(await (await api.get(`/api/certificates/${sha}`, tenant)).text(), jwks);
    await api.runner.signWith(key);
  });

  test(
    'are picked by name: the recipes of the passport check what an older key signed',
    requires('openssl, jq and python3', hasPrograms),
    async () => {
      await api.runner.signWith(newKey());
      const folder = await mkdtemp(join(tmpdir(), 'fixpoint-recipes-'));
      const run = (code: string) =>
        promisify(execFile)('sh', ['-euc', code], {
          cwd: folder,
          env: { ...process.env, KEY: tenant.key, FIXPOINT: ROOT },
        });
      const codeOf = (name: string): string => RECIPES.find(({ id }) => id === name)?.code ?? '';
      await run(fetchRecipe(api.url, hash, original));
      expect((await run(codeOf('openssl'))).stdout).toMatch(/^Verified OK\nout\.pdf: OK$/m);
      expect((await run(codeOf('cli'))).stderr).toMatch(/out\.pdf: (?:verified|the proof holds): /);
      await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
      await writeFile(join(folder, 'recipe.mjs'), codeOf('jose'));
      expect((await run('node recipe.mjs')).stdout).toContain(hash);
      await rm(folder, { recursive: true });
      await api.runner.signWith(key);
    },
  );

  test('an old worker that starts once more makes its key current again; there is one current key', async () => {
    const [old, fresh] = [newKey(), newKey()];
    const store = signingKeyStore(api.database);
    await Promise.all([old, fresh, old, fresh].map(({ publicJwk }) => store.announce(publicJwk)));
    await store.announce(old.publicJwk);
    const keys = await store.list();
    expect(keys[0]).toEqual({ publicJwk: old.publicJwk, createdAt: expect.any(Date), retiredAt: null });
    expect(keys.filter(({ retiredAt }) => retiredAt === null)).toHaveLength(1);
    await store.announce(key.publicJwk);
  });

  test('in PEM: the current one, another one by its id', async () => {
    const path = `${api.url}/.well-known/service-signing-key.pem`;
    const current = await conformingFetch(path);
    expect(current.headers.get('content-type')).toBe('application/x-pem-file');
    expect(current.headers.get('link')).toContain('/.well-known/attestation-keys.json>; rel="describedby"');
    expect(await current.text()).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+-----END PUBLIC KEY-----\n$/);
    const other = newKey();
    await api.runner.signWith(other);
    await api.runner.signWith(key);
    const asked = await (await fetch(`${path}?kid=${other.publicJwk.kid}`)).text();
    expect(asked).not.toBe(await (await fetch(path)).text());
    expect((await fetch(`${path}?kid=none`)).status).toBe(404);
  });

  test('no tenant may read or change them by way of its own role', async () => {
    const view = api.database.tenant(tenant.organizationId);
    await expect(view.find(SigningKeyEntity, {})).rejects.toThrow(/permission denied/);
    expect(await view.count(AttestationEntity, {})).toBeGreaterThan(0);
    await expect(view.nativeDelete(AttestationEntity, {})).rejects.toThrow(/permission denied/);
  });
});

test('the context of an attestation is where it says', async () => {
  const context = new URL((await attestationOf(hash))['@context']).pathname;
  const response = await conformingFetch(api.url + context);
  expect(response.headers.get('content-type')).toBe('application/ld+json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toHaveProperty(['@context', 'originalSha256']);
});

test('the type of the statements that sign facts is where they say', async () => {
  const response = await conformingFetch(`${api.url}/ns/facts/v1`);
  expect(response.headers.get('content-type')).toBe('application/schema+json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toMatchObject({
    $id: 'https://fixpoint.test/ns/facts/v1',
    required: ['issuedAt', 'issuer', 'submissionId', 'facts'],
  });
});
