/** `fixpoint admin verify-store`: whether every object that a row refers to is in the store as it was put, and no other. */
import { loadConfig } from '#src/config.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { auditStore, type Flaw } from '#store/objects/store-audit.ts';
import { connectDatabase } from '#store/orm.ts';

/** Answers the exit code: 1 where something is missing or corrupt. What nobody refers to costs room alone. */
export async function verifyStore({
  quick,
  json,
}: {
  readonly quick: boolean;
  readonly json: boolean;
}): Promise<number> {
  const { databaseUrl, s3 } = loadConfig(process.env);
  const database = await connectDatabase(databaseUrl);
  const counts: Record<Flaw['kind'] | 'looked', number> = { looked: 0, missing: 0, corrupt: 0, unreferenced: 0 };
  try {
    const onLooked = () => void (counts.looked += 1);
    for await (const flaw of auditStore(database, artifactStore(s3), { quick, onLooked })) {
      counts[flaw.kind] += 1;
      process.stdout.write(json ? `${JSON.stringify(flaw)}\n` : `${flaw.kind.padEnd(12)} ${flaw.region} ${flaw.key}\n`);
    }
  } finally {
    await database.close();
  }
  const { looked, missing, corrupt, unreferenced } = counts;
  process.stderr.write(
    `${looked} objects that rows refer to: ${missing} missing, ${corrupt} corrupt. ${unreferenced} that no row knows.\n`,
  );
  return missing + corrupt === 0 ? 0 : 1;
}
