/** This module says which code a worker runs: the build id of its Worker Deployment Versions. */
import { programVersion } from '#src/program-version.ts';
import { hashSources } from '#src/source-hash.ts';

/** These files can change what a workflow or an activity does. */
const SOURCES = ['activities', 'src', 'temporal', 'workflows', 'package-lock.json'];
const HASH_CHARACTERS = 12;

/** The same on every host with the same code, another after every change of it: `0.1.0-3f9a1c02b7de`. */
export function buildId(): string {
  return `${programVersion()}-${hashSources(SOURCES).slice(0, HASH_CHARACTERS)}`;
}
