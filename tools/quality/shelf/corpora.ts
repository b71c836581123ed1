/** Signed files of corpora: forged ones must be rejected, and all others must not be accused. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readTruths, type Truth } from '#tools/quality/corpus/truth.ts';
import { engineVerdict } from './verdicts.ts';

interface SignedCase {
  readonly path: string;
  /** Undefined if the truth is unknown. */
  readonly isForged: boolean | undefined;
}

/** A line of `strangers.jsonl`: the paths in it are relative to the folder of all corpora, or to that of the set. */
const Line = z.object({ path: z.string(), why: z.union([z.string(), z.array(z.string())]).nullish() });

/** The families of files that are attacks. */
const ATTACK_TAGS: ReadonlySet<string> = new Set(['shadow', 'sig-attack', 'usf', 'isa', 'swa', 'eaa', 'ssa']);

/** An ordinary file is accused if it has one of these reasons. */
const ACCUSATIONS = ['BYTERANGE_INVALID', 'DIGEST_MISMATCH', 'CMS_INVALID', 'MODIFIED_AFTER_SIGNING'];

/** Files that are honest by their list and not by their content. */
const EXPLAINED: readonly (readonly [path: RegExp, reason: string])[] = [
  [
    /pades_opposite_infinite_loop\.pdf$/,
    'a signature of the file has no usable /ByteRange, and objects follow its end',
  ],
];

/** Returns whether nothing is wrong. A folder without corpora is reported. */
export async function printCorpus(folder: string, note: (line: string) => void): Promise<boolean> {
  const sets = [devCases(folder), ...['strangers', 'strangers-2'].map((set) => listedCases(folder, set))];
  const cases = sets.flat().filter(({ path }) => existsSync(path) && readFileSync(path).includes('/ByteRange'));
  if (cases.length === 0) note(`\n${folder}: no signed files`);
  const counts = { forged: 0, accepted: 0, honest: 0, accused: 0, unknown: 0 };
  const wrong: string[] = [];
  for (const { path, isForged } of cases) {
    const verdict = await engineVerdict(readFileSync(path)).catch(() => undefined);
    if (isForged === undefined || !verdict) {
      counts.unknown++;
      continue;
    }
    counts[isForged ? 'forged' : 'honest']++;
    const isWrong = isForged ? !verdict.isRejected : ACCUSATIONS.some((reason) => verdict.reason.includes(reason));
    if (!isWrong) continue;
    const [, reason] = EXPLAINED.find(([pattern]) => pattern.test(path)) ?? [];
    if (reason !== undefined) note(`explained: ${path}: ${reason}`);
    else {
      counts[isForged ? 'accepted' : 'accused']++;
      wrong.push(`MISS ${path}: ${isForged ? 'forged' : 'honest'}; ${verdict.reason}`);
    }
  }
  note(
    `\n${folder}: ${counts.forged} forged files, ${counts.accepted} accepted; ` +
      `${counts.honest} honest files, ${counts.accused} accused; ${counts.unknown} of which the truth says nothing`,
  );
  for (const line of wrong) note(line);
  return wrong.length === 0;
}

function devCases(folder: string): SignedCase[] {
  const path = join(folder, 'truth-dev.jsonl');
  if (!existsSync(path)) return [];
  return [...readTruths(path).values()].map((truth) => ({
    path: join(folder, 'dev', truth.path),
    isForged: wasForged(truth),
  }));
}

function wasForged({ tags, expect, signatures }: Truth): boolean | undefined {
  const isAttack = tags.some((tag) => ATTACK_TAGS.has(tag));
  const isFlagged = expect?.must_flag === true && expect.min_risk !== 'low' && expect.min_risk !== 'medium';
  if (isAttack || isFlagged || expect?.neverValid === true) return true;
  const isSound = (signatures?.pyhanko ?? []).every(
    ({ integrity, crypto_valid, coverage, docmdp_ok }) =>
      integrity === true && crypto_valid === true && docmdp_ok !== false && coverage?.startsWith('ENTIRE') === true,
  );
  return isSound && (signatures?.pyhanko.length ?? 0) > 0 ? false : undefined;
}

function listedCases(folder: string, set: string): SignedCase[] {
  const path = join(folder, `${set}.jsonl`);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { path: file, why } = Line.parse(JSON.parse(line));
    const words = [why ?? []].flat().join(' ');
    return {
      path: join(folder, file.startsWith(`${set}/`) ? file : join(set, file)),
      isForged: words.startsWith('attack'),
    };
  });
}
