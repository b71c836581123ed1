/** What /verify says of the time that an authority states, which is OpenSSL here. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipSync } from 'fflate';
import type { Attestation } from '#domain/attestation.ts';
import { issuerWith, newKey } from '#test/support/builders/issuer.ts';
import { attestable, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import {
  hasOpenssl,
  startTimestampAuthority,
  type TimestampAuthorityServer,
} from '#test/support/timestamp-authority.ts';
import { requires } from '#test/support/requires.ts';
import { check } from './check.ts';
import { readDropped } from './given.ts';

/** As with OpenSSL's command, against the other end of which our own client is tested elsewhere. */
async function stampedBy({ url }: TimestampAuthorityServer, bytes: Uint8Array): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-stamp-'));
  const openssl = (...args: string[]) => execFileSync('openssl', ['ts', ...args], { cwd: folder, stdio: 'pipe' });
  try {
    writeFileSync(join(folder, 'data'), bytes);
    const body = new Uint8Array(openssl('-query', '-data', 'data', '-sha256', '-cert'));
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query' },
      body,
    });
    writeFileSync(join(folder, 'reply'), new Uint8Array(await answer.arrayBuffer()));
    return openssl('-reply', '-in', 'reply', '-token_out');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const key = newKey();
const published = { keys: [key.publicJwk] };
const completed = { ...attestable(REPORT), normalized: NORMALIZED, processingTimeMs: 12, issuedAt: new Date() };

describe('an attestation with a timestamp', requires('openssl', hasOpenssl), () => {
  let authority: TimestampAuthorityServer;
  let stranger: TimestampAuthorityServer;
  let attestation: Attestation;
  let another: Attestation;
  beforeAll(async () => {
    [authority, stranger] = await Promise.all([startTimestampAuthority(), startTimestampAuthority()]);
    const issue = issuerWith(key, (bytes) => stampedBy(authority, bytes));
    ({ attestation } = await issue({ ...completed, attestationId: '018f2b6e-0000-7000-8000-000000000001' }));
    ({ attestation: another } = await issue({ ...completed, attestationId: '018f2b6e-0000-7000-8000-000000000002' }));
  });
  afterAll(() => Promise.all([authority.close(), stranger.close()]));

  async function timestampOf(...contents: readonly unknown[]) {
    const files = contents.map((content) => new File([partOf(content)], 'photo.jpg'));
    const given = (await Promise.all(files.map((file) => readDropped(file)))).flat();
    const loadTimestamps = () => import('#src/proof/timestamp/verify.ts');
    const trust = { published, publisher: 'service', comparedKid: null, now: new Date(), loadTimestamps } as const;
    const { checks } = await check(given, trust);
    return checks
      .filter(({ id }) => id === 'timestamp' || id === 'authority')
      .map(({ id, state, title }) => `${id} ${state}: ${title}`);
  }

  function partOf(content: unknown): string | Uint8Array<ArrayBuffer> {
    if (content instanceof Uint8Array) return new Uint8Array(content);
    return typeof content === 'string' ? content : JSON.stringify(content);
  }

  const UNCHECKED = 'timestamp unknown: The timestamp was not checked: no authority that you trust was given.';
  const BELIEVED = 'timestamp pass: An authority whose certificate was given says when the signature existed.';
  const der = (pem: string) => new Uint8Array(Buffer.from(pem.replaceAll(/-----.*-----|\s/g, ''), 'base64'));

  test('is not checked without a certificate, whatever it calls itself', async () => {
    expect(await timestampOf(attestation)).toEqual([UNCHECKED]);
  });

  test('is of an authority whose certificate was dropped, in PEM or DER', async () => {
    expect(await timestampOf(attestation, authority.root)).toEqual([BELIEVED]);
    expect(await timestampOf(attestation, der(authority.root))).toEqual([BELIEVED]);
    expect(await timestampOf(attestation, stranger.root, authority.root)).toEqual([BELIEVED]);
  });

  test('is not proven where another authority is believed', async () => {
    expect(await timestampOf(attestation, stranger.root)).toEqual([
      'timestamp unknown: The timestamp was not checked: none of the authorities that were given made it.',
    ]);
  });

  test('tells nobody whom to believe: certificates of an archive do not count', async () => {
    const files = {
      'root.pem': Buffer.from(authority.root),
      'attestation.jsonld': Buffer.from(JSON.stringify(attestation)),
    };
    expect(await timestampOf(zipSync(files))).toEqual([UNCHECKED]);
  });

  test.for<readonly [what: string, timestamp: () => unknown, title: string]>([
    ['of another attestation', () => another.signature.timestamp, 'The timestamp is about another signature.'],
    ['that is none', () => 'AAAA', 'The timestamp is not in the form that one has.'],
    ['that is no text', () => 7, 'The timestamp is not in the form that one has.'],
    [
      'that was changed',
      () => {
        const token = Buffer.from(attestation.signature.timestamp ?? '', 'base64');
        token.writeUInt8(token.readUInt8(token.length - 4) ^ 1, token.length - 4);
        return token.toString('base64');
      },
      'The timestamp does not hold.',
    ],
  ])('fails with a timestamp %s', async ([, timestamp, title]) => {
    const swapped = { ...attestation, signature: { ...attestation.signature, timestamp: timestamp() } };
    expect(await timestampOf(swapped, authority.root)).toEqual([`timestamp fail: ${title}`]);
  });

  test('does not go with a certificate that cannot be read', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(await timestampOf(attestation, authority.root, broken)).toEqual([
      'authority fail: “photo.jpg” could not be read. It begins as a certificate, and is none.',
      BELIEVED,
    ]);
  });
});
