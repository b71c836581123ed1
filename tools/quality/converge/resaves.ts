/** Saves files with another writer and finds the re-saves that normalize to the bytes of their source. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { AnomalyType } from '#domain/report.ts';
import { Dict, toNumber } from '#engine/pdf/syntax/objects.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { type FileLine, normalizeAll, type Normalized } from '#tools/quality/normalize-files.ts';
import type { CorpusFile } from '#tools/quality/corpus/files.ts';
import type { Exception } from '#tools/quality/scores.ts';
import { mapAll } from '#tools/quality/programs.ts';
import { sha256 } from '#tools/figures.ts';
import { type Difference, findDifferences } from './difference.ts';
import { type Change, complaintAbout, save, type Writer } from './writers.ts';

const FLAGS = ['--no-linearize', '--signed-pdf-policy', 'strip'];

export interface Source {
  readonly name: string;
  readonly path: string;
  readonly line: FileLine;
  readonly contentHash: string | null;
  /** The findings of tamper detection. */
  readonly anomalies: ReadonlySet<AnomalyType>;
}

export interface WriterResult {
  readonly writer: Writer;
  /** The number of files that the writer could save. */
  readonly saved: number;
  readonly misses: readonly Exception[];
  /** Re-saves with another text hash. */
  readonly otherTexts: readonly Exception[];
}

export async function normalizeSources(files: readonly CorpusFile[], scratch: string): Promise<Source[]> {
  const paths = files.map(({ path }) => path);
  const { lines, reports } = await normalizePatiently(paths, join(scratch, 'sources'));
  return files.flatMap(({ name, path, sha256: original }) => {
    const line = lines.get(path);
    const report = reports.get(original);
    const anomalies = new Set(report?.tamperAnalysis?.anomalies.map(({ type }) => type));
    const contentHash = report?.normalized?.contentHash ?? null;
    return line?.status === 'SUCCESS' ? [{ name, path, line, contentHash, anomalies }] : [];
  });
}

/**
 * A file that exceeds the deadline on a busy machine is repeated alone, because the time is no property of the
 * document.
 */
async function normalizePatiently(paths: readonly string[], output: string): Promise<Normalized> {
  const first = await normalizeAll(paths, { output, jobs: 2, flags: FLAGS });
  const late = paths.filter((path) => first.lines.get(path)?.code === 'PROCESSING_TIMEOUT');
  const second = await normalizeAll(late, { output: `${output}-again`, jobs: 1, flags: FLAGS });
  return {
    lines: new Map([...first.lines, ...second.lines]),
    reports: new Map([...first.reports, ...second.reports]),
  };
}

export async function tryWriter(writer: Writer, sources: readonly Source[], scratch: string): Promise<WriterResult> {
  const folder = join(scratch, writer.name.replaceAll(/\W+/g, '-'));
  mkdirSync(folder);
  const tried = await mapAll([...sources.entries()], async ([index, source]) => {
    const output = join(folder, `${index}.pdf`);
    return (await save(writer, source.path, output)) ? [{ source, output }] : [];
  });
  const saved = tried.flat();
  const paths = saved.map(({ output }) => output);
  const { lines, reports } = await normalizePatiently(paths, join(folder, 'normalized'));
  const misses = saved.flatMap(({ source, output }) => missOf(writer, source, output, lines.get(output)) ?? []);
  const otherTexts = saved.flatMap(({ source, output }) => otherText(writer, source, output, reports) ?? []);
  rmSync(folder, { recursive: true });
  return { writer, saved: saved.length, misses, otherTexts };
}

function otherText(
  writer: Writer,
  { name, contentHash, anomalies }: Source,
  saved: string,
  reports: Normalized['reports'],
): Exception | undefined {
  const normalized = reports.get(sha256(readFileSync(saved)))?.normalized;
  // A file that does not normalize is a miss already.
  if (!normalized || normalized.contentHash === contentHash) return undefined;
  if (complaintAbout(saved) !== null) return { name, what: 'another text', rule: 'the writer broke the file' };
  return {
    name,
    what: 'another text',
    rule: writer.changes?.find((change) => change === SCANS && hasHidden(anomalies)),
  };
}

