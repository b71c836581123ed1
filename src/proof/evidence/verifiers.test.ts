/** Every verifier refuses the same evidence: the page, the command line, `verify.py` and the clients. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifyTimestamp } from '#clients/typescript/timestamp.ts';
import { requires } from '#test/support/requires.ts';
import { hasOpenssl } from '#test/support/timestamp-authority.ts';
import { type Case, CASES, type Verifier, VERIFIERS } from '#test/support/verifiers/cases.ts';
import { edited } from '#test/support/verifiers/changes.ts';
import {
  type Bytes,
  DOCUMENT,
  encoded,
  type Evidence,
  evidenceOf,
  OTHER_DOCUMENT,
  partsOf,
  textOf,
} from '#test/support/verifiers/evidence.ts';
import { zipOf } from '#test/support/verifiers/hostile-zip.ts';
import { PACKERS } from '#test/support/verifiers/packers.ts';
import { selfMadeAuthority, type SelfMadeAuthority } from '#test/support/verifiers/self-made-timestamp.ts';
import {
  commandLineAnswer,
  commandLineOn,
  commandLineOutcome,
  hasPython,
  type VerifierAnswer,
  answerOf,
  levelsOfAttestation,
  pageOn,
  pageOnFiles,
  programAnswer,
  programOn,
  pythonClientAnswers,
  pythonClientOn,
  typeScriptClientAnswer,
  typeScriptClientOn,
} from '#test/support/verifiers/verifiers.ts';
import { CURRENT_PROGRAM, EARLIER_PROGRAMS, GUIDES } from './program-checks.ts';

let evidence: Evidence;
let folder: string;
beforeAll(async () => {
  evidence = await evidenceOf();
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-verifiers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
/** Sentences of the command line. */
beforeEach(() => void vi.spyOn(process.stderr, 'write').mockReturnValue(true));

const archiveOf = (one: Case): Bytes =>
  one.kind === 'archive' ? one.archive(evidence) : zipOf(partsOf(one.files(evidence)));
const keySetOf = ({ keySet }: Case) => keySet?.(evidence) ?? evidence.keySet;
const isUnpacked = (one: Case): one is Extract<Case, { kind: 'files' }> => one.kind === 'files';
const UNPACKED = CASES.filter(isUnpacked);
const expectedOf = (one: Case) => {
  const { outcome = 'refused', code = outcome === 'refused' ? 'readable' : undefined } = one;
  const { level = outcome === 'verified' ? 'danger' : undefined } = one;
  return {
    outcome,
    codes: code === undefined ? expect.any(Array) : expect.arrayContaining([code]),
    ...(level !== undefined && { level }),
  };
};
/** For each group and verifier the number of cases, of an archive each, in which the verifier agrees with the list. */
const agreeing = new Map<string, number>();

function requireAgreement(one: Case, answers: Readonly<Partial<Record<Verifier, VerifierAnswer>>>, isCounted: boolean) {
  const expected = Object.keys(answers).map((verifier) => [verifier, expectedOf(one)]);
  expect(answers).toMatchObject(Object.fromEntries(expected));
  if (!isCounted) return;
  for (const verifier of Object.keys(answers)) {
    const cell = `${one.group} ${verifier}`;
    agreeing.set(cell, (agreeing.get(cell) ?? 0) + 1);
  }
}

test('the names of the cases differ, and there are more than a hundred', () => {
  expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThan(100);
});

describe('each case as an archive', () => {
  const named = CASES.map((one) => [one.name, one] as const);
  let ofPythonClient: VerifierAnswer[] = [];
  beforeAll(() => {
    if (!hasPython) return;
    const given = CASES.map((one) => [archiveOf(one), keySetOf(one)] as const);
    ofPythonClient = pythonClientAnswers(folder, given);
  });

  test.each(named)('%s, by page, command line and TypeScript client', async (_, one) => {
    const archive = archiveOf(one);
    const page = await pageOn([archive], keySetOf(one));
    expect(page.sentence).not.toBe('');
    const answers = {
      page: answerOf(page),
      'command line': await commandLineAnswer(folder, archive, keySetOf(one)),
      'TypeScript client': await typeScriptClientAnswer(archive, keySetOf(one)),
    };
    requireAgreement(one, answers, true);
  });

  test.each(named)('%s, by verify.py and Python client', requires('python3', hasPython), (_, one) => {
    const program = programAnswer(folder, archiveOf(one), keySetOf(one));
    const pythonClient = ofPythonClient[CASES.indexOf(one)];
    requireAgreement(one, { 'verify.py': program, ...(pythonClient && { 'Python client': pythonClient }) }, true);
  });
});

