/** Appends incremental updates to a PDF with a cross-reference table (ISO 32000-2, 7.5.6). */
import { bodyOf, type BuiltObject } from './pdf.ts';

export interface UpdateOptions {
  /** Trailer entries besides Size, Prev and Root. */
  readonly trailer?: string;
  readonly root?: number;
  /** Numbers that the update frees. */
  readonly freed?: readonly number[];
}

export function appendUpdate(
  pdf: Uint8Array,
  objects: Readonly<Record<number, BuiltObject>>,
  { trailer = '', root = 1, freed = [] }: UpdateOptions = {},
): Uint8Array {
  const parts: Buffer[] = [Buffer.from(pdf)];
  let length = pdf.length;
  const rows = freed.map((number) => `${number} 1\n0000000000 00001 f \n`);
  for (const [number, object] of Object.entries(objects)) {
    rows.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), bodyOf(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    length += part.length;
  }
  const tail = `trailer\n<<${trailer}/Root ${root} 0 R/Size 100/Prev ${lastStartXref(pdf)}>>\nstartxref\n${length}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n${rows.join('')}${tail}`, 'latin1'));
  return new Uint8Array(Buffer.concat(parts));
}

export function lastStartXref(pdf: Uint8Array): number {
  const text = Buffer.from(pdf).toString('latin1');
  return Number(/startxref\s+(\d+)/.exec(text.slice(text.lastIndexOf('startxref')))?.[1]);
}
