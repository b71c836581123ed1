/** Writes `.env.example` from the settings. Run it after a change of src/config.ts. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { envExample } from '#src/config.ts';

writeFileSync(resolve(import.meta.dirname, '../../../.env.example'), envExample());
