/** `npm run demo`: leads to the contract that was changed after it was signed, signed in by a fresh ticket. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { becomesTrue } from '#dev/network.ts';
import { STATE_FILE, stateFile } from '#dev/state.ts';
import { FORGED_CONTRACT } from './stories.ts';
import { newTicket, ticketUrl } from './tickets.ts';

/** As long as a first start may take to send everything. */
const PATIENCE_MS = 30_000;

export async function openDemo(dataDir: string): Promise<number> {
  const state = existsSync(join(dataDir, STATE_FILE)) ? stateFile(dataDir) : null;
  const { baseUrl, pids } = state?.read() ?? {};
  if (!state || !baseUrl || pids?.api === undefined || !state.running().api) {
    console.log(`Nothing is running in ${dataDir}. First: npm start`);
    return 1;
  }
  const contract = () => state.read().demo?.submissions[FORGED_CONTRACT];
  if (contract() === undefined) console.log('The demo organization is being filled.');
  await becomesTrue(() => contract() !== undefined, PATIENCE_MS);
  const id = contract();
  const url = ticketUrl(baseUrl, await newTicket(baseUrl), id === undefined ? '/documents' : `/documents/${id}`);
  const opener = openerOf(process.platform, process.env);
  if (opener !== null) await open(opener, url);
  console.log(`\n  ${url}\n\nSigns in as the owner of the demo organization, once and within ten minutes.`);
  return 0;
}

interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** What shows a page to the person at this machine; null where there is no screen to show it on. */
export function openerOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, isFile = existsSync): Opener | null {
  if (env['CI'] || env['SSH_CONNECTION']) return null;
  if (platform === 'darwin') return { command: 'open', args: [] };
  // `start` is a word of the shell; its first argument in quotes would be the title of a window.
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'start', '""'] };
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null;
  const folders = (env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isFile(join(folder, 'xdg-open'))) ? { command: 'xdg-open', args: [] } : null;
}

/** The page stands in the terminal too: one that cannot be opened is no failure. */
function open({ command, args }: Opener, url: string): Promise<void> {
  const escaped = command === 'cmd' ? url.replaceAll('&', '^&') : url;
  const child = spawn(command, [...args, escaped], { detached: true, stdio: 'ignore' });
  child.unref();
  return new Promise((settle) => child.once('spawn', () => settle()).once('error', () => settle()));
}
