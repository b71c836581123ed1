import { describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS } from '#engine/facts/pipeline.ts';
import { isGrave, type OverallSignatureStatus, type SignatureReason } from '#engine/facts/report.ts';
import { normalize } from '#engine/normalize.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { certified, SHADOW_ATTACKS } from '#test/support/builders/signature-attacks.ts';
import { signedHello, signPdf, type SignOptions } from '#test/support/builders/signed-pdf.ts';
import {
  createAuthority,
  createSigner,
  extension,
  type MessageOptions,
  signMessage,
  type Signer,
  type SignerOptions,
  signSha1Message,
  signTimestamp,
} from '#test/support/builders/signer.ts';
import { appendUpdate } from '#test/support/builders/update.ts';

/** The time of processing in all cases. The timestamps are of March 2024. */
const LOOKED_AT_MS = Date.parse('2026-01-01T00:00:00Z');

const ada = createSigner();
const clock = createAuthority();
const expiredSince = createSigner({ notAfter: '20250101000000Z' });
const begunSince = createSigner({ notBefore: '20250101000000Z' });

const KEY_ENCIPHERMENT = 0x20;
const NON_REPUDIATION = 0x40;
const purpose = {
  any: '2.5.29.37.0',
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
  email: '1.3.6.1.5.5.7.3.4',
  document: '1.3.6.1.5.5.7.3.36',
};

const by = (signer: Signer, options: MessageOptions = {}): Uint8Array =>
  signedHello(signer, { message: (data) => signMessage(signer, data, options) });
const certifiedAs = (options: SignerOptions): Uint8Array => by(createSigner(options));
const purposes = (...all: readonly string[]): Uint8Array => certifiedAs({ extensions: [extension.purposes(...all)] });
const usage = (bits: number): Uint8Array => certifiedAs({ extensions: [extension.keyUsage(bits)] });

const stamp = (pdf: Uint8Array, authority: Signer, options: SignOptions = {}): Uint8Array =>
  signPdf(pdf, authority, {
    name: 'Stamp',
    field: 20,
    earlier: [10],
    subFilter: 'ETSI.RFC3161',
    message: (data) => signTimestamp(authority, data),
    ...options,
  });

const field = (value: string): string =>
  `<</FT/Tx/T(payee)/Type/Annot/Subtype/Widget/Rect[0 0 99 20]/P 3 0 R/V(${value})>>`;
const filled = (options: SignOptions = {}, before = ''): Uint8Array =>
  appendUpdate(signedHello(ada, { ...options, earlier: [30], objects: { 30: field(before) } }), { 30: field('Bob') });

const text = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');
const bytes = (pdf: string): Uint8Array => new Uint8Array(Buffer.from(pdf, 'latin1'));
const retitled = (pdf: Uint8Array): Uint8Array =>
  appendUpdate(pdf, { 30: '<</Title(New)>>' }, { trailer: '/Info 30 0 R' });

