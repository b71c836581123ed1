/**
 * Provides the real parts for all tests of the service: those of `npm run test:parts`, or else parts for this run. The
 * first run downloads and builds the missing programs.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { fetchChromium } from './chromium.ts';
import { buildMinio } from './minio.ts';
import { prepareTemplate } from './own-database.ts';
import { runningParts, startTestParts } from './parts.ts';

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const running = await runningParts();
  const { parts, stop } = running
    ? { parts: running, stop: async () => {} }
    : await startTestParts(mkdtempSync(join(tmpdir(), 'fixpoint-test-')));
  const giveUpMinio = buildMinio();
  await fetchChromium();
  await prepareTemplate(parts);
  // The objects of an earlier run do not belong to this one.
  const bucketPrefix = `fixpoint-test-${randomUUID().slice(0, 8)}-`;
  provide('parts', { ...parts, s3: { ...parts.s3, bucketPrefix } });
  return async () => {
    giveUpMinio();
    await stop();
  };
}
