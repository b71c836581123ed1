/** Preloaded into a program of ours: from SIGHUP on its pool of connections gives none, whoever asks. */
import { createRequire } from 'node:module';

const { Pool } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg');

process.on('SIGHUP', () => {
  Pool.prototype.connect = () => new Promise(() => undefined);
});
