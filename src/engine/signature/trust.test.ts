import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import type { SignatureReason } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { signedHello, signPdf } from '#test/support/builders/signed-pdf.ts';
import {
  createAuthority,
  createSigner,
  extension,
  type Signer,
  signMessage,
  signOcspResponse,
  signRevocationList,
  signTimestamp,
} from '#test/support/builders/signer.ts';

const authority = (commonName: string, issuer?: Signer, pathLength?: number): Signer =>
  createSigner({ commonName, ...(issuer && { issuer }), extensions: [extension.authority(pathLength)] });

const root = authority('Root');
const middle = authority('Middle', root);
const ada = createSigner({ commonName: 'Ada', issuer: middle, extensions: [extension.noAuthority()] });

interface Signing {
  readonly signer: Signer;
  readonly brings?: readonly Signer[];
  readonly signingTime?: string;
  readonly entries?: string;
  readonly timestampBy?: Signer;
  readonly catalog?: string;
  readonly objects?: Readonly<Record<number, { stream: Uint8Array }>>;
  /** The reason why the signature itself is not valid. */
  readonly reason?: SignatureReason;
}

async function trusted(anchors: readonly Signer[] | undefined, { signer, ...signing }: Signing) {
  const { entries = '', catalog = '', objects = {}, reason = null, ...message } = signing;
  const input = signedHello(signer, {
    entries,
    catalog,
    objects,
    message: (data) => signMessage(signer, data, message),
  });
  const trustAnchors = anchors?.map(({ certificate }) => new Uint8Array(certificate));
  const { report } = await normalize(input, { ...DEFAULT_OPTIONS, ...(trustAnchors && { trustAnchors }) });
  const [verification] = report.security.signatureVerificationResults;
  expect(verification).toMatchObject({ valid: reason === null, reason });
  return verification?.certificateChainTrusted;
}

describe('the chain of a signer', () => {
  it('is not judged without anchors', async () => {
    expect(await trusted(undefined, { signer: ada, brings: [middle] })).toBeNull();
  });

  it('leads to an anchor over the certificates that the message brings', async () => {
    expect(await trusted([root], { signer: ada, brings: [middle] })).toBe(true);
    expect(await trusted([root], { signer: ada, brings: [root, middle, middle] })).toBe(true);
    expect(await trusted([root], { signer: ada })).toBe(false);
  });

  it('leads over the certificates that the document keeps', async () => {
    const catalog = '/DSS<</Certs[30 0 R]>>';
    const objects = { 30: { stream: new Uint8Array(middle.certificate) } };
    expect(await trusted([root], { signer: ada, catalog, objects })).toBe(true);
  });

  it('may end below the root, or be the anchor itself', async () => {
    expect(await trusted([middle], { signer: ada })).toBe(true);
    expect(await trusted([ada], { signer: ada })).toBe(true);
    expect(await trusted([createSigner(), root], { signer: ada, brings: [middle] })).toBe(true);
  });

  it('does not end in an authority of the same name with another key', async () => {
    expect(await trusted([authority('Root')], { signer: ada, brings: [middle, root] })).toBe(false);
  });

  it('is not what anybody with a certificate may issue', async () => {
    const plain = createSigner({ commonName: 'Plain', issuer: root });
    const noCa = createSigner({ commonName: 'No CA', issuer: root, extensions: [extension.noAuthority()] });
    const notForIssuing = createSigner({
      commonName: 'Not for issuing',
      issuer: root,
      extensions: [extension.authority(), extension.keyUsage(0x80)],
    });
    for (const issuer of [plain, noCa, notForIssuing]) {
      expect(await trusted([root], { signer: createSigner({ issuer }), brings: [issuer] })).toBe(false);
    }
    const forIssuing = createSigner({
      commonName: 'For issuing',
      issuer: root,
      extensions: [extension.authority(), extension.keyUsage(0x04)],
    });
    expect(await trusted([root], { signer: createSigner({ issuer: forIssuing }), brings: [forIssuing] })).toBe(true);
  });

  it('is no longer than its authorities allow', async () => {
    const short = authority('Short', root, 0);
    const below = authority('Below', short);
    expect(await trusted([root], { signer: createSigner({ issuer: short }), brings: [short] })).toBe(true);
    expect(await trusted([root], { signer: createSigner({ issuer: below }), brings: [short, below] })).toBe(false);
    expect(await trusted([short], { signer: createSigner({ issuer: below }), brings: [below] })).toBe(false);
  });

  it('is refused for constraints that nobody processes', async () => {
    const bound = createSigner({
      commonName: 'Bound',
      issuer: root,
      extensions: [extension.authority(), extension.unknown()],
    });
    expect(await trusted([root], { signer: createSigner({ issuer: bound }), brings: [bound] })).toBe(false);
  });

  it('ends with a key that may sign', async () => {
    const signer = (bits: number) => createSigner({ issuer: middle, extensions: [extension.keyUsage(bits)] });
    expect(await trusted([middle], { signer: signer(0x80) })).toBe(true);
    expect(await trusted([middle], { signer: signer(0x40) })).toBe(true);
    expect(await trusted([middle], { signer: signer(0x20), reason: 'KEY_USAGE_NOT_ALLOWED' })).toBe(false);
  });

  it('ends where authorities issue to each other in a circle', async () => {
    const one = authority('One');
    const two = authority('Two', one);
    const again = createSigner({ commonName: 'One', issuer: two, extensions: [extension.authority()] });
    expect(await trusted([root], { signer: createSigner({ issuer: one }), brings: [one, two, again] })).toBe(false);
  });
});

