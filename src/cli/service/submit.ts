/** `fixpoint submit`: documents to a service; with `--wait` also what became of them. */
import { randomUUID } from 'node:crypto';
import { CommandFailure, EXIT, refused } from '#src/cli/exit-codes.ts';
import { type Counter, counterOf, inOneLine } from '#src/cli/terminal.ts';
import { alarms, type FailOn, metOf, readFailOn } from '#src/cli/documents/findings.ts';
import { PIPE } from '#src/cli/documents/inputs.ts';
import { type Outputs, OutputUnwritable, planOutputs, writeOutput } from '#src/cli/documents/outputs.ts';
import { exitCodeOf, forEachOf } from '#src/cli/documents/parsers.ts';
import { connect, type Service, type ServiceFlags } from './connection.ts';
import { download, ended, submit, type SubmitOptions, type Submission } from './documents.ts';

export interface SubmitFlags extends ServiceFlags, SubmitOptions {
  readonly wait: boolean;
  readonly output?: string;
  readonly force: boolean;
  readonly failOn?: string;
  readonly ndjson: boolean;
  readonly jobs: number;
}

interface Sent {
  readonly file: string;
  readonly submission: Submission | null;
  readonly exitCode: number;
  /** Why it was not taken, or not delivered. */
  readonly fault: string | null;
  readonly failedOn: readonly string[];
}

/** The exit code, the greatest of all files. */
export async function submitFiles(files: readonly string[], flags: SubmitFlags): Promise<number> {
  if (files.includes(PIPE)) throw refused('A service is sent files: standard input is not one of them.');
  const failOn = flags.failOn === undefined ? null : readFailOn(flags.failOn);
  const isWaiting = flags.wait || flags.output !== undefined || failOn !== null;
  const service = connect(flags);
  const { documents } = await planOutputs(files, { force: flags.force, ...(flags.output && { output: flags.output }) });
  const isTaken = documents.some(({ pdf }) => pdf === PIPE);
  if (isTaken && flags.ndjson) throw refused('Standard output takes one PDF, so --ndjson cannot be used with it.');
  const counter = counterOf(files.length);
  let exitCode: number = EXIT.done;
  try {
    await forEachOf(files, flags.jobs, async (file, index) => {
      const work = () =>
        isWaiting ? processed(service, file, flags, documents[index], failOn) : accepted(service, file, flags);
      const sent = await work().catch((error: unknown) => faulty(file, error));
      print(sent, flags, isWaiting, counter);
      counter.count(file);
      exitCode = Math.max(exitCode, sent.exitCode);
    });
  } finally {
    counter.end();
  }
  return exitCode;
}

/** A failure of one file does not stop the others, unless no file can succeed. */
function faulty(file: string, error: unknown): Sent {
  if (error instanceof OutputUnwritable)
    return {
      file,
      submission: null,
      exitCode: EXIT.failed,
      fault: `OUTPUT_UNWRITABLE: ${error.message}`,
      failedOn: [],
    };
  if (!(error instanceof CommandFailure) || error.exitCode === EXIT.credentials) throw error;
  return { file, submission: null, exitCode: error.exitCode, fault: error.message, failedOn: [] };
}

async function accepted(service: Service, file: string, flags: SubmitFlags): Promise<Sent> {
  const submission = await submit(service, file, randomUUID(), flags);
  return { file, submission, exitCode: EXIT.done, fault: null, failedOn: [] };
}

async function processed(
  service: Service,
  file: string,
  flags: SubmitFlags,
  outputs: Outputs | undefined,
  failOn: FailOn | null,
): Promise<Sent> {
  const { submissionId } = await submit(service, file, randomUUID(), flags);
  const submission = await ended(service, submissionId);
  if (submission.status === 'SUCCESS' && outputs?.pdf) await deliver(submission, outputs.pdf, flags.force);
  const failedOn = failOn === null ? [] : metOf(failOn, submission);
  const { status, failure } = submission;
  const outcome = status === 'SUCCESS' || status === 'REJECTED' ? status : 'FAILED';
  const code = exitCodeOf({ status: outcome, code: failure?.code ?? null });
  return { file, submission, exitCode: Math.max(code, failedOn.length > 0 ? EXIT.found : 0), fault: null, failedOn };
}

async function deliver(submission: Submission, path: string, force: boolean): Promise<void> {
  const bytes = await download(submission);
  await writeOutput(path, bytes, force);
}

function print(sent: Sent, { ndjson }: SubmitFlags, isWaiting: boolean, counter: Counter): void {
  const { file, submission, fault, failedOn } = sent;
  if (ndjson) {
    process.stdout.write(`${JSON.stringify(jsonOf(sent))}\n`);
    return;
  }
  if (submission === null) return counter.say(`FAILED   ${inOneLine(file)}  ${fault ?? ''}`);
  if (!isWaiting) {
    process.stdout.write(`${submission.submissionId}  ${inOneLine(file)}\n`);
    return;
  }
  const { status, submissionId, failure } = submission;
  const words = [
    `${status.padEnd(8)} ${inOneLine(file)}  ${submissionId}`,
    ...(failure === null ? [] : [`${failure.code}: ${failure.message}`]),
    ...alarms(submission),
    ...(failedOn.length > 0 ? [`(--fail-on: ${failedOn.join(', ')})`] : []),
  ];
  counter.say(words.join('  '));
}

function jsonOf({ file, submission, exitCode, fault, failedOn }: Sent) {
  return {
    file,
    submissionId: submission?.submissionId ?? null,
    status: submission?.status ?? null,
    code: submission?.failure?.code ?? null,
    message: fault ?? submission?.failure?.message ?? null,
    sha256: submission?.normalized?.sha256 ?? null,
    riskLevel: submission?.tamperAnalysis?.riskLevel ?? null,
    findings: submission?.tamperAnalysis?.anomalies ?? [],
    warningCodes: [...new Set(submission?.warnings.map(({ code }) => code))],
    failedOn,
    exitCode,
  };
}
