/**
 * Documents under way in this process. A document stays in its parser child between stages; when the worker that held
 * it is gone, the next stage opens it again here and repeats the earlier ones, which are deterministic.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { FIRST_PIPELINE_SPEC, type ProofExtent, STAGE_NAMES, type StageName } from '#domain/pipeline.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { spooledOutputName, type SubmissionInput } from '#domain/submission.ts';
import { type OutputVerifiers, OutputUnsettled } from '#src/parser-host/output-verifiers.ts';
import type { Source } from '#src/parser-host/frames.ts';
import type { DocumentSession, ParserPool, TimedStep } from '#src/parser-host/pool.ts';
import { type ArtifactStore, isMissing, ObjectCorrupt } from '#store/objects/artifacts.ts';
import { objectKey, type StoredObject } from '#store/objects/object-key.ts';
import type { ReferenceStore } from '#store/objects/references.ts';
import { InputGone, TransferFailed } from '#activities/failure.ts';
import { withSpoolFile } from './spool.ts';

export interface SessionsDeps {
  readonly pool: ParserPool;
  readonly verifiers: Pick<OutputVerifiers, 'verify'>;
  readonly artifacts: ArtifactStore;
  readonly references: Pick<ReferenceStore, 'locate'>;
  readonly spoolDir: string;
}

/** `key` is of one run of one submission, so that no run meets the leftovers of another. */
export interface SessionKey {
  readonly key: string;
  readonly submission: SubmissionInput;
  /** The output without its false claim of PDF/A. */
  readonly dropPdfaClaim?: true;
  /** The time that the document may wait for a parser. */
  readonly waitMs: number;
  /** It is small, so that no file of this host has to hold it on its way to the parser. */
  readonly inMemory?: boolean;
}

export interface SessionResult {
  readonly bytes: Uint8Array | null;
  readonly report: EngineReport;
  readonly timeline: RevisionTimeline | null;
  /** The fingerprints of the pages of the output; null where there are none. */
  readonly pages: readonly PageFingerprints[] | null;
}

export type Sessions = ReturnType<typeof createSessions>;

/** A document whose workflow does not ask for the next stage is dropped; it can be opened again. */
const IDLE_MS = 10_000;

interface Entry {
  session: Promise<DocumentSession>;
  /** Small outputs are left to the output verifier, until one of this document has not settled. */
  proves: ProofExtent;
  /**
   * Verifications by the hash of the output, because a corrupted parser may return another output when it is asked
   * again.
   */
  readonly verifications: Map<string, Promise<void>>;
  idleTimer: NodeJS.Timeout | null;
  users: number;
}

export function createSessions(deps: SessionsDeps) {
  const entries = new Map<string, Entry>();

  const drop = async (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key);
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    await entry.session.then((session) => session.close()).catch(() => undefined); // failed sessions are closed
  };

  const entryOf = (document: SessionKey): Entry => {
    const known = entries.get(document.key);
    if (known !== undefined) return known;
    const proves = 'large';
    const session = openDocument(deps, document, proves);
    const entry: Entry = { session, proves, verifications: new Map(), idleTimer: null, users: 0 };
    entries.set(document.key, entry);
    return entry;
  };

  /** Holds the session while `use` runs. A failed session is dropped, so that the next call starts again. */
  const within = async <T>(document: SessionKey, use: (entry: Entry) => Promise<T>): Promise<T> => {
    const entry = entryOf(document);
    if (entry.idleTimer !== null) clearTimeout(entry.idleTimer);
    entry.users += 1;
    try {
      return await use(entry);
    } catch (error) {
      await drop(document.key, entry);
      throw error;
    } finally {
      entry.users -= 1;
      if (entry.users === 0) entry.idleTimer = setTimeout(() => void drop(document.key, entry), IDLE_MS).unref();
    }
  };

  return {
    async close(key: string): Promise<void> {
      const entry = entries.get(key);
      if (entry !== undefined) await drop(key, entry);
    },
    /** Waits for the stage. Asked twice, it answers the same. */
    stage: (document: SessionKey, name: StageName): Promise<TimedStep> =>
      within(document, async ({ session }) => (await session).stage(name)),
    /**
     * Waits for the stages for so long, and for the first at least. `through` is the last one that `stage` answers without waiting;
     * it may have failed.
     */
    run: (
      document: SessionKey,
      budgetMs: number,
    ): Promise<{ readonly first: TimedStep; readonly through: StageName }> =>
      within(document, (entry) => runFor(entry, budgetMs)),
    /** Waits for the outcome, which another process has verified. */
    result: (document: SessionKey): Promise<SessionResult> =>
      within(document, async (entry) => {
        const result = await verifiedResult(deps, document, entry).catch(async (error: unknown) => {
          if (!(error instanceof OutputUnsettled) || entry.proves === 'all') throw error;
          await beginAnew(deps, document, entry);
          return verifiedResult(deps, document, entry);
        });
        const session = await entry.session;
        return { ...result, timeline: await session.timeline(), pages: await session.pages() };
      }),
  };
}

