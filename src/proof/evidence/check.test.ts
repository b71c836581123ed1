/** The page /verify without a page: files go in, and checks and one sentence come out. */
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeEvidence } from '#src/export/evidence.ts';
import { sha256Hex } from '#src/proof/verify/hash.ts';
import { issuerWith, newKey, olderProof } from '#test/support/builders/issuer.ts';
import { attestable, NORMALIZED, REPORT } from '#test/support/builders/report.ts';
import { type Files, plain, signedFiles } from '#test/support/verifiers/evidence.ts';
import { check } from './check.ts';
import { type DroppedFile, readDropped } from './given.ts';
import type { Outcome, Trust } from './verdict.ts';

const encode = (text: string) => new TextEncoder().encode(text);
/** As each canonical PDF it tells by its second line that it is no text. */
const pdf = Uint8Array.of(...encode('%PDF-1.7\n%'), 0xe2, 0xe3, 0xcf, 0xd3, ...encode('\nthe canonical document\n'));
const original = encode('%PDF-1.4\nthe document that was sent\n');
const key = newKey();
const published = { keys: [key.publicJwk, newKey().publicJwk] };
const now = new Date('2026-11-29T10:00:00Z');

let files: Files;
/** The same by an earlier version. */
let olderFiles: Files;

beforeAll(async () => {
  const issuedAt = new Date('2026-11-28T10:00:00.123Z');
  const sent = { key, original, document: pdf, submissionId: '018f2b6e-0000-7000-8000-000000000002', issuedAt };
  ({ files } = await signedFiles(sent));
  ({ files: olderFiles } = await signedFiles({ ...sent, change: olderProof }));
});

function dropped(name: string, content: Uint8Array<ArrayBuffer>): DroppedFile {
  return new File([content], name);
}

/** The names lie on purpose: nothing depends on them. */
async function verdictOn(contents: readonly Uint8Array<ArrayBuffer>[], trust: Partial<Trust> = {}) {
  const given = await Promise.all(contents.map((content) => readDropped(dropped('photo.jpg', content))));
  const loadTimestamps = () => import('#src/proof/timestamp/verify.ts');
  return check(given.flat(), { published, publisher: 'service', comparedKid: null, now, loadTimestamps, ...trust });
}

const pick = (...names: string[]) => names.map((name) => file(name));

function file(name: string): Uint8Array<ArrayBuffer> {
  const content = files[name];
  if (!content) throw new Error(`There is no ${name}.`);
  return content;
}

function replaced(name: string, from: string | RegExp, to: string): Uint8Array<ArrayBuffer> {
  const before = new TextDecoder().decode(file(name));
  const after = before.replace(from, to);
  if (before === after) throw new Error(`Nothing was replaced in ${name}.`);
  return encode(after);
}

const archive = (entries: Record<string, Uint8Array> = files, level: 0 | 9 = 9) =>
  new Uint8Array(zipSync(entries, { level }));

async function statesOf(contents: readonly Uint8Array<ArrayBuffer>[], trust: Partial<Trust> = {}) {
  const { outcome, checks } = await verdictOn(contents, trust);
  return {
    outcome,
    notPassed: checks.filter(({ state }) => state !== 'pass').map(({ id, state }) => `${id} ${state}`),
  };
}

