/** The cases for verifiers about the facts of a submission, and about removed and added files. */
import type { FilesCase } from './cases.ts';
import { edited, refused, replaced, verified, withFile, without } from './changes.ts';
import { encoded, type Evidence, type Files, jsonFile, OTHER_DOCUMENT, textOf } from './evidence.ts';

const FACTS = ['facts.json', 'facts.dsse.json'] as const;
/** The files that an attacker removes to hide a verdict. */
const OF_THE_VERDICT = [...FACTS, 'submission.json', 'report.json', 'revisions.json', 'original.sha256'] as const;
const before = ({ others }: Evidence): Files => others.before;
const rejected = ({ others }: Evidence): Files => others.rejected;
const RESULT = 'security/signatureVerificationResults/0';
const FINDING = 'tamperAnalysis/anomalies/0';

/** Each fact of a rendering: its path and a forged value. */
const FACTS_OF_THE_RESULT: Readonly<Record<string, unknown>> = {
  submissionId: '018f2b6e-0000-7000-8000-000000000009',
  status: 'FAILED',
  completedAt: '2020-01-01T00:00:00.000Z',
  processingTimeMs: 1,
  'original/sizeBytes': 1,
  'normalized/sizeBytes': 1,
  'normalized/contentHash': null,
  'normalized/pipelineSpec': 'norm-9',
  'verdict/kind': 'signed_unchanged',
  'verdict/level': 'good',
  verdict: { kind: 'signed_unchanged', level: 'good' },
  'verdict/signers': [],
  'tamperAnalysis/riskLevel': 'none',
  'tamperAnalysis/anomaliesDetected': 0,
  'tamperAnalysis/anomalies': [],
  tamperAnalysis: null,
  [`${FINDING}/severity`]: 'low',
  [`${FINDING}/finding`]: 'METADATA_CHANGED',
  [`${FINDING}/facts/isAfterSigning`]: false,
  [`${FINDING}/place/pages/0/first`]: 2,
  'security/overallSignatureStatus': 'ALL_VALID',
  'security/signatureCount': '1',
  [`${RESULT}/valid`]: true,
  [`${RESULT}/signerName`]: 'CN=Mallory',
  [`${RESULT}/reason`]: null,
  [`${RESULT}/certificateChainTrusted`]: 1,
  [`${RESULT}/signedAt`]: undefined,
  'validation/pdfaCompliant': true,
  'warnings/0/code': 'SIGNATURE_REMOVED',
  warnings: [],
  failure: { code: 'INTERNAL_ERROR', message: 'x', stage: null },
};

const FACTS_OF_THE_REPORT: Readonly<Record<string, unknown>> = {
  createdAt: '2020-01-01T00:00:00.000Z',
  'verdict/level': 'good',
  'stages/8/result': 'failed',
  'stages/8/durationMs': 0,
  'stages/1/findings': [],
  stages: [],
  'tamperAnalysis/detected': false,
  'tamperAnalysis/findings/0/severity': 'low',
  'tamperAnalysis/findings': [],
  embeddedFiles: { kept: null, removed: { count: 1, listed: [], notListed: 1 } },
  contentHashAlgorithm: null,
  'pages/0/fingerprint': 'f'.repeat(64),
  'validator/validated': true,
  'warnings/0/code': 'SIGNATURE_REMOVED',
};

const FACTS_OF_THE_REVISIONS: Readonly<Record<string, unknown>> = {
  submissionId: '018f2b6e-0000-7000-8000-000000000009',
  sizeBytes: 800,
  count: 1,
  'revisions/1': undefined,
  'revisions/1/objects/replaced': 0,
  'revisions/1/listed/0/page': 2,
  'signatures/0/coversWholeFile': true,
  trailing: { startByte: 1, endByte: 2 },
};

const editsOf = (name: string, code: string, facts: Readonly<Record<string, unknown>>): FilesCase[] =>
  Object.entries(facts).map(([path, value]) => ({
    name: `${name} with another ${path}`,
    group: 'edited facts',
    code,
    files: edited(name, path, value),
  }));

/** The verifiers report these members, which are no facts, as not signed, and verify the rest. */
const SENTENCES: readonly (readonly [name: string, path: string, value: unknown])[] = [
  ['submission.json', `${FINDING}/description`, 'Nothing was changed.'],
  ['submission.json', 'warnings/0/message', 'All is well.'],
  ['submission.json', 'verdict/sentence', 'Signed, and unchanged since.'],
  ['submission.json', 'metadata', { customer: 'Mallory' }],
  ['submission.json', 'risk', 'none'],
  ['report.json', 'tamperAnalysis/findings/0/location', 'page 9'],
  ['report.json', 'note', 'verified by a lawyer'],
  ['revisions.json', 'revisions/1/listed/0/words', 'page 1: nothing'],
];
const NOT_SIGNED = SENTENCES.map(([name, path, value]): FilesCase => ({
  name: `${name} with another ${path}, which is no fact`,
  group: 'not signed',
  outcome: 'verified',
  files: edited(name, path, value),
}));

