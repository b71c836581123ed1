/** The whole service under load: its own instance on a free port, with its own data, gone afterwards. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Document, percentile } from './measure.ts';

export interface ServiceFigures {
  readonly inFlight: number;
  readonly documentsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const State = z.object({ baseUrl: z.string(), apiKey: z.string() });

export async function measureService(
  documents: readonly Document[],
  widths: readonly number[],
): Promise<ServiceFigures[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-bench-data-'));
  const run = (...args: string[]): void => {
    const { status } = spawnSync(process.execPath, ['src/cli.ts', 'dev', ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (status !== 0) throw new Error(`fixpoint dev ${args.join(' ')} ended with ${status}`);
  };
  run('--detach');
  try {
    const { baseUrl, apiKey } = State.parse(JSON.parse(readFileSync(join(dataDir, 'dev.json'), 'utf8')));
    const send = async ({ bytes }: Document): Promise<number> => {
      const startedAt = performance.now();
      const headers = { 'X-Api-Key': apiKey, 'Content-Type': 'application/pdf' };
      const body = Buffer.from(bytes);
      const response = await fetch(`${baseUrl}/api/normalize?signed_pdf_policy=strip`, {
        method: 'POST',
        headers,
        body,
      });
      await response.arrayBuffer();
      return performance.now() - startedAt;
    };
    for (const document of documents.slice(0, 10)) await send(document); // warm
    const figures: ServiceFigures[] = [];
    for (const inFlight of widths) figures.push(await load(documents, inFlight, send));
    return figures;
  } finally {
    run('stop');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function load(
  documents: readonly Document[],
  inFlight: number,
  send: (document: Document) => Promise<number>,
): Promise<ServiceFigures> {
  const times: number[] = [];
  const queue = documents.values();
  const startedAt = performance.now();
  const lane = async (): Promise<void> => {
    for (const document of queue) times.push(await send(document));
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    inFlight,
    documentsPerSecond: documents.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
