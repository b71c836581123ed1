/** The progress of a submission as a stream of events, which ends with the submission. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import { isTerminal, type SubmissionRecord, submissionStore } from '#store/submissions/submissions.ts';
import { type Guards, withKeyOrSignIn } from '#api/auth/access.ts';
import { maySee, noneToSee } from '#api/auth/caller.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { eventText, PING, retryText, sendEvents } from './event-stream.ts';
import type { Context } from '#api/http/http.ts';
import { IdPath } from '#api/http/params.ts';
import { unlessOutage } from '#api/submissions/wait-for-outcome.ts';
import { LAST_ID, progressEvents } from './progress-events.ts';
import type { Services } from '#api/services.ts';

type Deps = ReturnType<typeof depsOf>;

const RETRY_MS = 2_000;
const PING_EVERY_MS = 15_000;
/** The time for which a check of the caller is valid. */
const ADMISSION_MS = 2_000;
/** Polls slow and waiting submissions less often. */
const FIRST_LOOK_MS = 200;
const LOOK_EVERY_MS = 1_000;
/** Then the caller comes back with the number of the last event, and shows once more that they may. */
const STREAM_LIFE_MS = 10 * 60_000;

const access = withKeyOrSignIn({ scopes: ['read', 'normalize'], action: 'documents.read' });

const DESCRIPTION = [
  'Server-sent events (WHATWG HTML, 9.2), whose data is JSON: `event: status` with a SubmissionStatusEvent, `event: stage`',
  'with a SubmissionStageEvent, `event: end` with a SubmissionEndEvent, after which the stream ends. An ended submission',
  'sends its events at once. A stage that is shorter than a second may appear only as done. A comment comes every 15',
  'seconds. A stream ends after 10 minutes, when the key or the token is no longer valid, or when the service is restarted:',
  'connect again with the header `Last-Event-ID`',
  'to get the later events. After the last event the answer is 204, and clients stop. `EventSource` of a',
  'browser cannot send the key: read the answer of `fetch` as a stream.',
].join(' ');

const endpoints = [
  endpoint({
    method: 'get',
    path: '/api/submissions/{id}/events',
    id: 'followSubmission',
    tag: 'Normalization',
    summary: 'Streams the progress of a submission',
    description: DESCRIPTION,
    access,
    onlyOwnWithoutRead: true,
    params: IdPath,
    headers: z.object({
      'Last-Event-ID': z.string().optional().describe('The id of the last event that the client saw.'),
    }),
    answers: [
      {
        status: 200,
        description: 'The names of the events.',
        content: {
          'text/event-stream': z.string().describe('Events as lines of text with `retry`, `id`, `event` and `data`.'),
        },
        headers: {
          'X-Accel-Buffering': {
            description: '`no` makes proxies pass on each event at once.',
            schema: z.string(),
            required: true,
          },
        },
      },
      { status: 204, description: 'The client has seen the last event.' },
    ],
    problems: ['not_found', 'too_many_streams'],
    async handle({ ctx, caller, params: { id }, headers }, deps: Deps) {
      const record = id === null ? null : await deps.submissions.find(caller.organizationId, id);
      if (!record || !maySee(caller, record)) throw noneToSee(caller, 'submission');
      const seen = /^\d{1,3}$/.test(headers['Last-Event-ID'] ?? '') ? Number(headers['Last-Event-ID']) : 0;
      if (seen >= LAST_ID) {
        ctx.status = 204;
        return;
      }
      const lease = deps.admission.hold(ctx, caller, 'eventStreams');
      sendEvents(ctx, lease, (signal) => {
        const mayContinue = atMostEvery(ADMISSION_MS, () => isStillAdmitted(ctx, deps.guards));
        return follow(record, seen, { ...deps, mayContinue }, signal);
      });
    },
  }),
];

function depsOf({ database, temporal, admission, accepting }: Services, guards: Guards) {
  return {
    submissions: submissionStore(database),
    temporal,
    accepting,
    admission,
    guards,
  };
}

export const eventsFeature = feature(depsOf, endpoints);

/** False once the key is revoked, the sign-in has ended or the member is removed. */
async function isStillAdmitted(ctx: Context, guards: Guards): Promise<boolean> {
  try {
    await access.check(ctx, guards);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    return unlessOutage(error) === 'unknown';
  }
}

/** The last answer holds for a time, because each check costs statements. */
function atMostEvery(ms: number, check: () => Promise<boolean>): () => Promise<boolean> {
  let checkedAt = Date.now();
  return async () => {
    if (Date.now() - checkedAt < ms) return true;
    checkedAt = Date.now();
    return check();
  };
}

async function* follow(
  first: SubmissionRecord,
  seen: number,
  { submissions, temporal, accepting, mayContinue }: Deps & { readonly mayContinue: () => Promise<boolean> },
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { organizationId, submissionId } = first;
  const endsAt = Date.now() + STREAM_LIFE_MS;
  let last = seen;
  let toldAt = Date.now();
  yield retryText(RETRY_MS);
  let record: SubmissionRecord | null = first;
  for (let lookMs = FIRST_LOOK_MS; record !== null; lookMs = Math.min(2 * lookMs, LOOK_EVERY_MS)) {
    const isUnderWay = record.status === 'IN_PROGRESS';
    const progress = isUnderWay ? await temporal.submissionProgress(submissionId) : null;
    for (const event of progressEvents(record, progress)) {
      if (event.id <= last) continue;
      yield eventText(event);
      last = event.id;
      toldAt = Date.now();
      lookMs = FIRST_LOOK_MS;
    }
    if (isTerminal(record) || Date.now() >= endsAt || !accepting()) return;
    if (Date.now() - toldAt >= PING_EVERY_MS) {
      yield PING;
      toldAt = Date.now();
    }
    await delay(lookMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || !(await mayContinue())) return;
    const found = await submissions.find(organizationId, submissionId).catch(unlessOutage);
    if (found !== 'unknown') record = found;
  }
}
