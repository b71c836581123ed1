/**
 * Finds objects without a cross-reference: one linear pass over the file searches `number generation obj` outside of
 * stream data. The later of two objects with one number counts, as in a file with updates (ISO 32000-2, 7.5.6).
 */
import { type ByteView, viewOf } from '#platform';
import { ZERO } from '#engine/pdf/syntax/bytes.ts';
import { type Budget, exceeded, LIMITS } from '#engine/pdf/budget.ts';
import { isBoundary, isDigit, isWhiteSpace, Lexer } from '#engine/pdf/syntax/lexer.ts';
import { readIndirectObject } from './loader.ts';
import { Dict, type Resolver, Stream } from '#engine/pdf/syntax/objects.ts';
import { Parser } from '#engine/pdf/syntax/parser.ts';

export interface ScannedObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

export interface Scan {
  /** The objects in file order. Numbers may repeat. */
  readonly objects: readonly ScannedObject[];
  /** Dictionaries after `trailer` and of cross-reference streams, in file order. */
  readonly trailers: readonly Dict[];
  /** Objects whose text names the type `XRef`, in file order. */
  readonly crossReferenceStreams: readonly ScannedObject[];
  /** Objects whose text names the type `ObjStm`, in file order. */
  readonly objectStreams: readonly ScannedObject[];
  /** Objects whose text names the type `Catalog`, in file order. */
  readonly catalogs: readonly ScannedObject[];
}

export function scanFile(bytes: Uint8Array, resolver: Resolver, budget: Budget): Scan {
  const view = viewOf(bytes);
  const objects = scanObjects(view);
  const mentioning = (name: string): ScannedObject[] => objectsMentioning(view, objects, name);
  const crossReferenceStreams = mentioning('/XRef');
  const trailers = [
    ...keywordTrailers(view, resolver, budget),
    ...crossReferenceStreams.flatMap((object) => xrefStreamTrailer(bytes, object, resolver, budget)),
  ];
  return {
    objects,
    trailers: trailers.toSorted((a, b) => a.offset - b.offset).map(({ dict }) => dict),
    crossReferenceStreams,
    objectStreams: mentioning('/ObjStm'),
    catalogs: mentioning('/Catalog'),
  };
}

function scanObjects(view: ByteView): ScannedObject[] {
  const objects: ScannedObject[] = [];
  let hasEndstream = true;
  for (let at = view.indexOf('obj'); at >= 0;) {
    const header = headerBefore(view, at);
    if (header) {
      if (objects.length >= LIMITS.objects) exceeded('objects');
      objects.push(header);
    }
    const next = view.indexOf('obj', at + 3);
    const stream: number = header && hasEndstream ? streamKeyword(view, at + 3, next < 0 ? view.length : next) : -1;
    if (stream < 0) {
      at = next;
      continue;
    }
    const end: number = view.indexOf('endstream', stream);
    hasEndstream = end >= 0;
    at = view.indexOf('obj', hasEndstream ? end : at + 3);
  }
  return objects;
}

/** The two integers before `obj` at a position; undefined if there are none, as in `endobj`. */
function headerBefore(view: ByteView, at: number): ScannedObject | undefined {
  let position = at;
  const readBack = (): number => {
    const blankEnd = position;
    while (position > 0 && isWhiteSpace(view[position - 1])) position--;
    const end = position;
    while (position > 0 && end - position < 10 && isDigit(view[position - 1])) position--;
    return end === position || (blankEnd === end && end !== at) ? -1 : Number(view.toString('latin1', position, end));
  };
  const generation = readBack();
  const number = generation < 0 ? -1 : readBack();
  const offset = position;
  while (view[position - 1] === ZERO) position--;
  if (number < 0 || isDigit(view[position - 1])) return undefined;
  return { number, generation, offset };
}

/** The position of `stream` after the end of a dictionary; -1 if the object has no data. */
function streamKeyword(view: ByteView, from: number, to: number): number {
  const text = view.subarray(from, to); // a search beyond the object would read the rest of the file for each object
  for (let at = text.indexOf('stream'); at >= 0; at = text.indexOf('stream', at + 6)) {
    let before = at;
    while (before > 0 && isWhiteSpace(text[before - 1])) before--;
    if (text[before - 1] === 0x3e && text[before - 2] === 0x3e) return from + at + 6;
  }
  return -1;
}

/** The objects whose text contains a name, each once. */
function objectsMentioning(view: ByteView, objects: readonly ScannedObject[], name: string): ScannedObject[] {
  const found = new Set<ScannedObject>();
  let index = 0;
  for (let at = view.indexOf(name); at >= 0; at = view.indexOf(name, at + name.length)) {
    if (!isBoundary(view[at + name.length])) continue;
    while (index + 1 < objects.length && (objects[index + 1]?.offset ?? 0) <= at) index++;
    const object = objects[index];
    if (object && object.offset <= at) found.add(object);
  }
  return [...found];
}

interface FoundTrailer {
  readonly offset: number;
  readonly dict: Dict;
}

function keywordTrailers(view: ByteView, resolver: Resolver, budget: Budget): FoundTrailer[] {
  const found: FoundTrailer[] = [];
  for (let at = view.indexOf('trailer'); at >= 0; at = view.indexOf('trailer', at + 7)) {
    const lexer = new Lexer(view, at + 7);
    lexer.skipWhiteSpace();
    if (view[lexer.position] !== 0x3c) continue;
    const before = lexer.position;
    const dict = new Parser(lexer, resolver, budget).readObject();
    budget.spendRead(Math.max(lexer.position, lexer.start) - before);
    if (dict instanceof Dict) found.push({ offset: at, dict });
    if (found.length > LIMITS.xrefSections) exceeded('trailers');
  }
  return found;
}

function xrefStreamTrailer(
  bytes: Uint8Array,
  { offset }: ScannedObject,
  resolver: Resolver,
  budget: Budget,
): FoundTrailer[] {
  const found = readIndirectObject(bytes, offset, resolver, budget)?.object;
  return found instanceof Stream && found.dict.name('Type') === 'XRef' ? [{ offset, dict: found.dict }] : [];
}
