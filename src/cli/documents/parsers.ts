/** The service's engine on the documents of a call, each in a limited parser process. */
import type { NormalizeOptions } from '#domain/pipeline.ts';
import { SERVICE_FAILURE_MESSAGES } from '#domain/sentences/failure-sentences.ts';
import type { PageFingerprints } from '#domain/pages/fingerprints.ts';
import type { EngineReport } from '#domain/report.ts';
import type { RevisionTimeline } from '#domain/revisions.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { networkWarning, type RunningParser } from '#src/parser-host/isolation/inspect.ts';
import type { Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import { createParserPool, ParserBusy, ParserFailure, type ParserPool } from '#src/parser-host/pool.ts';
import { EXIT } from '#src/cli/exit-codes.ts';
import { interrupted } from '#src/cli/interruption.ts';
import { say } from '#src/cli/terminal.ts';
import { confirmIsolation, isIsolationUncertain, MEMORY_MB, parsers, renewIsolation } from './first-parser.ts';
import { openInput } from './inputs.ts';

export interface EngineFlags extends NormalizeOptions {
  readonly trustStore?: string;
  readonly jobs: number;
}

/** The result of one document. */
export interface Processed {
  readonly status: 'SUCCESS' | 'FAILED' | 'REJECTED';
  /** Why there is no output, for programs and for people. */
  readonly code: string | null;
  readonly message: string | null;
  readonly bytes: Uint8Array | null;
  readonly report: EngineReport | null;
  readonly timeline: RevisionTimeline | null;
  readonly pages: readonly PageFingerprints[] | null;
}

/** Longer than any document may take: a file waits for its turn, however many are before it. */
export const WAIT_MS = 24 * 60 * 60 * 1000;
/** All files belong to the user of the command. */
export const OWNED = { organizationId: 'own' };

type PoolFlags = Pick<EngineFlags, 'trustStore' | 'jobs'>;

/** Rejects when the command is asked to end meanwhile. */
export async function withPool<Result>(flags: PoolFlags, use: (pool: ParserPool) => Promise<Result>): Promise<Result> {
  try {
    return await withNewPool(flags, use);
  } catch (error) {
    if (!(error instanceof ParserBusy) || !renewIsolation()) throw error;
    return withNewPool(flags, use);
  }
}

async function withNewPool<Result>(
  { trustStore, jobs }: PoolFlags,
  use: (pool: ParserPool) => Promise<Result>,
): Promise<Result> {
  const { sandbox, programs } = parsers();
  const looks: Promise<void>[] = [];
  const pool = createParserPool({
    sandbox,
    ...programs,
    processes: jobs,
    // All documents are of the same owner.
    spare: false,
    memoryMb: MEMORY_MB,
    maxWaiting: jobs,
    trustAnchors: trustStore === undefined ? [] : await readTrustStore(trustStore),
    onReady: (pid) => {
      confirmIsolation();
      // All are started alike.
      if (pid !== undefined && looks.length === 0) looks.push(warnOfNetwork(sandbox, { pid, entry: programs.entry }));
    },
    onFault: ({ document, reason }) => {
      if (!interrupted.aborted && !isIsolationUncertain()) say(`${document ?? 'parser'}: ${reason}`);
    },
  });
  const end = () => void pool.close();
  interrupted.addEventListener('abort', end, { once: true });
  try {
    const result = await use(pool);
    interrupted.throwIfAborted();
    return result;
  } finally {
    interrupted.removeEventListener('abort', end);
    await Promise.all(looks);
    // The parsers are killed at once. Nothing depends on when the kernel has removed them.
    void pool.close();
  }
}

/**
 * Unlike the service, the command refuses nothing, because the user chose the files and reads them with their own
 * rights.
 */
async function warnOfNetwork(sandbox: Sandbox, parser: RunningParser): Promise<void> {
  const warning = await networkWarning(sandbox, parser);
  if (warning !== null) say(warning);
}

export async function processFile(pool: ParserPool, file: string, flags: NormalizeOptions): Promise<Processed> {
  const { linearize, removeAnnotations, signedPdfPolicy, pdfaPolicy, missingGlyphPolicy, embeddedFilesPolicy } = flags;
  const input = await openInput(file);
  if (input.kind === 'fault') return failed(input.code, input.message);
  const options = {
    linearize,
    removeAnnotations,
    signedPdfPolicy,
    pdfaPolicy,
    ...(missingGlyphPolicy && { missingGlyphPolicy }),
    ...(embeddedFilesPolicy && { embeddedFilesPolicy }),
  };
  try {
    const session = await pool.open(file, { ...OWNED, input: input.source, options }, WAIT_MS);
    try {
      const { bytes, report: facts } = await session.result();
      const { status, failure } = facts;
      const message = failure && asOptions(failure.message);
      const timeline = await session.timeline();
      const report = withVerdict(facts, timeline);
      const pages = await session.pages();
      return { status, code: failure?.code ?? null, message, bytes, report, timeline, pages };
    } finally {
      await session.close();
    }
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof ParserFailure)) throw error;
    return failed(error.code, SERVICE_FAILURE_MESSAGES[error.code]);
  }
}

/** Replaces names of API options in messages of the engine: `signed_pdf_policy` becomes `--signed-pdf-policy`. */
export function asOptions(message: string): string {
  return message.replaceAll(/\b[a-z]+(?:_[a-z]+)*_policy\b/g, (name) => `--${name.replaceAll('_', '-')}`);
}

/** The result of a document without a report. */
function failed(code: string, message: string): Processed {
  return { status: 'FAILED', code, message, bytes: null, report: null, timeline: null, pages: null };
}

export function exitCodeOf({ status, code }: Pick<Processed, 'status' | 'code'>): number {
  if (status === 'SUCCESS') return EXIT.done;
  if (status === 'REJECTED') return EXIT.rejected;
  const isNoPdf = code === 'NOT_A_PDF' || code === 'EMPTY_FILE' || code === 'FILE_UNREADABLE';
  return isNoPdf ? EXIT.unreadable : EXIT.failed;
}

/** Runs over all items, `width` at a time, in order of start, until the command is asked to end. */
export async function forEachOf<T>(
  items: readonly T[],
  width: number,
  visit: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      interrupted.throwIfAborted();
      await visit(item, index);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}