describe('the time of the path', () => {
  const brief = createSigner({
    commonName: 'Brief',
    issuer: root,
    notBefore: '20220101000000Z',
    notAfter: '20230101000000Z',
    extensions: [extension.authority()],
  });
  const signer = createSigner({ issuer: brief, notBefore: '20220601000000Z' });

  it('is that of signing', async () => {
    expect(await trusted([root], { signer, brings: [brief], signingTime: '20220701000000Z' })).toBe(true);
    expect(await trusted([root], { signer, brings: [brief], signingTime: '20240701000000Z' })).toBe(false);
    expect(await trusted([root], { signer, brings: [brief], entries: '/M(D:20220701000000Z)' })).toBe(true);
    const early = { entries: '/M(D:20210701000000Z)', reason: 'CERTIFICATE_NOT_YET_VALID' } as const;
    expect(await trusted([root], { signer, brings: [brief], ...early })).toBe(false);
  });

  it('is rather that of a valid timestamp', async () => {
    const timestampBy = createAuthority({ issuer: root }); // stamps in 2024
    const signingTime = '20220701000000Z';
    expect(await trusted([root], { signer, brings: [brief], signingTime, timestampBy })).toBe(false);
  });

  it('is the beginning of the signer’s certificate when none is stated', async () => {
    expect(await trusted([root], { signer, brings: [brief] })).toBe(true);
    const late = createSigner({ issuer: brief, notBefore: '20240101000000Z' });
    expect(await trusted([root], { signer: late, brings: [brief] })).toBe(false);
  });
});

describe('revocation', () => {
  const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
  const before = '20230101000000Z';
  const after = '20250101000000Z';
  const withStore = (entry: string, stored: Buffer, more: Partial<Signing> = {}) =>
    trusted([root], {
      signer: ada,
      brings: [middle],
      signingTime: '20240101000000Z',
      catalog: `/DSS<<${entry}[30 0 R]>>`,
      objects: { 30: { stream: new Uint8Array(stored) } },
      ...more,
    });

  it('is what a list of the issuer says', async () => {
    expect(await withStore('/CRLs', signRevocationList(middle, before))).toBe(false);
    expect(await withStore('/CRLs', signRevocationList(createSigner({ commonName: 'Middle' }), before))).toBe(true);
  });

  it('of an authority is what its own issuer says', async () => {
    expect(await withStore('/CRLs', signRevocationList(root, before))).toBe(false);
  });

  it('is what the issuer answers, or whom it let answer', async () => {
    const responder = createSigner({ issuer: middle, extensions: [extension.purposes(OCSP_SIGNING)] });
    const another = createSigner({ issuer: middle });
    expect(await withStore('/OCSPs', signOcspResponse(middle, before))).toBe(false);
    expect(await withStore('/OCSPs', signOcspResponse(middle, before, responder))).toBe(false);
    expect(await withStore('/OCSPs', signOcspResponse(middle, before, another))).toBe(true);
    expect(await withStore('/OCSPs', signOcspResponse(middle, null))).toBe(true);
  });

  it('does no harm to what a timestamp proves to be older', async () => {
    const timestampBy = createAuthority({ issuer: root }); // stamps in 2024
    expect(await withStore('/CRLs', signRevocationList(middle, after), { timestampBy })).toBe(true);
    expect(await withStore('/CRLs', signRevocationList(middle, after))).toBe(false);
    expect(await withStore('/CRLs', signRevocationList(middle, before), { timestampBy })).toBe(false);
  });

  it('cannot be read out of anything else', async () => {
    expect(await withStore('/CRLs', middle.certificate)).toBe(true);
    expect(await withStore('/OCSPs', Buffer.from('3003020101', 'hex'))).toBe(true);
  });
});

