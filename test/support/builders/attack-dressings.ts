/**
 * The ways to encode an update so that a search does not find it, in three levels from plain to an encoding that only a
 * repairing reader finds. Every attack by an update can use each of them.
 */
import type { BuiltObject } from './pdf.ts';
import { appendPacked, bytesOf, textOf, written } from './packed-update.ts';
import { appendUpdate, lastStartXref } from './update.ts';

export interface Update {
  readonly objects: Readonly<Record<number, BuiltObject>>;
  readonly freed?: readonly number[];
  /** Trailer entries besides Size, Prev and Root. */
  readonly trailer?: string;
}

export interface Dressing {
  /** 1 is plain, 2 is hidden from a search of the bytes, 3 is hidden from a reader of the cross-reference. */
  readonly level: 1 | 2 | 3;
  readonly name: string;
  /** The document is encrypted with the empty user password. */
  readonly isEncrypted?: boolean;
  /** True if it writes no table and thus cannot free objects. */
  readonly hasNoTable?: boolean;
  readonly dress: (pdf: Uint8Array, update: Update) => Uint8Array;
}

export const DRESSINGS: readonly Dressing[] = [
  { level: 1, name: 'an update', dress: plainly },
  { level: 2, name: 'an object stream', dress: packed },
  { level: 2, name: 'names in hex', dress: (pdf, update) => plainly(pdf, inHex(update)) },
  { level: 2, name: 'a revision for each object', dress: (pdf, update) => oneByOne(pdf, update, plainly) },
  { level: 2, name: 'lengths that are objects', dress: (pdf, update) => plainly(pdf, withIndirectLengths(update)) },
  {
    level: 3,
    name: 'names in hex, an object stream and a revision for each object',
    dress: (pdf, update) => oneByOne(pdf, inHex(update), packed),
  },
  { level: 3, name: 'an object stream of an encrypted document', isEncrypted: true, dress: packed },
  { level: 3, name: 'a startxref that leads nowhere', dress: astray },
  { level: 3, name: 'objects alone', hasNoTable: true, dress: (pdf, update) => add(pdf, bodyOf(update)) },
  {
    level: 3,
    name: 'objects and a trailer',
    hasNoTable: true,
    dress: (pdf, update) => add(pdf, `${bodyOf(update)}trailer\n<<${update.trailer ?? ''}/Root 1 0 R/Size 100>>\n`),
  },
  { level: 3, name: 'no %%EOF', dress: (pdf, update) => bytesOf(textOf(plainly(pdf, update)).replace(/%%EOF\n$/, '')) },
  {
    level: 3,
    name: 'a comment sign, and the startxref that was signed',
    hasNoTable: true,
    dress: (pdf, update) => add(pdf, `%\r${bodyOf(update)}startxref\n${lastStartXref(pdf)}\n%%EOF\n`),
  },
];

function plainly(pdf: Uint8Array, { objects, freed = [], trailer = '' }: Update): Uint8Array {
  return appendUpdate(pdf, objects, { freed, trailer });
}

/** A stream cannot be in an object stream (ISO 32000-2, 7.5.7). */
function packed(pdf: Uint8Array, { objects, freed = [], trailer = '' }: Update, holder = 90): Uint8Array {
  const strings: Record<number, string> = {};
  const streams: Record<number, BuiltObject> = {};
  for (const [number, object] of Object.entries(objects)) {
    if (typeof object === 'string') strings[Number(number)] = object;
    else streams[Number(number)] = object;
  }
  return appendPacked(pdf, strings, streams, { freed, trailer, holder });
}

function oneByOne(
  pdf: Uint8Array,
  { objects, freed = [], trailer = '' }: Update,
  write: (pdf: Uint8Array, update: Update, holder?: number) => Uint8Array,
): Uint8Array {
  let result = freed.length > 0 ? plainly(pdf, { objects: {}, freed, trailer }) : pdf;
  for (const [index, [number, object]] of Object.entries(objects).entries())
    result = write(result, { objects: { [number]: object }, trailer }, 90 + 2 * index);
  return result;
}

/** Any character of a name may be written by its number (7.3.5). */
function inHex(update: Update): Update {
  const hex = (text: string): string =>
    text.replace(/\/([A-Z])/g, (_, letter: string) => `/#${letter.charCodeAt(0).toString(16)}`);
  const objects = Object.entries(update.objects).map(([number, object]) => [
    number,
    typeof object === 'string' ? hex(object) : { ...object, dict: hex(object.dict ?? '') },
  ]);
  return { ...update, objects: Object.fromEntries(objects) };
}

/** The first /Length counts. Readers differ about the second one, which has the same value. */
function withIndirectLengths(update: Update): Update {
  const objects: Record<number, BuiltObject> = {};
  for (const [number, object] of Object.entries(update.objects)) {
    objects[Number(number)] = object;
    if (typeof object === 'string') continue;
    const length = 50 + Number(number);
    objects[length] = `${object.stream.length}`;
    objects[Number(number)] = { ...object, dict: `${object.dict ?? ''}/Length ${length} 0 R` };
  }
  return { ...update, objects };
}

function astray(pdf: Uint8Array, update: Update): Uint8Array {
  return bytesOf(textOf(plainly(pdf, update)).replace(/startxref\n\d+\n%%EOF\n$/, 'startxref\n7\n%%EOF\n'));
}

function bodyOf({ objects }: Update): string {
  return Object.entries(objects)
    .map(([number, object]) => written(Number(number), object))
    .join('');
}

function add(pdf: Uint8Array, text: string): Uint8Array {
  return bytesOf(textOf(pdf) + text);
}
