/** `fixpoint migrate`: what has to be there before the services start: the schema, and a bucket a region. */
import { loadConfig } from '#src/config.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { UnknownMigrations } from '#store/database/database.ts';
import { migrateDatabase } from '#store/orm.ts';

const WAY_OUT = `Go on with the version that made it, or name an empty database in DATABASE_URL.`;

/** Answers the exit code. */
export async function migrate(): Promise<number> {
  const { databaseUrl, databaseOwnerUrl, s3 } = loadConfig(process.env);
  try {
    await migrateDatabase(databaseOwnerUrl ?? databaseUrl);
    await artifactStore(s3).ensureBuckets();
    return 0;
  } catch (error) {
    if (!(error instanceof UnknownMigrations)) throw error;
    process.stderr.write(`${error.message} ${WAY_OUT}\n`);
    return 2;
  }
}
