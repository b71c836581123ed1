/** Finds ports of the loopback interface and waits for answers there. */
import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevFailure } from './failure.ts';

export const LOOPBACK = '127.0.0.1';

/**
 * Whether a request names this machine. A page of the Internet can resolve its own name to it (DNS rebinding) and must
 * not read the data of development servers.
 */
export function isOwnHost(header: string | undefined): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(header ?? '');
}

/** Systems give higher ports to connections, which could occupy the port of a server that restarts. */
const FIRST_SERVER_PORT = 20_000;
const FIRST_EPHEMERAL_PORT = 32_768;

const PROBE_TIMEOUT_MS = 2_000;
const POLL_MS = 40;

/** The port if nobody listens there, else null. */
function claimPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}

/** The usual port or one near it. A port from the environment variable must be free. */
export async function chosenPort(variable: string, usual: number): Promise<number> {
  const wanted = process.env[variable];
  if (!wanted) return nextFreePort(usual);
  const port = /^\d{1,5}$/.test(wanted) ? Number(wanted) : -1;
  if (port < 1 || port > 65_535) throw new DevFailure(`${variable}=${wanted} is not a port: 1 to 65535.`);
  if ((await claimPort(port)) === null) {
    throw new DevFailure(`${variable}=${port} is busy or not allowed. Choose another, or unset it to get a free one.`);
  }
  return port;
}

/** The first free port from `first` on, which is near the usual port. */
async function nextFreePort(first: number): Promise<number> {
  for (let port = first; port < Math.min(first + 100, 65_536); port++) {
    if ((await claimPort(port)) !== null) return port;
  }
  return anyFreePort();
}

export async function anyFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = await claimPort(randomInt(FIRST_SERVER_PORT, FIRST_EPHEMERAL_PORT));
    if (port !== null) return port;
  }
  throw new DevFailure(`No port is free on ${LOOPBACK}.`);
}

export function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PROBE_TIMEOUT_MS });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}

/** The status of a GET; null if there is no answer in time. */
export async function statusOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      redirect: 'manual',
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

/** Repeats a check; false after the time is over. Rejects with the reason of an aborted signal. */
export async function becomesTrue(
  ask: () => boolean | Promise<boolean>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (true) {
    signal?.throwIfAborted();
    if (await ask()) return true;
    if (performance.now() > end) return false;
    await sleep(POLL_MS);
  }
}
