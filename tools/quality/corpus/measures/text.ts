/** Measures that an output has the words and the content hash of its original. */
import { mapAll } from '#tools/quality/programs.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import { type Evidence, type Measure, type Output, textOf } from '#tools/quality/corpus/evidence.ts';
import { ownText } from './own-text.ts';
import { letters } from './words.ts';

export const text: Measure = {
  title: 'Text',
  async judge(evidence) {
    const { outputs } = evidence;
    const made = outputs.filter(({ file, text: after }) => file.truth?.expect && after !== null);
    const known = outputs.filter(({ text: after }) => after !== null);
    return [
      ...(await sameText(evidence)),
      score('the words the file was made of', 1, made, judgeWords),
      score('no content hash exactly where there is no text', 0.99, known, judgeNull),
      await ownText(outputs),
      groups(outputs),
    ];
  },
};

/** Compares documents without forms, because values of forms become text. */
async function sameText({ outputs, renderings }: Evidence): Promise<Score[]> {
  const plain = outputs.filter(({ report }) => !report.security.acroformFlattened);
  const withText = plain.filter(({ text: after }) => after !== null);
  const texts = await mapAll(withText, async (output) => ({ output, before: (await textOf(output.file.path)) ?? '' }));
  const opened = plain.filter(({ path }) => typeof renderings.get(path)?.sameText === 'boolean');
  return [
    score('text before and after, by poppler', 0.99, texts, ({ output, before }) => {
      const [was, is] = [letters(before), letters(output.text ?? '')];
      return was === is ? null : { name: output.file.name, what: firstDifference(was, is), rule: explain(was, output) };
    }),
    score('text before and after, by PDFium', 0.99, opened, (output) =>
      renderings.get(output.path)?.sameText === true
        ? null
        : { name: output.file.name, what: 'other words', rule: explain('unknown', output) },
    ),
  ];
}

function explain(before: string, { report }: Output): string | undefined {
  if (before === '') return 'poppler reads nothing of the damaged original';
  if (report.warnings.some(({ code }) => code === 'UNDECODABLE_STREAM')) return 'broken data: each reader guesses';
  if (report.security.richMediaRemoved || report.security.embeddedFilesRemoved)
    return 'attached files or media removed';
  return undefined;
}

function firstDifference(was: string, is: string): string {
  let at = 0;
  while (at < was.length && was[at] === is[at]) at++;
  const around = (whole: string): string => JSON.stringify(whole.slice(Math.max(0, at - 10), at + 20));
  return `${was.length} -> ${is.length} letters, ${around(was)} -> ${around(is)}`;
}

function judgeWords({ file, text: after, pages }: Output): Exception | null {
  const found = letters(after ?? '') + letters(pages.join(' '));
  const { text_contains, text_absent } = file.truth?.expect ?? {};
  const lost = (text_contains ?? []).filter((words) => !found.includes(letters(words)));
  const left = (text_absent ?? []).filter((words) => found.includes(letters(words)));
  if (lost.length + left.length === 0) return null;
  return {
    name: file.name,
    what: [...lost.map((words) => `lost ${words}`), ...left.map((words) => `left ${words}`)].join('; '),
  };
}

function judgeNull({ file, report, text: after }: Output): Exception | null {
  const isNull = report.normalized?.contentHash === null;
  if (isNull === (letters(after ?? '') === '') && (isNull || file.truth?.spec.contentHashNull !== true)) return null;
  return { name: file.name, what: isNull ? 'null, poppler sees text' : 'a hash, poppler sees no text' };
}

/** Files with equal words have one content hash, and files with other words another one. */
function groups(outputs: readonly Output[]): Score {
  const members = outputs.filter(({ file }) => file.truth?.expect?.content_group);
  const byGroup = Map.groupBy(members, ({ file }) => file.truth?.expect?.content_group ?? '');
  const hashes = new Map([...byGroup].map(([group, files]) => [group, new Set(files.map(hashOf))]));
  return score('one content hash a group of equal words', 1, [...hashes], ([group, own]) => {
    const shared = [...hashes].filter(([other, theirs]) => other !== group && !own.isDisjointFrom(theirs));
    if (own.size === 1 && shared.length === 0) return null;
    return { name: group, what: `${own.size} hashes, shared with ${shared.length} groups` };
  });
}

function hashOf({ report }: Output): string {
  return report.normalized?.contentHash ?? 'none';
}
