/**
 * The JSON schema of SARIF 2.1.0 from an npm package, downloaded once into the cache. Nothing else of the package is
 * used.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { makeDirectory } from '#dev/files.ts';
import { cacheDir } from '#dev/parts/programs.mjs';

const PACKAGE = '@microsoft/jest-sarif';
const VERSION = '1.0.0-beta.0';
const INTEGRITY = 'sha512-A1fOhPd6Ic5iDk4F9YPw1qNB4XF+7+IviR7xl8r2F6QzQkx5cpY9LsGk2rExiFIEcBbjpVnSmwWGBukASkiQ9A==';
const SCHEMA = 'lib/schemas/sarif-2.1.0-rtm.5.json';

/** The output of npm for a written archive. */
const packedSchema = z.tuple([z.object({ filename: z.string(), integrity: z.string() })]);

/** Null if there is no connection to the registry, or the archive has another hash. */
export async function findSarifSchema(): Promise<object | null> {
  const folder = join(cacheDir(), `sarif-schema-${VERSION}`);
  const read = async (): Promise<object | null> =>
    readDraft4(await readFile(join(folder, 'package', SCHEMA), 'utf8').catch(() => null));
  const found = await read();
  if (found !== null || process.env['FIXPOINT_DOWNLOAD'] === '0') return found;
  makeDirectory(dirname(folder));
  const part = await mkdtemp(`${folder}-`);
  try {
    const pack = ['pack', '--json', '--fetch-retries=0', '--pack-destination', part, `${PACKAGE}@${VERSION}`];
    const { stdout } = await promisify(execFile)('npm', pack);
    const [{ filename, integrity }] = packedSchema.parse(JSON.parse(stdout));
    if (integrity !== INTEGRITY) return null;
    await promisify(execFile)('tar', ['-xzf', join(part, filename), '-C', part]);
    // Another process may have been faster.
    await rename(part, folder).catch(() => undefined);
  } catch {
    return null;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return read();
}

/** Later drafts have the same keywords, except for the name of the schema. */
function readDraft4(text: string | null): object | null {
  if (text === null) return null;
  const { $schema: _, id: __, ...schema } = JSON.parse(text);
  return schema;
}
