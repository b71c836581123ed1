/** `dev stop`, `dev status`, `dev wipe`: the commands for a run of another process, by its dev.json. */
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DevFailure } from './failure.ts';
import { statusOf } from './network.ts';
import { STOP_GRACE_MS } from './parts/parts.ts';
import { POSTGRES_END_SIGNAL } from './parts/postgres.ts';
import { endRecorded } from './process.ts';
import { removePlace } from './parts/service-user.ts';
import { PROCESS_NAMES, STATE_FILE, stateFile, type StateFile } from './state.ts';

/** Services finish their work, then three servers end one after the other. */
const SUPERVISOR_GRACE_MS = 4 * STOP_GRACE_MS;

/** Ends the processes of a killed supervisor, but only recorded ones with the same identity. */
export async function endRecordedProcesses(state: StateFile): Promise<void> {
  const running = state.running();
  for (const name of PROCESS_NAMES) {
    const recorded = running[name];
    if (recorded) await endRecorded(recorded, STOP_GRACE_MS, name === 'postgres' ? POSTGRES_END_SIGNAL : 'SIGTERM');
  }
  state.update({ pids: {}, identities: {} });
}

export async function stopRun(dataDir: string): Promise<number> {
  if (!existsSync(join(dataDir, STATE_FILE))) return notRunning(dataDir);
  const state = stateFile(dataDir);
  const running = state.running();
  if (Object.keys(running).length === 0) return notRunning(dataDir);
  if (running.supervisor) {
    await endRecorded(running.supervisor, SUPERVISOR_GRACE_MS);
  }
  await endRecordedProcesses(state);
  console.log('Stopped.');
  return 0;
}

function notRunning(dataDir: string): number {
  console.log(`Nothing is running in ${dataDir}.`);
  return 0;
}

/** The exit code is 1 unless everything runs and requests are answered. */
export async function showStatus(dataDir: string): Promise<number> {
  const state = stateFile(dataDir);
  const { pids, baseUrl, temporalUi } = state.read();
  const running = state.running();
  if (!running.supervisor) {
    const left = Object.keys(running);
    if (left.length === 0) notRunning(dataDir);
    else console.log(`The supervisor is gone and left ${left.join(', ')} running. To end them: npm run stop`);
    return 1;
  }
  let healthy = true;
  for (const name of PROCESS_NAMES) {
    if (pids[name] === undefined) continue;
    const alive = running[name] !== undefined;
    healthy &&= alive;
    console.log(`  ${name.padEnd(12)} ${alive ? '✔' : '✖'} process ${pids[name]}${alive ? '' : ' is gone'}`);
  }
  const status = baseUrl ? await statusOf(`${baseUrl}/readyz`) : null;
  healthy &&= status === 200;
  console.log(`  ${'readyz'.padEnd(12)} ${status === 200 ? '✔' : '✖'} ${baseUrl ?? ''} answers ${status ?? 'nothing'}`);
  if (temporalUi) console.log(`  ${'temporal ui'.padEnd(12)}   ${temporalUi}`);
  return healthy ? 0 : 1;
}

export async function wipe(dataDir: string, agreed: boolean): Promise<number> {
  if (!existsSync(dataDir)) {
    console.log(`There is no ${dataDir}.`);
    return 0;
  }
  if (!existsSync(join(dataDir, STATE_FILE)) && readdirSync(dataDir).length > 0) {
    throw new DevFailure(`${dataDir} holds no ${STATE_FILE}, so it is not ours to delete.`);
  }
  const { running, postgresDir } = readableState(stateFile(dataDir));
  if (Object.keys(running).length > 0) throw new DevFailure('The service is running. First: npm run stop');
  const elsewhere = postgresDir && existsSync(postgresDir) ? [postgresDir] : [];
  const paths = [...readdirSync(dataDir).map((name) => join(dataDir, name)), ...elsewhere];
  console.log('This deletes:');
  for (const path of paths) console.log(`  ${path.padEnd(40)} ${sizeBytes(path).toLocaleString('en')} bytes`);
  if (!agreed && !(await confirmed())) {
    console.log('Nothing was deleted.');
    return 1;
  }
  elsewhere.forEach(removePlace);
  rmSync(dataDir, { recursive: true, force: true });
  console.log('Deleted.');
  return 0;
}

/** A damaged file must not prevent its deletion. */
function readableState(state: StateFile) {
  try {
    return { running: state.running(), postgresDir: state.read().postgresDir };
  } catch (error) {
    if (!(error instanceof DevFailure)) throw error;
    return { running: {}, postgresDir: undefined };
  }
}

function sizeBytes(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeBytes(join(path, name)), 0);
}

async function confirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('To agree without a terminal: npm run wipe -- --yes');
    return false;
  }
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question('Really? [y/N] ');
  prompt.close();
  return /^y(es)?$/i.test(answer.trim());
}
