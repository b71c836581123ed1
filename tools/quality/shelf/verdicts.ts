/** The verdicts of the engine and of pyHanko on a signed file. */
import { spawnSync } from 'node:child_process';
import { z } from 'zod';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { isGrave } from '#domain/report.ts';
import { normalize } from '#engine/normalize.ts';
import { type Identity, verifyCommand } from './signers.ts';

const TIMEOUT_MS = 900_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface Verdict {
  /** All signatures are valid, and no finding is high or critical. */
  readonly isAccepted: boolean;
  /** Not all signatures are valid, and a finding is high or critical. */
  readonly isRejected: boolean;
  readonly reason: string;
}

export async function engineVerdict(bytes: Uint8Array): Promise<Verdict> {
  const { report } = await normalize(new Uint8Array(bytes), {
    ...DEFAULT_OPTIONS,
    signedPdfPolicy: 'reject',
    validationTimeMs: Date.now(),
  });
  const grave = (report.tamperAnalysis?.anomalies ?? []).filter(isGrave).map(({ finding }) => finding ?? '');
  const { overallSignatureStatus: status, signatureVerificationResults: results } = report.security;
  const reasons = results.map(({ reason }) => reason).filter((reason) => reason !== null);
  const isValid = status === 'ALL_VALID';
  return {
    isAccepted: isValid && grave.length === 0,
    isRejected: !isValid && grave.length > 0,
    reason: [status, ...new Set([...reasons, ...grave])].join(' '),
  };
}

const Line = z.object({ file: z.string(), accepted: z.boolean(), reason: z.string() });

/** One process reads all files. A file that ends the process has no verdict, nor have the files after it. */
export function askPyhanko(identity: Identity, paths: readonly string[]): ReadonlyMap<string, Verdict> {
  const [program, ...args] = verifyCommand(identity);
  const { stdout } = spawnSync(program, args, {
    input: `${paths.join('\n')}\n`,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => Line.parse(JSON.parse(line)));
  return new Map(
    lines.map(({ file, accepted, reason }) => [file, { isAccepted: accepted, isRejected: !accepted, reason }]),
  );
}