describe('each case as the files of an archive', () => {
  const named = UNPACKED.map((one) => [one.name, one] as const);
  // The Python client reads folders by `verify.py`, in one process for all cases.
  let ofPythonClient: VerifierAnswer[] = [];
  beforeAll(() => {
    if (!hasPython) return;
    const given = UNPACKED.map((one) => [one.files(evidence), keySetOf(one)] as const);
    ofPythonClient = pythonClientAnswers(folder, given);
  });

  test.each(named)('%s, by page, command line and TypeScript client', async (_, one) => {
    const files = one.files(evidence);
    const answers = {
      // Of files by themselves nobody knows which others there were.
      ...(one.isPacked !== true && { page: answerOf(await pageOnFiles(files, keySetOf(one))) }),
      'command line': await commandLineAnswer(folder, files, keySetOf(one)),
      'TypeScript client': await typeScriptClientAnswer(files, keySetOf(one)),
    };
    requireAgreement(one, answers, false);
  });

  test.each(named)('%s, by the Python client', requires('python3', hasPython), (_, one) => {
    expect(ofPythonClient[UNPACKED.indexOf(one)]).toMatchObject(expectedOf(one));
  });
});

describe.each(UNPACKED.filter(({ code }) => code === 'signature-attestation').map((one) => [one.name, one] as const))(
  '%s',
  (_, one) => {
    const attestation = (): unknown => JSON.parse(textOf(one.files(evidence), 'attestation.jsonld'));
    test('is refused by the TypeScript client', async () => {
      expect(await typeScriptClientOn(attestation(), evidence.keySet, DOCUMENT)).toBe(false);
    });

    test('is refused by the Python client', requires('python3', hasPython), () => {
      expect(pythonClientOn(attestation(), evidence.keySet, DOCUMENT)).toBe(false);
    });
  },
);

