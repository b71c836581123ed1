/**
 * Compares the scopes of keys in `docs/guides/authentication.md` with every operation of the API. Each kind of key
 * calls every operation, for things that it created and for things of another key of its organization.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '#api/operation.ts';
import { OPERATIONS } from '#api/endpoints.ts';
import { pageFingerprintStore } from '#store/submissions/page-fingerprints.ts';
import { type ApiKeyScope } from '#domain/accounts/permissions.ts';
import { apiKeyStore } from '#store/organizations/api-keys.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { conformingFetch } from '#test/support/conformance.ts';
import { bytesOf, pdfSaying, problemOf, sha256, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

type Right = 'yes' | 'own' | '';

const KEYED = OPERATIONS.filter(({ access }) => access.scopes !== undefined);
const nameOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;

/** The rows of the table by call. */
const TABLE = new Map(
  readFileSync(new URL('../../docs/guides/authentication.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line): [string, Record<ApiKeyScope, Right>][] => {
      const [, route, normalize, read] = /^\| `([A-Z]+ \/\S+)` \| ?(yes|own|) ?\| ?(yes|own|) ?\|$/.exec(line) ?? [];
      if (route === undefined) return [];
      return [[route, { normalize: normalize as Right, read: read as Right }]];
    }),
);

test('every operation that takes a key has its row, and no other has', () => {
  expect([...TABLE.keys()].toSorted()).toEqual(KEYED.map(nameOf).toSorted());
});

test.each(KEYED.map((operation) => [nameOf(operation), operation] as const))(
  'the row of %s says what its description says',
  (name, { access: { scopes }, onlyOwnWithoutRead = false }) => {
    const right = (scope: ApiKeyScope): Right => {
      if (!scopes?.includes(scope)) return '';
      return onlyOwnWithoutRead && scope !== 'read' ? 'own' : 'yes';
    };
    expect(TABLE.get(name)).toEqual({ normalize: right('normalize'), read: right('read') });
  },
);

/** Things that a key has created. */
interface Made {
  readonly submission: string;
  readonly batch: string;
  readonly output: string;
  readonly fingerprint: string;
}

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

async function newKey(...scopes: ApiKeyScope[]): Promise<Tenant> {
  const { organizationId } = tenant;
  const { fullKey } = await apiKeyStore(api.database).create(organizationId, { name: 'Key', scopes, expiresAt: null });
  return { organizationId, key: fullKey };
}

const jsonHeaders = { 'Content-Type': 'application/json' };

async function newBatch({ key }: Tenant): Promise<string> {
  const response = await conformingFetch(`${api.url}/api/batches`, { method: 'POST', headers: { 'X-Api-Key': key } });
  const { batchId }: { batchId: string } = JSON.parse(await response.text());
  return batchId;
}

let documents = 0;
const newPdf = () => pdfSaying(`Document ${documents++} of scopes`);

async function madeBy(key: Tenant): Promise<Made> {
  const batch = await newBatch(key);
  const { submissionId, normalized } = await submissionOf(await api.postForm(newPdf(), key, { batch_id: batch }));
  const output = normalized?.sha256 ?? expect.fail('nothing was made');
  const [page] = (await pageFingerprintStore(api.database).ofSubmission(key.organizationId, submissionId)) ?? [];
  return { submission: submissionId, batch, output, fingerprint: page?.fingerprint ?? expect.fail('no page') };
}

/** The kind of thing that a path names. */
const PATH_OF: Readonly<Record<string, keyof Made>> = {
  '/api/submissions/{id}': 'submission',
  '/api/submissions/{id}/report': 'submission',
  '/api/submissions/{id}/original': 'submission',
  '/api/submissions/{id}/revisions': 'submission',
  '/api/submissions/{id}/evidence': 'submission',
  '/api/submissions/{id}/events': 'submission',
  '/api/batches/{batchId}': 'batch',
  '/api/batches/{batchId}/submissions': 'batch',
  '/api/batches/{batchId}/close': 'batch',
  '/api/artifacts/{hash}': 'output',
  '/api/reports/{hash}': 'output',
  '/api/pages/{fingerprint}': 'fingerprint',
  '/api/attestations/{hash}': 'output',
  '/api/verify/{hash}': 'output',
  '/api/certificates/{hash}': 'output',
};

function formOf(...files: readonly string[]): FormData {
  const form = new FormData();
  for (const name of files) form.append(name, new Blob([Buffer.from(newPdf())]), 'a.pdf');
  return form;
}

const BODY_OF: Readonly<Record<string, () => RequestInit>> = {
  normalizeDocument: () => ({ body: formOf('file') }),
  compare: () => ({ body: formOf('file_a', 'file_b') }),
  createBatch: () => ({ body: '{}', headers: jsonHeaders }),
};

async function call({ id, method, path, body, params }: Operation, { key }: Tenant, made: Made) {
  const thing = PATH_OF[path];
  if (params && thing === undefined) throw new Error(`Whose id is in ${path}?`);
  if (body && !(id in BODY_OF)) throw new Error(`What is sent to ${id}?`);
  const { headers, ...init }: RequestInit = BODY_OF[id]?.() ?? {};
  const url = api.url + (thing ? path.replace(/\{\w+\}/, made[thing]) : path);
  return conformingFetch(url, { ...init, method: method.toUpperCase(), headers: { ...headers, 'X-Api-Key': key } });
}

