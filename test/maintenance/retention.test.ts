/** The hourly schedule really ends what has outlived its period. What exactly ends is in test/submissions/retention-extended.test.ts. */
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
  // By the clock nothing runs but the looks that find it due.
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
  // The round of the full hour may be running, and may have looked before.
  await schedule.trigger(ScheduleOverlapPolicy.BUFFER_ONE);
  // The row itself: what has expired is not found by its organization any more, round or no round.
  const rows = () => service.database.system().count(SubmissionEntity, { id: input.submissionId });
  await expect.poll(rows).toBe(0);
  expect(await service.artifacts.stat(input.region, key)).toBeNull();
});
