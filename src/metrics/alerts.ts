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
    summary: 'No worker is alive: nobody processes the accepted documents.',
  },
  {
    name: 'WorkerVersionsMany',
    condition: { kind: 'above', metric: 'workerVersions', value: 0.8 },
    forMinutes: 30,
    severity: 'ticket',
    summary:
      'Temporal has nearly the maximum number of versions of the workers. The start of a further version would wait.',
  },
  {
    name: 'ApiUnseen',
    condition: { kind: 'absent', metric: 'stateCollected' },
    forMinutes: 2,
    severity: 'page',
    summary: 'Prometheus can scrape no API process. No other alert can fire.',
  },
  {
    name: 'DocumentsWait',
    condition: { kind: 'above', metric: 'oldestPendingSeconds', value: 300 },
    forMinutes: 1,
    severity: 'page',
    summary: 'A document has waited for its first step for five minutes.',
  },
  {
    name: 'ServiceFailures',
    condition: { kind: 'share', metric: 'submissions', matching: { code: FAILURES_OF_OURS }, above: 0.05, minutes: 15 },
    forMinutes: 5,
    severity: 'page',
    summary: 'More than one in twenty documents fails because of an error of the service.',
  },
  {
    name: 'OutputDisputed',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['output_disputed'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'page',
    summary: 'The parser and the output verifier did not agree on an output. The service did not publish it.',
  },
  {
    name: 'ObjectDamaged',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['object_corrupt', 'object_lost'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'page',
    summary: 'An object of the store is lost or damaged.',
  },
  {
    name: 'RecordUnreadable',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['record_unreadable'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'ticket',
    summary: 'The JSON of a row is damaged. The API shows the row without its result.',
  },
  {
    name: 'UsageWrong',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['meter_drift', 'usage_lost'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'ticket',
    summary: 'The payment provider counted other units than the service reported, or rejects late units.',
  },
  {
    name: 'ExecutionsLinger',
    condition: { kind: 'grew', metric: 'alarms', matching: { alarm: ['executions_linger'] }, minutes: 60 },
    forMinutes: 0,
    severity: 'ticket',
    summary: 'Workflows of a deleted organization continue after the request to end.',
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
    summary: 'PostgreSQL does not answer the query for the state of the service. Alerts that depend on it cannot fire.',
  },
  {
    name: 'ParsersShort',
    condition: { kind: 'above', metric: 'parsersWaiting', value: 10 },
    forMinutes: 10,
    severity: 'ticket',
    summary: 'Documents often wait for parsers: the host has too few, or somebody sends slow documents.',
  },
  {
    name: 'WebhooksLate',
    condition: { kind: 'above', metric: 'webhookOldestDueSeconds', value: 900 },
    forMinutes: 5,
    severity: 'page',
    summary: 'The service does not send due deliveries.',
  },
  {
    name: 'WebhooksDead',
    condition: { kind: 'share', metric: 'webhookAttempts', matching: { outcome: ['dead'] }, above: 0.1, minutes: 60 },
    forMinutes: 15,
    severity: 'ticket',
    summary:
      'More than one in ten attempts ends a delivery for good: receivers are gone, or the network of the service fails.',
  },
  {
    name: 'MailWaits',
    condition: { kind: 'above', metric: 'mailOldestSeconds', value: 900 },
    forMinutes: 5,
    severity: 'ticket',
    summary: 'The mail server does not accept mail: confirmations and invitations do not arrive.',
  },
  {
    name: 'DeletionOverdue',
    condition: { kind: 'above', metric: 'deletionOverdueSeconds', value: HOUR_SECONDS },
    forMinutes: 5,
    severity: 'page',
    summary: 'The deletion of an organization is more than an hour late.',
  },
  {
    name: 'ErasureOverdue',
    condition: { kind: 'above', metric: 'erasureOldestSeconds', value: HOUR_SECONDS },
    forMinutes: 5,
    severity: 'page',
    summary: 'An erasure has waited for an hour.',
  },
  {
    name: 'UsageUntold',
    condition: { kind: 'above', metric: 'usageUntoldSeconds', value: DAY_SECONDS },
    forMinutes: 30,
    severity: 'ticket',
    summary:
      'The service has reported no units to the payment provider for a day. The provider rejects units older than thirty-five days.',
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
    summary: 'veraPDF does not answer: documents that declare PDF/A stay without validation, and their reports say so.',
  },
  {
    name: 'SigningKeyOld',
    condition: { kind: 'above', metric: 'signingKeyAgeSeconds', value: 170 * DAY_SECONDS },
    forMinutes: 60,
    severity: 'ticket',
    summary: 'The key that signs attestations needs a replacement within ten days.',
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
