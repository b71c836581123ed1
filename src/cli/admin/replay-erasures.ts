/** `fixpoint admin replay-erasures`: after a restore, what was erased since the backup is erased once more. */
import { loadConfig } from '#src/config.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { notedErasures } from '#store/privacy/erasure-records.ts';
import { replayErasures } from '#store/privacy/erasure-replay.ts';
import { connectDatabase } from '#store/orm.ts';

/** Answers the exit code. */
export async function replay(): Promise<number> {
  const { databaseUrl, s3 } = loadConfig(process.env);
  const database = await connectDatabase(databaseUrl);
  const counts = { organizations: 0, documents: 0 };
  try {
    const noted = await notedErasures(artifactStore(s3));
    for await (const { organizationId, erased } of replayErasures(database, noted)) {
      counts[erased === 'organization' ? 'organizations' : 'documents'] += 1;
      const what = erased === 'organization' ? 'all of it' : erased === 'all' ? 'all its documents' : 'a document';
      process.stdout.write(`${organizationId} ${what}\n`);
    }
    const { organizations, documents } = counts;
    process.stderr.write(
      `Of ${noted.size} notes ${organizations} organizations are deleted and ${documents} erasures done once more, by the workers.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
}
