/** Every event is sent in the very shape that the description of the API has for it. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { NO_SECURITY_FACTS } from '#domain/report.ts';
import { batchEvent, type EventBody, flaggedEvent, submissionEvent, testEvent } from '#domain/webhooks/events.ts';
import type { VerdictFacts } from '#domain/verdict/verdict.ts';
import { REPORT } from '#test/support/builders/report.ts';
import { EVENTS, WebhookEvent } from './events.ts';

const frame = { timestamp: '2026-11-21T10:00:05.120Z', id: `evt_${'0'.repeat(32)}`, organizationId: randomUUID() };
const correlation = { clientReference: 'invoice-7', metadata: { team: 'billing' } };
const ended = { submissionId: randomUUID(), batchId: randomUUID(), ...correlation, processingTimeMs: 842 };

const failure = {
  code: 'POLICY_REJECTION',
  message: 'The document is signed.',
  stage: 'DigitalSignatureDetection',
} as const;
const without = { ...REPORT, normalized: null, tamperAnalysis: null };

const DANGER: VerdictFacts = {
  kind: 'changed_after_signing',
  level: 'danger',
  signers: [
    {
      name: 'Alice Example',
      fieldName: 'Signature1',
      signedAt: null,
      valid: false,
      reason: 'MODIFIED_AFTER_SIGNING',
      certificateTrusted: null,
      isTimestamp: false,
      revision: 1,
    },
  ],
  changes: [{ page: 1, before: '4,800', after: '48,000' }],
  pages: [{ first: 1, last: 1 }],
};

const sent: readonly EventBody[] = [
  submissionEvent(frame, { ...ended, report: REPORT }),
  submissionEvent(frame, { ...ended, batchId: null, report: { ...without, status: 'FAILED', failure } }),
  submissionEvent(frame, {
    ...ended,
    report: { ...without, status: 'REJECTED', failure, security: NO_SECURITY_FACTS },
  }),
  ...[flaggedEvent(frame, { ...ended, report: { ...REPORT, verdict: DANGER } })].flatMap((event) => event ?? []),
  batchEvent(frame, {
    batchId: randomUUID(),
    name: 'Invoices',
    ...correlation,
    status: 'complete',
    total: 3,
    completed: 1,
    failed: 1,
    rejected: 1,
    createdAt: frame.timestamp,
    durationMs: 5_000,
  }),
  testEvent(frame, randomUUID()),
];

test.each(sent.map((body) => [body.type, body] as const))(
  '%s has what its schema has, and no member more',
  (type, body) => {
    // A member that the schema does not name is not in what it makes.
    expect(EVENTS[type].schema.parse(body)).toEqual(body);
    expect(WebhookEvent.parse(body)).toEqual(body);
  },
);

test('an event has neither names nor words of the document', () => {
  const events = [
    submissionEvent(frame, { ...ended, report: { ...REPORT, verdict: DANGER } }),
    flaggedEvent(frame, { ...ended, report: { ...REPORT, verdict: DANGER } }),
  ];
  for (const event of events) {
    expect(event?.data).toMatchObject({ verdict: { kind: 'changed_after_signing', level: 'danger' } });
    expect(JSON.stringify(event)).not.toMatch(/Alice|48,000|Signature1/);
  }
  const harmless = { ...DANGER, level: 'caution' } as const;
  expect(flaggedEvent(frame, { ...ended, report: { ...REPORT, verdict: harmless } })).toBeNull();
});

test('there is no other kind of event', () => {
  expect(Object.keys(EVENTS)).toEqual(sent.map(({ type }) => type));
});
