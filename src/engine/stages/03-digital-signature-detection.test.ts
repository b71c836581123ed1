import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type SignedPdfPolicy } from '#engine/facts/pipeline.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import type { OpenWork } from './stage.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { signedHello, signPdf } from '#test/support/builders/signed-pdf.ts';
import {
  createAuthority,
  createSigner,
  extension,
  type KeyKind,
  signBareRsa,
  type Signer,
  signMessage,
  signSha1Message,
  signTimestamp,
} from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';
import { sentencesOf } from '#test/support/warnings.ts';
import { digitalSignatureDetection } from './03-digital-signature-detection.ts';

const ada = createSigner();
const clock = createAuthority();
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

function workOn(input: Uint8Array, signedPdfPolicy: SignedPdfPolicy = 'reject'): OpenWork {
  const options = { ...DEFAULT_OPTIONS, signedPdfPolicy };
  return { input, options, pdf: openDocument(input), passthrough: false, security: {}, validation: {}, output: null };
}

async function detect(input: Uint8Array, policy?: SignedPdfPolicy) {
  const work = workOn(input, policy);
  const result = await digitalSignatureDetection.run(work);
  return { ...result, work, verifications: result.security?.signatureVerificationResults ?? [] };
}

async function verify(input: Uint8Array) {
  const { verifications } = await detect(input);
  return verifications[0];
}

