/**
 * Tests that histories of earlier versions replay with today's workflow code, so that running submissions survive a
 * deployment.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from '@temporalio/worker';
import { beforeAll, expect, test } from 'vitest';
import { workflowBundle } from '#temporal/worker/bundle.ts';
import { historyFromText } from '#test/support/history.ts';
import { quietRuntime } from '#test/support/temporal-runtime.ts';

const FOLDER = `${import.meta.dirname}/../../fixtures/histories`;
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

let bundle: { code: string };
let tracedBundle: { code: string };

beforeAll(async () => {
  quietRuntime([]);
  bundle = await workflowBundle();
  tracedBundle = await workflowBundle({ isTraced: true });
});

const replay = (json: string, code = bundle) =>
  Worker.runReplayHistory({ workflowBundle: code }, historyFromText(json));

test('there is a history of every branch', () => {
  expect(names.length).toBeGreaterThanOrEqual(7);
});

test.each(names)('%s replays', async (name) => {
  await replay(readFileSync(`${FOLDER}/${name}`, 'utf8'));
});

test.each(names)('%s replays on a worker that sends traces, too', async (name) => {
  await replay(readFileSync(`${FOLDER}/${name}`, 'utf8'), tracedBundle);
});

test('a history in which another activity was scheduled does not replay', async () => {
  const json = readFileSync(`${FOLDER}/durable-success.json`, 'utf8');
  await expect(replay(json.replaceAll('"TamperDetection"', '"FontResourceValidation"'))).rejects.toThrow();
});

test('the workflow bundle holds no code that parses documents or talks to a store', () => {
  // The constants of the engine's facts read no document.
  for (const forbidden of [/(?:#|src\/)engine\/(?!facts\/)/, /parser-host/, /@mikro-orm/, /minio/]) {
    expect(bundle.code).not.toMatch(forbidden);
  }
});
