/** Appends updates with object streams, and objects in the text form of a file. */
import { deflateSync } from 'node:zlib';
import type { BuiltObject } from './pdf.ts';
import { lastStartXref } from './update.ts';

type Objects = Readonly<Record<number, BuiltObject>>;

export interface PackedOptions {
  /** Trailer entries besides Size, Prev and Root. */
  readonly trailer?: string;
  /** Numbers that the update frees. */
  readonly freed?: readonly number[];
  /** The number of the object stream. The cross-reference stream has the next number. */
  readonly holder?: number;
}

export const textOf = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1');
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const spelled = ({ dict = '', stream }: Exclude<BuiltObject, string>): string =>
  `<<${dict}/Length ${stream.length}>>\nstream\n${Buffer.from(stream).toString('latin1')}\nendstream`;
export const written = (number: number, object: BuiltObject): string =>
  `${number} 0 obj\n${typeof object === 'string' ? object : spelled(object)}\nendobj\n`;

/** An update whose objects are in an object stream with a cross-reference stream (ISO 32000-2, 7.5.7 and 7.5.8). */
export function appendPacked(
  pdf: Uint8Array,
  objects: Readonly<Record<number, string>>,
  plain: Objects = {},
  { trailer = '', freed = [], holder = 90 }: PackedOptions = {},
): Uint8Array {
  const table = holder + 1;
  let body = '';
  const places = Object.entries(objects).map(([number, object]) => {
    const place = `${number} ${body.length}`;
    body += `${object} `;
    return place;
  });
  const head = `${places.join(' ')} `;
  const packed = deflateSync(Buffer.from(head + body, 'latin1'));
  const rows: number[][] = freed.map((number) => [number, 0, 0, 1]);
  let text = textOf(pdf);
  const add = (number: number, object: BuiltObject): void => {
    rows.push([number, 1, text.length, 0]);
    text += written(number, object);
  };
  for (const [number, object] of Object.entries(plain)) add(Number(number), object);
  const dict = `/Type/ObjStm/N ${places.length}/First ${head.length}/Filter/FlateDecode`;
  add(holder, { dict, stream: new Uint8Array(packed) });
  for (const [index, number] of Object.keys(objects).entries()) rows.push([Number(number), 2, holder, index]);
  const start = text.length;
  rows.push([table, 1, start, 0]);
  const index = rows.map(([number]) => `${number} 1`).join(' ');
  const stream = Uint8Array.from(
    rows.flatMap(([, kind = 0, place = 0, extra = 0]) => [kind, place >> 16, (place >> 8) & 0xff, place & 0xff, extra]),
  );
  const entries = `/Type/XRef/Size 100/W[1 3 1]/Index[${index}]${trailer}/Root 1 0 R/Prev ${lastStartXref(pdf)}`;
  return bytesOf(`${text}${written(table, { dict: entries, stream })}startxref\n${start}\n%%EOF\n`);
}
