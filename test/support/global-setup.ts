/** Starts the real parts once for all tests of the service. The first run builds what the machine does not have. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startParts } from '#dev/parts/parts.ts';
import { prepareTemplate } from './own-database.ts';

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fixpoint-test-'));
  const parts = await startParts({ postgres: true, minio: true, temporal: true, verapdf: true, dataDir });
  if ('missing' in parts.verapdf) console.info(`Tests with veraPDF are left out: ${parts.verapdf.missing}`);
  await prepareTemplate(parts.databaseUrl);
  provide('parts', {
    databaseUrl: parts.databaseUrl,
    s3: { ...parts.s3, bucketPrefix: 'fixpoint-test-' },
    temporal: { address: parts.temporal.address, namespace: 'default' },
    verapdfUrl: 'url' in parts.verapdf ? parts.verapdf.url : null,
  });
  return () => parts.stop();
}
