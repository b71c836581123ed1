/** Temporal, for the drills that need it; the others do not load its packages. */
import type { Config } from '#src/config.ts';
import { connectTemporal, type TemporalClient } from '#temporal/client/client.ts';

/** Answers what the work answers. */
export async function withTemporal(
  { temporal: settings }: Config,
  work: (temporal: TemporalClient) => Promise<number>,
): Promise<number> {
  const temporal = await connectTemporal(settings);
  try {
    return await work(temporal);
  } finally {
    await temporal.close();
  }
}
