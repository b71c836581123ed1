/**
 * Every metric of the service: its name, what it means, and which labels it has. The counters of processes, `docs/operate/metrics.md`,
 * the boards and the alerts are made of this table, and a test holds that none of them knows another.
 *
 * Names follow the conventions of Prometheus: base units, and `_total` for what only grows. No label tells of a person, an
 * organization or a document: the values of each are few and known.
 */
export type MetricType = 'counter' | 'gauge' | 'histogram';

/** Which process exports it: the API, a worker, or both of themselves. */
export type MetricSource = 'api' | 'worker' | 'both';

export interface MetricDescription {
  readonly name: `fxp_${string}`;
  readonly type: MetricType;
  readonly help: string;
  readonly source: MetricSource;
  /** What the values of each label are. */
  readonly labels: Readonly<Record<string, string>>;
  /** Of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
}

/** Of answers and of whole documents. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const LANE = { lane: '`express`, `durable`' };
const NONE = {};

export const METRICS = {
  httpRequests: {
    name: 'fxp_http_requests_total',
    type: 'counter',
    help: 'Requests that were answered, or left by their caller',
    source: 'api',
    labels: {
      method: 'of HTTP',
      route: 'the path of the endpoint as `/openapi.json` has it; `none` where no endpoint is',
      status_class: '`2xx` to `5xx`; `499` where the caller left',
    },
  },
  httpRequestSeconds: {
    name: 'fxp_http_request_seconds',
    type: 'histogram',
    help: 'From the first byte of a request to the last byte of its answer, uploads and waiting for a result included',
    source: 'api',
    labels: { route: 'as above' },
    buckets: SECONDS,
  },
  httpRequestsInFlight: {
    name: 'fxp_http_requests_in_flight',
    type: 'gauge',
    help: 'Requests under way',
    source: 'api',
    labels: NONE,
  },
  problems: {
    name: 'fxp_http_problems_total',
    type: 'counter',
    help: 'Answers that are problems: limits, quotas and refused credentials among them',
    source: 'api',
    labels: { code: 'of [codes.md](../codes.md#problems)' },
  },
  admissionRefusals: {
    name: 'fxp_admission_refusals_total',
    type: 'counter',
    help: 'Calls that were refused since a share of a resource was used up',
    source: 'api',
    labels: {
      resource: 'of `api/admission/resources.ts`',
      share: '`caller`, `organization`, `network`, `free`, `capacity`',
    },
  },
  submissions: {
    name: 'fxp_submissions_total',
    type: 'counter',
    help: 'Documents that came to their end',
    source: 'worker',
    labels: {
      outcome: '`SUCCESS`, `FAILED`, `REJECTED`',
      code: 'of the failure, of [codes.md](../codes.md); empty on success',
      ...LANE,
    },
  },
  submissionSeconds: {
    name: 'fxp_submission_seconds',
    type: 'histogram',
    help: 'From the beginning of the work on a document to its recorded end',
    source: 'worker',
    labels: LANE,
    buckets: SECONDS,
  },
  stageSeconds: {
    name: 'fxp_stage_seconds',
    type: 'histogram',
    help: 'What a stage took of a document that came to its end',
    source: 'worker',
    labels: { stage: 'of the pipeline, by name' },
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60],
  },
  inputBytes: {
    name: 'fxp_input_bytes_total',
    type: 'counter',
    help: 'Bytes of documents that came to their end',
    source: 'worker',
    labels: NONE,
  },
  outputBytes: {
    name: 'fxp_output_bytes_total',
    type: 'counter',
    help: 'Bytes of canonical PDFs',
    source: 'worker',
    labels: NONE,
  },
  findings: {
    name: 'fxp_tamper_findings_total',
    type: 'counter',
    help: 'Findings of tampering in documents that came to their end',
    source: 'worker',
    labels: { type: 'of [codes.md](../codes.md)' },
  },
  warnings: {
    name: 'fxp_warnings_total',
    type: 'counter',
    help: 'Warnings in reports',
    source: 'worker',
    labels: { code: 'of [codes.md](../codes.md)' },
  },
  parsersBusy: {
    name: 'fxp_parsers_busy',
    type: 'gauge',
    help: 'Parser children that have a document',
    source: 'worker',
    labels: NONE,
  },
  parsersWaiting: {
    name: 'fxp_parsers_waiting',
    type: 'gauge',
    help: 'Documents that wait for a parser child of this worker',
    source: 'worker',
    labels: NONE,
  },
  parserEnds: {
    name: 'fxp_parser_ends_total',
    type: 'counter',
    help: 'Children that ended by themselves: memory, time, or a fault of ours',
    source: 'worker',
    labels: { child: '`parser`, `verifier`' },
  },
  alarms: {
    name: 'fxp_alarms_total',
    type: 'counter',
    help: 'Lines of the log that somebody has to look at; all of them are there from the start, with 0',
    source: 'both',
    labels: { alarm: 'the member `alarm` of the line' },
  },
  activityFailures: {
    name: 'fxp_activity_failures_total',
    type: 'counter',
    help: 'Attempts of activities that failed, whatever became of the next',
    source: 'worker',
    labels: { activity: 'its type' },
  },
  pdfaValidations: {
    name: 'fxp_pdfa_validations_total',
    type: 'counter',
    help: 'Documents that declare PDF/A, and what was made of that',
    source: 'worker',
    labels: {
      outcome: '`validated`, `unavailable` where the validator did not answer, `not_configured` where there is none',
    },
  },
  webhookAttempts: {
    name: 'fxp_webhook_attempts_total',
    type: 'counter',
    help: 'Attempts at deliveries',
    source: 'worker',
    labels: {
      outcome: 'status of the delivery afterwards: `delivered`, `pending` for another attempt, `dead`, `cancelled`',
    },
  },
  webhookAttemptSeconds: {
    name: 'fxp_webhook_attempt_seconds',
    type: 'histogram',
    help: 'What an attempt took',
    source: 'worker',
    labels: NONE,
    buckets: SECONDS,
  },
  rounds: {
    name: 'fxp_rounds_total',
    type: 'counter',
    help: 'Rounds of maintenance that were begun because something was due',
    source: 'worker',
    labels: { round: 'the id of its workflow' },
  },
  oldestPendingSeconds: {
    name: 'fxp_oldest_pending_seconds',
    type: 'gauge',
    help: 'Age of the oldest document that nobody works on although its organization has a slot for it; 0 where there is none',
    source: 'api',
    labels: NONE,
  },
  submissionsUnderWay: {
    name: 'fxp_submissions_under_way',
    type: 'gauge',
    help: 'Documents that are accepted and have not ended',
    source: 'api',
    labels: NONE,
  },
  webhookBacklog: {
    name: 'fxp_webhook_backlog',
    type: 'gauge',
    help: 'Deliveries that are due and not made',
    source: 'api',
    labels: NONE,
  },
  webhookOldestDueSeconds: {
    name: 'fxp_webhook_oldest_due_seconds',
    type: 'gauge',
    help: 'For how long the oldest of them has been due',
    source: 'api',
    labels: NONE,
  },
  mailOldestSeconds: {
    name: 'fxp_mail_oldest_seconds',
    type: 'gauge',
    help: 'Age of the oldest mail that waits',
    source: 'api',
    labels: NONE,
  },
  deletionOverdueSeconds: {
    name: 'fxp_deletion_overdue_seconds',
    type: 'gauge',
    help: 'For how long the deletion of an organization has been due; 0 where none is',
    source: 'api',
    labels: NONE,
  },
  erasureOldestSeconds: {
    name: 'fxp_erasure_oldest_seconds',
    type: 'gauge',
    help: 'Age of the oldest erasure that is not done',
    source: 'api',
    labels: NONE,
  },
  usageUntoldSeconds: {
    name: 'fxp_usage_untold_seconds',
    type: 'gauge',
    help: 'Age of the oldest delivered unit of a paying organization that the payment provider has not been told',
    source: 'api',
    labels: NONE,
  },
  workersLive: {
    name: 'fxp_workers_live',
    type: 'gauge',
    help: 'Workers that were seen within the last half minute',
    source: 'api',
    labels: NONE,
  },
  workerVersions: {
    name: 'fxp_worker_versions_ratio',
    type: 'gauge',
    help: 'Versions of the workers that Temporal keeps of a task queue, as a share of TEMPORAL_MAX_VERSIONS',
    source: 'worker',
    labels: { task_queue: 'name of the queue' },
  },
  signingKeyAgeSeconds: {
    name: 'fxp_signing_key_age_seconds',
    type: 'gauge',
    help: 'For how long the newest signing key has been published',
    source: 'api',
    labels: NONE,
  },
  stateCollected: {
    name: 'fxp_state_collected',
    type: 'gauge',
    help: '1 where PostgreSQL could be asked for the gauges of its state, else 0',
    source: 'api',
    labels: NONE,
  },
  buildInfo: {
    name: 'fxp_build_info',
    type: 'gauge',
    help: 'Always 1',
    source: 'both',
    labels: { pipeline_spec: 'what it makes', node: 'version of Node' },
  },
} as const satisfies Record<string, MetricDescription>;

export type MetricKey = keyof typeof METRICS;
