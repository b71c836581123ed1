/** Timestamps of a self-made authority with a chosen time. OpenSSL signs them. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Integer, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, TSTInfo } from 'pkijs';

const CONFIGURATION = `
[req]
distinguished_name = name
[name]
[clock]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
`;

export interface SelfMadeAuthority {
  /** Its certificate in PEM, for verifiers that trust it. */
  readonly certificate: string;
  /** A TimeStampToken in DER (RFC 3161). */
  stamp(bytes: Uint8Array, time: Date): Uint8Array;
  close(): void;
}

export function selfMadeAuthority(name: string): SelfMadeAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-self-made-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'openssl.cnf'), CONFIGURATION);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'clock.key', '-out', 'clock.pem'];
  const request = ['req', '-config', 'openssl.cnf', '-x509', ...key, '-extensions', 'clock', '-days', '36500'];
  openssl(...request, '-subj', `/CN=${name}`);
  return {
    certificate: readFileSync(join(folder, 'clock.pem'), 'utf8'),
    stamp(bytes, time) {
      writeFileSync(join(folder, 'info'), infoOf(bytes, time));
      const content = ['-in', 'info', '-binary', '-nodetach', '-econtent_type', '1.2.840.113549.1.9.16.1.4', '-cades'];
      return openssl('cms', '-sign', ...content, '-signer', 'clock.pem', '-inkey', 'clock.key', '-outform', 'DER');
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

function infoOf(bytes: Uint8Array, genTime: Date): Uint8Array {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
    hashedMessage: new OctetString({ valueHex: new Uint8Array(createHash('sha256').update(bytes).digest()).buffer }),
  });
  const serialNumber = new Integer({ value: 1 });
  const info = new TSTInfo({ version: 1, policy: '1.2.3.4.1', messageImprint, serialNumber, genTime });
  return new Uint8Array(info.toSchema().toBER());
}
