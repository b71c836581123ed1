/** What made the bytes, as attestations say it. The package pins every part of the engine, this process the runtime. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ParserIsolation } from '#domain/parser-isolation.ts';
import type { Toolchain } from '#src/proof/issue.ts';
import type { Config } from '#src/config.ts';

const MANIFEST = resolve(import.meta.dirname, '../..', 'package.json');

export function toolchainOf({ imageDigest }: Pick<Config, 'imageDigest'>, parserIsolation: ParserIsolation): Toolchain {
  const { version }: { version: string } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return {
    toolchainVersion: `fixpoint-${version} node-${process.versions.node}`,
    engineVersion: version,
    dockerImageDigest: imageDigest,
    parserIsolation,
  };
}
