/** `fixpoint migrate`: one-shot schema upgrade, for the production-like run. */
import { loadConfig } from '#src/config.ts';
import { connectDatabase } from '#store/orm.ts';

export async function migrate(): Promise<void> {
  const { databaseUrl } = loadConfig(process.env);
  const database = await connectDatabase(databaseUrl);
  try {
    await database.migrate();
  } finally {
    await database.close();
  }
}
