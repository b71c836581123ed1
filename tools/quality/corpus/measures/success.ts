/**
 * Measures that readable files are normalized or rejected by policy, and that others fail with the right kind of code.
 */
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import { type Exception, score } from '#tools/quality/scores.ts';
import type { Evidence, Measure } from '#tools/quality/corpus/evidence.ts';

/** Failures of the parser process, never of the document. */
const BREAKDOWNS = new Set([
  'PARSER_KILLED',
  'PROCESSING_TIMEOUT',
  'INTERNAL_ERROR',
  'NOT_IDEMPOTENT',
  'OUTPUT_INVALID',
]);

/** Rejections that the contract requires although a reader shows content. */
const REFUSALS: Readonly<Record<string, string>> = {
  XFA_DYNAMIC_UNSUPPORTED: 'the pages of a dynamic form exist in no PDF object',
  NOT_A_PDF: 'no PDF header in the first 8,192 bytes',
};

export const success: Measure = {
  title: 'Success',
  judge(evidence) {
    const { files } = evidence;
    const expected = files.filter(({ truth }) => truth?.expect?.outcome);
    const timed = files.filter(({ truth }) => truth?.expect?.max_seconds);
    return [
      score(
        'a file that any reader opens ends SUCCESS or REJECTED',
        0.995,
        files.filter(({ readable }) => readable),
        (file) => judgeEnd(evidence, file),
      ),
      score('no breakdown of the process on any file', 1, files, (file) => judgeBreakdown(evidence, file)),
      score('the outcome the file was made for', 1, expected, (file) => judgeOutcome(evidence, file)),
      score('no longer than the file may take', 1, timed, (file) => judgeTime(evidence, file)),
    ];
  },
};

function judgeEnd(evidence: Evidence, file: CorpusFile): Exception | null {
  if (isDone(evidence, file)) return null;
  const code = codeOf(evidence, file);
  const rule = file.truth?.expect?.outcome === 'either' ? 'a bomb: may be refused' : REFUSALS[code];
  return { name: file.name, what: code, rule };
}

function judgeBreakdown(evidence: Evidence, file: CorpusFile): Exception | null {
  const line = evidence.lineOf(file);
  if (line && !BREAKDOWNS.has(line.code ?? '')) return null;
  return { name: file.name, what: codeOf(evidence, file) };
}

function judgeOutcome(evidence: Evidence, file: CorpusFile): Exception | null {
  const outcome = file.truth?.expect?.outcome;
  const done = isDone(evidence, file);
  if (outcome === 'either' || done === (outcome === 'normalize')) return null;
  return { name: file.name, what: `${codeOf(evidence, file)}, expected ${outcome}` };
}

/** The time with another file in parallel. The parser's own limit bounds its memory. */
function judgeTime(evidence: Evidence, file: CorpusFile): Exception | null {
  const seconds = (evidence.lineOf(file)?.ms ?? Infinity) / 1000;
  const limit = file.truth?.expect?.max_seconds ?? 0;
  return seconds <= limit ? null : { name: file.name, what: `${seconds} s, at most ${limit} s` };
}

function isDone(evidence: Evidence, file: CorpusFile): boolean {
  return ['SUCCESS', 'REJECTED'].includes(evidence.lineOf(file)?.status ?? '');
}

function codeOf(evidence: Evidence, file: CorpusFile): string {
  const line = evidence.lineOf(file);
  return line ? (line.code ?? line.status) : 'lost: the process died';
}