/** With `read`, things of other keys are as accessible as one's own. */
function outcomeOf(right: Record<ApiKeyScope, Right>, scopes: readonly ApiKeyScope[], isOwn: boolean) {
  const rights = scopes.map((scope) => right[scope]);
  if (rights.includes('yes')) return 'done';
  if (!rights.includes('own')) return 'refused';
  return isOwn || scopes.includes('read') ? 'done' : 'not there';
}

const KINDS: readonly (readonly ApiKeyScope[])[] = [['normalize'], ['read'], ['normalize', 'read']];
const named = KINDS.map((scopes) => [scopes.join(' and '), scopes] as const);

describe.each(named)('a key with the scope %s', (_names, scopes) => {
  let key: Tenant;
  let own: Made;
  let others: Made;

  beforeAll(async () => {
    key = await newKey(...scopes);
    others = await madeBy(await newKey('normalize'));
    // A key without the right to create has nothing of its own.
    own = scopes.includes('normalize') ? await madeBy(key) : others;
  });

  test.each(KEYED.map((operation) => [nameOf(operation), operation] as const))('%s', async (name, operation) => {
    for (const [made, isOwn] of [
      [own, true],
      [others, false],
    ] as const) {
      const response = await call(operation, key, made);
      const outcome = outcomeOf(TABLE.get(name) ?? expect.fail('no row'), scopes, isOwn);
      if (outcome === 'done') expect(response.status).toBeLessThan(300);
      else if (outcome === 'not there') expect(await problemOf(response)).toMatchObject({ status: 404 });
      else expect(await problemOf(response)).toMatchObject({ status: 403, code: 'insufficient_scope' });
    }
  });
});

describe('a key that only sends documents', () => {
  const linkOf = async (response: Response) => (await submissionOf(response)).normalized?.downloadUrl ?? null;
  const later = { Prefer: 'respond-async' };

  test('polls what it has sent, and is given a link that works', async () => {
    const key = await newKey('normalize');
    const sent = await submissionOf(await api.postForm(newPdf(), key, {}, later));
    const ended = await submissionOf(await api.get(`/api/submissions/${sent.submissionId}?wait=30`, key));
    const pdf = await bytesOf(await fetch(ended.normalized?.downloadUrl ?? ''));
    expect(sha256(pdf)).toBe(ended.normalized?.sha256);
  });

  test('is given the link again when it repeats the request, and so is whoever has the document too', async () => {
    const [first, second] = [await newKey('normalize'), await newKey('normalize')];
    const pdf = newPdf();
    const same = { idempotency_key: 'once' };
    const { submissionId } = await submissionOf(await api.postForm(pdf, first, same));
    for (const key of [first, second]) {
      const replayed = await api.postForm(pdf, key, same, later);
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
      expect((await fetch((await linkOf(replayed)) ?? '')).status).toBe(200);
    }
    expect((await api.get(`/api/submissions/${submissionId}`, first)).status).toBe(200);
    expect((await api.get(`/api/submissions/${submissionId}`, second)).status).toBe(404);
    // The idempotency key alone gives another caller nothing.
    const guessed = await api.postForm(newPdf(), second, same);
    expect(await problemOf(guessed)).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('does not wait for what it may not see, and learns nothing of it', async () => {
    const [key, other] = [await newKey('normalize'), await newKey('normalize')];
    api.runner.hold();
    const { submissionId } = await submissionOf(await api.postForm(newPdf(), other, {}, later));
    const unknown = await api.get(`/api/submissions/${crypto.randomUUID()}`, key);
    const ofAnother = await api.get(`/api/submissions/${submissionId}?wait=55`, key);
    api.runner.release();
    const withoutIds = ({ requestId: _ours, instance: _path, ...rest }: Record<string, unknown>) => rest;
    expect(withoutIds(await problemOf(ofAnother))).toEqual(withoutIds(await problemOf(unknown)));
  });

  test('feeds a batch that another key has made, and sees nothing of the rest of it', async () => {
    const [key, other] = [await newKey('normalize'), await newKey('normalize')];
    const { batch } = await madeBy(other);
    expect((await api.postForm(newPdf(), key, { batch_id: batch })).status).toBe(200);
    expect((await api.get(`/api/batches/${batch}`, key)).status).toBe(404);
    expect(await (await api.get(`/api/batches/${batch}`, other)).json()).toMatchObject({ total: 2 });
    const close = (by: Tenant) =>
      conformingFetch(`${api.url}/api/batches/${batch}/close`, { method: 'POST', headers: { 'X-Api-Key': by.key } });
    expect((await close(key)).status).toBe(404);
    expect(await (await close(other)).json()).toMatchObject({ closedAt: expect.any(String) });
  });

  test('sees nothing of which nobody remembers who sent it', async () => {
    const key = await newKey('normalize');
    const { submission } = await madeBy(key);
    const before = { apiKeyId: null };
    await api.database.system().nativeUpdate(SubmissionEntity, { id: submission }, before);
    expect((await api.get(`/api/submissions/${submission}`, key)).status).toBe(404);
    expect((await api.get(`/api/submissions/${submission}`, await newKey('read'))).status).toBe(200);
  });

  test('does not hand its documents on to the key that replaces it', async () => {
    const key = await newKey('normalize');
    const { submission } = await madeBy(key);
    const owner = await api.newMember(tenant);
    const keys = apiKeyStore(api.database);
    const id = (await keys.findByKey(key.key))?.apiKey.id ?? '';
    const { fullKey } = await keys.replace(tenant.organizationId, id, 60, owner.id);
    expect((await api.get(`/api/submissions/${submission}`, { ...tenant, key: fullKey })).status).toBe(404);
    expect((await api.get(`/api/submissions/${submission}`, key)).status).toBe(200);
  });
});
