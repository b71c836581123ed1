/** Saves files again with another writer and tells which re-saves normalize to the bytes of their source. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLine, normalizeAll } from '#test/corpus/cli.ts';
import type { CorpusFile } from '#test/corpus/files.ts';
import type { Exception } from '#test/corpus/measures/measure.ts';
import { type Difference, findDifference } from './difference.ts';
import { type Change, isSound, save, type Writer } from './writers.ts';

const FLAGS = ['--no-linearize', '--signed-pdf-policy', 'strip'];

export interface Source {
  readonly name: string;
  readonly path: string;
  readonly line: FileLine;
}

export interface WriterResult {
  readonly writer: Writer;
  /** Files the writer could save. */
  readonly saved: number;
  readonly misses: readonly Exception[];
}

export async function normalizeSources(files: readonly CorpusFile[], scratch: string): Promise<Source[]> {
  const paths = files.map(({ path }) => path);
  const { lines } = await normalizeAll(paths, { output: join(scratch, 'sources'), jobs: 2, flags: FLAGS });
  return files.flatMap(({ name, path }) => {
    const line = lines.get(path);
    return line?.status === 'SUCCESS' ? [{ name, path, line }] : [];
  });
}

export async function tryWriter(writer: Writer, sources: readonly Source[], scratch: string): Promise<WriterResult> {
  const folder = join(scratch, writer.name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  const saved = sources
    .map((source, index) => ({ source, output: join(folder, `${index}.pdf`) }))
    .filter(({ source, output }) => save(writer, source.path, output));
  const { lines } = await normalizeAll(
    saved.map(({ output }) => output),
    { output: join(folder, 'normalized'), jobs: 2, flags: FLAGS },
  );
  const misses = saved.flatMap(({ source, output }) => missOf(writer, source, output, lines.get(output)) ?? []);
  rmSync(folder, { recursive: true });
  return { writer, saved: saved.length, misses };
}

function missOf(writer: Writer, source: Source, saved: string, line: FileLine | undefined): Exception | undefined {
  if (line?.sha256 === source.line.sha256) return undefined;
  const { name } = source;
  if (!isSound(saved)) return { name, what: 'qpdf --check finds errors', rule: 'the writer broke the file' };
  if (!line?.output || !source.line.output) return { name, what: `${line?.status ?? 'no answer'} ${line?.code ?? ''}` };
  const [first, second] = [readFileSync(source.line.output), readFileSync(line.output)];
  const difference = findDifference(new Uint8Array(first), new Uint8Array(second));
  const rule = writer.changes?.find((change) => EXPLAINS[change](difference));
  return { name, what: `${difference.kind}: ${difference.path}`, rule };
}

const EXPLAINS: Readonly<Record<Change, (difference: Difference) => boolean>> = {
  'rounds numbers': ({ kind }) => kind === 'number rounded',
  'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds': ({ kind }) => kind === 'line end',
  'makes one of equal annotations or structure elements': ({ kind, path }) =>
    kind === 'objects merged' && /\/(Annots|K)\/\*$/.test(path),
  'drops the line end at the end of unfiltered streams': ({ kind }) => kind === 'last line end',
  'drops the page mode': ({ kind, path }) => kind === 'key lost: PageMode' && path === 'Root',
  'drops default colour spaces': ({ kind, path }) => kind === 'key lost: ColorSpace' && path.endsWith('/Resources'),
  'respells keys of name trees': ({ kind, path }) => kind === 'value' && path.endsWith('/Names/*'),
};
