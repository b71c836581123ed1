/** Runs the shared list of client cases with the TypeScript client, including 503s, resets and slow answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '#test/support/api.ts';
import { usageOf } from '#test/support/usage.ts';
import { documentsOf, readCases } from '#tools/clients/conformance/cases.ts';
import { type Gateway, startGateway } from '#tools/clients/conformance/gateway.ts';
import { differenceFrom } from '#tools/clients/conformance/judge.ts';
import { runInTypeScript } from '#tools/clients/conformance/typescript.ts';
import { started } from '#test/support/started.ts';

let gateway: Gateway;
const folder = mkdtempSync(join(tmpdir(), 'fixpoint-conformance-'));

const api = started(() => startApi());

beforeAll(async () => {
  gateway = await startGateway(api.url);
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const cases = readCases();

test('the list has at least sixty cases, each with a name of its own', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

test.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
  const tenant = await api.newTenant();
  const way = gateway.open(one.on, one.server ?? []);
  const documents = documentsOf(folder);
  for (const [path, bytes] of Object.values(documents)) writeFileSync(path, bytes);
  const keys = { 'wrong key': `${tenant.key.slice(0, -1)}!`, member: null, nobody: null };
  const outcome = await runInTypeScript({
    name: one.name,
    client: one.client ?? {},
    baseUrl: way.baseUrl,
    apiKey: one.as === undefined ? tenant.key : keys[one.as],
    accessToken: one.as === 'member' ? (await api.newMember(tenant)).token : null,
    steps: one.steps,
    documents: Object.fromEntries(Object.entries(documents).map(([name, [path]]) => [name, path])),
  });
  const { used, reserved } = await usageOf(api.database, tenant.organizationId);
  expect(differenceFrom(one, outcome, way, used + reserved)).toBeNull();
});
