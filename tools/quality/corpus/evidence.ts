/** Collects the evidence for all measures in as few runs as possible. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineReport } from '#domain/report.ts';
import { pageTexts } from '#engine/text/pdfium.ts';
import { type FileLine, normalizeAll, type Normalized } from '#tools/quality/normalize-files.ts';
import type { Score } from '#tools/quality/scores.ts';
import type { CorpusFile } from './files.ts';
import { compareRenderings } from './rendering/rendering.ts';
import type { RenderingComparison } from './rendering/comparison.ts';
import { LANES, mapAll, isInstalled, run } from '#tools/quality/programs.ts';

/** An output: from the default run, or from the run with `strip` for a signed document. */
export interface Output {
  readonly file: CorpusFile;
  readonly path: string;
  readonly sha256: string;
  readonly report: EngineReport;
  /** The text from poppler; null if it is not installed. */
  readonly text: string | null;
  /** The text of each page from PDFium. */
  readonly pages: readonly string[];
}

export interface Evidence {
  readonly files: readonly CorpusFile[];
  /** The lines of the first run by file. */
  readonly lines: ReadonlyMap<string, FileLine>;
  /** The lines from other processes in another order, by file. */
  readonly again: ReadonlyMap<string, FileLine>;
  readonly outputs: readonly Output[];
  /** The lines of a second pass, by output. */
  readonly second: ReadonlyMap<string, FileLine>;
  /** Pictures and texts before and after, by output; empty in a quick run. */
  readonly renderings: ReadonlyMap<string, RenderingComparison>;
  readonly elapsedMs: number;
  /** The report of the first run. */
  reportOf(file: CorpusFile): EngineReport | undefined;
  lineOf(file: CorpusFile): FileLine | undefined;
}

/** Claims about one subject. */
export interface Measure {
  readonly title: string;
  judge(evidence: Evidence): Promise<readonly Score[]> | readonly Score[];
}

const STRIP = ['--signed-pdf-policy', 'strip'];

export async function gather(files: readonly CorpusFile[], scratch: string, isQuick: boolean): Promise<Evidence> {
  const paths = files.map(({ path }) => path);
  const startedAt = performance.now();
  const first = await normalizeAll(paths, { output: join(scratch, 'first'), jobs: LANES, flags: [] });
  const elapsedMs = performance.now() - startedAt;
  const again = await normalizeAll(paths.toReversed(), { output: join(scratch, 'again'), jobs: LANES, flags: [] });
  const signed = paths.filter((path) => first.lines.get(path)?.status === 'REJECTED');
  const stripped = await normalizeAll(signed, { output: join(scratch, 'stripped'), jobs: LANES, flags: STRIP });
  const outputs = await mapAll(
    files.flatMap((file) => outputOf(file, first) ?? outputOf(file, stripped) ?? []),
    async (output) => ({
      ...output,
      text: await textOf(output.path),
      pages: await pageTexts(new Uint8Array(readFileSync(output.path))),
    }),
  );
  const written = outputs.map(({ path }) => path);
  const second = await normalizeAll(written, { output: join(scratch, 'second'), jobs: LANES, flags: [] });
  return {
    files,
    lines: first.lines,
    again: again.lines,
    outputs,
    second: second.lines,
    renderings: isQuick ? new Map() : await compareRenderings(outputs),
    elapsedMs,
    reportOf: ({ sha256 }) => first.reports.get(sha256),
    lineOf: ({ path }) => first.lines.get(path),
  };
}

function outputOf(file: CorpusFile, { lines, reports }: Normalized): Omit<Output, 'text' | 'pages'> | null {
  const line = lines.get(file.path);
  const report = reports.get(file.sha256);
  if (!line?.output || line.sha256 === null || !report) return null;
  return { file, path: line.output, sha256: line.sha256, report };
}

export async function textOf(path: string): Promise<string | null> {
  if (!isInstalled('pdftotext')) return null;
  const { stdout } = await run('pdftotext', ['-enc', 'UTF-8', path, '-']);
  return stdout.toString();
}
