/**
 * Follows the chain of cross-reference sections: tables, streams, hybrids (ISO 32000-2, 7.5.4, 7.5.5, 7.5.8). The
 * memory never depends on declared numbers: a section has at most as many entries as its bytes can hold.
 */
import { viewOf } from '#platform';
import { type Budget, exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { decodeStream } from '#engine/pdf/filters/decode.ts';
import { unsupportedFilter } from '#engine/pdf/undecodable.ts';
import { Lexer } from '#engine/pdf/syntax/lexer.ts';
import { readIndirectObject, startsWith } from './loader.ts';
import { Dict, type Resolver, Stream } from '#engine/pdf/syntax/objects.ts';
import { Parser } from '#engine/pdf/syntax/parser.ts';
import type { XrefEntry, XrefSection } from './structure.ts';

/** The number after the last `startxref` in the last kilobytes of the file; undefined if it is missing. */
export function findStartXref(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes);
  const at = view.lastIndexOf('startxref', undefined, 'latin1');
  if (at < 0) return undefined;
  const lexer = new Lexer(bytes, at + 'startxref'.length);
  return lexer.next() === 'number' && typeof lexer.number === 'number' && lexer.number >= 0 ? lexer.number : undefined;
}

/** The sections, newest first; undefined if one cannot be read. A loop ends the chain. */
export function readXrefChain(
  bytes: Uint8Array,
  startXref: number,
  resolver: Resolver,
  budget: Budget,
): XrefSection[] | undefined {
  const sections: XrefSection[] = [];
  const visited = new Set<number>();
  for (let offset: number | undefined = startXref; offset !== undefined && !visited.has(offset);) {
    if (visited.size >= LIMITS.xrefSections) exceeded('xrefSections');
    visited.add(offset);
    const section = readXrefSection(bytes, offset, resolver, budget);
    if (!section) return undefined;
    sections.push(section);
    // Some writers write 0 for none, although the header is there.
    offset = section.trailer.integer('Prev') || undefined;
  }
  return sections;
}

function readXrefSection(
  bytes: Uint8Array,
  offset: number,
  resolver: Resolver,
  budget: Budget,
): XrefSection | undefined {
  if (offset >= bytes.length) return undefined;
  const lexer = new Lexer(bytes, offset);
  lexer.skipWhiteSpace();
  if (!startsWith(bytes, lexer.position, 'xref')) return readXrefStream(bytes, offset, resolver, budget);
  lexer.position += 4;
  const table = readXrefTable(lexer, resolver, budget);
  if (!table) return undefined;
  const hybrid = table.trailer.integer('XRefStm');
  const stream = hybrid === undefined ? undefined : readXrefStream(bytes, hybrid, resolver, budget);
  // 7.5.8.4: the stream of a hybrid file has the objects that the table marks as free.
  const { entries } = table;
  for (const [number, entry] of stream?.entries ?? []) {
    if ((entries.get(number)?.kind ?? 'free') === 'free') entries.set(number, entry);
  }
  return { offset, kind: 'table', entries, trailer: table.trailer };
}

interface XrefTable {
  readonly entries: Map<number, XrefEntry>;
  readonly trailer: Dict;
}

/** Reads subsections until `trailer`. Entries are read as tokens, so lines of 19 or 21 bytes are accepted. */
function readXrefTable(lexer: Lexer, resolver: Resolver, budget: Budget): XrefTable | undefined {
  const entries = new Map<number, XrefEntry>();
  while (lexer.next() === 'number') {
    const first = lexer.number;
    if (lexer.next() !== 'number' || typeof first !== 'number' || typeof lexer.number !== 'number') return undefined;
    if (!readSubsection(lexer, first, lexer.number, entries, budget)) return undefined;
  }
  if (lexer.kind !== 'keyword' || lexer.keyword !== 'trailer') return undefined;
  const before = lexer.position;
  const trailer = new Parser(lexer, resolver, budget).readObject();
  budget.spendRead(lexer.position - before);
  return trailer instanceof Dict ? { entries, trailer } : undefined;
}

