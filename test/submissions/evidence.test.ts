/** GET /api/submissions/{id}/evidence: what proves a submission, as an archive that is checked without the service. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESOURCES } from '#api/admission/resources.ts';
import { verifyAttestation } from '#src/proof/verify/verify.ts';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { type Bag, readFolder, textOf } from '#test/support/builders/bag.ts';
import { newKey } from '#test/support/builders/issuer.ts';
import { brokenPdf, bytesOf, pdfSaying, problemOf, sha256, startApi, submissionOf } from '#test/support/api.ts';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';
import { artifactKey } from '#test/support/object-keys.ts';
import { pageOn } from '#test/support/verifiers/verifiers.ts';
import { started } from '#test/support/started.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const REGION = 'eu-central-1';
const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

let id: string;
let zip: Buffer;
let files: Bag;

const sent = Buffer.from(pdfSaying('evidence'));

const api = started(() => startApi());
const tenant = started(() => api.newTenant());

beforeAll(async () => {
  id = await submit(sent);
  zip = await bytesOf(await get());
  files = readFolder(zip);
});

async function submit(pdf: Uint8Array, fields: Record<string, string> = {}): Promise<string> {
  return (await submissionOf(await api.postForm(pdf, tenant, fields))).submissionId;
}

const get = (submission = id, who = tenant) => api.get(`/api/submissions/${submission}/evidence`, who);
const read = async (path: string) => JSON.parse(await (await api.get(path, tenant)).text());
const jsonOf = (name: string) => JSON.parse(textOf(files, name));

test('has the output, what was found, what proves it, and how to verify that, sorted by name', () => {
  expect([...files.keys()]).toEqual([
    'HOW-TO-VERIFY.txt',
    'attestation.dsse.json',
    'attestation.jsonld',
    'certificate.jws',
    'facts.dsse.json',
    'facts.json',
    'keys.json',
    'normalized.pdf',
    'original.sha256',
    'report.json',
    'revisions.json',
    'submission.json',
    'verify.py',
  ]);
  for (const name of files.keys()) {
    if (name !== 'HOW-TO-VERIFY.txt') expect(textOf(files, 'HOW-TO-VERIFY.txt')).toContain(`${name} `);
  }
});

test('has them as the API answers them', async () => {
  const submission = await read(`/api/submissions/${id}`);
  const { sha256: normalized } = submission.normalized;
  expect(jsonOf('submission.json')).toEqual({
    ...submission,
    normalized: { ...submission.normalized, downloadUrl: null },
  });
  expect(jsonOf('report.json')).toEqual(await read(`/api/submissions/${id}/report`));
  expect(jsonOf('revisions.json')).toEqual(await read(`/api/submissions/${id}/revisions`));
  expect(jsonOf('attestation.jsonld')).toEqual(await read(`/api/attestations/${normalized}`));
  const envelope = await api.get(`/api/attestations/${normalized}`, tenant, {
    Accept: 'application/vnd.in-toto+json',
  });
  expect(jsonOf('attestation.dsse.json')).toEqual(await envelope.json());
  expect(textOf(files, 'certificate.jws')).toBe(
    await (await api.get(`/api/certificates/${normalized}`, tenant)).text(),
  );
  expect(sha256(files.get('normalized.pdf') ?? Buffer.alloc(0))).toBe(normalized);
  expect(textOf(files, 'original.sha256')).toBe(`${sha256(sent)}  original.pdf\n`);
});

test('is an attachment that nobody between keeps', async () => {
  const { status, headers } = await get();
  expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="fixpoint-evidence-${id}.zip"`);
  expect(headers.get('cache-control')).toBe('no-store');
  const url = `${api.url}/api/submissions/${id}/evidence`;
  const head = await fetch(url, { method: 'HEAD', headers: { 'X-Api-Key': tenant.key } });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
});

test('has the same bytes each time, also after its key has retired', async () => {
  expect((await bytesOf(await get())).equals(zip)).toBe(true);
  await api.runner.signWith(newKey());
  expect((await bytesOf(await get())).equals(zip)).toBe(true);
  expect(await verifyAttestation(jsonOf('attestation.jsonld'), jsonOf('keys.json'))).toMatchObject({ valid: true });
});

test('has signed facts of what was rejected or failed, and no attestation', async () => {
  const broken = brokenPdf();
  const failed = readFolder(await bytesOf(await get(await submit(broken))));
  expect([...failed.keys()]).toEqual([
    'HOW-TO-VERIFY.txt',
    'facts.dsse.json',
    'facts.json',
    'keys.json',
    'original.sha256',
    'report.json',
    'submission.json',
    'verify.py',
  ]);
  expect(textOf(failed, 'original.sha256')).toContain(sha256(broken));
  expect(JSON.parse(textOf(failed, 'submission.json'))).toMatchObject({ status: 'FAILED', normalized: null });
});

test('is linked to once there is some', async () => {
  expect((await read(`/api/submissions/${id}`)).links.evidence).toBe(`/api/submissions/${id}/evidence`);
  api.runner.hold();
  const body = pdfSaying('evidence of later');
  const pending = await submissionOf(await api.postForm(body, tenant, {}, { Prefer: 'respond-async' }));
  expect((await read(`/api/submissions/${pending.submissionId}`)).links.evidence).toBeNull();
  const response = await get(pending.submissionId);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await problemOf(response)).toMatchObject({ status: 404, resource: 'evidence' });
  api.runner.release();
});

test('is of nobody else, and takes a key that may read', async () => {
  const other = await api.newTenant();
  await api.postForm(sent, other);
  expect(await problemOf(await get(id, other))).toMatchObject({ status: 404, resource: 'submission' });
  const writer = await api.newTenant({ scopes: ['normalize'] });
  expect(await problemOf(await get(id, writer))).toMatchObject({ status: 403, code: 'insufficient_scope' });
});

test('is not there of a stateless submission, nor of an erased one', async () => {
  const response = await api.postRaw(pdfSaying('stateless evidence'), tenant, '', { 'X-Stateless': 'true' });
  const stateless = response.headers.get('x-submission-id') ?? '';
  expect(await problemOf(await get(stateless))).toMatchObject({ status: 404, resource: 'evidence' });
  const erased = await submit(pdfSaying('erased evidence'));
  const facts = { originalSha256: null, report: null, timeline: null, erasedAt: new Date() };
  await api.database.system().nativeUpdate(SubmissionEntity, { id: erased }, facts);
  expect(await problemOf(await get(erased))).toMatchObject({ status: 404, resource: 'evidence' });
});

test('is not given with an output that the store holds damaged', async () => {
  const damaged = await submit(pdfSaying('damaged evidence'));
  const { normalized } = await read(`/api/submissions/${damaged}`);
  const key = artifactKey(tenant.organizationId, normalized.sha256);
  await api.artifacts.replace(REGION, key, Buffer.from('something else'), 'application/pdf');
  expect(await problemOf(await get(damaged))).toMatchObject({ status: 503, code: 'service_unavailable' });
  await api.artifacts.remove(REGION, key);
  expect(await problemOf(await get(damaged))).toMatchObject({ status: 503, code: 'service_unavailable' });
});

describe('its verify.py', requires('python3', HAS_PYTHON), () => {
  const folder = ownFolder(afterAll);

  /** What the program says of the files, of which some are other ones or are missing. */
  function verdictOn(given: Bag, changed: Readonly<Record<string, string | Uint8Array>> = {}, ...args: string[]) {
    const copy = mkdtempSync(join(folder, 'copy-'));
    for (const [name, content] of [...given, ...Object.entries(changed)]) writeFileSync(join(copy, name), content);
    const command = [join(copy, 'verify.py'), ...args.map((name) => name.replace('./', `${copy}/`))];
    const { status, stdout, stderr } = spawnSync('python3', command, { encoding: 'utf8' });
    expect(stderr).toBe('');
    return { status, stdout };
  }

  test('finds that everything fits, the original and the published keys among it', () => {
    const all = verdictOn(files, { 'original.pdf': sent }, '--original', './original.pdf', '--keys', './keys.json');
    expect(all.stdout).toMatch(
      /Everything that is signed fits\.\nThe signed verdict about the original is \w+ \((?:good|neutral)\)\.\n$/,
    );
    expect([all.status, all.stdout.match(/^ok/gm)?.length]).toEqual([0, 22]);
    expect(all.stdout.match(/^note.*$/gm)).toEqual([
      expect.stringContaining('this program came with the rest'),
      expect.stringMatching(/not signed in submission\.json: .*links/),
      expect.stringContaining('not signed in report.json'),
    ]);
    const alone = verdictOn(files);
    expect(alone.stdout).toContain('note    keys.json came with the rest');
    expect(alone).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Who signed it was not checked\.\nThe signed verdict/),
    });
  });

  test('reads the archive as it was downloaded, and so does the page /verify', async () => {
    const archive = join(folder, 'evidence.zip');
    writeFileSync(archive, zip);
    const { status, stdout } = spawnSync('python3', [join(ROOT, 'src/export/evidence/verify.py'), archive], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Everything that is signed fits together.')]);
    const { outcome, checks } = await pageOn([new Uint8Array(zip)], await read('/.well-known/attestation-keys.json'));
    expect([outcome, checks.filter(({ state }) => state !== 'pass')]).toEqual(['verified', []]);
  });

  test('knows what was rejected or failed', async () => {
    const failed = readFolder(await bytesOf(await get(await submit(brokenPdf()))));
    const { status, stdout } = verdictOn(failed);
    expect([status, stdout]).toEqual([0, expect.stringContaining('ended FAILED')]);
    const changed = textOf(failed, 'submission.json').replace('"FAILED"', '"REJECTED"');
    expect(verdictOn(failed, { 'submission.json': changed })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('FAILED  submission.json contradicts the signed facts: status'),
    });
  });

  const flipped = (name: string, from: string, to: string) => ({ [name]: textOf(files, name).replace(from, to) });
  test.each([
    ['normalized.pdf is another document', () => ({ 'normalized.pdf': sent })],
    ['submission.json contradicts', () => flipped('submission.json', '"riskLevel": "none"', '"riskLevel": "low"')],
    ['attestation.jsonld was altered', () => flipped('attestation.jsonld', '"healthScore": ', '"healthScore": 1')],
    [
      'certificate.jws was altered',
      () => ({ 'certificate.jws': `${textOf(files, 'certificate.jws').slice(0, -8)}AAAAAAAA` }),
    ],
    ['attestation.dsse.json was altered', () => flipped('attestation.dsse.json', '"sig": "', '"sig": "AAAA')],
    ['about another original', () => flipped('original.sha256', sha256(sent), 'a'.repeat(64))],
    ['report.json contradicts the signed facts: outputHash', () => flipped('report.json', 'sha256:', 'sha256:f')],
    ['the key set has no key', () => flipped('keys.json', '"x": "', '"x": "A')],
    ['is missing or is not what it should be', () => ({ 'attestation.jsonld': '[]' })],
  ])('says what does not fit: %s', (words, change) => {
    const { status, stdout } = verdictOn(files, change());
    expect(stdout).toMatch(new RegExp(`FAILED .*${words}`));
    expect([status, stdout.includes('Everything that is signed fits')]).toEqual([1, false]);
  });

  test('tells another original from the one that was sent', () => {
    const { status, stdout } = verdictOn(files, { 'original.pdf': brokenPdf() }, '--original', './original.pdf');
    expect([status, stdout.includes('FAILED  the original is another file')]).toEqual([1, true]);
    const unnamed = verdictOn(files, { 'original.pdf': brokenPdf() });
    expect([unnamed.status, unnamed.stdout.includes('FAILED  the original is another file')]).toEqual([1, true]);
  });
});

test('callers who leave before their archives begin hold nothing', async () => {
  const { caller } = RESOURCES.evidence.shares();
  const calls = Array.from({ length: caller }, () =>
    request(`${api.url}/api/submissions/${id}/evidence`, { agent: false, headers: { 'X-Api-Key': tenant.key } }),
  );
  await api.database.system().transactional(async (em) => {
    await em.execute('lock table attestation in access exclusive mode');
    await Promise.all(
      calls.map(async (call) => {
        call.on('error', () => {}); // it is cut off
        call.end();
        await once(call, 'finish');
      }),
    );
    await delay(500);
    for (const call of calls) call.destroy();
    await delay(200);
  });
  await delay(500);
  expect((await get()).status).toBe(200);
});
