/**
 * Runs the recipes of the portal unchanged on genuine and forged deliveries, and compares the tables of the guide with
 * the code.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { DELIVERY_ERRORS } from '#domain/webhooks/deliveries.ts';
import { SCHEDULE_MS } from '#domain/webhooks/retry-schedule.ts';
import { createSender } from '#src/webhooks/send.ts';
import { signatureHeaders } from '#src/webhooks/signature.ts';
import { ownFolder } from '#test/support/folder.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/webhooks.md'), 'utf8');
const recipe = (name: string): string => readFileSync(join(ROOT, 'portal/webhooks/recipes', name), 'utf8');
const SECRET = Buffer.alloc(32, 5);
const ENV = { PATH: process.env['PATH'], WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}` };
const BODY = '{"type":"normalization.success","id":"evt_01","words":"Grüße"}';

const folder = ownFolder(afterAll);

interface Delivery {
  readonly body?: string;
  readonly sentAt?: Date;
  readonly secrets?: readonly Buffer[];
}

function verify(delivery: Delivery = {}) {
  const { body = BODY, sentAt = new Date(), secrets = [SECRET] } = delivery;
  writeFileSync(
    join(folder, 'headers.json'),
    JSON.stringify(signatureHeaders({ id: 'evt_01', sentAt, body: BODY, secrets })),
  );
  writeFileSync(join(folder, 'body.json'), body);
  const { status, stdout } = spawnSync('python3', ['-c', recipe('verify.py.txt')], {
    cwd: folder,
    env: ENV,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { succeeded: status === 0, said: stdout.trim() };
}

describe('the check in Python', () => {
  const needed = requires('python3', spawnSync('python3', ['--version']).status === 0);
  const genuine = { succeeded: true, said: 'verified normalization.success' };
  const refused = { succeeded: false, said: '' };

  test('accepts a delivery, during a rotation too', needed, () => {
    expect(verify()).toEqual(genuine);
    expect(verify({ secrets: [Buffer.alloc(32, 6), SECRET] })).toEqual(genuine);
  });

  test('refuses a changed body, another secret and an old delivery', needed, () => {
    expect(verify({ body: BODY.replace('success', 'failure') })).toEqual(refused);
    expect(verify({ secrets: [Buffer.alloc(32, 6)] })).toEqual(refused);
    expect(verify({ sentAt: new Date(Date.now() - 10 * 60_000) })).toEqual(refused);
  });
});

test('the receiver for Node takes genuine deliveries, each once', async () => {
  writeFileSync(join(folder, 'receiver.mjs'), recipe('receiver.mjs.txt'));
  const receiver = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env: { ...ENV, PORT: '0' } });
  try {
    const said: string[] = [];
    const lines = createInterface(receiver.stdout).on('line', (line) => said.push(line));
    await once(lines, 'line');
    const url = `http://127.0.0.1:${said[0]?.split(' ').at(-1)}/`;
    const send = createSender({ rules: { http: true, loopback: true } });
    const delivery = { url, id: 'evt_01', sentAt: new Date(), body: BODY, secrets: [SECRET], attempt: 1 };

    expect(await send(delivery)).toMatchObject({ error: null, statusCode: 204 });
    expect(await send({ ...delivery, attempt: 2 })).toMatchObject({ error: null, statusCode: 204 });
    expect(await send({ ...delivery, secrets: [Buffer.alloc(32)] })).toMatchObject({ statusCode: 401 });
    expect(await send({ ...delivery, sentAt: new Date(0) })).toMatchObject({ statusCode: 401 });
    await expect.poll(() => said.slice(1)).toEqual(['verified normalization.success']);
  } finally {
    receiver.kill();
  }
});

test('the guide has the errors of deliveries and the pauses between attempts', () => {
  const errors = [...GUIDE.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, name]) => name);
  expect(new Set(errors)).toEqual(new Set(DELIVERY_ERRORS));
  const [, row = ''] = /^\| after \|(.*)\|$/m.exec(GUIDE) ?? [];
  const units: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
  const pauses = row.split('|').map((cell) => {
    const [count = '', unit = 's'] = cell.trim().split(' ');
    return Number(count) * (units[unit] ?? Number.NaN);
  });
  expect(pauses).toEqual(SCHEDULE_MS);
});
