/** `fixpoint migrate`: what has to be there before the services start: the schema, and a bucket a region. */
import { loadConfig } from '#src/config.ts';
import { artifactStore } from '#store/objects/artifacts.ts';
import { UnknownMigrations } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';

const WAY_OUT = `Go on with the version that made it, or name an empty database in DATABASE_URL.`;

/** Answers the exit code. */
export async function migrate(): Promise<number> {
  const { databaseUrl, s3 } = loadConfig(process.env);
  const database = await connectDatabase(databaseUrl);
  try {
    await database.migrate();
    await artifactStore(s3).ensureBuckets();
    return 0;
  } catch (error) {
    if (!(error instanceof UnknownMigrations)) throw error;
    process.stderr.write(`${error.message} ${WAY_OUT}\n`);
    return 2;
  } finally {
    await database.close();
  }
}
