/** The page and `verify.py` say the same of archives in which single bytes were changed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requires } from '#test/support/requires.ts';
import { encoded, jsonFile } from '#test/support/verifiers/evidence.ts';
import { type Part, zipOf } from '#test/support/verifiers/hostile-zip.ts';
import { hasPython } from '#test/support/verifiers/verifiers.ts';
import { readDropped } from './given.ts';

const COUNT = 1_500;
const PARTS: readonly Part[] = [
  { name: 'evidence/keys.json', content: jsonFile({ keys: [] }) },
  { name: 'evidence/original.sha256', content: encoded(`${'0'.repeat(64)}  original.pdf\n`) },
  { name: 'evidence/note.txt', content: encoded('Read this.\n') },
];
const JAR_FIELD = Buffer.from([0xfe, 0xca, 0, 0]);
const ARCHIVES = [
  zipOf(PARTS),
  zipOf(PARTS.map((part) => ({ ...part, method: 8, flags: 8 }))),
  zipOf(
    PARTS.map((part) => ({ ...part, method: 8, comment: 'x', extra: JAR_FIELD })),
    { comment: 'packed again' },
  ),
];
/** Values that are flags, methods, separators and ends of fields. */
const BYTES = [0, 1, 2, 8, 0x2f, 0x41, 0x80, 0xff];

const OUTCOMES_OF_PROGRAM = `
import importlib.util, sys
spec = importlib.util.spec_from_file_location("program", sys.argv[1])
program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)
for index in range(int(sys.argv[3])):
    try:
        program.Archive("%s/%d" % (sys.argv[2], index))
        print("opened")
    except program.Repacked:
        print("repacked")
    except program.Refused:
        print("refused")
`;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'fixpoint-mutated-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** Numerical Recipes' generator: the same mutations in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 7; ;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8;
}

async function outcomeOfPage(archive: Uint8Array<ArrayBuffer>): Promise<string> {
  const [first] = await readDropped(new File([archive], 'evidence.zip'));
  if (first?.kind === 'repacked') return 'repacked';
  return first?.kind === 'unreadable' && first.origin === 'file' ? 'refused' : 'opened';
}

test('mutated archives have one outcome', { timeout: 60_000, ...requires('python3', hasPython) }, async () => {
  const chance = numbers();
  const outcomes: string[] = [];
  for (let index = 0; index < COUNT; index++) {
    const archive = new Uint8Array(ARCHIVES[index % ARCHIVES.length] ?? []);
    for (let change = 0; change <= index % 2; change++) {
      archive[chance.next().value % archive.length] = BYTES[chance.next().value % BYTES.length] ?? 0;
    }
    writeFileSync(join(folder, `${index}`), archive);
    outcomes.push(await outcomeOfPage(archive));
  }
  const program = join(import.meta.dirname, '../../export/evidence/verify.py');
  const args = ['-c', OUTCOMES_OF_PROGRAM, program, folder, `${COUNT}`];
  const { stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual(outcomes);
  expect(new Set(outcomes)).toEqual(new Set(['opened', 'repacked', 'refused']));
});
