/**
 * Tests that the hourly schedule ends expired submissions. test/submissions/retention-extended.test.ts tests which data
 * end.
 */
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { beforeAll, expect, inject, test } from 'vitest';
import { SubmissionEntity } from '#store/submissions/submissions.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { scheduleOf } from '#temporal/schedules.ts';
import { startService } from '#test/support/service.ts';
import { artifactKey } from '#test/support/object-keys.ts';
import { started } from '#test/support/started.ts';

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  await service.workHere();
});

test('the round is begun when something has expired, once an hour at most and one at a time, and ends the expired', async () => {
  const schedule = service.client.schedule.getHandle('sched-retention');
  const { spec, policies } = await schedule.describe();
  // By the clock only the checks run that find the round due.
  expect(spec.intervals ?? []).toEqual([]);
  expect(scheduleOf('retention').everyMs).toBe(3_600_000);
  expect(policies.overlap).toBe('SKIP');

  const input = await service.submit(fakeDocument({ at: 'FinalRewrite', act: 'pass', salt: 'expires' }));
  const { report } = await service.settled(input);
  const key = artifactKey(input.organizationId, report?.normalized?.sha256 ?? '');
  expect(await service.artifacts.stat(input.region, key)).not.toBeNull();
  for (const table of ['artifact_ref', 'original_ref', 'report', 'attestation', 'submission']) {
    await service.database
      .system()
      .execute(`update ${table} set expires_at = now() - interval '2 hours' where organization_id = ?`, [
        input.organizationId,
      ]);
  }
  // The hourly round may be running and may have checked before.
  await schedule.trigger(ScheduleOverlapPolicy.BUFFER_ONE);
  // The row itself, because the organization cannot find expired submissions even without a round.
  const rows = () => service.database.system().count(SubmissionEntity, { id: input.submissionId });
  await expect.poll(rows).toBe(0);
  expect(await service.artifacts.stat(input.region, key)).toBeNull();
});