describe('verification', () => {
  it.each<KeyKind>([
    'rsa',
    'rsa-pss',
    'ecdsa',
    'brainpool',
    'ed25519',
    'ed448',
    'ml-dsa-44',
    'ml-dsa-65',
    'ml-dsa-87',
    'slh-dsa-sha2-128s',
    'slh-dsa-shake-128f',
  ])('accepts a genuine %s signature', async (kind) => {
    expect(await verify(signedHello(createSigner({ kind }), { room: 50_000 }))).toMatchObject({
      fieldName: 'Signature1',
      signerName: 'CN=Ada Signer, C=CA',
      valid: true,
      reason: null,
      certificateChainTrusted: null,
      timestampPresent: false,
    });
  });

  it.each<KeyKind>(['ed448', 'ml-dsa-65', 'slh-dsa-sha2-128s'])('sees a %s signature of another key', async (kind) => {
    const signer = createSigner({ kind });
    const message = (data: Buffer) => signMessage({ ...signer, key: createSigner({ kind }).key }, data);
    const signed = signedHello(signer, { message, room: 20_000 });
    expect(await verify(signed)).toMatchObject({ valid: false, reason: 'CMS_INVALID' });
  });

  it.each([
    ['sha3-256', 'rsa', '2.16.840.1.101.3.4.3.14'],
    ['sha3-256', 'ecdsa', '2.16.840.1.101.3.4.3.10'],
    ['shake256', 'ed448', '1.3.101.113'],
    ['shake256-512', 'ed448', '1.3.101.113'],
  ] as const)('accepts the digest %s of a signature with %s', async (digest, kind, statedAlgorithm) => {
    const signer = createSigner({ kind });
    const message = (data: Buffer) => signMessage(signer, data, { digest, statedAlgorithm });
    expect(await verify(signedHello(signer, { message }))).toMatchObject({ valid: true, reason: null });
  });

  it.each([
    ['GOST', () => createSigner({ keyAlgorithm: '1.2.643.7.1.1.1.1' }), { statedAlgorithm: '1.2.643.7.1.1.3.2' }],
    ['SM2 with SM3', () => ada, { digest: 'sm3' }],
    [
      'composite ML-DSA',
      () => createSigner({ keyAlgorithm: '1.3.6.1.5.5.7.6.45' }),
      { statedAlgorithm: '1.3.6.1.5.5.7.6.45' },
    ],
    ['1.2.3.4', () => createSigner({ keyAlgorithm: '1.2.3.4' }), { statedAlgorithm: '1.2.3.4' }],
  ] as const)('names the algorithm %s and does not call its signature invalid', async (name, signer, options) => {
    const signing = signer();
    const message = (data: Buffer) => signMessage(signing, data, options);
    const { verifications, warnings } = await detect(signedHello(signing, { message }));
    expect(verifications).toMatchObject([{ valid: false, reason: 'ALGORITHM_NOT_SUPPORTED' }]);
    expect(sentencesOf({ warnings: warnings ?? [] })[0]?.message).toContain(
      `Signatures that cannot be verified: 1, first Signature1 (ALGORITHM_NOT_SUPPORTED: ${name}`,
    );
  });

  it('sees a changed byte also where it does not know the algorithm of the signature', async () => {
    const signer = createSigner({ keyAlgorithm: '1.2.3.4' });
    const signed = signedHello(signer, {
      message: (data) => signMessage(signer, data, { statedAlgorithm: '1.2.3.4' }),
    });
    signed[Buffer.from(signed).indexOf('Hello')] = 0x4a;
    expect(await verify(signed)).toMatchObject({ reason: 'DIGEST_MISMATCH' });
  });

  it('cannot verify a message without the certificate of its signer', async () => {
    const message = (data: Buffer) => signMessage(ada, data, { withoutCertificate: true });
    expect(await verify(signedHello(ada, { message }))).toMatchObject({ valid: false, reason: 'CERTIFICATE_MISSING' });
  });

  it('does not say whether a timestamp of an unknown algorithm is valid', async () => {
    const authority = { ...createAuthority({ keyAlgorithm: '1.2.3.4' }) };
    const message = (data: Buffer) => signMessage(ada, data, { timestampBy: authority });
    // The token names ECDSA, but the key is of another algorithm.
    expect(await verify(signedHello(ada, { message }))).toMatchObject({ valid: true, timestampValid: null });
  });

  it('accepts a message without signed attributes', async () => {
    const message = (data: Buffer) => signMessage(ada, data, { withoutAttributes: true });
    expect(await verify(signedHello(ada, { message }))).toMatchObject({ valid: true });
  });

  it('sees one changed byte', async () => {
    const signed = signedHello(ada);
    signed[Buffer.from(signed).indexOf('Hello')] = 0x4a;
    expect(await verify(signed)).toMatchObject({ valid: false, reason: 'DIGEST_MISMATCH' });
  });

  it('sees a message of another key', async () => {
    const other = createSigner();
    const message = (data: Buffer) => signMessage({ ...ada, key: other.key }, data);
    expect(await verify(signedHello(ada, { message }))).toMatchObject({ valid: false, reason: 'CMS_INVALID' });
  });

  it('sees contents that are no message', async () => {
    const message = () => Buffer.from('3080'.repeat(300), 'hex');
    expect(await verify(signedHello(ada, { message }))).toMatchObject({
      valid: false,
      reason: 'SIGNATURE_UNREADABLE',
      signerName: null,
    });
  });

  it('names what it does not know', async () => {
    expect(await verify(signedHello(ada, { subFilter: 'vendor.secret' }))).toMatchObject({
      reason: 'UNSUPPORTED_SUBFILTER',
    });
  });

  it('checks the inner digest of adbe.pkcs7.sha1 against the file', async () => {
    const subFilter = 'adbe.pkcs7.sha1';
    const good = signedHello(ada, { subFilter, message: (data) => signSha1Message(ada, data) });
    const bad = signedHello(ada, { subFilter, message: () => signSha1Message(ada, Buffer.from('another file')) });
    expect(await verify(good)).toMatchObject({ valid: true, reason: 'WEAK_DIGEST' });
    expect(await verify(bad)).toMatchObject({ valid: false, reason: 'DIGEST_MISMATCH' });
  });

  it('accepts adbe.x509.rsa_sha1', async () => {
    const signer = createSigner({ kind: 'rsa' });
    const entries = `/Cert<${signer.certificate.toString('hex')}>`;
    const options = { subFilter: 'adbe.x509.rsa_sha1', entries, message: (data: Buffer) => signBareRsa(signer, data) };
    expect(await verify(signedHello(signer, options))).toMatchObject({ valid: true, reason: 'WEAK_DIGEST' });
  });

  it('takes the signing time from the message, else from M', async () => {
    const timed = signedHello(ada, { message: (data) => signMessage(ada, data, { signingTime: '20240304050607Z' }) });
    const dated = signedHello(ada, { entries: "/M(D:20240304050607+01'00')" });
    expect((await verify(timed))?.signedAt).toBe('2024-03-04T05:06:07Z');
    expect((await verify(dated))?.signedAt).toBe('2024-03-04T04:06:07Z');
  });

  it('holds expiry against the time of signing when nobody says what day it is', async () => {
    const signer = createSigner({ notAfter: '20220101000000Z' });
    const at = (signingTime: string) =>
      verify(signedHello(signer, { message: (data) => signMessage(signer, data, { signingTime }) }));
    expect(await at('20210101000000Z')).toMatchObject({ certificateExpired: false });
    expect(await at('20230101000000Z')).toMatchObject({ certificateExpired: true });
  });

  it('verifies the timestamp of a signature', async () => {
    const message = (data: Buffer) => signMessage(ada, data, { timestampBy: clock });
    expect(await verify(signedHello(ada, { message }))).toMatchObject({ timestampPresent: true, timestampValid: true });
    const forged = (data: Buffer) => signMessage(ada, data, { timestampBy: { ...clock, key: ada.key } });
    expect(await verify(signedHello(ada, { message: forged }))).toMatchObject({ valid: true, timestampValid: false });
  });

  it.each([
    ['without a purpose', ada],
    ['for another purpose', createSigner({ extensions: [extension.purposes('1.3.6.1.5.5.7.3.4')] })],
    ['for two purposes', createSigner({ extensions: [extension.purposes(TIME_STAMPING, '1.3.6.1.5.5.7.3.4')] })],
    ['that has expired', createAuthority({ notAfter: '20230101000000Z' })],
  ])('takes no timestamp from a certificate %s', async (_, authority) => {
    const message = (data: Buffer) => signMessage(ada, data, { timestampBy: authority });
    expect(await verify(signedHello(ada, { message }))).toMatchObject({ valid: true, timestampValid: false });
  });

  it.each([1, 2] as const)('holds the signer to the certificate its attributes name, version %d', async (version) => {
    const sister = { ...ada, certificate: createSigner({ commonName: 'Sister', issuer: ada }).certificate };
    const signedFor = (signer: Signer) =>
      signedHello(ada, { message: (data) => signMessage(ada, data, { names: { signer, version } }) });
    expect(await verify(signedFor(ada))).toMatchObject({ valid: true, reason: null });
    expect(await verify(signedFor(sister))).toMatchObject({ valid: false, reason: 'CMS_INVALID' });
  });

  it('counts a document timestamp as a signature', async () => {
    const stamped = signPdf(signedHello(ada), ada, {
      name: 'Stamp',
      field: 20,
      earlier: [10],
      subFilter: 'ETSI.RFC3161',
      message: (data) => signTimestamp(clock, data),
    });
    const { security, verifications } = await detect(stamped);
    expect(security).toMatchObject({ signatureCount: 2, overallSignatureStatus: 'ALL_VALID' });
    expect(verifications.map(({ fieldName }) => fieldName)).toEqual(['Signature1', 'Stamp']);
    expect(verifications[1]).toMatchObject({
      signedAt: '2024-03-04T05:06:07Z',
      timestampPresent: true,
      timestampValid: true,
    });
  });
});

