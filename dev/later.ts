/**
 * Starts the parts that a first request does not need. They start after `Ready`, at addresses that are known before.
 */
import { join } from 'node:path';
import { runDemo } from './demo/demo.ts';
import { anyFreePort, chosenPort, LOOPBACK } from './network.ts';
import { type ValidatorGate, validatorGate } from './parts/validator-gate.ts';
import { findVerapdf, verapdfService } from './parts/verapdf.ts';
import { runToEnd } from './process.ts';
import { allOf, isDevelopment, ROOT, type Run, startPart, startProgram } from './run.ts';

const DEFAULT_MAIL_PORT = 8025;

/** The addresses that worker and API know before their parts run. */
export interface Later {
  readonly gate: ValidatorGate;
  readonly mail: MailAddresses | null;
}

export async function chooseLater(): Promise<Later> {
  return { gate: await validatorGate(), mail: await mailAddresses() };
}

/** Starts the parts that a first request does not need. A failure is reported, and the other parts continue. */
export async function complete(run: Run, { gate, mail }: Later): Promise<void> {
  const { progress, state, signal } = run;
  const demo = isDevelopment() ? runDemo({ progress, state, signal }) : Promise.resolve();
  const rest = buildRest(run).then(() => (mail === null ? undefined : startMail(run, mail)));
  await allOf(run, [startValidator(run, gate), rest, demo]);
}

/** Starts the validator of PDF/A. A machine that cannot run it lacks only this. */
async function startValidator(run: Run, gate: ValidatorGate): Promise<void> {
  const { progress, dataDir, signal } = run;
  const given = process.env['VERAPDF_URL'];
  if (given) return progress.update('verapdf', 'ready', new URL(given).host);
  progress.update('verapdf', 'works', 'searching');
  const verapdf = await findVerapdf((detail) => progress.update('verapdf', 'works', detail), signal);
  if ('missing' in verapdf) {
    gate.close();
    return progress.update('verapdf', 'failed', verapdf.missing);
  }
  const logFile = join(dataDir, 'logs/verapdf.log');
  const { url, service } = await verapdfService(verapdf, { spoolDir: join(dataDir, 'verapdf'), logFile });
  await startPart(run, 'verapdf', service);
  gate.open(Number(new URL(url).port));
  progress.update('verapdf', 'ready', new URL(gate.url).host);
}

/** Installs missing packages for development, and builds the portal and the parsers. */
async function buildRest({ dataDir, progress, signal }: Run): Promise<void> {
  const logFile = join(dataDir, 'logs/build.log');
  progress.update('portal', 'works', 'being built');
  const args = [join(ROOT, 'fixpoint.mjs'), 'build'];
  const how = await runToEnd(
    { name: 'build', command: process.execPath, args, env: process.env, cwd: ROOT, logFile },
    signal,
  );
  if (how === null) progress.update('portal', 'ready', 'built');
  else if (!signal.aborted) progress.update('portal', 'failed', `the build ${how}: ${logFile}`);
}

interface MailAddresses {
  readonly url: string;
  readonly smtpPort: number;
}

/** Mail stays on this machine unless the user names a server, which gives null. */
async function mailAddresses(): Promise<MailAddresses | null> {
  if (process.env['SMTP_URL']) return null;
  const [smtpPort, pagePort] = [await anyFreePort(), await chosenPort('MAIL_PORT', DEFAULT_MAIL_PORT)];
  return { url: `http://${LOOPBACK}:${pagePort}`, smtpPort };
}

/**
 * The mail catcher needs packages for development, which a first start installs late. Mails are repeated until it runs.
 */
async function startMail(run: Run, mail: MailAddresses): Promise<void> {
  const settings = {
    MAIL_DIR: join(run.dataDir, 'mail'),
    MAIL_SMTP_PORT: String(mail.smtpPort),
    MAIL_PAGE_PORT: new URL(mail.url).port,
  };
  await startProgram(run, 'mail', 'dev/mail-catcher/main.ts', { ...process.env, ...settings }, mail.url);
  run.progress.update('mail', 'ready', mail.url);
}