const envelopeOf = (files: Files): { payload: string; signatures: readonly { keyid: string; sig: string }[] } =>
  JSON.parse(textOf(files, 'facts.dsse.json'));
const withEnvelope = (change: (envelope: ReturnType<typeof envelopeOf>, evidence: Evidence) => object) =>
  withFile('facts.dsse.json', (evidence) => jsonFile(change(envelopeOf(evidence.files), evidence)));
const statementWith = (from: string, to: string) =>
  withEnvelope((envelope) => {
    const statement = Buffer.from(envelope.payload, 'base64').toString('utf8');
    if (!statement.includes(from)) throw new Error(`The statement has no ${from}.`);
    return { ...envelope, payload: Buffer.from(statement.replace(from, to)).toString('base64') };
  });
/** Replaces files by those of other evidence with the same name. */
const swapped =
  (other: keyof Evidence['others'], ...names: string[]) =>
  (evidence: Evidence) => ({
    ...evidence.files,
    ...Object.fromEntries(Object.entries(evidence.others[other]).filter(([name]) => names.includes(name))),
  });

const FACTS_DOCUMENT: Omit<FilesCase, 'group'>[] = [
  refused('facts with another risk', 'facts', edited('facts.json', 'tamperAnalysis/riskLevel', 'none')),
  refused('the same facts with white space', 'facts', replaced('facts.json', ',"', ', "')),
  refused('facts behind a byte order mark', 'facts', replaced('facts.json', /^/, '\uFEFF')),
  refused('facts before a line break', 'facts', replaced('facts.json', /$/, '\n')),
  refused(
    'facts and result with the same other risk',
    'facts',
    edited(
      'submission.json',
      'tamperAnalysis/riskLevel',
      'none',
      edited('facts.json', 'tamperAnalysis/riskLevel', 'none'),
    ),
  ),
  refused(
    'facts that name a member twice',
    'readable',
    replaced('facts.json', '"status":', '"status":"FAILED","status":'),
  ),
  {
    ...refused(
      'no JSON in place of the facts',
      'readable',
      withFile('facts.json', () => encoded('facts')),
    ),
    isPacked: true,
  },
  {
    ...refused(
      'an empty file in place of the facts',
      'readable',
      withFile('facts.json', () => encoded('')),
    ),
    isPacked: true,
  },
  {
    ...refused(
      'the result in place of the facts',
      'readable',
      withFile('facts.json', ({ files }) => files['submission.json']),
    ),
    isPacked: true,
  },
  refused('facts of another submission', 'facts', swapped('sameDocument', 'facts.json')),
  refused('the signature of other facts', 'facts', swapped('sameDocument', 'facts.dsse.json')),
  refused('signed facts of another submission', 'submission', swapped('sameDocument', ...FACTS)),
  refused('signed facts of another document', 'agreement-facts', swapped('otherDocument', ...FACTS)),
  refused(
    'signed facts of another document, with its result and report',
    'agreement-facts',
    swapped('otherDocument', ...FACTS, 'submission.json', 'report.json', 'revisions.json'),
  ),
  refused(
    'signed facts of the original with another output',
    'agreement-facts',
    swapped('otherOutput', ...FACTS, 'submission.json', 'report.json'),
  ),
  refused('the output of one document with all else of another one', 'pdf', ({ files, others }) => ({
    ...others.otherDocument,
    'normalized.pdf': files['normalized.pdf'] ?? encoded(''),
  })),
  refused('signed facts of a rejection beside an output', 'agreement-facts', swapped('rejected', ...FACTS)),
  refused(
    'an attestation that names other facts of the same submission',
    'agreement-facts',
    ({ others }) => others.otherFacts,
  ),
  refused('facts that another key signed', 'signature-facts', swapped('otherKey', ...FACTS)),
  refused('all of it signed by another key, with its key set', 'signer', ({ others }) => others.otherKey),
  refused(
    'a signature of the facts by another key, in the name of the true one',
    'signature-facts',
    withEnvelope((envelope, { others, key }) => {
      const [signature] = envelopeOf(others.otherKey).signatures;
      return { ...envelope, signatures: [{ ...signature, keyid: key.publicJwk.kid }] };
    }),
  ),
  refused(
    'a signature of the facts of nothing',
    'signature-facts',
    withEnvelope(({ signatures, ...rest }) => ({ ...rest, signatures: [{ ...signatures[0], sig: '' }] })),
  ),
  refused(
    'a signature of the facts of zeros',
    'signature-facts',
    withEnvelope(({ signatures, ...rest }) => ({
      ...rest,
      signatures: [{ ...signatures[0], sig: Buffer.alloc(64).toString('base64') }],
    })),
  ),
  refused(
    'an envelope of the facts without a signature',
    'signature-facts',
    withEnvelope((envelope) => ({ ...envelope, signatures: [] })),
  ),
  refused(
    'an envelope of the facts of another type of payload',
    'signature-facts',
    withEnvelope((envelope) => ({ ...envelope, payloadType: 'application/json' })),
  ),
  verified(
    'an envelope of the facts with a second signature that is none',
    withEnvelope(({ signatures, ...rest }) => ({
      ...rest,
      signatures: [...signatures, { keyid: 'x', sig: 'AA==' }],
    })),
  ),
  refused('a statement of the facts about another subject', 'signature-facts', statementWith('original.pdf', 'o.pdf')),
  refused(
    'a statement of the facts of another time',
    'signature-facts',
    statementWith('"issuedAt":"2', '"issuedAt":"1'),
  ),
  refused(
    'a statement of the facts of another version',
    'signature-facts',
    statementWith('Statement/v1', 'Statement/v2'),
  ),
  {
    ...refused(
      'the envelope of the attestation in place of that of the facts',
      'readable',
      withFile('facts.dsse.json', ({ files }) => files['attestation.dsse.json']),
    ),
    isPacked: true,
  },
  {
    ...refused(
      'the envelope of the facts in place of that of the attestation',
      'readable',
      withFile('attestation.dsse.json', ({ files }) => files['facts.dsse.json']),
    ),
    isPacked: true,
  },
];