describe('a headline', () => {
  const said = 'Page 1 was changed after Alice Example signed it: “4,800” became “48,000”.';
  const member = (value: unknown) => `{"verdict":${JSON.stringify(value)},`;
  const DANGER = 'Warning about its original:';
  const NOT_SAID = 'No given file has a signed verdict on the original.';

  /** Evidence of earlier versions has no signed facts, and no verdict. */
  const older = (changed: Readonly<Record<string, string>> = {}): Record<string, Uint8Array<ArrayBuffer>> => {
    const { 'facts.json': _facts, 'facts.dsse.json': _envelope, 'revisions.json': _revisions, ...rest } = olderFiles;
    const { normalized, original: sent } = JSON.parse(new TextDecoder().decode(file('submission.json')));
    const warnings = [{}];
    const own = {
      'report.json': { outputHash: `sha256:${normalized.sha256}`, warnings },
      'submission.json': { submissionId: '1', original: sent, normalized, warnings },
    };
    const texts = Object.entries(own).map(([name, value]) => [
      name,
      encode(JSON.stringify(value).replace('{', changed[name] ?? '{')),
    ]);
    return { ...rest, ...Object.fromEntries(texts) };
  };
  const NOT_SIGNED = 'Not signed: the report, “report.json”. Not signed: the result, “submission.json”.';

  test.each([
    ['a forged original', { kind: 'changed_after_signing', level: 'danger', sentence: said }, `${DANGER} ${said}`],
    [
      'a doubtful original',
      { kind: 'repaired', level: 'caution', sentence: 'Repaired.' },
      'Check its original: Repaired.',
    ],
    ['a level of a later version', { level: 'new', sentence: 'New.' }, 'Check its original: New.'],
    ['no verdict that anybody can read', 7, 'Check its original: The files have no sentence about it.'],
  ])('is never better than the verdict in one of the files: %s', async (_, verdict, words) => {
    for (const name of ['report.json', 'submission.json']) {
      const { outcome, sentence, document } = await verdictOn([archive(older({ [name]: member(verdict) }))]);
      expect(outcome).toBe('unsigned');
      expect(document).toMatchObject({ level: words.startsWith(DANGER) ? 'danger' : 'caution', isSigned: false });
      expect(sentence).toBe(`This is the PDF that was attested on 2026-11-28. ${NOT_SIGNED} ${words}`);
    }
  });

  test('has the worse of two verdicts', async () => {
    const contents = older({
      'report.json': member({ level: 'danger', sentence: said }),
      'submission.json': member({ level: 'good', sentence: 'Normalized.' }),
    });
    expect((await verdictOn(Object.values(contents))).document).toMatchObject({ level: 'danger', sentence: said });
  });

  test.each([
    ['report.json', { tamperAnalysis: { findings: [{ severity: 'critical' }] } }, 'danger'],
    ['report.json', { tamperAnalysis: { findings: [{ severity: 'medium' }] } }, 'caution'],
    ['submission.json', { tamperAnalysis: { anomalies: [{ severity: 'high' }] } }, 'danger'],
    ['submission.json', { security: { overallSignatureStatus: 'SOME_INVALID' } }, 'caution'],
  ])('takes findings from %s of an earlier version', async (name, facts, level) => {
    const contents = older({ [name]: `${JSON.stringify(facts).slice(0, -1)},` });
    expect((await verdictOn(Object.values(contents))).document.level).toBe(level);
  });

  test('has no level where nobody signs the verdict, however good it is', async () => {
    const neutral = older({ 'report.json': member({ level: 'neutral', sentence: 'Normalized.' }) });
    const { sentence, document } = await verdictOn([archive(neutral)]);
    expect(document.level).toBeNull();
    expect(sentence).toBe(`This is the PDF that was attested on 2026-11-28. ${NOT_SIGNED} ${NOT_SAID}`);
  });

  test('has the sentence of the signed facts, whatever the files say', async () => {
    const words = `${DANGER} Page 1 was changed after Alice Example signed it.`;
    const soothing = replaced('submission.json', 'Page 1 was changed after', 'Nothing was changed since');
    for (const contents of [files, { ...files, 'submission.json': soothing }]) {
      const { outcome, sentence } = await verdictOn([archive(contents)]);
      expect([outcome, sentence]).toEqual(['verified', `This is the PDF that was attested on 2026-11-28. ${words}`]);
    }
  });
});