describe('the authority of a timestamp', () => {
  const expired = createSigner({ issuer: root, notAfter: '20250101000000Z' });
  const validationTimeMs = Date.parse('2026-01-01T00:00:00Z');
  const verified = async (input: Uint8Array, anchors: readonly Signer[]) => {
    const trustAnchors = anchors.map(({ certificate }) => new Uint8Array(certificate));
    const options = { ...DEFAULT_OPTIONS, validationTimeMs, ...(anchors.length > 0 && { trustAnchors }) };
    const { report } = await normalize(input, options);
    return report.security.signatureVerificationResults;
  };
  const stampedBy = (timestampBy: Signer): Uint8Array =>
    signedHello(expired, { message: (data) => signMessage(expired, data, { timestampBy }) });
  const documentStampedBy = (clock: Signer): Uint8Array =>
    signPdf(signedHello(expired), clock, {
      name: 'Stamp',
      field: 20,
      earlier: [10],
      subFilter: 'ETSI.RFC3161',
      message: (data) => signTimestamp(clock, data),
    });

  it('proves a time where its chain leads to an anchor', async () => {
    const [verification] = await verified(stampedBy(createAuthority({ issuer: root })), [root]);
    expect(verification).toMatchObject({ timestampValid: true, certificateExpired: false });
  });

  it('proves no time where it vouches for itself', async () => {
    const [verification] = await verified(stampedBy(createAuthority()), [root]);
    expect(verification).toMatchObject({ timestampPresent: true, timestampValid: false, certificateExpired: true });
  });

  it('proves no time by a document timestamp either', async () => {
    expect(await verified(documentStampedBy(createAuthority({ issuer: root })), [root])).toMatchObject([
      { certificateExpired: false },
      { timestampValid: true },
    ]);
    expect(await verified(documentStampedBy(createAuthority()), [root])).toMatchObject([
      { certificateExpired: true },
      { timestampValid: false, certificateChainTrusted: false },
    ]);
  });

  it('is not asked for without anchors', async () => {
    const [verification] = await verified(stampedBy(createAuthority()), []);
    expect(verification).toMatchObject({ timestampValid: true, certificateExpired: false });
  });
});

describe('anchors', () => {
  it('change no byte of the output', async () => {
    const input = signedHello(ada);
    const options = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
    const without = await normalize(input, options);
    const withAnchors = await normalize(input, { ...options, trustAnchors: [new Uint8Array(middle.certificate)] });
    expect(withAnchors.report.normalized).toEqual(without.report.normalized);
    expect(withAnchors.report.security.signatureVerificationResults[0]?.certificateChainTrusted).toBe(true);
  });

  it('that are no certificates are no anchors', async () => {
    const trustAnchors = [new Uint8Array([0x30, 0x03, 1, 1, 1]), new Uint8Array(root.certificate)];
    const input = signedHello(ada, { message: (data) => signMessage(ada, data, { brings: [middle] }) });
    const { report } = await normalize(input, { ...DEFAULT_OPTIONS, trustAnchors });
    expect(report.security.signatureVerificationResults[0]?.certificateChainTrusted).toBe(true);
  });
});

describe('weak algorithms of the past', () => {
  const notBefore = '20100101000000Z';
  const anchor = createSigner({ commonName: 'Old root', notBefore, extensions: [extension.authority()] });
  const old = { notBefore, issuer: anchor };
  const clock = createAuthority(old);
  const rsa = createSigner({ ...old, kind: 'rsa', isWeak: true });
  const curve = createSigner({ ...old, isWeak: true });
  const strong = createSigner(old);
  const results = async (input: Uint8Array, isTrusted: boolean) => {
    const trustAnchors = isTrusted ? [new Uint8Array(anchor.certificate)] : [];
    const { report } = await normalize(input, { ...DEFAULT_OPTIONS, trustAnchors });
    return report.security.signatureVerificationResults[0];
  };
  const stamped = (signer: Signer, stampedAt: string): Uint8Array =>
    signedHello(signer, { message: (data) => signMessage(signer, data, { timestampBy: clock, stampedAt }) });
  const sha1 = (stampedAt: string): Uint8Array =>
    signedHello(strong, {
      subFilter: 'adbe.pkcs7.sha1',
      message: (data) =>
        signMessage(strong, data, {
          content: createHash('sha1').update(data).digest(),
          timestampBy: clock,
          stampedAt,
        }),
    });
  const BEFORE = '20131231235959Z';
  const AFTER = '20140101000000Z';

  it.each([
    ['RSA of 1024 bits', (time: string) => stamped(rsa, time), 'WEAK_KEY'],
    ['a curve of 192 bits', (time: string) => stamped(curve, time), 'WEAK_KEY'],
    ['SHA-1', sha1, 'WEAK_DIGEST'],
  ] as const)('%s is checked at the time that a trusted timestamp proves', async (_, sign, reason) => {
    expect(await results(sign(BEFORE), true)).toMatchObject({
      valid: true,
      reason: null,
      bestSignatureTime: '2013-12-31T23:59:59Z',
    });
    expect(await results(sign(AFTER), true)).toMatchObject({ reason, bestSignatureTime: '2014-01-01T00:00:00Z' });
    expect(await results(sign(BEFORE), false)).toMatchObject({ reason });
  });

  it('have no such time without a timestamp', async () => {
    expect(await results(signedHello(rsa), true)).toMatchObject({ reason: 'WEAK_KEY', bestSignatureTime: null });
  });
});
