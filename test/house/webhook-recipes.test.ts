/** docs/webhooks.md: each recipe is run as it is printed, on a delivery that is genuine and on those that are not. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELIVERY_ERRORS, NOTICE_TYPES } from '#domain/webhooks/events.ts';
import { SCHEDULE_MS } from '#domain/webhooks/retry-schedule.ts';
import { createSender } from '#src/webhooks/send.ts';
import { signatureHeaders } from '#src/webhooks/signature.ts';
import { ownFolder } from '#test/support/folder.ts';
import { recipeOf } from './recipe.ts';
import { requires } from '#test/support/requires.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8');
const SECRET = Buffer.alloc(32, 5);
const ENV = { PATH: process.env['PATH'], WEBHOOK_SECRET: `whsec_${SECRET.toString('base64')}` };
const BODY = '{"type":"normalization.success","id":"evt_01","words":"Grüße"}';

type Program = readonly [string, ...string[]];

interface Recipe {
  readonly name: string;
  readonly file: string;
  readonly command: Program;
  readonly needs: readonly Program[];
}

const RECIPES: readonly Recipe[] = [
  { name: 'js standardwebhooks', file: 'recipe.mjs', command: [process.execPath, 'recipe.mjs'], needs: [] },
  { name: 'python stdlib', file: 'recipe.py', command: ['python3', 'recipe.py'], needs: [['python3', '--version']] },
  {
    name: 'sh openssl',
    file: 'recipe.sh',
    command: ['sh', '-eu', 'recipe.sh'],
    needs: [
      ['openssl', 'version'],
      ['jq', '--version'],
      ['base64', '--version'],
    ],
  },
];

const folder = ownFolder(afterAll);
beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/standardwebhooks'), join(folder, 'node_modules/standardwebhooks'));
});

const codeOf = (name: string): string => recipeOf(PAGE, 'docs/webhooks.md', name);

interface Delivery {
  readonly body?: string;
  readonly sentAt?: Date;
  readonly secrets?: readonly Buffer[];
}

function run({ name, file, command: [program, ...args] }: Recipe, delivery: Delivery = {}) {
  const { body = BODY, sentAt = new Date(), secrets = [SECRET] } = delivery;
  writeFileSync(join(folder, file), codeOf(name));
  writeFileSync(
    join(folder, 'headers.json'),
    JSON.stringify(signatureHeaders({ id: 'evt_01', sentAt, body: BODY, secrets })),
  );
  writeFileSync(join(folder, 'body.json'), body);
  const { status, stdout } = spawnSync(program, args, { cwd: folder, env: ENV, encoding: 'utf8', timeout: 60_000 });
  return { succeeded: status === 0, said: stdout.trim() };
}

test('the page has these recipes and no others', () => {
  const printed = [...PAGE.matchAll(/^```(\w+ \w+)$/gm)].map(([, name]) => name);
  expect(new Set(printed)).toEqual(new Set(['js receiver', ...RECIPES.map(({ name }) => name)]));
});

describe.each(RECIPES)('$name', (recipe) => {
  const missing = recipe.needs.find(([program, ...args]) => spawnSync(program, args).status !== 0);
  const needed = requires(missing?.join(' ') ?? '', !missing);
  const genuine = { succeeded: true, said: 'verified normalization.success' };
  const refused = { succeeded: false, said: '' };

  test('accepts a delivery, during a rotation too', needed, () => {
    expect(run(recipe)).toEqual(genuine);
    expect(run(recipe, { secrets: [Buffer.alloc(32, 6), SECRET] })).toEqual(genuine);
  });

  test('refuses a changed body, another secret and an old delivery', needed, () => {
    expect(run(recipe, { body: BODY.replace('success', 'failure') })).toEqual(refused);
    expect(run(recipe, { secrets: [Buffer.alloc(32, 6)] })).toEqual(refused);
    expect(run(recipe, { sentAt: new Date(Date.now() - 10 * 60_000) })).toEqual(refused);
  });
});

test('the receiver of the page takes genuine deliveries, each once', async () => {
  writeFileSync(join(folder, 'receiver.mjs'), codeOf('js receiver'));
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

test('the tables of the page are those of the code', () => {
  const events = [...PAGE.matchAll(/^\| `([\w.]+\.\w+)` \|/gm)].map(([, name]) => name);
  expect(events).toEqual(NOTICE_TYPES);
  const errors = [...PAGE.matchAll(/^\| `([a-z_]+)` \|/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'lastError');
  expect(new Set(errors)).toEqual(new Set(DELIVERY_ERRORS));
  const [, row = ''] = /^\| after \|(.*)\|$/m.exec(PAGE) ?? [];
  const units: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
  const pauses = row.split('|').map((cell) => {
    const [count = '', unit = 's'] = cell.trim().split(' ');
    return Number(count) * (units[unit] ?? Number.NaN);
  });
  expect(pauses).toEqual(SCHEDULE_MS);
});