/** An update that only changes the title, with an additional object that its cross-reference does not name. */
function retitledWithRival(): Uint8Array {
  const updated = text(retitled(signedHello(ada)));
  const content = 'BT /F1 24 Tf 72 700 Td (Pay 1,000,000) Tj ET';
  const rival = `4 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;
  const at = updated.lastIndexOf('\nxref\n') + 1;
  const tail = updated.slice(at).replace(/startxref\n\d+/, `startxref\n${at + rival.length}`);
  return bytes(updated.slice(0, at) + rival + tail);
}

/** An update whose cross-reference sends readers to the wrong place for a new object. */
function misplaced(): Uint8Array {
  const updated = text(appendUpdate(signedHello(ada), { 40: '<<>>' }));
  const at = updated.lastIndexOf('\nxref\n');
  return bytes(updated.slice(0, at) + updated.slice(at).replace(/40 1\n\d{10}/, '40 1\n0000000015'));
}

function changedByte(): Uint8Array {
  return bytes(text(by(ada)).replace('Hello', 'Jello'));
}

function leavingOut(): Uint8Array {
  return bytes(
    text(by(ada)).replace(/\/ByteRange\[0 (\d+) (\d+)/, (_, open: string, close: string) => {
      const wider = String(Number(close) + 1).padStart(close.length, '0');
      return `/ByteRange[0 ${open} ${wider}`;
    }),
  );
}

/** The signature of one field, copied into another field with its own name. */
function copied(): Uint8Array {
  const signed = by(ada);
  const [dictionary = ''] = /<<\/Type\/Sig\/Filter[^]*?>>>/.exec(text(signed)) ?? [];
  return appendUpdate(signed, {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[10 0 R 20 0 R]>>>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[10 0 R 20 0 R]>>',
    20: '<</FT/Sig/T(Chairwoman)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/F 132/P 3 0 R/V 21 0 R>>',
    21: dictionary,
  });
}

interface Case {
  readonly what: string;
  readonly input: () => Uint8Array;
  readonly valid: boolean;
  readonly reason: SignatureReason | null;
  readonly expired: boolean;
  readonly overall: OverallSignatureStatus;
  /** The name of the field with the signature. */
  readonly of: string;
}

const row = (
  what: string,
  input: () => Uint8Array,
  reason: SignatureReason | null = null,
  more: Partial<Case> = {},
): Case => {
  const valid = reason === null;
  return {
    what,
    input,
    reason,
    valid,
    expired: false,
    overall: valid ? 'ALL_VALID' : 'SOME_INVALID',
    of: 'Signature1',
    ...more,
  };
};

const CASES: readonly Case[] = [
  row('Genuine, and nothing follows', () => by(ada)),
  row('A signed byte was changed', changedByte, 'DIGEST_MISMATCH'),
  row(
    'Made with another key than that of its certificate',
    () => signedHello(ada, { message: (data) => signMessage({ ...ada, key: createSigner().key }, data) }),
    'CMS_INVALID',
  ),
  row('Covers less than all but its own value', leavingOut, 'BYTERANGE_INVALID'),
  row('Covers the same bytes as another signature', copied, 'BYTERANGE_INVALID'),
  row(
    'Of a kind that PDF does not know',
    () => signedHello(ada, { subFilter: 'vendor.secret' }),
    'UNSUPPORTED_SUBFILTER',
  ),
  row(
    'Digest SHA-1',
    () => signedHello(ada, { subFilter: 'adbe.pkcs7.sha1', message: (data) => signSha1Message(ada, data) }),
    'WEAK_DIGEST',
    { valid: true, overall: 'ALL_VALID' },
  ),
  row('Digest MD5', () => by(createSigner({ kind: 'rsa' }), { digest: 'md5' }), 'WEAK_DIGEST'),

  row('RSA key below 2048 bits', () => certifiedAs({ kind: 'rsa', isWeak: true }), 'WEAK_KEY'),
  row('Elliptic curve below 224 bits', () => certifiedAs({ kind: 'ecdsa', isWeak: true }), 'WEAK_KEY'),
  row('Key usage without digitalSignature and nonRepudiation', () => usage(KEY_ENCIPHERMENT), 'KEY_USAGE_NOT_ALLOWED'),
  row('Key usage nonRepudiation alone, as in qualified certificates', () => usage(NON_REPUDIATION)),
  row('TLS-server certificate', () => purposes(purpose.server), 'EXTENDED_KEY_USAGE_NOT_ALLOWED'),
  row(
    'TLS-server certificate, for clients too',
    () => purposes(purpose.server, purpose.client),
    'EXTENDED_KEY_USAGE_NOT_ALLOWED',
  ),
  row('Certificate of a timestamp authority', () => by(clock), 'EXTENDED_KEY_USAGE_NOT_ALLOWED'),
  row('Extended key usage of mail, documents, persons or any', () =>
    purposes(purpose.email, purpose.document, purpose.client, purpose.any),
  ),
  row('Extended key usage of mail beside that of a server', () => purposes(purpose.server, purpose.email)),
  row('Extended key usage of authentication alone', () => purposes(purpose.client)),
  row(
    'Document timestamp by a certificate for other purposes',
    () => stamp(by(ada), ada),
    'EXTENDED_KEY_USAGE_NOT_ALLOWED',
    { of: 'Stamp' },
  ),

  row(
    'Claimed time before the certificate begins',
    () => by(begunSince, { signingTime: '20240304050607Z' }),
    'CERTIFICATE_NOT_YET_VALID',
  ),
  row(
    'Timestamp before the certificate begins',
    () => by(begunSince, { signingTime: '20250304050607Z', timestampBy: clock }),
    'CERTIFICATE_NOT_YET_VALID',
  ),
  row(
    'Certificate that has not begun when the document is looked at',
    () => certifiedAs({ notBefore: '20300101000000Z' }),
    'CERTIFICATE_NOT_YET_VALID',
  ),
  row('Claimed time less than a day before the certificate begins', () =>
    by(begunSince, { signingTime: '20241231180000Z' }),
  ),

  row(
    'Expired since; the claimed time was in time, no timestamp proves it',
    () => by(expiredSince, { signingTime: '20240304050607Z' }),
    null,
    { expired: true },
  ),
  row('Expired since; no time is claimed', () => by(expiredSince), null, { expired: true }),
  row('Expired since; the timestamp is of no authority', () => by(expiredSince, { timestampBy: ada }), null, {
    expired: true,
  }),
  row('Expired since; a timestamp proves that it was in time', () => by(expiredSince, { timestampBy: clock })),
  row('Expired since; a document timestamp over it proves that it was in time', () => stamp(by(expiredSince), clock)),
  row('Expired when signed, as it claims itself', () => by(expiredSince, { signingTime: '20250304050607Z' }), null, {
    expired: true,
  }),
  row(
    'Expired when signed, as a timestamp proves',
    () => by(createSigner({ notAfter: '20240101000000Z' }), { timestampBy: clock }),
    null,
    { expired: true },
  ),

  row('Metadata changed after it', () => retitled(by(ada))),
  row('Another signature after it', () => signPdf(by(ada), ada, { name: 'Second', field: 20, earlier: [10] })),
  row('Validation data and a document timestamp after it', () =>
    stamp(by(ada), clock, { catalog: '/DSS<</Certs[]>>' }),
  ),
  row('Form filled after it', () => filled()),
  row('Form filled after a certification that allows it', () => filled(certified(2))),
  row('Value of a filled field replaced after it', () => filled({}, 'Ada'), 'MODIFIED_AFTER_SIGNING'),
  row('Value of a filled field replaced after a certification that allows filling', () => filled(certified(2), 'Ada')),
  row('Form filled after a certification that does not', () => filled(certified(1)), 'MODIFIED_AFTER_SIGNING'),
  row(
    'Page content changed after it',
    () => appendUpdate(by(ada), { 4: { stream: 'BT (Other) Tj ET' } }),
    'MODIFIED_AFTER_SIGNING',
  ),
  row('A short note after the end of the file', () => bytes(`${text(by(ada))}scanned by A. Clerk`)),
  row(
    'An archive, a program or a script after the end of the file',
    () => bytes(`${text(by(ada))}PK\x03\x04....`),
    'MODIFIED_AFTER_SIGNING',
  ),
  row('An update whose cross-reference does not lead to its objects', misplaced, 'MODIFIED_AFTER_SIGNING'),
  row('An update after which readers show different content', retitledWithRival, 'MODIFIED_AFTER_SIGNING'),
  ...SHADOW_ATTACKS.map(({ name, sprung }) => row(`Shadow attack: ${name}`, sprung, 'MODIFIED_AFTER_SIGNING')),
];

async function reportOf(input: Uint8Array) {
  const { report } = await normalize(input, { ...DEFAULT_OPTIONS, validationTimeMs: LOOKED_AT_MS });
  return report;
}

describe('a signature', () => {
  it.each(CASES)('$what', async ({ input, valid, reason, expired, overall, of }) => {
    const { security } = await reportOf(input());
    const verdict = security.signatureVerificationResults.find(({ fieldName }) => fieldName === of);
    expect(verdict).toMatchObject({ valid, reason, certificateExpired: expired });
    expect(security.overallSignatureStatus).toBe(overall);
  });

  it.each(CASES.filter(({ overall }) => overall === 'ALL_VALID'))(
    'no finding above medium: $what',
    async ({ input }) => {
      const report = await reportOf(input());
      expect(report.tamperAnalysis?.anomalies.filter(isGrave)).toEqual([]);
    },
  );

  it('of none is nobody’s', async () => {
    const report = await reportOf(helloPage());
    expect(report.security.overallSignatureStatus).toBe('NONE');
  });
});
