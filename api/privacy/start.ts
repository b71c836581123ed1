/** Work that Temporal is to begin; what cannot be started now a sweep starts soon. */
import type { Logger } from 'pino';

export async function tryTo(log: Logger, what: string, start: () => Promise<void>): Promise<void> {
  await start().catch((err: unknown) => log.warn({ err }, `${what} not started yet; the sweep will`));
}