describe('the signed level', () => {
  const attestedBy = async (document: Partial<ReturnType<typeof plain>> = {}) => {
    const sent = { key, original, document: pdf, submissionId: '018f2b6e-0000-7000-8000-000000000002', issuedAt: now };
    const made = (await signedFiles({ ...sent, ...document })).files;
    return ['normalized.pdf', 'attestation.jsonld'].map((name) => made[name] ?? new Uint8Array());
  };

  test('good is the word of success of a bare attestation, and no other level is', async () => {
    const good = await verdictOn(await attestedBy(plain()));
    expect([good.document.level, good.proofSentence]).toEqual([
      'good',
      'Verified. This is the PDF that was attested on 2026-11-29.',
    ]);
    const neutral = await verdictOn(await attestedBy(plain({ javascriptRemoved: true })));
    expect([neutral.document.level, neutral.sentence]).toEqual([
      'neutral',
      'The proof holds. This is the PDF that was attested on 2026-11-29. Its original: The attestation signs the verdict “Normalized”.',
    ]);
    const danger = await verdictOn(await attestedBy());
    expect([danger.document.level, danger.proofSentence]).toEqual([
      'danger',
      'This is the PDF that was attested on 2026-11-29.',
    ]);
  });

  test('is unknown of an attestation of an earlier version, which holds', async () => {
    const contents = ['normalized.pdf', 'attestation.jsonld'].map((name) => olderFiles[name] ?? new Uint8Array());
    const { outcome, document, sentence } = await verdictOn(contents);
    expect([outcome, document.level, sentence]).toEqual([
      'verified',
      null,
      'The proof holds. This is the PDF that was attested on 2026-11-28. No given file has a signed verdict on the original.',
    ]);
  });

  test('stays when all files are taken out of an archive that say it', async () => {
    const left = ['normalized.pdf', 'attestation.jsonld', 'attestation.dsse.json', 'certificate.jws', 'keys.json'];
    const { outcome, document, checks } = await verdictOn([
      archive(Object.fromEntries(left.map((name) => [name, file(name)]))),
    ]);
    expect([outcome, document.level, checks[0]?.title]).toEqual([
      'unproven',
      'danger',
      'The evidence is not complete: it has no original.sha256, no submission.json, no report.json, no facts.json, no facts.dsse.json.',
    ]);
    const { sha256 } = JSON.parse(new TextDecoder().decode(file('attestation.jsonld'))).facts;
    expect(checks[0]?.facts).toEqual([['SHA-256 of the facts that are named', sha256]]);
    expect(sha256).toBe(await sha256Hex(file('facts.json')));
  });
});

