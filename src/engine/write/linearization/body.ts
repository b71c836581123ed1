/** The bytes of the objects of a linearized file. They are serialized once and placed when all lengths are known. */
import type { CanonicalGraph } from '#engine/canonical/canonical.ts';
import { writeObjectStream } from '#engine/write/file/object-stream.ts';
import { ByteWriter, type Numbering, STREAM_END, writeObjectHead } from '#engine/pdf/syntax/serialize.ts';
import { type FileNumbers, type Item, itemCount, type Parts } from './parts.ts';

/**
 * There may be hundreds of thousands of items, so all their text is one array of bytes, without the data of streams.
 */
export class Body {
  readonly #graph: CanonicalGraph;
  readonly #numbers: FileNumbers;
  readonly #numbering: Numbering;
  readonly #text: Uint8Array;
  /** The start and the end of the text of each item. */
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  /** The data of a stream, which stand between its text and its end. */
  readonly #data: (Uint8Array | undefined)[];

  constructor(graph: CanonicalGraph, parts: Parts, numbers: FileNumbers) {
    this.#graph = graph;
    this.#numbers = numbers;
    this.#numbering = {
      numberOf: (container) => {
        const number = graph.numberOf(container);
        return number === undefined ? undefined : numbers.objects[number];
      },
    };
    const count = itemCount(parts);
    this.#starts = new Float64Array(count);
    this.#ends = new Float64Array(count);
    this.#data = Array.from<Uint8Array | undefined>({ length: count });
    const out = new ByteWriter();
    for (const items of [parts.open, parts.firstPage, parts.secondHalf]) {
      for (const item of items) {
        this.#starts[item.index] = out.length;
        this.#data[item.index] = this.#write(out, item);
        this.#ends[item.index] = out.length;
      }
    }
    this.#text = out.take();
  }

  length({ index }: Item): number {
    const data = this.#data[index];
    const text = (this.#ends[index] ?? 0) - (this.#starts[index] ?? 0);
    return data === undefined ? text : text + data.length + STREAM_END.length;
  }

  totalLength(items: readonly Item[]): number {
    return items.reduce((sum, item) => sum + this.length(item), 0);
  }

  /** Returns the data of a stream, which are copied only at their final position. */
  #write(out: ByteWriter, item: Item): Uint8Array | undefined {
    const number = this.#numbers.items[item.index] ?? 0;
    const contents = item.contents.flatMap((canonical) => {
      const object = this.#graph.objects[canonical - 1];
      return object === undefined ? [] : [{ number: this.#numbers.objects[canonical] ?? 0, object }];
    });
    const [first] = contents;
    if (!item.isObjectStream) return first && writeObjectHead(out, this.#numbering, first.object, first.number);
    writeObjectStream(out, this.#numbering, contents, number);
    return undefined;
  }

  /** Writes the items one after the other and returns their end. */
  copy(items: readonly Item[], target: Uint8Array, start: number): number {
    let at = start;
    const put = (bytes: Uint8Array): void => {
      target.set(bytes, at);
      at += bytes.length;
    };
    for (const { index } of items) {
      put(this.#text.subarray(this.#starts[index], this.#ends[index]));
      const data = this.#data[index];
      if (data === undefined) continue;
      put(data);
      put(STREAM_END);
    }
    return at;
  }
}
