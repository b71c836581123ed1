/** `fixpoint migrate`: what has to be there before the services start: the schema, and a bucket a region. */
import { loadConfig } from '#src/config.ts';
import { artifactStore } from '#store/artifacts.ts';
import { connectDatabase } from '#store/orm.ts';

export async function migrate(): Promise<void> {
  const { databaseUrl, s3 } = loadConfig(process.env);
  const database = await connectDatabase(databaseUrl);
  try {
    await database.migrate();
    await artifactStore(s3).ensureBuckets();
  } finally {
    await database.close();
  }
}
