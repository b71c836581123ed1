/** A module that is preloaded into our program. After SIGHUP its connection pool gives no connection. */
import { createRequire } from 'node:module';

const { Pool } = createRequire(import.meta.resolve('@mikro-orm/postgresql'))('pg');

process.on('SIGHUP', () => {
  Pool.prototype.connect = () => new Promise(() => undefined);
});
