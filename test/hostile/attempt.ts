/** Runs one file through a limited parser child and tells how it ended. */
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { DEFAULT_OPTIONS, type NormalizeOptions, STAGE_NAMES } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { ParserFailure, type ParserPool } from '#src/engine-host/pool.ts';

export interface Attempt {
  /** SUCCESS or the failure's code; PARSER_KILLED, PROCESSING_TIMEOUT and INTERNAL_ERROR are faults of ours. */
  readonly code: string;
  readonly message: string;
  readonly stage: string | null;
  readonly bytes: Uint8Array | null;
  readonly report: EngineReport | null;
  readonly durationMs: number;
  /** The most memory any child of the pool ever had; 0 where the host does not tell. */
  readonly peakBytes: number;
}

export async function attempt(
  pool: ParserPool,
  name: string,
  input: Uint8Array,
  options: NormalizeOptions = DEFAULT_OPTIONS,
): Promise<Attempt> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const session = await pool.open(name, input, options, 60_000);
    for (const stage of STAGE_NAMES) if ((await session.runStage(stage)).ended) break;
    const { bytes, report } = await session.result();
    const ended = durationMs();
    const peakBytes = peakOf(pool);
    await session.close();
    const { status, failure } = report;
    const code = status === 'SUCCESS' ? status : (failure?.code ?? status);
    const message = failure?.message ?? '';
    return { code, message, stage: failure?.stage ?? null, bytes, report, durationMs: ended, peakBytes };
  } catch (error) {
    if (!(error instanceof ParserFailure)) throw error;
    const message = error.cause instanceof Error ? error.cause.message : String(error.cause);
    const { code, stage } = error;
    return { code, message, stage, bytes: null, report: null, durationMs: durationMs(), peakBytes: 0 };
  }
}

/** `VmHWM` of Linux: the high-water mark of resident memory. */
function peakOf(pool: ParserPool): number {
  const peaks = pool.status().pids.map((pid) => {
    try {
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(0, ...peaks);
}
