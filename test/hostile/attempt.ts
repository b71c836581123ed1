/** Runs one file through a limited parser child and reports its end. */
import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { DEFAULT_OPTIONS, type NormalizeOptions, type ProofExtent } from '#domain/pipeline.ts';
import type { EngineReport } from '#domain/report.ts';
import { ParserFailure, type ParserPool } from '#src/parser-host/pool.ts';

export interface Attempt {
  /** SUCCESS or the failure code. PARSER_KILLED, PROCESSING_TIMEOUT and INTERNAL_ERROR are our faults. */
  readonly code: string;
  readonly message: string;
  readonly stage: string | null;
  readonly bytes: Uint8Array | null;
  readonly report: EngineReport | null;
  readonly durationMs: number;
  /** The greatest use of a child in the pool so far; 0 if the host does not report it. */
  readonly used: Usage;
}

export interface Usage {
  readonly cpuMs: number;
  readonly peakBytes: number;
}

export async function attempt(
  pool: ParserPool,
  name: string,
  input: Uint8Array,
  options: NormalizeOptions = DEFAULT_OPTIONS,
  proves: ProofExtent = 'all',
): Promise<Attempt> {
  const startedAt = performance.now();
  const durationMs = () => Math.round(performance.now() - startedAt);
  try {
    const session = await pool.open(name, { organizationId: 'test', input, options, proves }, 60_000);
    const { bytes, report } = await session.result();
    const ended = durationMs();
    const used = usageOf(pool);
    await session.close();
    const { status, failure } = report;
    const code = status === 'SUCCESS' ? status : (failure?.code ?? status);
    const message = failure?.message ?? '';
    return { code, message, stage: failure?.stage ?? null, bytes, report, durationMs: ended, used };
  } catch (error) {
    if (!(error instanceof ParserFailure)) throw error;
    const message = error.cause instanceof Error ? error.cause.message : String(error.cause);
    const { code, stage } = error;
    return {
      code,
      message,
      stage,
      bytes: null,
      report: null,
      durationMs: durationMs(),
      used: { cpuMs: 0, peakBytes: 0 },
    };
  }
}

/** The values of Linux: the peak of resident memory, and processor time in ticks of ten milliseconds. */
function usageOf(pool: ParserPool): Usage {
  const usages = withChildren(pool.status().pids).map((pid): Usage => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1');
      const times = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
      const cpuMs = (Number(times[11] ?? 0) + Number(times[12] ?? 0)) * 10;
      return { cpuMs, peakBytes: Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024 };
    } catch {
      return { cpuMs: 0, peakBytes: 0 };
    }
  });
  return {
    cpuMs: Math.max(0, ...usages.map(({ cpuMs }) => cpuMs)),
    peakBytes: Math.max(0, ...usages.map(({ peakBytes }) => peakBytes)),
  };
}

/** The isolation of a parser may be a process around it, which only waits. */
function withChildren(pids: readonly number[]): number[] {
  const found = new Set(pids);
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  for (let known = -1; known !== found.size;) {
    known = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1]);
  } catch {
    return 0; // the process has ended meanwhile
  }
}
