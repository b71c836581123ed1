/**
 * Hostile files from our own builders: every shape, most of them also in another encoding, some of them mutated, and
 * pages that attack readers.
 */
import { SHAPES } from '#test/hostile/shapes/index.ts';
import { mutate, chanceOf } from '#test/properties/mutations.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import * as pages from '#test/support/builders/hostile-pages.ts';

export interface HostileFile {
  readonly name: string;
  /** The expected end; null accepts any documented end that is no fault of the service. */
  readonly ends: string | null;
  build(): Uint8Array;
}

/** Data around a file that make readers disagree about its start and end. */
const DRESSES: readonly (readonly [name: string, dress: (bytes: Buffer) => Buffer])[] = [
  ['behind other bytes', (bytes) => Buffer.concat([Buffer.alloc(4_000, '\x89PNG\r\n'), bytes])],
  ['with its end cut off', (bytes) => bytes.subarray(0, Math.ceil(bytes.length * 0.9))],
  ['twice, one after the other', (bytes) => Buffer.concat([bytes, bytes])],
  ['behind a document that is honest', (bytes) => Buffer.concat([helloPage('honest'), bytes])],
  ['before a document that is honest', (bytes) => Buffer.concat([bytes, helloPage('honest')])],
];

/** Small files use the same mechanisms, so large ones have no such variants. */
const DRESSED_SCALE = 0.01;
const MUTATIONS = 40;

/** @param scale the size of the shapes: from 0.1, where each ends as it does at full size, to 1 */
export function hostileFiles(scale: number): HostileFile[] {
  const shapes = SHAPES.map((shape): HostileFile => {
    return { name: shape.name, ends: shape.ends, build: () => shape.build(scale) };
  });
  const dressed = SHAPES.map((shape, index): HostileFile => {
    const [how, dress] = DRESSES[index % DRESSES.length] ?? ['', (bytes: Buffer) => bytes];
    return { name: `${shape.name}, ${how}`, ends: null, build: () => dress(Buffer.from(shape.build(DRESSED_SCALE))) };
  });
  const mutated = Array.from({ length: MUTATIONS }, (_, seed): HostileFile => {
    const other = SHAPES[(seed * 7) % SHAPES.length];
    return {
      name: `mutation ${seed + 1}`,
      ends: null,
      build: () =>
        mutate(pages.callsHome('http://127.0.0.1:9'), other?.build(DRESSED_SCALE) ?? helloPage(), chanceOf(seed)),
    };
  });
  const attacking = {
    'a page that calls home': () => pages.callsHome('http://127.0.0.1:9'),
    'a huge image': pages.hugeImage,
    'a huge page': pages.hugePage,
    'a ribbon': pages.ribbon,
    'a million pages': pages.millionPages,
    'a page that is never drawn': pages.neverDrawn,
    'hostile names': pages.hostileNames,
  };
  const readers = Object.entries(attacking).map(([name, build]): HostileFile => ({ name, ends: null, build }));
  return [...shapes, ...readers, ...mutated, ...dressed];
}
