/** Tests the limit of worker versions in Temporal: a new version replaces one that is no longer needed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startTemporal } from '#dev/parts/temporal.ts';
import { resolveTool } from '#dev/parts/tools.ts';
import { pipelineQueue } from '#domain/submission.ts';
import { deploymentVersions } from '#temporal/deployment-versions.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { startService } from '#test/support/service.ts';
import { beginVersion } from '#test/support/versions.ts';

const QUEUE = pipelineQueue('eu-central-1');
const MOST = 3;

test('a version beyond the limit waits for one that drains, deletes it, says so, and does the work', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'fixpoint-versions-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const dynamicConfig = [
    `matching.maxVersionsInDeployment=${MOST}`,
    'matching.wv.VersionDrainageStatusVisibilityGracePeriod="10s"',
    'matching.wv.VersionDrainageStatusRefreshInterval="5s"',
  ];
  const binary = await resolveTool('temporal', () => undefined);
  const server = await startTemporal({ binary, dir: null, logFile: join(dir, 'temporal.log'), dynamicConfig });
  onTestFinished(() => server.process.stop(0));
  const service = await startService({ ...inject('parts'), temporal: server });
  onTestFinished(() => service.close());

  for (let build = 1; build <= MOST; build++) await beginVersion(service.client, QUEUE, `0.1.0-${build}`);
  await expect(beginVersion(service.client, QUEUE, '0.1.0-4')).rejects.toThrow();
  const versioning = { buildId: '0.1.0-5', liveBuilds: async () => new Map(), checkEveryMs: 100 };
  await service.workHere({ versioning });
  const builds = (await deploymentVersions(service.client, QUEUE)).map(({ buildId }) => buildId);
  expect(builds).toContain('0.1.0-5');
  expect(builds.length).toBeLessThanOrEqual(MOST);
  expect(service.log.some((line) => line.startsWith('start waits until Temporal knows this version'))).toBe(true);
  const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass' }));
  expect(await service.settled(input)).toMatchObject({ status: 'SUCCESS' });
});