describe('green', () => {
  test.each([
    ['the PDF and its attestation', ['normalized.pdf', 'attestation.jsonld']],
    ['the PDF and its certificate', ['certificate.jws', 'normalized.pdf']],
    ['the PDF and its envelope', ['normalized.pdf', 'attestation.dsse.json']],
  ])('is %s, in any order', async (_, names) => {
    for (const order of [names, names.toReversed()]) {
      const { outcome, sentence, statement } = await verdictOn(pick(...order));
      expect([outcome, statement?.issuedAt]).toEqual(['verified', '2026-11-28T10:00:00.123Z']);
      expect(sentence).toBe(
        'This is the PDF that was attested on 2026-11-28. Warning about its original: The attestation signs the verdict “Changed after signing”.',
      );
    }
  });

  test.each([0, 9] as const)('is the evidence as one archive, packed by level %i', async (level) => {
    const { outcome, checks } = await verdictOn([archive(files, level)]);
    expect(checks.map(({ id }) => id)).toEqual([
      'signature-attestation',
      'signature-certificate',
      'signature-envelope',
      'signature-facts',
      'agreement-certificate',
      'agreement-envelope',
      'agreement-facts',
      'pdf',
      'original-hash',
      'facts',
      'report',
      'revisions',
      'submission',
      'program',
      'guide',
      'time',
      'time',
      'signer',
    ]);
    expect(outcome).toBe('verified');
  });

  test('is the evidence as the service writes it, with the original beside it', async () => {
    const pieces: Uint8Array[] = [];
    const own = Object.keys(files).filter((name) => name !== 'HOW-TO-VERIFY.txt' && name !== 'verify.py');
    const entries = own.map((name) => ({ name, content: new Blob([file(name)]).stream() }));
    const options = { folder: 'fixpoint-evidence', date: now };
    for await (const piece of writeEvidence(options, entries)) pieces.push(new Uint8Array(piece));
    const zip = new Uint8Array(Buffer.concat(pieces));
    const { outcome, checks } = await verdictOn([zip, original]);
    expect([outcome, checks.some(({ id }) => id === 'original')]).toEqual(['verified', true]);
  });

  /** As somebody who has looked into it packs it, by whatever program. */
  test.each([0, 9] as const)('is the evidence that was unpacked and packed again, by level %i', async (level) => {
    const clutter = {
      '__MACOSX/evidence/._normalized.pdf': Uint8Array.of(0, 5, 0x16, 7, 0, 2, 0, 0, 0xff),
      'evidence/.DS_Store': Uint8Array.of(0, 0, 0, 1, ...encode('Bud1'), 0, 0, 0x10, 0xff),
      'evidence/desktop.ini': encode('[.ShellClassInfo]\r\n'),
      'evidence/': new Uint8Array(),
    };
    const inFolder = Object.entries(files).map(([name, content]) => [`evidence/${name}`, content] as const);
    const entries = Object.fromEntries([...inFolder.toReversed(), ...Object.entries(clutter)]);
    const { outcome, checks } = await verdictOn([archive(entries, level)]);
    expect([outcome, checks.filter(({ id }) => id === 'pdf').length]).toEqual(['verified', 1]);
  });

  test('has a report that tells of a document without a header', async () => {
    const report = replaced('report.json', '{', '{"note": "no %PDF- in the first 1024 bytes",');
    expect(await statesOf(Object.values({ ...files, 'report.json': report }))).toMatchObject({ outcome: 'verified' });
    const forged = [...pick('attestation.jsonld'), encode('{"%PDF-1.7": " 1 0 obj"}')];
    expect(await statesOf(forged)).toMatchObject({ outcome: 'failed' });
  });

  test('is what another service signed, by a key that was compared', async () => {
    const contents = pick('normalized.pdf', 'attestation.jsonld', 'keys.json');
    const other = { published: { keys: [] } };
    expect(await statesOf(contents, other)).toEqual({ outcome: 'unproven', notPassed: ['signer unknown'] });
    const compared = { ...other, comparedKid: key.publicJwk.kid };
    expect(await statesOf(contents, compared)).toEqual({ outcome: 'verified', notPassed: [] });
    expect((await statesOf(contents, { ...other, comparedKid: 'another' })).outcome).toBe('unproven');
  });
});

describe('neither green nor red', () => {
  test('is an attestation without its PDF', async () => {
    expect(await statesOf(pick('attestation.jsonld'))).toEqual({ outcome: 'unproven', notPassed: ['pdf unknown'] });
    const withOriginal = [...pick('attestation.jsonld'), original];
    expect(await statesOf(withOriginal)).toEqual({ outcome: 'unproven', notPassed: ['pdf unknown'] });
  });

  test('is an archive whose key nobody else knows', async () => {
    const { outcome, sentence } = await verdictOn([archive()], { published: undefined });
    expect(outcome).toBe('unproven');
    expect(sentence).toContain('it proves that the files belong together, not who signed');
  });

  test('is an attestation by a key that is not known', async () => {
    const contents = pick('attestation.jsonld', 'normalized.pdf');
    const notPassed = ['signature-attestation unknown', 'signer unknown'];
    expect(await statesOf(contents, { published: undefined })).toEqual({ outcome: 'unproven', notPassed });
  });

  test('is an attestation of tomorrow', async () => {
    const trust = { now: new Date('2026-11-27T10:00:00Z') };
    const contents = pick('attestation.jsonld', 'normalized.pdf');
    expect(await statesOf(contents, trust)).toEqual({ outcome: 'unproven', notPassed: ['time unknown'] });
  });

  test.each([
    ['nothing', []],
    ['a PDF alone', ['normalized.pdf']],
    ['what is not signed', ['report.json', 'submission.json', 'HOW-TO-VERIFY.txt', 'keys.json']],
  ])('is %s', async (_, names) => {
    expect((await verdictOn(pick(...names))).outcome).toBe('nothing');
  });

  test('is the evidence of a document that was rejected', async () => {
    const submission = replaced('submission.json', 'SUCCESS', 'REJECTED');
    const { outcome, sentence, checks } = await verdictOn([submission, ...pick('original.sha256')]);
    expect([outcome, checks.map(({ id, state }) => `${id} ${state}`)]).toEqual(['nothing', ['original-hash pass']]);
    expect(sentence).toContain('the document ended REJECTED');
  });
});

