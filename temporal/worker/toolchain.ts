/**
 * The versions that made the bytes, as in attestations. The package pins every part of the engine, this process the
 * runtime.
 */
import type { ParserIsolation } from '#domain/parser-isolation.ts';
import type { Toolchain } from '#src/proof/issue.ts';
import type { Config } from '#src/config.ts';
import { programVersion } from '#src/program-version.ts';

export function toolchainOf({ imageDigest }: Pick<Config, 'imageDigest'>, parserIsolation: ParserIsolation): Toolchain {
  const version = programVersion();
  return {
    toolchainVersion: `fixpoint-${version} node-${process.versions.node}`,
    engineVersion: version,
    dockerImageDigest: imageDigest,
    parserIsolation,
  };
}