function missOf(writer: Writer, source: Source, saved: string, line: FileLine | undefined): Exception | undefined {
  if (line?.sha256 === source.line.sha256) return undefined;
  const { name } = source;
  const complaint = complaintAbout(saved);
  if (complaint !== null) return { name, what: complaint, rule: 'the writer broke the file' };
  if (!line?.output || !source.line.output) return { name, what: `${line?.status ?? 'no answer'} ${line?.code ?? ''}` };
  const [first, second] = [readFileSync(source.line.output), readFileSync(line.output)];
  const differences = findDifferences(new Uint8Array(first), new Uint8Array(second)).map((difference) => ({
    ...difference,
    rule: writer.changes?.find((change) => EXPLAINS[change](difference, source)),
  }));
  // One difference without a rule is a miss, whatever else the writer changed.
  const [shown] = [...differences.filter(({ rule }) => rule === undefined), ...differences];
  return shown && { name, what: `${shown.kind}: ${shown.path}`, rule: shown.rule };
}

const SCANS = 'finds objects by scanning, also those that no cross-reference names';

/** The file has objects that no cross-reference names. */
function hasHidden(anomalies: Source['anomalies']): boolean {
  return anomalies.has('POST_EOF_DATA') || anomalies.has('INCREMENTAL_UPDATE_INJECTION');
}

const EXPLAINS: Readonly<Record<Change, (difference: Difference, source: Source) => boolean>> = {
  'rounds numbers': ({ kind }) => kind === 'number rounded',
  'keeps carriage returns in strings, which 7.3.4.2 reads as line feeds': ({ kind }) => kind === 'line end',
  'makes one of equal annotations, structure elements or layers': ({ kind, path }) =>
    kind === 'objects merged' && /\/(Annots|K|OCProperties\/.*)\/\*$/.test(path),
  'drops the line end at the end of unfiltered streams': ({ kind }) => kind === 'last line end',
  'drops the page mode': ({ kind, path }) => kind === 'key lost: PageMode' && path === 'Root',
  'drops default colour spaces, and profiles of output intents of pages': ({ kind, path }) =>
    (kind === 'key lost: ColorSpace' && path.endsWith('/Resources')) ||
    (kind === 'key lost: DestOutputProfile' && path.endsWith('/Kids/*/OutputIntents/*')),
  'takes names for text of an encoding it guesses, and writes them in UTF-8': ({ kind }) => kind === 'name respelled',
  [SCANS]: (_, { anomalies }) => hasHidden(anomalies),
  'keeps colours of fields in 256 levels': ({ kind }) => kind === 'number in 256 levels' || kind === 'number rounded',
  'empties text fields whose value is a number': ({ path }, source) =>
    path.startsWith('Root/Pages/Kids/*/') && hasNumberForText(source),
  'adds resources of the page tree to pages that have their own': ({ kind, path }) =>
    kind.startsWith('key added') && /\/Kids\/\*\/Resources(\/\w+)?$/.test(path),
  'writes number signs in names as they are, so that escapes are read (7.3.5)': ({ kind }) =>
    kind === 'number sign lost',
  'respells keys of name trees': ({ kind, path }) => kind === 'value' && path.endsWith('/Names/*'),
  'drops fonts that content uses': ({ kind, path }) => kind.startsWith('key lost') && path.endsWith('/Resources/Font'),
  'takes white space between hexadecimal digits for digits (7.3.4.3)': ({ kind, path }) =>
    kind === 'value' && path.endsWith('/Style/Panose'),
  'drops XMP metadata that are not within the element x:xmpmeta': ({ kind, path }, source) =>
    kind === 'stream data' && path === 'Root/Metadata' && hasBareMetadata(source),
};

/** XMP, part 1, 7.3.3: the element is optional. */
function hasBareMetadata({ path }: Source): boolean {
  const pdf = openDocument(new Uint8Array(readFileSync(path)));
  const metadata = pdf.catalog.stream('Metadata');
  return metadata !== undefined && !Buffer.from(pdf.decode(metadata).bytes).includes('<x:xmpmeta');
}

/** ISO 32000-2, 12.7.5.3, allows only strings and streams as values of text fields. */
function hasNumberForText({ path }: Source): boolean {
  const pdf = openDocument(new Uint8Array(readFileSync(path)));
  for (const object of pdf.reachable()) {
    if (object instanceof Dict && object.name('FT') === 'Tx' && toNumber(object.get('V')) !== undefined) return true;
  }
  return false;
}
