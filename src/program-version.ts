/** Which program this is: the version of the manifest that it lies under, of a clone or of the package. */
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

export function programVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(findPackageJSON(import.meta.url) ?? '', 'utf8'),
  );
  return manifest.version;
}