const STRIPPED: Omit<FilesCase, 'group'>[] = [
  {
    name: 'evidence of before, without signed facts',
    outcome: 'unsigned',
    level: null,
    code: 'submission',
    files: before,
  },
  {
    name: 'a result without risk, and no signed facts',
    outcome: 'unsigned',
    level: null,
    code: 'submission',
    files: edited('submission.json', 'tamperAnalysis/riskLevel', 'none', before),
  },
  {
    name: 'a report without findings, and no signed facts',
    outcome: 'unsigned',
    code: 'report',
    files: edited('report.json', 'tamperAnalysis/findings', [], before),
  },
  {
    name: 'revisions of anything, and no signed facts',
    outcome: 'unsigned',
    code: 'revisions',
    files: edited('revisions.json', 'count', 1, before),
  },
  refused(
    'a report of another output, and no signed facts',
    'report',
    edited('report.json', 'outputHash', 'sha256:x', before),
  ),
  refused(
    'a result with fewer warnings, and no signed facts',
    'submission',
    edited('submission.json', 'warnings', [], before),
  ),
];

const REJECTED: Omit<FilesCase, 'group'>[] = [
  verified('a rejected document', rejected),
  refused(
    'a rejected document with another risk',
    'submission',
    edited('submission.json', 'tamperAnalysis/riskLevel', 'none', rejected),
  ),
  refused(
    'a rejected document with another reason',
    'submission',
    edited('submission.json', 'failure/code', 'NO_PAGES', rejected),
  ),
  refused(
    'a rejected document that failed instead',
    'submission',
    edited('submission.json', 'status', 'FAILED', rejected),
  ),
  refused('a rejected document with other facts', 'facts', edited('facts.json', 'status', 'FAILED', rejected)),
  refused('a rejected document with an output', 'pdf', ({ files, others }) => ({
    ...others.rejected,
    'normalized.pdf': files['normalized.pdf'] ?? encoded(''),
  })),
  {
    ...refused('a rejected document with another original', 'original', ({ others }) => ({
      ...others.rejected,
      'original.pdf': OTHER_DOCUMENT,
    })),
    isPacked: true,
  },
  refused('a rejected document with the hash of another original', 'original-hash', ({ others }) => ({
    ...others.rejected,
    'original.sha256': encoded(`${'f'.repeat(64)}  original.pdf\n`),
  })),
];

/** Separate files do not show that another one belongs to them. */
const TAKEN_OUT: FilesCase[] = [
  ['facts.json', 'facts'],
  ['facts.dsse.json', 'facts'],
  ['attestation.jsonld', 'complete'],
  ['attestation.dsse.json', 'complete'],
  ['certificate.jws', 'complete'],
  ['keys.json', 'complete'],
  ['normalized.pdf', 'pdf'],
  ['original.sha256', 'complete'],
  ['submission.json', 'complete'],
  ['report.json', 'complete'],
  ['revisions.json', 'complete'],
  ['HOW-TO-VERIFY.txt', null],
  ['verify.py', null],
].map(([name, code]) => ({
  name: `evidence without ${String(name)}`,
  group: 'taken out',
  isPacked: true,
  ...(code === null ? { outcome: 'verified' as const } : { code: String(code) }),
  files: ({ files }: Evidence) => without(files, String(name)),
}));