describe.each(PACKERS)('evidence that $name packed', ({ name, needs, command, outcome }) => {
  const isPresent = spawnSync('sh', ['-c', `command -v ${needs}`]).status === 0;

  test(`is ${outcome} by all`, requires(needs, isPresent), async () => {
    const own = mkdtempSync(join(folder, 'packed-'));
    for (const path of ['evidence', 'Prüfung']) {
      mkdirSync(join(own, path));
      for (const [file, content] of Object.entries(evidence.files)) writeFileSync(join(own, path, file), content);
    }
    const { status, stderr } = spawnSync('sh', ['-ec', command], { cwd: own, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} ended ${status}: ${stderr}`);
    const archive = new Uint8Array(readFileSync(join(own, 'out.zip')));
    const verdict = await pageOn([archive], evidence.keySet);
    expect([answerOf(verdict).outcome, verdict.sentence]).toEqual([outcome, expect.any(String)]);
    expect(await commandLineOutcome(folder, archive, evidence.keySet)).toBe(outcome);
    if (hasPython) expect(programAnswer(folder, archive, evidence.keySet).outcome).toBe(outcome);
  });
});

test('an archive that another program packed says what to do', async () => {
  const one = CASES.find(({ name }) => name === 'a comment of a file');
  const { outcome, sentence } = await pageOn([one ? archiveOf(one) : encoded('')], evidence.keySet, 'evidence.zip');
  expect([outcome, sentence]).toEqual([
    'repacked',
    'Not checked. “evidence.zip” was packed again by another program and cannot be checked as it is. Unpack it and give the files.',
  ]);
  const unpacked = await pageOnFiles(evidence.files, evidence.keySet);
  expect(unpacked.outcome).toBe('verified');
  expect(await commandLineOutcome(folder, evidence.files, evidence.keySet)).toBe('verified');
});

describe('the evidence itself', () => {
  test('is verified by the clients, which refuse another PDF', async () => {
    expect(await typeScriptClientOn(evidence.attestation, evidence.keySet, DOCUMENT)).toBe(true);
    expect(await typeScriptClientOn(evidence.attestation, evidence.keySet, OTHER_DOCUMENT)).toBe(false);
    if (!hasPython) return;
    expect(pythonClientOn(evidence.attestation, evidence.keySet, DOCUMENT)).toBe(true);
    expect(pythonClientOn(evidence.attestation, evidence.keySet, OTHER_DOCUMENT)).toBe(false);
  });

  test('has a bare attestation of which all say the signed level, and those of before say none', async () => {
    const { keySet, others } = evidence;
    const expected = { danger: evidence.files, good: others.good, neutral: others.neutral, none: others.before };
    for (const [level, files] of Object.entries(expected)) {
      const attestation: unknown = JSON.parse(textOf(files, 'attestation.jsonld'));
      const levels = await levelsOfAttestation(folder, attestation, keySet, DOCUMENT);
      const wanted = level === 'none' ? null : level;
      expect(levels).toEqual(Object.fromEntries(Object.keys(levels).map((verifier) => [verifier, wanted])));
    }
  });

  test('is not verified with another original', async () => {
    const original = join(folder, 'another.pdf');
    writeFileSync(original, OTHER_DOCUMENT);
    expect(await commandLineOn(folder, evidence.archive, evidence.keySet, { original })).toBe(false);
    writeFileSync(original, evidence.original);
    expect(await commandLineOn(folder, evidence.archive, evidence.keySet, { original })).toBe(true);
  });

  test('is refused with so much text beside it that no memory would hold its values', async () => {
    const text = new Uint8Array(30 * 1024 * 1024).fill(0x20);
    const many = [1, 2, 3].map((part) => ({ name: `${part}.txt`, content: text, method: 8 }));
    const { outcome, sentence } = await pageOn([zipOf([...partsOf(evidence.files), ...many])], evidence.keySet);
    expect([outcome, sentence]).toEqual(['failed', expect.stringContaining('more text than evidence has')]);
  });

  test('is refused where it was issued before its key existed', async () => {
    const [first] = evidence.keySet.keys;
    const later = { keys: [{ ...first, 'x-created-at': new Date(Date.now() + 3_600_000).toISOString() }] };
    expect((await pageOn([evidence.archive], later)).outcome).toBe('failed');
    expect(await commandLineOn(folder, evidence.archive, later)).toBe(false);
    if (hasPython) expect(programOn(folder, evidence.archive, later).isVerified).toBe(false);
  });

  test('has a program that shows no command to a terminal', requires('python3', hasPython), () => {
    const { files } = evidence;
    const rejected = edited('submission.json', 'status', 'REJECTED\u001b[2J\nEverything that is signed fits.\u202e');
    const of = rejected({ ...evidence, files: evidence.others.rejected });
    const { isVerified, output } = programOn(folder, zipOf(partsOf({ ...files, ...of })), evidence.keySet);
    expect([isVerified, output]).toEqual([false, expect.not.stringMatching(/\p{Cf}|^Everything/mu)]);
    const alone = programOn(folder, zipOf(partsOf(of)), evidence.keySet);
    expect(alone.output).toContain('ended REJECTED?[2J?Everything that is signed fits.?:');
  });

  test('has a program that runs no module out of its folder', requires('python3', hasPython), () => {
    const unpacked = mkdtempSync(join(folder, 'unpacked-'));
    const files = { ...evidence.files, 'argparse.py': Buffer.from('raise SystemExit(7)') };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(unpacked, name), content);
    const { status, stdout } = spawnSync('python3', [join(unpacked, 'verify.py')], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Everything that is signed fits together.')]);
  });

  test('has the program whose hash is released, and the program knows the earlier ones', () => {
    const program = readFileSync(join(import.meta.dirname, '../../export/evidence/verify.py'));
    expect(createHash('sha256').update(program).digest('hex')).toBe(CURRENT_PROGRAM);
    for (const sha256 of EARLIER_PROGRAMS) expect(program.toString('utf8')).toContain(`"${sha256}"`);
  });

  test('has the text whose hash is released first, and the program knows the same texts', () => {
    const read = (name: string) => readFileSync(join(import.meta.dirname, '../../export/evidence', name));
    expect(createHash('sha256').update(read('HOW-TO-VERIFY.txt')).digest('hex')).toBe(GUIDES[0]);
    for (const sha256 of GUIDES) expect(read('verify.py').toString('utf8')).toContain(`"${sha256}"`);
  });
});

/** After the cases. A run of chosen tests alone shows fewer of them. */
describe('the list of verifiers', () => {
  test('has the same outcome and code by all five', requires('python3', hasPython), () => {
    const groups = [...new Set(CASES.map(({ group }) => group))];
    const table = groups.map((group) => ({
      group,
      cases: CASES.filter((one) => one.group === group).length,
      ...Object.fromEntries(VERIFIERS.map((verifier) => [verifier, agreeing.get(`${group} ${verifier}`) ?? 0])),
    }));
    console.table(table);
    for (const { group: _, cases, ...counts } of table) {
      expect(Object.values(counts)).toEqual(VERIFIERS.map(() => cases));
    }
  });
});

describe('a timestamp', requires('openssl', hasOpenssl), () => {
  const YEARS = 365 * 86_400_000;
  let authority: SelfMadeAuthority;
  beforeAll(() => {
    authority = selfMadeAuthority('DigiCert Timestamp 2026');
  });
  afterAll(() => authority.close());

  const stampedAt = (difference: number, age = 3_600_000) => {
    const issuedAt = new Date(Date.now() - age);
    return evidenceOf(async (bytes) => authority.stamp(bytes, new Date(issuedAt.getTime() + difference)), issuedAt);
  };
  const trusted = () => new Uint8Array(Buffer.from(authority.certificate));
  const stateOn = async ({ archive, keySet }: Evidence, ...more: Bytes[]) => {
    const { outcome, checks } = await pageOn([archive, ...more], keySet);
    return [outcome, checks.find(({ id }) => id === 'timestamp')?.state];
  };

  test('by anybody is not checked, and nothing is green', async () => {
    const stamped = await stampedAt(1000);
    expect(await stateOn(stamped)).toEqual(['unstamped', 'unknown']);
    const { attestation, keySet, archive } = stamped;
    const verdict = await verifyTimestamp(attestation, { authorities: [], keySet });
    expect(verdict).toMatchObject({ valid: false, state: 'not_checked', authority: 'DigiCert Timestamp 2026' });
    if (hasPython) expect(programOn(folder, archive, keySet).output).toContain('note    the timestamp was not checked');
    const other = selfMadeAuthority('Another clock');
    const timestampAuthorities = join(folder, 'other.pem');
    writeFileSync(timestampAuthorities, other.certificate);
    other.close();
    expect(await stateOn(stamped, new Uint8Array(Buffer.from(other.certificate)))).toEqual(['unstamped', 'unknown']);
    expect(await commandLineOn(folder, archive, keySet, { timestampAuthorities })).toBe(false);
  });

  test('by an authority that is trusted passes', async () => {
    const stamped = await stampedAt(1000, 0);
    expect(await stateOn(stamped, trusted())).toEqual(['verified', 'pass']);
    const timestampAuthorities = join(folder, 'own.pem');
    writeFileSync(timestampAuthorities, authority.certificate);
    expect(await commandLineOn(folder, stamped.archive, stamped.keySet, { timestampAuthorities })).toBe(true);
    expect(await commandLineOn(folder, evidence.archive, evidence.keySet, { timestampAuthorities })).toBe(false);
  });

  test.each([
    ['seven years before its key existed', -7 * YEARS],
    ['an hour before the attestation was issued', -3_600_000],
    ['in the future', YEARS],
  ])('of %s fails, whoever made it', async (_, difference) => {
    const stamped = await stampedAt(difference);
    const { attestation, keySet, archive } = stamped;
    for (const more of [[], [trusted()]]) expect(await stateOn(stamped, ...more)).toEqual(['failed', 'fail']);
    for (const authorities of [[], [authority.certificate]]) {
      const verdict = await verifyTimestamp(attestation, { authorities, keySet });
      expect(verdict).toMatchObject({ valid: false, state: 'fail', reason: 'time_invalid' });
    }
    expect(await commandLineOn(folder, archive, keySet)).toBe(false);
  });

  test('of after its key retired fails', async () => {
    const stamped = await evidenceOf(
      async (bytes) => authority.stamp(bytes, new Date()),
      new Date(Date.now() - 10 * 86_400_000),
    );
    const [first] = stamped.keySet.keys;
    const retired = { keys: [{ ...first, 'x-retired-at': new Date(Date.now() - 9 * 86_400_000).toISOString() }] };
    const { checks } = await pageOn([stamped.archive, trusted()], retired);
    expect(checks.filter(({ state }) => state === 'fail').map(({ id }) => id)).toEqual(['timestamp']);
    const verdict = await verifyTimestamp(stamped.attestation, {
      authorities: [authority.certificate],
      keySet: retired,
    });
    expect(verdict).toMatchObject({ state: 'fail', reason: 'time_invalid' });
  });
});