function readSubsection(
  lexer: Lexer,
  first: number,
  count: number,
  entries: Map<number, XrefEntry>,
  budget: Budget,
): boolean {
  let number = first;
  for (let read = 0; read < count; read++, number++) {
    const before = lexer.position;
    if (lexer.next() !== 'number') {
      lexer.position = before; // the subsection has fewer entries than announced
      return lexer.kind === 'keyword';
    }
    const offset = lexer.number;
    if (lexer.next() !== 'number') return false;
    const generation = lexer.number;
    if (lexer.next() !== 'keyword' || typeof offset !== 'number' || typeof generation !== 'number') return false;
    // A first subsection that should start at 0 but is written from 1: its first entry is the head of the free list.
    if (read === 0 && first === 1 && lexer.keyword === 'f' && generation === 65535 && offset === 0) number = 0;
    budget.spend('xrefEntries');
    if (entries.has(number) || !isObjectNumber(number)) continue;
    if (entries.size >= LIMITS.objects) exceeded('xrefEntries');
    entries.set(
      number,
      lexer.keyword === 'n' && offset > 0 ? { kind: 'offset', offset, generation } : { kind: 'free' },
    );
  }
  return true;
}

function readXrefStream(
  bytes: Uint8Array,
  offset: number,
  resolver: Resolver,
  budget: Budget,
): XrefSection | undefined {
  const found = readIndirectObject(bytes, offset, resolver, budget);
  if (!found || !(found.object instanceof Stream)) return undefined;
  const { dict } = found.object;
  const widths = fieldWidths(dict);
  if (!widths) return undefined;
  const [w0, w1, w2] = widths;
  const { bytes: data, remaining } = decodeStream(found.object, resolver, budget.decodable);
  const [obstacle] = remaining;
  // Other readers may find other objects in it than a scan of the file, so the document ends here.
  if (obstacle) throw unsupportedFilter('cross_reference_stream', obstacle);
  budget.spendDecoded(data.length);

  const entries = new Map<number, XrefEntry>();
  const index = dict.array('Index') ?? [0, dict.integer('Size') ?? 0];
  let at = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const first = index[pair];
    const count = index[pair + 1];
    if (typeof first !== 'number' || typeof count !== 'number') return undefined;
    for (let i = 0; i < count && at + w0 + w1 + w2 <= data.length; i++, at += w0 + w1 + w2) {
      budget.spend('xrefEntries');
      if (entries.size >= LIMITS.objects) exceeded('xrefEntries');
      const type = w0 === 0 ? 1 : field(data, at, w0);
      const entry = toEntry(type, field(data, at + w0, w1), field(data, at + w0 + w1, w2));
      if (!entries.has(first + i) && isObjectNumber(first + i)) entries.set(first + i, entry);
    }
  }
  return { offset, kind: 'stream', entries, trailer: dict };
}

/** 7.3.10: a reference cannot have any other number. */
function isObjectNumber(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

/** Table 17: the number of bytes of the three fields of an entry; undefined if they are invalid. */
function fieldWidths(dict: Dict): readonly [number, number, number] | undefined {
  const widths = (dict.array('W') ?? []).map((width) => (typeof width === 'number' ? width : -1));
  const [w0 = 0, w1 = 0, w2 = 0] = widths;
  if (widths.length < 3 || widths.some((width) => width < 0 || width > 8) || w0 + w1 + w2 === 0) return undefined;
  return [w0, w1, w2];
}

/** Table 18: a reference to an entry of unknown type is null. */
function toEntry(type: number, second: number, third: number): XrefEntry {
  if (type === 1 && second > 0) return { kind: 'offset', offset: second, generation: third };
  return type === 2 ? { kind: 'compressed', stream: second, index: third } : { kind: 'free' };
}

function field(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/** The newest entry of each number. */
export function mergeEntries(sections: readonly XrefSection[]): ReadonlyMap<number, XrefEntry> {
  const [newest, ...older] = sections;
  if (newest && older.length === 0) return newest.entries;
  const merged = new Map(newest?.entries);
  for (const section of older) {
    for (const [number, entry] of section.entries) if (!merged.has(number)) merged.set(number, entry);
  }
  return merged;
}
