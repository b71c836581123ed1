/** What the command line of MikroORM (`npx mikro-orm`) works with: the database as its owner. */
import { ownersOptions } from './src/store/orm.ts';

const folder = 'src/store/database/migrations';
const options = ownersOptions(process.env['DATABASE_OWNER_URL'] ?? process.env['DATABASE_URL'] ?? '');

export default { ...options, migrations: { ...options.migrations, path: folder, pathTs: folder } };
