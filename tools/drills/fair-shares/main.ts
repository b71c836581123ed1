/**
 * `npm run drill:shares`: one organization sends a small document now and then, while ten organizations of plan Free burn the
 * processor with documents that exceed a counted limit. The small document has to be served within twice its usual time.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '#tools/bench/measure.ts';
import { newOrganizations, withInstance } from '#tools/bench/service/instance.ts';
import { send } from '#tools/bench/service/load.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { costlyDocument } from './costly-document.ts';

const { values } = parseArgs({
  options: {
    /** Small documents that are measured, without the others and beside them. */
    count: { type: 'string', default: '30' },
    /** Milliseconds between two of them. */
    every: { type: 'string', default: '3000' },
    attackers: { type: 'string', default: '10' },
  },
});
const count = Number(values.count);
const everyMs = Number(values.every);
const attackers = Number(values.attackers);
const MOST = 2;

await withInstance(1, async ({ baseUrl, databaseUrl, apiKeys: [apiKey = ''] }) => {
  const small = async (): Promise<number> => {
    const startedAt = performance.now();
    await send(baseUrl, apiKey, helloPage(`Small ${randomUUID()}`));
    return performance.now() - startedAt;
  };
  const measure = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      times.push(await small());
      await delay(everyMs);
    }
    return times;
  };
  for (let index = 0; index < 10; index++) await small(); // warm

  const usual = await measure();
  print('usual', usual);
  const keys = await newOrganizations(databaseUrl, attackers, 'free');
  const over = new AbortController();
  let sent = 0;
  const attack = async (key: string): Promise<void> => {
    while (!over.signal.aborted) {
      await send(baseUrl, key, costlyDocument(randomUUID()));
      sent += 1;
    }
  };
  const attacks = keys.map(attack);
  const beside = await measure();
  over.abort();
  print('beside the others', beside);
  console.log(`${sent} costly documents of ${attackers} organizations ended meanwhile`);
  await Promise.all(attacks);
  const ratio = percentile(beside, 0.5) / percentile(usual, 0.5);
  console.log(`the small document took ${ratio.toFixed(2)} of its usual time; at most ${MOST} is allowed`);
  if (ratio > MOST) process.exitCode = 1;
});

function print(name: string, times: readonly number[]): void {
  const at = (share: number) => `${Math.round(percentile(times, share))} ms`;
  console.log(`${name}: p50 ${at(0.5)}   p90 ${at(0.9)}   at most ${Math.round(Math.max(...times))} ms`);
  console.log(`   one after the other: ${times.map(Math.round).join(' ')}`);
}
