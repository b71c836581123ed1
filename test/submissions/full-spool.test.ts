/** Uploads when the spool has no room: told to come again, before they are sent where that can be known. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, renameSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someAddress } from '#test/support/addresses.ts';
import { smallDisk } from '#test/support/small-disk.ts';
import { type Api, brokenPdf, problemOf, startApi, submissionOf, type Tenant } from '#test/support/api.ts';
import { requires } from '#test/support/requires.ts';

const MIB = 1024 * 1024;
const FULL = { status: 503, code: 'service_unavailable', retryable: true };

async function expectRefusal(response: Response): Promise<void> {
  expect(response.headers.get('Retry-After')).toBe('5');
  expect(await problemOf(response)).toMatchObject(FULL);
}

/** Sends no more than it is told to. */
function announce(api: Api, tenant: Tenant, sizeBytes: number, headers: Record<string, string> = {}): ClientRequest {
  const call = request(`${api.url}/api/normalize`, {
    method: 'POST',
    agent: false,
    headers: {
      'X-Api-Key': tenant.key,
      'Content-Type': 'application/pdf',
      'Content-Length': sizeBytes,
      'X-Forwarded-For': someAddress(),
      Prefer: 'respond-async',
      ...headers,
    },
  });
  call.on('error', () => {}); // the connection may be closed on an upload that is refused
  call.flushHeaders();
  return call;
}

async function answerTo(call: ClientRequest): Promise<{ status: number | undefined; retryAfter: unknown }> {
  const [response] = await once(call, 'response');
  response.resume();
  return { status: response.statusCode, retryAfter: response.headers['retry-after'] };
}

