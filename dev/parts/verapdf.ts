/**
 * veraPDF, which validates PDF/A: `validator/`, built once with pinned libraries. Without it documents are still
 * normalized, and the report says that their claim was not validated.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { findJavaProgram, type JavaProgram } from './java.ts';
import { anyFreePort, LOOPBACK, statusOf } from '#dev/network.ts';
import type { ServiceOptions } from '#dev/process.ts';
import type { Report } from './programs.mjs';

const SOURCE = {
  name: 'veraPDF',
  directory: resolve(import.meta.dirname, '../../validator'),
};
const HEAP_MB = 512;

/** The command, or the reason why it cannot run here. */
export type Verapdf = JavaProgram;

export async function findVerapdf(report: Report, signal?: AbortSignal): Promise<Verapdf> {
  const found = await findJavaProgram(SOURCE, report, signal);
  return 'missing' in found ? { missing: `validation is off: ${found.missing}` } : found;
}

export interface VerapdfPlace {
  /** The folder of documents during validation, which is emptied at every start. */
  readonly spoolDir: string;
  readonly logFile: string;
  /** The time for one document. The default of the service is one minute. */
  readonly deadlineSeconds?: number;
}

/** A service on its own port of the loopback interface, without secrets and with limited memory. */
export async function verapdfService(
  { java, classPath }: Extract<Verapdf, { java: string }>,
  { spoolDir, logFile, deadlineSeconds = 60 }: VerapdfPlace,
): Promise<{ readonly url: string; readonly service: ServiceOptions }> {
  rmSync(spoolDir, { recursive: true, force: true });
  mkdirSync(spoolDir, { recursive: true, mode: 0o700 });
  const port = await anyFreePort();
  const url = `http://${LOOPBACK}:${port}`;
  const limits = [`-Xmx${HEAP_MB}m`, '-XX:+UseSerialGC', '-XX:+ExitOnOutOfMemoryError', '-XX:-UsePerfData'];
  const main = ['fixpoint.validator.Main', LOOPBACK, String(port), String(deadlineSeconds)];
  return {
    url,
    service: {
      name: 'verapdf',
      command: java,
      args: [...limits, `-Djava.io.tmpdir=${spoolDir}`, '-cp', classPath, ...main],
      env: { PATH: process.env['PATH'] },
      logFile,
      answers: async () => (await statusOf(`${url}/api`)) === 200,
    },
  };
}
