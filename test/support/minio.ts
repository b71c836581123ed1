/**
 * MinIO for the tests that need it and no other store. A machine without it builds it from Go. The build starts with
 * the run, and these tests wait for it.
 */
import { becomesTrue } from '#dev/network.ts';
import { resolveTool, toolAtHand } from '#dev/parts/tools.ts';
import { messageOf } from '#src/system-error.ts';

const BUILT_WITHIN_MS = 280_000;

/** Starts the build parallel to everything else, and returns a function that cancels it. */
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
