/** The objects of a linearized file as bytes: serialized once, placed when all lengths are known. */
import type { CanonicalGraph } from '#engine/canonical/canonical.ts';
import { writeObjectStream } from '#engine/pdf/write/object-stream.ts';
import { ByteWriter, indirectObject, type Numbering } from '#engine/pdf/write/serialize.ts';
import type { FileNumbers, Item, Parts } from './parts.ts';

export class Body {
  readonly #pieces = new Map<Item, readonly Uint8Array[]>();
  readonly #lengths = new Map<Item, number>();

  constructor(graph: CanonicalGraph, parts: Parts, numbers: FileNumbers) {
    const numbering: Numbering = {
      numberOf: (container) => {
        const number = graph.numberOf(container);
        return number === undefined ? undefined : numbers.objects[number];
      },
    };
    for (const item of [...parts.open, ...parts.firstPage, ...parts.secondHalf]) {
      const pieces = toPieces(item, graph, numbering, numbers);
      this.#pieces.set(item, pieces);
      this.#lengths.set(item, totalLength(pieces));
    }
  }

  pieces(items: readonly Item[]): Uint8Array[] {
    return items.flatMap((item) => this.#pieces.get(item) ?? []);
  }

  length(item: Item): number {
    return this.#lengths.get(item) ?? 0;
  }

  totalLength(items: readonly Item[]): number {
    return items.reduce((sum, item) => sum + this.length(item), 0);
  }
}

function toPieces(item: Item, graph: CanonicalGraph, numbering: Numbering, numbers: FileNumbers): Uint8Array[] {
  const contents = item.contents.flatMap((canonical) => {
    const object = graph.objects[canonical - 1];
    return object === undefined ? [] : [{ number: numbers.objects[canonical] ?? 0, object }];
  });
  if (!item.isObjectStream) return contents.flatMap(({ object, number }) => indirectObject(numbering, object, number));
  const out = new ByteWriter();
  writeObjectStream(out, numbering, contents, numbers.items.get(item) ?? 0);
  return [out.take()];
}

export function totalLength(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
