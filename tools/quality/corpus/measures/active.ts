/** Measures that no active content remains, that the flags are correct, and that clean files stay unchanged. */
import { readFileSync } from 'node:fs';
import { findResidue } from '#engine/sanitize/residue.ts';
import type { EngineReport, SecurityInfo } from '#domain/report.ts';
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import { isInstalled, mapAll, run } from '#tools/quality/programs.ts';
import { type Exception, type Score, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure, Output } from '#tools/quality/corpus/evidence.ts';

const FLAGS = [
  'javascriptRemoved',
  'openActionsRemoved',
  'embeddedFilesRemoved',
  'richMediaRemoved',
  'launchActionsRemoved',
] as const satisfies readonly (keyof SecurityInfo)[];

const KEYWORDS = [
  'AA',
  'AcroForm',
  'ByteRange',
  'Collection',
  'DSS',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'GoToE',
  'GoToR',
  'ImportData',
  'JS',
  'JavaScript',
  'Launch',
  'Movie',
  'OpenAction',
  'Perms',
  'Rendition',
  'RichMedia',
  'SigFlags',
  'SubmitForm',
  'Widget',
  'XFA',
];

export const active: Measure = {
  title: 'Active content',
  async judge(evidence) {
    const { outputs } = evidence;
    const expected = outputs.filter(({ file }) => file.truth?.expect?.security);
    const clean = outputs.filter(({ file }) => isClean(file));
    return [
      score('no residue in outputs', 1, outputs, judgeResidue),
      await keywords(evidence),
      score('security flags as the file was made for', 1, expected, judgeExpected),
      score(
        'flags where independent tools see the content',
        0.99,
        outputs.filter(({ file }) => file.truth),
        judgePresent,
      ),
      score('clean files get no flag', 1, clean, judgeClean),
      score('clean files do not grow', 1, clean.filter(isPlain), judgeSize),
    ];
  },
};

function judgeResidue({ path, file }: Output): Exception | null {
  const residue = findResidue(new Uint8Array(readFileSync(path)));
  return residue.length === 0 ? null : { name: file.name, what: residue.slice(0, 3).join(', ') };
}

/** qpdf writes every object as JSON, in which remaining content would appear as a quoted name. */
async function keywords({ outputs }: Evidence): Promise<Score> {
  const claim = 'no name of active content in the spelled-out output';
  if (!isInstalled('qpdf')) return { claim: `${claim} (qpdf is not installed)`, of: 0, goal: 1, exceptions: [] };
  const found = await mapAll(outputs, async ({ path, file }) => ({ name: file.name, names: await namesIn(path) }));
  return score(claim, 0.99, found, ({ name, names }) => (names.length === 0 ? null : { name, what: names.join(' ') }));
}

async function namesIn(path: string): Promise<string[]> {
  const { stdout } = await run('qpdf', ['--json=2', '--json-key=qpdf', '--json-stream-data=none', path]);
  return KEYWORDS.filter((keyword) => stdout.includes(`"/${keyword}"`));
}

/** Without an expected flag, none of the five may be set. */
function judgeExpected({ file, report: { security } }: Output): Exception | null {
  const expected = file.truth?.expect?.security ?? {};
  const actual: Readonly<Record<string, unknown>> = { ...security };
  const wrong = Object.keys(expected).filter((flag) => actual[flag] !== expected[flag]);
  return wrong.length === 0
    ? null
    : { name: file.name, what: wrong.map((flag) => `${flag} ${String(actual[flag])}`).join(', ') };
}

/** The tools count all objects, even unreachable ones. */
function judgePresent({ file, report }: Output): Exception | null {
  const spec = file.truth?.spec;
  const { security } = report;
  const pairs = [
    ['javascriptRemoved', spec?.javascriptPresent],
    ['launchActionsRemoved', spec?.launchPresent],
    ['openActionsRemoved', spec?.openActionPresent],
    ['embeddedFilesRemoved', spec?.embeddedFilesPresent],
    ['richMediaRemoved', spec?.richMediaPresent],
    ['encryptedInput', spec?.encryptedInput],
  ] as const;
  const wrong = pairs.filter(([flag, present]) => typeof present === 'boolean' && security[flag] !== present);
  if (wrong.length === 0) return null;
  return {
    name: file.name,
    what: wrong.map(([flag, present]) => `${flag} ${security[flag]}, seen ${present}`).join('; '),
    rule: explain(
      report,
      wrong.map(([flag]) => flag),
    ),
  };
}

/** Forms hold the parts of their XFA description as streams of the type EmbeddedFile. */
function explain({ warnings }: EngineReport, flags: readonly string[]): string | undefined {
  const isXfa = warnings.some(({ code }) => code === 'XFA_REMOVED');
  return isXfa && flags.every((flag) => flag === 'embeddedFilesRemoved')
    ? 'the files are the parts of an XFA form'
    : undefined;
}

function isClean({ truth }: CorpusFile): boolean {
  const { spec, active: seen, expect } = truth ?? {};
  if (!spec || !seen) return false;
  // Only the author of the file knows scripts in XFA.
  if (Object.values(expect?.security ?? {}).includes(true)) return false;
  const present = [
    spec.javascriptPresent,
    spec.launchPresent,
    spec.openActionPresent,
    spec.embeddedFilesPresent,
    spec.richMediaPresent,
  ];
  const harmless = Object.keys(seen.actions).every((action) => action === 'GoTo' || action === 'URI');
  return harmless && present.every((one) => one !== true);
}

function judgeClean({ file, report: { security } }: Output): Exception | null {
  const set = FLAGS.filter((flag) => security[flag]);
  return set.length === 0 ? null : { name: file.name, what: set.join(', ') };
}

/** True if no font and no form enlarges the output. */
function isPlain({ report }: Output): boolean {
  return !report.security.acroformFlattened && !report.warnings.some(({ code }) => code === 'FONT_SUBSTITUTED');
}

/**
 * Linearization, metadata and object streams have a size of their own, which dominates in small files. Each segment of
 * a large stream starts a new compression, which is visible only where a megabyte becomes a kilobyte.
 */
function judgeSize({ file, report: { original, normalized } }: Output): Exception | null {
  const [was, is] = [original.sizeBytes, normalized?.sizeBytes ?? 0];
  if (is <= was * 1.02 + 1500) return null;
  const one = { name: file.name, what: `${was} -> ${is} bytes` };
  return is <= was * 1.05 && file.truth?.tags.includes('bomb') === true
    ? { ...one, rule: 'large streams of one colour are compressed in segments' }
    : one;
}
