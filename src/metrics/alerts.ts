/**
 * What somebody is called for, as conditions on the metrics of the table. The rules of Prometheus are made of them, each points to
 * its section of `docs/operate/runbooks.md`, and the tests break the subject of each and check whether it fires.
 */
import { DAY_MS, HOUR_MS } from '#domain/duration.ts';
import { FAILURES_OF_OURS } from '#domain/submission.ts';
import { type MetricKey, METRICS } from './registry.ts';

/** Labels and the values that count: any of them. */
export type Matching = Readonly<Record<string, readonly string[]>>;

export type Condition =
  /** A gauge, as the process says it that knows most, is above or below a value. */
  | { readonly kind: 'above' | 'below'; readonly metric: MetricKey; readonly value: number }
  /** Nobody exports it who can be scraped. */
  | { readonly kind: 'absent'; readonly metric: MetricKey }
  /** A counter has grown within the window. */
  | { readonly kind: 'grew'; readonly metric: MetricKey; readonly matching?: Matching; readonly minutes: number }
  /** Of what a counter has counted within the window, more than a share was of these labels. */
  | {
      readonly kind: 'share';
      readonly metric: MetricKey;
      readonly matching: Matching;
      readonly above: number;
      readonly minutes: number;
    };

export interface Alert {
  readonly name: string;
  readonly condition: Condition;
  /** How long it has to hold. */
  readonly forMinutes: number;
  /** `page` wakes somebody, `ticket` waits for the morning. */
  readonly severity: 'page' | 'ticket';
  readonly summary: string;
}

const HOUR_SECONDS = HOUR_MS / 1000;
const DAY_SECONDS = DAY_MS / 1000;

