/** Runs the programs in the README of the TypeScript client unchanged. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pdfSaying, startApi } from '#test/support/api.ts';
import { tryReadme } from '#tools/clients/readme.ts';
import { started } from '#test/support/started.ts';

const SOURCE = resolve(import.meta.dirname, '../../clients/typescript/index.ts');

const folder = mkdtempSync(join(tmpdir(), 'fixpoint-readme-'));
const api = started(() => startApi());

afterAll(async () => {
  rmSync(folder, { recursive: true });
});

test('its quickstart and its other programs do what they say', async () => {
  const { key } = await api.newTenant();
  const faults = await tryReadme(
    {
      client: 'typescript',
      command: [process.execPath, '--disable-warning=ExperimentalWarning'],
      folder,
      env: { FIXPOINT_URL: api.url, FIXPOINT_API_KEY: key },
      // test/packages installs and tests the package itself.
      adapt: (code) => code.replace("'@fixpoint/client'", `'${SOURCE}'`),
    },
    pdfSaying('a reader'),
  );
  expect(faults).toEqual([]);
});
