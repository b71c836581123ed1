/** Object streams (ISO 32000-2, 7.5.7) for both writers. */
import { concatBytes } from '#platform';
import { deflate } from '#engine/pdf/filters/flate.ts';
import { fromLatin1 } from '#engine/pdf/syntax/lexer.ts';
import { ByteWriter, type Numbering, writeObject } from '#engine/pdf/syntax/serialize.ts';
import type { Container } from '#engine/pdf/syntax/objects.ts';

/** More objects in one stream save no bytes and make readers load unneeded objects. */
export const OBJECTS_PER_STREAM = 100;

export interface Numbered {
  readonly number: number;
  readonly object: Container;
}

/** An object stream with its own `obj` and `endobj`. */
export function writeObjectStream(
  out: ByteWriter,
  numbering: Numbering,
  contents: readonly Numbered[],
  number: number,
): void {
  const body = new ByteWriter();
  const index = contents.map(({ number: contained, object }, position) => {
    if (position > 0) body.text('\n');
    const offset = body.length;
    writeObject(body, numbering, object);
    return `${contained} ${offset}`;
  });
  const head = fromLatin1(`${index.join(' ')}\n`);
  const data = deflate(concatBytes([head, body.take()]));
  out.text(`${number} 0 obj\n<</Filter/FlateDecode/First ${head.length}/Length ${data.length}/N ${contents.length}`);
  out.text('/Type/ObjStm>>\nstream\n');
  out.bytes(data);
  out.text('\nendstream\nendobj\n');
}