export const ALERTS: readonly Alert[] = [
  {
    name: 'NoWorker',
    condition: { kind: 'below', metric: 'workersLive', value: 1 },
    forMinutes: 2,
    severity: 'page',
    summary: 'No worker is alive: documents are accepted and nobody works on them.',
  },
  {
    name: 'WorkerVersionsMany',
    condition: { kind: 'above', metric: 'workerVersions', value: 0.8 },
    forMinutes: 30,
    severity: 'ticket',
    summary: 'Temporal keeps nearly as many versions of the workers as it may: the start of a further one would wait.',
  },
  {
    name: 'ApiUnseen',
    condition: { kind: 'absent', metric: 'stateCollected' },
    forMinutes: 2,
    severity: 'page',
    summary: 'No API can be scraped: it is gone, or Prometheus does not find it. No other alert can fire.',
  },
  {
    name: 'DocumentsWait',
    condition: { kind: 'above', metric: 'oldestPendingSeconds', value: 300 },
    forMinutes: 1,
    severity: 'page',
    summary: 'A document that may be worked on has not been begun for five minutes.',
  },
  {
    name: 'ServiceFailures',
    condition: { kind: 'share', metric: 'submissions', matching: { code: FAILURES_OF_OURS }, above: 0.05, minutes: 15 },
    forMinutes: 5,
    severity: 'page',
    summary: 'More than one in twenty documents fails for a reason that is ours.',
  },
  {
    name: 'OutputDisputed',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['output_disputed'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'page',
    summary: 'Parser and output verifier did not agree on an output. It was not published.',
  },
  {
    name: 'ObjectDamaged',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['object_corrupt', 'object_lost'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'page',
    summary: 'An object of the store is lost, or is not what its key says.',
  },
  {
    name: 'RecordUnreadable',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['record_unreadable'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'ticket',
    summary: 'The JSON of a row is not as the service wrote it. The row is shown without its result.',
  },
  {
    name: 'UsageWrong',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['meter_drift', 'usage_lost'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'ticket',
    summary: 'The payment provider has counted other units than were told, or units could not be told any more.',
  },
  {
    name: 'ExecutionsLinger',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['executions_linger'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'ticket',
    summary: 'Workflows of a deleted organization did not end when they were told to.',
  },
  {
    name: 'ApiErrors',
    condition: { kind: 'share', metric: 'httpRequests', matching: { status_class: ['5xx'] }, above: 0.01, minutes: 5 },
    forMinutes: 5,
    severity: 'page',
    summary: 'More than one in a hundred requests is answered with a 5xx.',
  },
  {
    name: 'StateUnknown',
    condition: { kind: 'below', metric: 'stateCollected', value: 1 },
    forMinutes: 5,
    severity: 'page',
    summary:
      'PostgreSQL does not answer the question for the state of the service: alerts that depend on it are blind.',
  },
  {
    name: 'ParsersShort',
    condition: { kind: 'above', metric: 'parsersWaiting', value: 10 },
    forMinutes: 10,
    severity: 'ticket',
    summary: 'Documents keep waiting for parsers: the host has too few, or somebody sends what takes long.',
  },
  {
    name: 'WebhooksLate',
    condition: { kind: 'above', metric: 'webhookOldestDueSeconds', value: 900 },
    forMinutes: 5,
    severity: 'page',
    summary: 'Deliveries that are due are not made.',
  },
  {
    name: 'WebhooksDead',
    condition: { kind: 'share', metric: 'webhookAttempts', matching: { outcome: ['dead'] }, above: 0.1, minutes: 60 },
    forMinutes: 15,
    severity: 'ticket',
    summary: 'More than one in ten attempts ends a delivery for good: receivers are gone, or our way out is.',
  },
  {
    name: 'MailWaits',
    condition: { kind: 'above', metric: 'mailOldestSeconds', value: 900 },
    forMinutes: 5,
    severity: 'ticket',
    summary: 'Mail is not taken by the mail server: confirmations and invitations do not arrive.',
  },
  {
    name: 'DeletionOverdue',
    condition: { kind: 'above', metric: 'deletionOverdueSeconds', value: HOUR_SECONDS },
    forMinutes: 5,
    severity: 'page',
    summary: 'An organization that asked for its deletion is not deleted an hour after it was due.',
  },
  {
    name: 'ErasureOverdue',
    condition: { kind: 'above', metric: 'erasureOldestSeconds', value: HOUR_SECONDS },
    forMinutes: 5,
    severity: 'page',
    summary: 'An erasure that was asked for an hour ago is not done.',
  },
  {
    name: 'UsageUntold',
    condition: { kind: 'above', metric: 'usageUntoldSeconds', value: DAY_SECONDS },
    forMinutes: 30,
    severity: 'ticket',
    summary: 'The payment provider has not been told of units for a day; it takes no more of them after thirty-five.',
  },
  {
    name: 'ValidatorDown',
    condition: {
      kind: 'share',
      metric: 'pdfaValidations',
      matching: { outcome: ['unavailable'] },
      above: 0.5,
      minutes: 15,
    },
    forMinutes: 5,
    severity: 'ticket',
    summary: 'veraPDF does not answer: documents that declare PDF/A are not validated, and their reports say so.',
  },
  {
    name: 'SigningKeyOld',
    condition: { kind: 'above', metric: 'signingKeyAgeSeconds', value: 170 * DAY_SECONDS },
    forMinutes: 60,
    severity: 'ticket',
    summary: 'The key that attestations are signed with is to be replaced within ten days.',
  },
];

/** Where the rule leads whoever is called. */
export function runbookOf({ name }: Alert): string {
  return `docs/operate/runbooks.md#${name.toLowerCase()}`;
}

/** The condition in the language of Prometheus. */
export function promqlOf(condition: Condition): string {
  const { name } = METRICS[condition.metric];
  switch (condition.kind) {
    case 'above':
      return `max(${name}) > ${condition.value}`;
    case 'below':
      return `max(${name}) < ${condition.value}`;
    case 'absent':
      return `absent(${name})`;
    case 'grew':
      return `sum(increase(${name}${selector(condition.matching)}[${condition.minutes}m])) > 0`;
    case 'share': {
      const increase = (matching?: Matching) => `sum(increase(${name}${selector(matching)}[${condition.minutes}m]))`;
      return `${increase(condition.matching)} / ${increase()} > ${condition.above}`;
    }
  }
}

function selector(matching: Matching = {}): string {
  const parts = Object.entries(matching).map(([label, values]) => `${label}=~"${values.join('|')}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
