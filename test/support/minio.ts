/**
 * MinIO for the tests that need it and no other store. A machine without it builds it from Go: the run begins the build at its
 * start, and these tests wait for it.
 */
import { becomesTrue } from '#dev/network.ts';
import { resolveTool, toolAtHand } from '#dev/parts/tools.ts';
import { messageOf } from '#src/system-error.ts';

const BUILT_WITHIN_MS = 280_000;

/** Begins the build beside everything else, and returns how to give it up. */
export function buildMinio(): () => void {
  const building = new AbortController();
  resolveTool('minio', () => undefined, building.signal).catch((error: unknown) => {
    if (!building.signal.aborted) console.error(messageOf(error));
  });
  return () => building.abort();
}

/** The path of the program. */
export async function builtMinio(): Promise<string> {
  let binary: string | null = null;
  await becomesTrue(async () => (binary = await toolAtHand('minio')) !== null, BUILT_WITHIN_MS);
  if (binary === null) throw new Error(`MinIO was not built within ${BUILT_WITHIN_MS / 1000} s.`);
  return binary;
}