describe('room that others have claimed', () => {
  let spoolDir: string;
  let api: Api;
  let tenant: Tenant;
  beforeAll(async () => {
    spoolDir = await mkdtemp(join(tmpdir(), 'fixpoint-claimed-'));
    api = await startApi({ settings: { spoolDir } });
    tenant = await api.newTenant({ planTier: 'pro' });
  });
  afterAll(async () => {
    await api.close();
    await rm(spoolDir, { recursive: true });
  });

  /** An output, of which nothing is written yet: all the room is promised to it, and more. (No upload is as large.) */
  function claimAll(): () => void {
    const path = join(spoolDir, `fixpoint-output-${randomUUID()}.pdf`);
    const { bavail, bsize } = statfsSync(spoolDir);
    writeFileSync(path, '');
    truncateSync(path, bavail * bsize + 1024 ** 4);
    return () => rmSync(path);
  }

  test('refuses whoever comes too many, and takes them when there is room again', async () => {
    const release = claimAll();
    await expectRefusal(await api.postRaw(brokenPdf(), tenant));
    await expectRefusal(await api.postForm(brokenPdf(), tenant));
    await expectRefusal(await api.postRaw(brokenPdf(), tenant, '', { 'X-Stateless': 'true' }));
    release();
    expect((await api.postRaw(brokenPdf(), tenant, '', { Prefer: 'respond-async' })).status).toBe(202);
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  test('a directory that is gone is no mistake of the caller, and none of ours to tell of', async () => {
    renameSync(spoolDir, `${spoolDir}.away`);
    await expectRefusal(await api.postRaw(brokenPdf(), tenant));
    await expectRefusal(await api.postForm(brokenPdf(), tenant));
    renameSync(`${spoolDir}.away`, spoolDir);
    expect((await api.postRaw(brokenPdf(), tenant, '', { Prefer: 'respond-async' })).status).toBe(202);
  });

  test('a body is not asked for that has no place to lie', async () => {
    const release = claimAll();
    const call = announce(api, tenant, 100 * MIB, { Expect: '100-continue' });
    let continued = false;
    call.on('continue', () => (continued = true));
    expect(await answerTo(call)).toEqual({ status: 503, retryAfter: '5' });
    expect(continued).toBe(false);
    call.destroy();
    release();
  });

  test('both documents of a comparison have room, or neither', async () => {
    const release = claimAll();
    const form = new FormData();
    for (const name of ['file_a', 'file_b']) form.append(name, new Blob([brokenPdf()]), 'a.pdf');
    const headers = { 'X-Api-Key': tenant.key };
    await expectRefusal(await fetch(`${api.url}/api/compare`, { method: 'POST', headers, body: form }));
    release();
    expect(readdirSync(spoolDir)).toEqual([]);
  });
});

const disk = smallDisk(16);

describe('a disk of 16 MiB', requires('the right to mount a tmpfs', !('missing' in disk)), () => {
  const spoolDir = 'path' in disk ? disk.path : '';
  let api: Api;
  let tenant: Tenant;
  beforeAll(async () => {
    api = await startApi({ settings: { spoolDir } });
    tenant = await api.newTenant({ planTier: 'growth' });
  });
  afterAll(async () => {
    await api.close();
    if ('remove' in disk) disk.remove();
  });

  const document = (sizeBytes: number) => Buffer.concat([brokenPdf(), Buffer.alloc(sizeBytes - brokenPdf().length)]);

  /** From an address of its own. */
  const post = (sizeBytes: number, who: Tenant) =>
    api.postRaw(document(sizeBytes), who, '', { Prefer: 'respond-async', 'X-Forwarded-For': someAddress() });

  test('an announced size holds nothing, and a size that is not free is refused at once', async () => {
    const first = announce(api, tenant, 10 * MIB);
    first.write(brokenPdf());
    await expect.poll(() => readdirSync(spoolDir)).toHaveLength(1);
    const other = await api.newTenant({ planTier: 'growth' });
    const response = await post(8 * MIB, other);
    expect(response.status).toBe(202);
    expect((await submissionOf(response)).original.sizeBytes).toBe(8 * MIB);
    await expectRefusal(await post(20 * MIB, other));
    first.end(document(10 * MIB).subarray(brokenPdf().length));
    expect(await answerTo(first)).toMatchObject({ status: 202 });
    expect(readdirSync(spoolDir)).toEqual([]);
  });

  test('the bytes that have come are held: others get the rest, and the same organization gets no second large share', async () => {
    const first = announce(api, tenant, 10 * MIB);
    first.write(document(9 * MIB));
    const sizeOfFirst = () => readdirSync(spoolDir).map((name) => statSync(join(spoolDir, name)).size);
    await expect.poll(sizeOfFirst).toEqual([9 * MIB]);
    const other = await api.newTenant({ planTier: 'growth' });
    await expectRefusal(await post(8 * MIB, other));
    expect((await post(4 * MIB, other)).status).toBe(202);
    expect(await problemOf(await post(MIB, tenant))).toMatchObject({
      status: 429,
      code: 'too_many_at_once',
      retryable: true,
    });
    first.end(document(10 * MIB).subarray(9 * MIB));
    expect(await answerTo(first)).toMatchObject({ status: 202 });
    expect((await post(8 * MIB, tenant)).status).toBe(202);
  });

  test('an upload without an announced size claims space as it comes', async () => {
    const chunk = Buffer.alloc(MIB, 32);
    const chunks = [brokenPdf(), ...Array.from({ length: 9 }, () => chunk)];
    const response = await api.postRaw(new Blob(chunks).stream(), tenant, '', { Prefer: 'respond-async' });
    expect(response.status).toBe(202);
    expect((await submissionOf(response)).original.sizeBytes).toBe(9 * MIB + brokenPdf().length);
  });

  test('one key that announces much on many connections and sends hardly a byte refuses nobody else', async () => {
    const free = await api.newTenant({ planTier: 'free' });
    const calls = Array.from({ length: 100 }, () => announce(api, free, 5 * MIB));
    const refused: (number | undefined)[] = [];
    for (const call of calls) {
      call.on('response', (response) => {
        refused.push(response.statusCode);
        response.resume();
      });
      call.write(brokenPdf().subarray(0, 1));
    }
    await expect.poll(() => readdirSync(spoolDir).length + refused.length).toBe(calls.length);
    expect(new Set(refused)).toEqual(new Set([429]));
    const other = await api.newTenant({ planTier: 'starter' });
    const second = await api.newTenant({ planTier: 'free' });
    expect((await post(5 * MIB, other)).status).toBe(202);
    expect((await post(4 * MIB, second)).status).toBe(429);
    for (const call of calls) call.destroy();
    await expect.poll(() => readdirSync(spoolDir)).toEqual([]);
    expect((await post(4 * MIB, second)).status).toBe(202);
  });

  test('filled by others while an upload is under way: told to come again, and nothing stays', async () => {
    const call = announce(api, tenant, 10 * MIB);
    call.write(brokenPdf());
    await expect.poll(() => readdirSync(spoolDir)).toHaveLength(1);
    const filler = join(spoolDir, 'somebody-elses');
    expect(() => writeFileSync(filler, Buffer.alloc(20 * MIB))).toThrow('ENOSPC');
    call.end(document(10 * MIB).subarray(brokenPdf().length));
    expect(await answerTo(call)).toEqual({ status: 503, retryAfter: '5' });
    expect(readdirSync(spoolDir)).toEqual(['somebody-elses']);
    rmSync(filler);
  });
});