describe('coverage and later changes', () => {
  it('lets metadata change after a signature, not the content', async () => {
    const signed = signedHello(ada);
    const retitled = appendUpdate(signed, { 30: '<</Title(New)>>' }, { trailer: '/Info 30 0 R' });
    const rewritten = appendUpdate(signed, { 4: { stream: 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET' } });
    expect(await verify(retitled)).toMatchObject({ valid: true });
    expect(await verify(rewritten)).toMatchObject({ valid: false, reason: 'MODIFIED_AFTER_SIGNING' });
  });

  it('does not accept a ByteRange that leaves more out than the signature', async () => {
    const signed = Buffer.from(signedHello(ada));
    const [, open = '', close = ''] = /ByteRange\[0 (\d+) (\d+)/.exec(signed.toString('latin1')) ?? [];
    signed.write(`/ByteRange[0 ${open} ${String(Number(close) + 1).padStart(10, '0')}`, signed.indexOf('/ByteRange'));
    expect(await verify(new Uint8Array(signed))).toMatchObject({ valid: false, reason: 'BYTERANGE_INVALID' });
  });

  it.each(['[]', 'null', '[0 0 0 0]', '[0 -1 5 9]', '[0 10 20 99999999999]', '[0 10]'])(
    'refuses ByteRange %s',
    async (range) => {
      const pdf = helloPage('x', { 6: `<</Type/Sig/SubFilter/adbe.pkcs7.detached/ByteRange ${range}/Contents<00>>>` });
      const forged = appendUpdate(pdf, {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R]>>>>',
        7: '<</FT/Sig/T(Forged)/V 6 0 R>>',
      });
      const { security } = await detect(forged);
      expect(security).toMatchObject({ signatureCount: 1, overallSignatureStatus: 'SOME_INVALID' });
      expect(security?.signatureVerificationResults?.[0]).toMatchObject({ reason: 'BYTERANGE_INVALID' });
    },
  );
});

describe('policies', () => {
  it('rejects with the facts filled', async () => {
    const { result, reject, security } = await detect(signedHello(ada));
    expect(result).toBe('rejected');
    expect(reject).toEqual({ reason: 'SIGNED_PDF', signatureCount: 1 });
    expect(security).toMatchObject({
      digitalSignaturesDetected: true,
      digitalSignaturesRemoved: false,
      signatureCount: 1,
    });
  });

  it('strips every trace and says so', async () => {
    const certified = signedHello(ada, { catalog: '/Perms<</DocMDP 11 0 R>>/DSS<</Certs[]>>' });
    const { result, security, warnings, work } = await detect(certified, 'strip');
    expect(result).toBe('stripped');
    expect(security).toMatchObject({ digitalSignaturesRemoved: true, overallSignatureStatus: 'ALL_VALID' });
    expect(warnings?.map(({ code }) => code)).toEqual(['SIGNATURE_REMOVED']);
    const dictionaries = [...work.pdf.reachable()].filter((container) => container instanceof Dict);
    for (const key of ['ByteRange', 'SigFlags', 'Perms', 'DSS']) {
      expect(dictionaries.filter((dict) => dict.has(key))).toEqual([]);
    }
    expect(dictionaries.filter((dict) => dict.name('FT') === 'Sig').map((dict) => dict.has('V'))).toEqual([false]);
  });

  it('preserves by passing through', async () => {
    const { result, warnings, work } = await detect(signedHello(ada), 'preserve');
    expect(result).toBe('preserved');
    expect(work.passthrough).toBe(true);
    expect(warnings?.map(({ code }) => code)).toEqual(['SIGNED_PASSTHROUGH']);
  });

  it('owns up to the revisions that passing through keeps', async () => {
    const work = { ...workOn(signedHello(ada), 'preserve'), security: { incrementalUpdatesRemoved: true } };
    const { security, warnings } = await digitalSignatureDetection.run(work);
    expect(security?.incrementalUpdatesRemoved).toBe(false);
    expect(warnings?.map(({ code }) => code)).toEqual(['SIGNED_PASSTHROUGH', 'INCREMENTAL_UPDATES_RETAINED']);
  });

  it('finds a signature that no field has', async () => {
    const signature = '<</Type/Sig/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>>>';
    const { security } = await detect(
      helloPage('x', { 1: '<</Type/Catalog/Pages 2 0 R/Hidden[6 0 R]>>', 6: signature }),
    );
    expect(security).toMatchObject({ signatureCount: 1 });
  });

  it('takes usage rights for what they are', async () => {
    const rights = '<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformMethod/UR3>>]>>';
    const { result, security, warnings, work } = await detect(
      helloPage('x', { 1: '<</Type/Catalog/Pages 2 0 R/Perms<</UR3 6 0 R>>>>', 6: rights }),
    );
    expect(result).toBe('none');
    expect(security).toMatchObject({
      digitalSignaturesDetected: false,
      signatureCount: 0,
      overallSignatureStatus: 'NONE',
    });
    expect(warnings?.map(({ code }) => code)).toEqual(['USAGE_RIGHTS_REMOVED']);
    expect(work.pdf.catalog.has('Perms')).toBe(false);
  });

  it('knows the signature of a field, whatever else it is called', async () => {
    const rights = '/Reference[<</TransformMethod/UR3>>]';
    for (const hiding of [{ catalog: '/Perms<</UR3 11 0 R>>' }, { catalog: '/Perms<</UR 11 0 R>>', entries: rights }]) {
      const { result, security } = await detect(signedHello(ada, hiding));
      expect(result).toBe('rejected');
      expect(security).toMatchObject({ signatureCount: 1, overallSignatureStatus: 'ALL_VALID' });
    }
  });

  it('drops flags and empty fields do not count', async () => {
    const { result, warnings, work } = await detect(
      helloPage('x', {
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R]>>>>',
        6: '<</FT/Sig/T(Empty)>>',
      }),
    );
    expect(result).toBe('none');
    expect(warnings).toEqual([]);
    expect(work.pdf.catalog.dict('AcroForm')?.has('SigFlags')).toBe(false);
  });
});
