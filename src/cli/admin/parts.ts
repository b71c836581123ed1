/** The database and the store of the settings. Reports errors in one sentence. */
import { type Config, ConfigError, loadConfig } from '#src/config.ts';
import { say } from '#src/cli/terminal.ts';
import { SealingError } from '#src/keys/sealing.ts';
import { causesOf } from '#src/system-error.ts';
import { artifactStore, type ArtifactStore } from '#store/objects/artifacts.ts';
import type { Database } from '#store/database/database.ts';
import { connectDatabase } from '#store/orm.ts';

/** Answers the exit code of the work: 1 where it could not be done, 2 where the settings cannot be read. */
export async function withParts(
  work: (database: Database, store: ArtifactStore, config: Config) => Promise<number>,
): Promise<number> {
  try {
    const config = loadConfig(process.env);
    const database = await connectDatabase(config.databaseUrl);
    try {
      return await work(database, artifactStore(config.s3), config);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (process.env['FIXPOINT_DEBUG']) throw error;
    const isRefused = error instanceof ConfigError || error instanceof SealingError;
    say(isRefused ? error.message : `It could not be done: ${causesOf(error)}.`);
    return isRefused ? 2 : 1;
  }
}
