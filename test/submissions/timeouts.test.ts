/** Tests documents that take too long: a timeout is no property of a document, so its sender may repeat it. */
import { beforeAll, expect, inject, test } from 'vitest';
import { isPassing } from '#store/submissions/submissions.ts';
import { fakeDocument } from '#test/support/parsers/fake-engine.ts';
import { FAKE_CHILD, FAKE_VERIFIER, startService } from '#test/support/service.ts';
import { progressQuery } from '#workflows/messages.ts';
import { started } from '#test/support/started.ts';

const service = started(() => startService(inject('parts')));

beforeAll(async () => {
  const parser = { processes: 2, memoryMb: 512, deadlineMs: 2_500, entry: FAKE_CHILD, verifierEntry: FAKE_VERIFIER };
  await service.workHere({ parser });
});

test.each(['hang', 'spin'] as const)(
  'a document that makes its parsers %s is tried in two of them, and again each time that it is sent',
  async (act) => {
    const document = fakeDocument({ at: 'FinalRewrite', act });
    for (const _ of [1, 2]) {
      const input = await service.accept(document);
      await service.temporal.startSubmission(input, 'async');
      const row = await service.settled(input);
      expect(row.report?.failure).toMatchObject({ code: 'PROCESSING_TIMEOUT', stage: 'FinalRewrite' });
      expect(isPassing(row)).toBe(true);
      expect(await service.handle(input).query(progressQuery)).toMatchObject({ parserKills: 0 });
    }
  },
);