describe('red', () => {
  const flip = (name: string, at: number) => {
    const copy = new Uint8Array(file(name));
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  test.each([0, 12, 31])('is a PDF with byte %i flipped', async (at) => {
    const { outcome, sentence, checks } = await verdictOn([flip('normalized.pdf', at), ...pick('attestation.jsonld')]);
    expect([outcome, sentence]).toEqual([
      'failed',
      'Do not rely on this. The PDF is not the document that was attested.',
    ]);
    expect(checks.find(({ id }) => id === 'pdf')?.facts?.map(([, value]) => value)).toContain(await sha256Hex(pdf));
  });

  /** Members of the report and the result that nobody signed may say anything; the rest may not. */
  test.each([
    ['attestation.jsonld', 7],
    ['certificate.jws', 7],
    ['attestation.dsse.json', 7],
    ['original.sha256', 1],
    ['normalized.pdf', 7],
  ])('is a byte of %s, flipped within the evidence: one of %i', async (name, step) => {
    const green: number[] = [];
    for (let at = 0; at < file(name).length; at += step) {
      const { outcome } = await verdictOn(Object.values({ ...files, [name]: flip(name, at) }));
      if (outcome === 'verified') green.push(at);
    }
    // White space between members is no part of what is signed, nor is the name beside a hash.
    const text = new TextDecoder().decode(file(name));
    expect(green.filter((at) => /\S/.test(text[at] ?? ''))).toEqual(
      name === 'original.sha256' ? [...'original.pdf'].map((_, index) => 66 + index) : [],
    );
  });

  test.each<[string, () => Uint8Array<ArrayBuffer>[], string]>([
    [
      'facts that were changed',
      () => [...pick('keys.json'), replaced('attestation.jsonld', /"healthScore": \d+/, '"healthScore": 99')],
      'signature-attestation',
    ],
    ['no attestation by its form', () => [replaced('attestation.jsonld', '"1.0"', '1')], 'signature-attestation'],
    ['a JSON that is cut off', () => [file('attestation.jsonld').slice(0, -9)], 'readable'],
    [
      'an attestation that names a member twice, the false one first',
      () => [replaced('attestation.jsonld', '"healthScore"', '"healthScore": 100, "health\\u0053core"')],
      'readable',
    ],
    [
      'a key set that names a member twice',
      () => [...pick('attestation.jsonld'), replaced('keys.json', '"keys"', '"keys": [], "keys"')],
      'readable',
    ],
    [
      'a certificate of a changed header',
      () => [...pick('attestation.jsonld'), replaced('certificate.jws', /^e/, 'f')],
      'signature-certificate',
    ],
    [
      'another original',
      () => [...pick('attestation.jsonld'), replaced('original.sha256', /^.{8}/, '00000000')],
      'original-hash',
    ],
    [
      'a report on something else',
      () => [...pick('attestation.jsonld'), replaced('report.json', 'sha256:', 'sha256:f')],
      'report',
    ],
    [
      'a report with fewer warnings',
      () => [
        ...pick('attestation.jsonld'),
        replaced('report.json', /"warnings": \[[^\]]*\]/, '"warnings": [1,2,3,4,5,6,7,8,9]'),
      ],
      'report',
    ],
    [
      'a result of something else',
      () => [...pick('attestation.jsonld'), replaced('submission.json', /"sha256": "./, '"sha256": "x')],
      'submission',
    ],
    [
      'a second PDF',
      () => [...pick('attestation.jsonld', 'normalized.pdf'), encode('%PDF-1.7\nsome other one')],
      'pdf',
    ],
    [
      'a key set without the key',
      () => [...pick('attestation.jsonld'), encode(JSON.stringify({ keys: [newKey().publicJwk] }))],
      'signature-attestation',
    ],
  ])('is %s, and says so', async (_, contents, id) => {
    const { outcome, notPassed } = await statesOf(contents(), { published: { keys: [] } });
    expect(outcome).toBe('failed');
    expect(notPassed).toContain(`${id} fail`);
  });

  test('is a key that has the name of another one', async () => {
    const stranger = newKey();
    const forged = await forge(stranger);
    const keys = encode(JSON.stringify({ keys: [{ ...stranger.publicJwk, kid: key.publicJwk.kid }] }));
    for (const trust of [{ published }, { published: undefined, comparedKid: key.publicJwk.kid }]) {
      const { outcome, notPassed } = await statesOf([forged, keys, pdf], trust);
      expect([outcome, notPassed[0]]).toEqual(['failed', 'signature-attestation fail']);
    }
  });

  test('is a key set with a key that is none, whatever is in it', async () => {
    const { kid } = key.publicJwk;
    const hostile = ['\ud800', '', 7, null, { toString: 1 }, ['x'], 'x'.repeat(100_000)];
    for (const x of hostile) {
      const keys = encode(JSON.stringify({ keys: [null, 1, { kid }, { ...key.publicJwk, x }] }));
      const contents = [...pick('normalized.pdf', 'attestation.jsonld'), keys];
      expect((await verdictOn(contents)).outcome).toBe('failed');
    }
  });

  test('is what a stranger signed, by the key that this service publishes', async () => {
    const forged = await forge(newKey());
    expect(await statesOf([forged, pdf])).toMatchObject({ outcome: 'failed' });
  });

  /** As one that does not have the key signs in its name. */
  async function forge(stranger: ReturnType<typeof newKey>) {
    const named = { ...stranger, publicJwk: { ...stranger.publicJwk, kid: key.publicJwk.kid } };
    const normalized = { ...NORMALIZED, sha256: await sha256Hex(pdf) };
    const facts = { normalized, processingTimeMs: 1, attestationId: crypto.randomUUID(), issuedAt: now };
    const { attestation } = await issuerWith(named)({ ...facts, ...attestable({ ...REPORT, normalized }) });
    return encode(JSON.stringify(attestation));
  }

  test('is what a key signed long after it had retired', async () => {
    const retired = (at: string) => ({ published: { keys: [{ ...key.publicJwk, 'x-retired-at': at }] } });
    const contents = pick('normalized.pdf', 'attestation.jsonld');
    expect(await statesOf(contents, retired('2026-11-28T12:00:00Z'))).toEqual({ outcome: 'verified', notPassed: [] });
    expect(await statesOf(contents, retired('2026-11-28T09:00:00Z'))).toEqual({ outcome: 'verified', notPassed: [] });
    const late = await statesOf(contents, retired('2026-11-20T12:00:00Z'));
    expect(late).toEqual({ outcome: 'failed', notPassed: ['time fail'] });
  });
});

describe('archives of whoever', () => {
  const reasonOf = async (zip: Uint8Array<ArrayBuffer>) => {
    const [first] = await readDropped(dropped('x', zip));
    return first?.kind === 'unreadable' || first?.kind === 'repacked' ? first.reason : first?.kind;
  };

  test('may have a hundred files, and no more', async () => {
    const many = (count: number) =>
      archive(Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, encode('x')])));
    expect(await reasonOf(many(100))).toBe('unknown');
    expect(await reasonOf(many(101))).toContain('more than 100 files');
  });

  test('that unpack to more than they say, or than is held, are not unpacked', async () => {
    const zip = archive({ bomb: new Uint8Array(1024 * 1024) });
    const central = zip.length - 22 - 46 - 4;
    const withSize = (size: number) => {
      const copy = new Uint8Array(zip);
      for (const at of [22, central + 24]) new DataView(copy.buffer).setUint32(at, size, true);
      return copy;
    };
    expect(await reasonOf(withSize(1024 * 1024))).not.toContain('damaged');
    for (const size of [1, 1024, 2 ** 31]) expect(await reasonOf(withSize(size))).toMatch(/damaged|more than/);
    expect(await reasonOf(withSize(0xffff_ffff))).toContain('unpacks to more than');
  });

  test('with a byte of any file flipped are damaged, and say which file', async () => {
    const zip = archive(files, 0);
    const at = new TextDecoder('latin1').decode(zip).indexOf('the canonical document');
    zip[at] = (zip[at] ?? 0) ^ 1;
    expect(await reasonOf(zip)).toContain('The file “normalized.pdf” in it is damaged.');
    const { outcome, checks } = await verdictOn([zip]);
    expect([outcome, checks.map(({ id }) => id)]).toEqual(['failed', ['readable']]);
  });

  test('may be cut off anywhere, or be altered anywhere, and nothing breaks', async () => {
    const zip = archive({ a: pdf, b: encode('text') });
    const outcomes = new Set<Outcome>();
    for (let at = 0; at < zip.length; at++) {
      outcomes.add((await verdictOn([zip.slice(0, at)])).outcome);
      const altered = new Uint8Array(zip);
      altered[at] = 0xff;
      outcomes.add((await verdictOn([altered])).outcome);
    }
    expect([...outcomes].toSorted()).toEqual(['failed', 'nothing']);
  });

  const ZIP_AND_PDF = 'It is a PDF at the same time';
  const STRANGE = 'Bytes in it belong to none of its files';
  const joined = (...parts: readonly (string | Uint8Array)[]) =>
    new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
  /** The offsets in the directory say where the records lie behind what was put before them. */
  const behind = (beginning: Uint8Array, zip: Uint8Array<ArrayBuffer>) => {
    const copy = new Uint8Array(zip);
    const view = new DataView(copy.buffer);
    const end = copy.length - 22;
    const shift = (at: number) => view.setUint32(at, view.getUint32(at, true) + beginning.length, true);
    const directory = view.getUint32(end + 16, true);
    for (let at = directory; at < end; at += 46 + view.getUint16(at + 28, true)) shift(at + 42);
    shift(end + 16);
    return joined(beginning, copy);
  };
  const withComment = (zip: Uint8Array<ArrayBuffer>, comment: string) => {
    const copy = joined(zip, comment);
    new DataView(copy.buffer).setUint16(zip.length - 2, comment.length, true);
    return copy;
  };

  test('are refused where another program reads something else in the same bytes', async () => {
    const zip = archive(files, 0);
    expect(await reasonOf(withComment(zip, 'startxref\n9\n%%EOF'))).toContain(STRANGE);
    expect(await reasonOf(archive({ '%PDF-1.7 1 0 obj': encode('x') }))).toContain(ZIP_AND_PDF);
    const first = { 'a.txt': encode('x'), ...files };
    expect(await reasonOf(behind(joined('PK\u0003\u0004%PDF-1.7\n'), archive(first)))).toContain(STRANGE);
    expect(await reasonOf(joined(zip.subarray(0, -22), 'between', zip.subarray(-22)))).toContain(STRANGE);
    const renamed = new Uint8Array(archive({ 'a.txt': encode('x') }, 0));
    renamed[30] = 'b'.charCodeAt(0);
    expect(await reasonOf(renamed)).toContain('different things');
    expect(await reasonOf(archive({ 'a/Normalized.pdf': pdf, 'a/normalized.pdf': pdf }))).toContain('the same name');
  });

  test.each([0, 9] as const)('are no PDF, and no PDF is one: packed by level %i', async (level) => {
    const both = behind(pdf, archive(files, level));
    expect(await reasonOf(both)).toContain('a PDF and an archive at once');
    expect((await verdictOn([both, ...pick('attestation.jsonld')])).outcome).toBe('failed');
  });

  test('have no names that lead out of a folder', async () => {
    const zip = archive({ '../../etc/passwd': encode('text') });
    expect(await reasonOf(zip)).toContain('Programs read the name “passwd” in it differently.');
  });
});

test('a file that is too large, or that the browser cannot read, is told', async () => {
  const large = { name: 'large', size: 2 ** 31, arrayBuffer: () => Promise.reject(new Error('never asked')) };
  expect(await readDropped(large)).toMatchObject([{ kind: 'unreadable', reason: 'It is larger than 512 MiB.' }]);
  const gone = { ...large, size: 1 };
  expect(await readDropped(gone)).toMatchObject([
    { kind: 'unreadable', reason: 'The browser could not read it. If it is a folder, give the files in it.' },
  ]);
});
