/** Conditions of the host: keys, isolation and disk space. */
import { constants } from 'node:fs';
import { access, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWeaker } from '#domain/parser-isolation.ts';
import { openAccessTokenKey, openSigningKey } from '#src/keys/load-signing-key.ts';
import { openSealer } from '#src/keys/secrets-key.ts';
import { readTrustStore } from '#src/keys/trust-store.ts';
import { findIsolation } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import type { Config } from '#src/config.ts';
import { type Check, fail, ok, warn } from './check.ts';

const GIB = 1024 ** 3;
/** The largest document, twice. */
const ROOM_BYTES = 2 * GIB;

export const HOST_CHECKS: readonly Check[] = [
  {
    name: 'accepted risks',
    remedy: 'docs/operate/operations.md, "Refused in production"',
    async look({ acceptedRisks }) {
      if (acceptedRisks.length === 0) return ok('none');
      return warn(acceptedRisks.join(', '), 'remove them from ACCEPT_RISKS as soon as they are not needed');
    },
  },
  {
    name: 'signing key',
    remedy:
      'set SIGNING_KEY_FILE to a P-256 key that this user may read: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256',
    async look(config) {
      if (isUnset(config.signingKey) && config.signingKey.uri === null)
        return warn('not set', 'a worker does not start without SIGNING_KEY_FILE');
      return ok(`signs as ${(await openSigningKey(config)).publicJwk.kid}`);
    },
  },
  {
    name: 'access token key',
    remedy:
      'set ACCESS_TOKEN_KEY_FILE to a P-256 key that this user may read: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256',
    async look(config) {
      if (isUnset(config.accessTokenKey))
        return warn('not set', 'the API does not start without ACCESS_TOKEN_KEY_FILE');
      return ok(`signs as ${(await openAccessTokenKey(config)).publicJwk.kid}`);
    },
  },
  {
    name: 'secrets key',
    remedy: 'set SECRETS_KEY_FILE to what it was: openssl rand -base64 32 makes one for a new installation alone',
    async look(config) {
      await openSealer(config);
      return ok('can be read');
    },
  },
  {
    name: 'trust anchors',
    remedy: 'TRUST_STORE_PATH is a file or folder of certificates (PEM or DER) that this user may read',
    async look({ trustStorePath }) {
      if (trustStorePath === null) {
        return warn('none: nothing is said of the trust in signatures', 'set TRUST_STORE_PATH');
      }
      return ok(`${(await readTrustStore(trustStorePath)).length} certificates`);
    },
  },
  {
    name: 'parser isolation',
    remedy: 'docs/operate/operations.md, "Isolation of parsers"',
    async look({ leastParserIsolation, parserSocket }) {
      if (parserSocket !== null) {
        await access(parserSocket, constants.R_OK | constants.W_OK);
        return ok('parsers are of the service behind PARSER_SOCKET');
      }
      const { isolation, reason } = await findIsolation(probeSandbox());
      if (isolation === 'full') return ok('full');
      const said = `${isolation}: ${reason}`;
      const remedy = 'install bubblewrap and allow user namespaces';
      if (!isWeaker(isolation, leastParserIsolation)) return warn(said, remedy);
      return fail(said, `${remedy}, or run the parser service; PARSER_ISOLATION accepts less`);
    },
  },
  {
    name: 'spool',
    remedy: 'SPOOL_DIR is a folder that this user may write to',
    async look({ spoolDir }) {
      const folder = await mkdtemp(join(spoolDir, 'fixpoint-doctor-'));
      try {
        await writeFile(join(folder, 'probe'), 'probe');
      } finally {
        await rm(folder, { recursive: true });
      }
      const { bavail, bsize } = await statfs(spoolDir);
      const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free in ${spoolDir}`;
      return bavail * bsize < ROOM_BYTES ? warn(free, 'make room: each document under way lies there once') : ok(free);
    },
  },
];

/** A host has the key of what runs on it. */
function isUnset({ pem, file }: Config['accessTokenKey']): boolean {
  return pem === null && file === null;
}