/** Several removed files, and files of other evidence. A proof alone is no evidence, so other tests verify it. */
const TAKEN_OUT_TOGETHER: Omit<FilesCase, 'group'>[] = [
  {
    name: 'evidence without its signed facts',
    code: 'complete',
    level: 'danger' as const,
    files: ({ files }: Evidence) => without(files, ...FACTS),
  },
  {
    name: 'evidence without all files that say the verdict',
    code: 'complete',
    level: 'danger' as const,
    files: ({ files }: Evidence) => without(files, ...OF_THE_VERDICT),
  },
  {
    name: 'evidence without all files that say the verdict, program, text and keys',
    code: 'complete',
    level: 'danger' as const,
    files: ({ files }: Evidence) => without(files, ...OF_THE_VERDICT, 'verify.py', 'HOW-TO-VERIFY.txt', 'keys.json'),
  },
  {
    name: 'the attestation and the canonical PDF alone',
    code: 'complete',
    level: 'danger' as const,
    files: ({ files }: Evidence) =>
      Object.fromEntries(
        Object.entries(files).filter(([name]) => /^(?:attestation.jsonld|normalized.pdf)$/.test(name)),
      ),
  },
  refused('evidence of before without all files that say the verdict', 'complete', ({ others }: Evidence) =>
    without(others.before, ...OF_THE_VERDICT),
  ),
  refused('a rejected document without its signed facts', 'complete', ({ others }: Evidence) =>
    without(others.rejected, ...FACTS),
  ),
  {
    name: 'a rejected document without its revisions',
    code: 'complete',
    level: 'danger' as const,
    files: ({ others }: Evidence) => without(others.rejected, 'revisions.json'),
  },
].map((one) => ({ isPacked: true, ...one }));

const LEVELS: Omit<FilesCase, 'group'>[] = (['good', 'neutral'] as const).map((level) => ({
  name: `a document whose verdict is ${level}`,
  outcome: 'verified',
  level,
  files: ({ others }: Evidence) => others[level],
}));

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const withKey = (change: (key: object) => object) => (evidence: Evidence) => ({
  keys: evidence.keySet.keys.map(change),
});
const unchanged = ({ files }: Evidence): Files => files;

const KEYS: Omit<FilesCase, 'group'>[] = [
  {
    name: 'a key that retired long before',
    code: 'time',
    keySet: withKey((key) => ({ ...key, 'x-created-at': day(-20), 'x-retired-at': day(-10) })),
  },
  {
    name: 'a key that was retired an hour ago',
    outcome: 'verified' as const,
    keySet: withKey((key) => ({ ...key, 'x-retired-at': day(-1 / 24) })),
  },
  { name: 'a key that is made tomorrow', code: 'time', keySet: withKey((key) => ({ ...key, 'x-created-at': day(1) })) },
  {
    name: 'a key of another type',
    code: 'signature-facts',
    keySet: withKey((key) => ({ ...key, kty: 'oct', k: 'AAAA' })),
  },
  { name: 'a key of another curve', code: 'signature-facts', keySet: withKey((key) => ({ ...key, crv: 'P-384' })) },
  { name: 'no key at all', code: 'signer', keySet: () => ({ keys: [] }) },
  {
    name: 'the key of somebody else in the key set of the service',
    code: 'signer',
    keySet: ({ others }: Evidence) => JSON.parse(textOf(others.otherKey, 'keys.json')),
  },
].map((one) => ({ files: unchanged, ...one }));

const grouped = (group: string, cases: readonly Omit<FilesCase, 'group'>[]): FilesCase[] =>
  cases.map((one) => ({ ...one, group }));

export const FACTS_CASES: readonly FilesCase[] = [
  ...editsOf('submission.json', 'submission', FACTS_OF_THE_RESULT),
  ...editsOf('report.json', 'report', FACTS_OF_THE_REPORT),
  ...editsOf('revisions.json', 'revisions', FACTS_OF_THE_REVISIONS),
  ...NOT_SIGNED,
  ...grouped('facts document', FACTS_DOCUMENT),
  ...grouped('no signed facts', STRIPPED),
  ...grouped('rejected', REJECTED),
  ...TAKEN_OUT,
  ...grouped('taken out', TAKEN_OUT_TOGETHER),
  ...grouped('levels', LEVELS),
  ...grouped('keys', KEYS),
];
