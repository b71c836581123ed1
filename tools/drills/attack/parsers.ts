/**
 * Sends hostile files. Each must end soon and twice with the same documented code, and the service must still process
 * ordinary documents.
 */
import { availableParallelism, loadavg } from 'node:os';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { median } from '#tools/figures.ts';
import { call, signIn } from '#tools/stranger.ts';
import { type Attempt, broken, held, notTried, type Outcome, refused } from './attempts.ts';
import { type HostileFile, hostileFiles } from './hostile-files.ts';
import { ask } from './http.ts';
import { isReady, type Sent, sendDocument, type Stage, submit } from './stage.ts';

/** These codes report a fault of the service. */
const FAULTS: readonly string[] = [
  'INTERNAL_ERROR',
  'PARSER_KILLED',
  'PROCESSING_TIMEOUT',
  'REPEATED_FAILURE',
  'WORKER_UNAVAILABLE',
  'STORAGE_ERROR',
];
const ENDS: readonly string[] = ['SUCCESS', ...FAILURE_CODES];
/** The limit for a machine without other work. `test/hostile/run.ts` limits the processor time to five seconds. */
const BOUND_MS = 20_000;
/** A busy sender may stall, and the service then ends the upload. */
const STALLED_TIMES = 3;
const LANES = 3;
const AT_LEAST = 200;

export async function attackParsers(stage: Stage, attempt: Attempt, scale: number): Promise<void> {
  const { baseUrl, apiKey } = stage.target;
  const files = hostileFiles(scale);
  const originals = new Set<string>();
  const honest = honestDocuments(baseUrl, apiKey);
  const queue = files.values();
  const lane = async () => {
    for (const file of queue) await attempt(file.name, () => sendTwice(stage, file, originals));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { times, hashes } = await honest.end();
  await attempt('honest documents beside them', () => {
    const slowest = Math.round(Math.max(...times));
    const said = `${times.length} served, in ${Math.round(median(times))} ms in the middle and ${slowest} ms at most`;
    return hashes.size === 1 && slowest < boundMs() ? held(said) : broken(`${said}; ${hashes.size} hashes`);
  });
  await attempt('there are enough of them', () => {
    return files.length >= AT_LEAST ? held(`${files.length} files`) : broken(`${files.length} files`);
  });
  await attempt('the service afterwards', async () => ((await isReady(baseUrl)) ? held('ready') : broken('not ready')));
  await attempt('nothing of it stays', () => erase(stage, originals));
}

/** Other work on the machine makes everything slower. */
function boundMs(): number {
  return BOUND_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}

async function sendTwice({ target }: Stage, file: HostileFile, originals: Set<string>): Promise<Outcome> {
  const bytes = file.build();
  const ends = new Set<string>();
  let slowest = 0;
  for (let time = 1; time <= 2; time++) {
    const sent = await submitPatiently(target, bytes);
    if (sent instanceof Response) return refusedAtTheDoor(sent);
    originals.add(sent.original.sha256);
    slowest = Math.max(slowest, sent.processingTimeMs);
    ends.add(endOf(sent));
  }
  const [end = '', other] = ends;
  const [code = ''] = end.split(' ');
  const said = `${code}, ${slowest} ms`;
  if (other !== undefined) return broken(`once ${end}, once ${other}`);
  if (FAULTS.includes(code) || !ENDS.includes(code)) return broken(end);
  if (file.ends !== null && code !== file.ends) return broken(`${end}, not ${file.ends}`);
  if (slowest > boundMs()) return broken(said);
  return code === 'SUCCESS' ? held(said) : refused(said);
}

async function submitPatiently({ baseUrl, apiKey }: Stage['target'], bytes: Uint8Array): Promise<Sent | Response> {
  for (let stalled = 0; ; stalled++) {
    try {
      const sent = await submit(baseUrl, apiKey, bytes);
      const isStalled = sent instanceof Response && sent.status === 408;
      if (!isStalled || stalled === STALLED_TIMES) return sent;
    } catch (error) {
      // The service closed the connection before this side had read the answer.
      if (!isCutOff(error) || stalled === STALLED_TIMES) throw error;
    }
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}

/** The end includes the hash of an output, or else the message. */
function endOf({ status, normalized, failure }: Sent): string {
  return normalized ? `${status} ${normalized.sha256}` : `${failure?.code ?? status} ${failure?.message ?? ''}`;
}

async function refusedAtTheDoor(answer: Response): Promise<Outcome> {
  const text = await answer.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
  if (answer.status === 402) return notTried('the quota of the key is used up');
  return ['not_a_pdf', 'file_too_large', 'payload_too_large'].includes(code)
    ? refused(code)
    : broken(`${answer.status} ${text}`);
}

/** Sends documents one after the other until it is stopped. */
function honestDocuments(baseUrl: string, apiKey: string) {
  const times: number[] = [];
  const hashes = new Set<string>();
  const over = new AbortController();
  const sending = (async () => {
    do {
      const startedAt = performance.now();
      const { normalized, status } = await sendDocument(baseUrl, apiKey, helloPage('An honest document'));
      times.push(performance.now() - startedAt);
      hashes.add(normalized?.sha256 ?? status);
    } while (!over.signal.aborted);
  })();
  return {
    end: async () => {
      over.abort();
      await sending;
      return { times, hashes };
    },
  };
}

async function erase({ target: { baseUrl, portal } }: Stage, originals: ReadonlySet<string>): Promise<Outcome> {
  if (portal === null)
    return notTried(`${originals.size} documents stay until their time is over: nobody may erase them`);
  const site = { baseUrl, ask };
  const { token } = await signIn(site, portal.email, portal.password);
  for (const sha256 of originals) {
    await call(site, 'POST', '/api/portal/erasure', token, { contentHash: `sha256:${sha256}` });
  }
  return held(`${originals.size} documents are being erased`);
}
