/** Tests a store that cuts off one object each time, or is away. Only the first is a problem of the object. */
import { createHash } from 'node:crypto';

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportedObjects } from '#activities/privacy/export-objects.ts';
import { LOOPBACK } from '#dev/network.ts';
import { scratchFile } from '#src/export/scratch.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import type { ExportContent } from '#store/privacy/export-content.ts';

const CONTENT = 'all of it';
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const ORGANIZATION = '0198f7a0-0000-7000-8000-000000000001';

let dir: string;
let server: Server;
let isAway: boolean;
let isHeld: boolean;
/** The folder of the object after a move. */
let folder: string | null;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'fixpoint-export-'));
  [isAway, isHeld, folder] = [false, true, null];
  server = createServer((request, response) => {
    if (isAway) return response.destroy();
    if (request.method === 'HEAD') return response.end();
    if (request.url?.includes(ORGANIZATION)) return response.end(CONTENT);
    response.writeHead(200, { 'Content-Length': 1_000 });
    return response.write('some of it', () => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, LOOPBACK, resolve);
  });
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true });
});

/** The names of exported files, the lines of problems.ndjson, and the number of alarms in the log. */
async function exported() {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const key = { accessKey: 'key', secretKey: 'secret' };
  const s3 = { endpoint: `http://${LOOPBACK}:${port}`, ...key, links: key, bucketPrefix: 'test-' };
  const exportContent: Pick<ExportContent, 'objects' | 'held'> = {
    async *objects() {
      yield { sha256: SHA256, places: [{ region: 'eu-central-1', folder: null }] };
    },
    held: async (_, __, object) => (isHeld ? { ...object, folder } : null),
  };
  let alarms = 0;
  const log = { warn: () => (alarms += 1) };
  await using problems = await scratchFile(join(dir, 'problems'));
  const deps = { exportContent, artifacts: artifactStore(s3), log };
  const names: string[] = [];
  for await (const { name } of exportedObjects(deps, 'org', 'artifact', { path: join(dir, 'input.pdf'), problems })) {
    names.push(name);
  }
  let lines = '';
  for await (const piece of problems.read()) lines += Buffer.from(piece).toString();
  return { names, lines, alarms };
}

test('an object that breaks off each time is unreadable, and the others go on', async () => {
  const line = `${JSON.stringify({ file: `data/artifacts/${SHA256}.pdf`, problem: 'unreadable' })}\n`;
  expect(await exported()).toEqual({ names: [], lines: line, alarms: 1 });
});

test('an object that was moved meanwhile is fetched from its new place', async () => {
  folder = ORGANIZATION;
  const { names, alarms } = await exported();
  expect({ names, alarms }).toEqual({ names: [`artifacts/${SHA256}.pdf`], alarms: 0 });
});

test('an object that was erased meanwhile is no problem', async () => {
  isHeld = false;
  expect(await exported()).toEqual({ names: [], lines: '', alarms: 0 });
});

test('a store that is away leaves nothing out: the export fails, to be tried again', async () => {
  isAway = true;
  await expect(exported()).rejects.toThrow('socket hang up');
});
