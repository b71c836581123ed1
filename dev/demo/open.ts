/** `npm run demo` opens the contract that was changed after signing, and signs in with a new ticket. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { becomesTrue } from '#dev/network.ts';
import { STATE_FILE, stateFile } from '#dev/state.ts';
import { FORGED_CONTRACT } from './stories.ts';
import { newTicket, ticketUrl } from './tickets.ts';

/** The time that a first start may need to send everything. */
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

/** The command that opens a page for the user; null if there is no screen. */
export function openerOf(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, isFile = existsSync): Opener | null {
  if (env['CI'] || env['SSH_CONNECTION']) return null;
  if (platform === 'darwin') return { command: 'open', args: [] };
  // `start` belongs to the shell. Its first quoted argument would be the title of a window.
  if (platform === 'win32') return { command: 'cmd', args: ['/c', 'start', '""'] };
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return null;
  const folders = (env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isFile(join(folder, 'xdg-open'))) ? { command: 'xdg-open', args: [] } : null;
}

/** The terminal also shows the address, so a page that cannot be opened is no failure. */
function open({ command, args }: Opener, url: string): Promise<void> {
  const escaped = command === 'cmd' ? url.replaceAll('&', '^&') : url;
  const child = spawn(command, [...args, escaped], { detached: true, stdio: 'ignore' });
  child.unref();
  return new Promise((settle) => child.once('spawn', () => settle()).once('error', () => settle()));
}
