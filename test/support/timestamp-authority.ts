/** A timestamp authority for tests: OpenSSL answers the queries (RFC 3161), with a certificate of a test root. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOOPBACK } from '#dev/network.ts';

export interface TimestampAuthorityServer {
  readonly url: string;
  /** The certificate of the root, in PEM. */
  readonly root: string;
  /** The number of queries. */
  readonly queries: () => number;
  readonly close: () => Promise<void>;
}

const CONFIGURATION = `
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
[clock]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[server]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
[req]
distinguished_name = name
[name]
`;

/** Without OpenSSL no authority can be started. */
export const hasOpenssl = opensslAnswers();

function opensslAnswers(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface AuthorityOptions {
  /** Replaces the token of this authority by another answer. */
  readonly answer?: (query: Buffer, token: () => Promise<Buffer>) => Promise<Buffer | number>;
  /** Its certificate is not from the root, but from a holder of a root certificate for another purpose. */
  readonly isByStranger?: boolean;
}

export async function startTimestampAuthority({
  answer,
  isByStranger = false,
}: AuthorityOptions = {}): Promise<TimestampAuthorityServer> {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-tsa-'));
  const file = (name: string) => join(folder, name);
  writeFileSync(file('openssl.cnf'), CONFIGURATION);
  writeFileSync(file('serial'), '01');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', name] as const;
  const req = ['req', '-config', 'openssl.cnf'] as const;
  openssl(
    ...req,
    '-x509',
    ...key('root.key'),
    '-out',
    'root.pem',
    '-subj',
    '/CN=Root of clocks',
    '-extensions',
    'authority',
    '-days',
    '36500',
  );
  const certify = (name: string, subject: string, issuer: string, extensions: string) => {
    openssl(...req, ...key(`${name}.key`), '-out', `${name}.csr`, '-subj', `/CN=${subject}`);
    const issued = ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`, '-extfile', 'openssl.cnf'] as const;
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      ...issued,
      '-extensions',
      extensions,
      '-out',
      `${name}.pem`,
      '-days',
      '36500',
    );
  };
  certify('stranger', 'A server', 'root', 'server');
  certify('clock', 'Test clock', isByStranger ? 'stranger' : 'root', 'clock');
  const above = isByStranger ? ['stranger.pem', 'root.pem'] : ['root.pem'];
  writeFileSync(file('chain.pem'), above.map((name) => readFileSync(file(name), 'utf8')).join(''));

  let queries = 0;
  const token = async (query: Buffer, number: number): Promise<Buffer> => {
    const [asked, given] = [file(`${number}.tsq`), file(`${number}.tsr`)];
    await writeFile(asked, query);
    const clock = ['-signer', 'clock.pem', '-inkey', 'clock.key', '-chain', 'chain.pem'] as const;
    const args = ['ts', '-reply', '-config', 'openssl.cnf', '-queryfile', asked, ...clock, '-out', given];
    await promisify(execFile)('openssl', args, { cwd: folder });
    return readFile(given);
  };
  const server = createServer((request, response) => {
    const number = ++queries;
    const reply = async () => {
      const query = await buffer(request);
      const own = () => token(query, number);
      const body = (await answer?.(query, own)) ?? (await own());
      if (typeof body === 'number') response.writeHead(body).end();
      else response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(body);
    };
    reply().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The authority does not listen.');
  return {
    url: `http://${LOOPBACK}:${address.port}/`,
    root: readFileSync(file('root.pem'), 'utf8'),
    queries: () => queries,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(folder, { recursive: true });
    },
  };
}