async function runFor(
  entry: Entry,
  budgetMs: number,
): Promise<{ readonly first: TimedStep; readonly through: StageName }> {
  const over = new AbortController();
  const [name] = STAGE_NAMES;
  let through: StageName = name;
  const run = async () => {
    const session = await entry.session;
    for (const next of STAGE_NAMES) {
      const step = await session.stage(next).catch(() => null);
      if (over.signal.aborted) return;
      through = next;
      if (step === null || step.ended) return;
    }
  };
  const budget = delay(budgetMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
  try {
    await Promise.race([run(), budget]);
    const first = await (await entry.session).stage(name);
    return { first, through };
  } finally {
    over.abort();
  }
}

/** The remaining stages of the pipeline, and the outcome if it may be published. */
async function verifiedResult(
  { verifiers }: SessionsDeps,
  document: SessionKey,
  entry: Entry,
): Promise<Pick<SessionResult, 'bytes' | 'report'>> {
  const result = await (await entry.session).result();
  await verifyOnce(verifiers, document, entry, result);
  return result;
}

/** Starts a parser that proves its output, and stores the result. */
async function beginAnew(deps: SessionsDeps, document: SessionKey, entry: Entry): Promise<void> {
  await (await entry.session).close();
  entry.proves = 'all';
  entry.session = openDocument(deps, document, entry.proves);
  await entry.session;
}

/** Resolves when the output may be published, or there is none. */
async function verifyOnce(
  verifiers: Pick<OutputVerifiers, 'verify'>,
  document: SessionKey,
  { verifications }: Entry,
  { bytes: output, report }: Pick<SessionResult, 'bytes' | 'report'>,
): Promise<void> {
  if (output === null || report.normalized === null) return;
  const { submission, waitMs } = document;
  const { organizationId, submissionId } = submission;
  const request = { organizationId, output, options: wantedOptions(document), claimed: report.normalized };
  const sha256 = createHash('sha256').update(output).digest('hex');
  await once(verifications, sha256, () => verifiers.verify(submissionId, request, waitMs));
}

function once<K, V>(memo: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const known = memo.get(key);
  if (known !== undefined) return known;
  const made = make();
  memo.set(key, made);
  return made;
}

async function openDocument(deps: SessionsDeps, document: SessionKey, proves: ProofExtent): Promise<DocumentSession> {
  const { submission, waitMs, inMemory = false } = document;
  const { sizeBytes, submissionId, organizationId, pipelineSpec = FIRST_PIPELINE_SPEC } = submission;
  const open = (input: Source) => {
    const request = { organizationId, input, options: wantedOptions(document), pipelineSpec, proves };
    return deps.pool.open(submissionId, request, waitMs);
  };
  if (inMemory && submission.spooled === undefined) return open(await inputBytes(deps, submission));
  return withInput(deps, submission, (path) => open({ path, sizeBytes }));
}

/** The input of a small document, verified. */
async function inputBytes(deps: InputDeps, submission: SubmissionInput): Promise<Uint8Array> {
  const { originalSha256, sizeBytes, region } = submission;
  const { key, fetched: bytes } = await fetchInput(deps, submission, (from) => deps.artifacts.getBytes(region, from));
  const isSame = bytes.length === sizeBytes && createHash('sha256').update(bytes).digest('hex') === originalSha256;
  if (!isSame) throw new InputGone(OTHER_HASH, { cause: new ObjectCorrupt(key) });
  return bytes;
}

type InputDeps = Pick<SessionsDeps, 'artifacts' | 'references'>;

/** Only an input that is not in the organization's folder costs the question where it lies. */
async function fetchInput<T>(
  { references }: InputDeps,
  { organizationId, region, originalSha256: sha256 }: SubmissionInput,
  fetch: (key: string) => Promise<T>,
): Promise<{ readonly key: string; readonly fetched: T }> {
  const from = async (object: StoredObject) => {
    const key = objectKey('original', object);
    return { key, fetched: await fetch(key) };
  };
  try {
    return await from({ region, sha256, folder: organizationId });
  } catch (error) {
    if (!isMissing(error)) return notFetched(error);
  }
  return from(await references.locate(organizationId, 'original', { region, sha256 })).catch(notFetched);
}

function wantedOptions({ submission: { options }, dropPdfaClaim }: SessionKey) {
  return dropPdfaClaim === true ? { ...options, dropPdfaClaim } : options;
}

/** The input as a file of this host, verified: fetched from the store, or where a stateless request has left it. */
export async function withInput<T>(
  deps: InputDeps & Pick<SessionsDeps, 'spoolDir'>,
  submission: SubmissionInput,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const { artifacts, spoolDir } = deps;
  const { region, originalSha256, sizeBytes, spooled } = submission;
  if (spooled !== undefined) {
    const path = spooledPath(spoolDir, spooled.name);
    await verifyHash(path, originalSha256);
    return use(path);
  }
  return withSpoolFile(spoolDir, sizeBytes, async (path) => {
    const { key } = await fetchInput(deps, submission, (from) => artifacts.getFile(region, from, path));
    await verifyHash(path, originalSha256, { cause: new ObjectCorrupt(key) });
    return use(path);
  });
}

/** The name comes from a history, so it must be the name of a spooled file. */
function spooledPath(spoolDir: string, name: string): string {
  if (spooledOutputName(name) === null) throw new InputGone('This is not the name of a spooled input.');
  return join(spoolDir, name);
}

function notFetched(cause: unknown): never {
  if (isMissing(cause)) throw new InputGone('The input is not in the store.', { cause });
  if (cause instanceof ObjectCorrupt) throw new InputGone('The input cannot be read any more.', { cause });
  throw new TransferFailed('The input could not be fetched.', { cause });
}

const OTHER_HASH = 'The input has another hash than was accepted.';

async function verifyHash(path: string, sha256: string, reason: ErrorOptions = {}): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((cause: unknown) => {
    throw new InputGone('The input cannot be read.', { cause });
  });
  if (hash.digest('hex') !== sha256) throw new InputGone(OTHER_HASH, reason);
}
