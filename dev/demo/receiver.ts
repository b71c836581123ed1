/**
 * Two receivers of webhooks on this machine. One accepts all deliveries. The other one answers 410, which ends its
 * deliveries at once.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { LOOPBACK } from '#dev/network.ts';

export const RECEIVER_PATHS = { archive: '/hooks/archive', retired: '/hooks/retired-system' } as const;

const ANSWERS: ReadonlyMap<string | undefined, readonly [number, string]> = new Map([
  [RECEIVER_PATHS.archive, [200, 'Taken.\n']],
  [RECEIVER_PATHS.retired, [410, 'This system was switched off on 31 December 2025.\n']],
]);

/** Listens until the signal is aborted. Returns its address. */
export async function startReceiver(port: number, stop: AbortSignal): Promise<string> {
  const server = createServer((request, response) => {
    // The body is read and dropped, so that the connection can be used again.
    request.resume();
    const [status, text] = ANSWERS.get(request.url) ?? [404, 'There is no receiver here.\n'];
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  stop.addEventListener('abort', close, { once: true });
  if (stop.aborted) close();
  return `http://${LOOPBACK}:${port}`;
}
