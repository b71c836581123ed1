/** Which program this is: the version of the manifest that it lies under, of a clone or of the package. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { z } from 'zod';

const Manifest = z.object({ version: z.string() });

export function programVersion(): string {
  return Manifest.parse(JSON.parse(readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'))).version;
}
