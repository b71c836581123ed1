/** The parts that the frame cannot load itself: the page loads them from its own origin and passes them on. */
// Vite makes the addresses, which the modules themselves do not export.
// oxlint-disable-next-line import/default
import parser from './parser-worker.ts?worker&url';
import type { PartKind } from './protocol.ts';
// oxlint-disable-next-line import/default
import renderer from './renderer-worker.ts?worker&url';

/** The engine of scripts and the fallbacks for browsers without WebAssembly are absent, so requests for them fail. */
const ADDRESSES: Readonly<Record<PartKind, Readonly<Record<string, string>>>> = {
  cMapUrl: import.meta.glob('../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  standardFontDataUrl: import.meta.glob('../../src/engine/fonts/data/*.cff', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  wasmUrl: import.meta.glob('../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
};

/**
 * The names of standard fonts in pdf.js, with the faces of the canonical form. A document without such a font is then
 * drawn with the same glyphs before and after, so every visible difference is real.
 */
const STANDARD_FACES: Readonly<Record<string, string>> = {
  'Courier.cff': 'FoxitFixed.pfb',
  'Courier-Bold.cff': 'FoxitFixedBold.pfb',
  'Courier-BoldOblique.cff': 'FoxitFixedBoldItalic.pfb',
  'Courier-Oblique.cff': 'FoxitFixedItalic.pfb',
  'Helvetica.cff': 'LiberationSans-Regular.ttf',
  'Helvetica-Bold.cff': 'LiberationSans-Bold.ttf',
  'Helvetica-BoldOblique.cff': 'LiberationSans-BoldItalic.ttf',
  'Helvetica-Oblique.cff': 'LiberationSans-Italic.ttf',
  'Symbol.cff': 'FoxitSymbol.pfb',
  'Times-Bold.cff': 'FoxitSerifBold.pfb',
  'Times-BoldItalic.cff': 'FoxitSerifBoldItalic.pfb',
  'Times-Italic.cff': 'FoxitSerifItalic.pfb',
  'Times-Roman.cff': 'FoxitSerif.pfb',
  'ZapfDingbats.cff': 'FoxitDingbats.pfb',
};

const byName = new Map(
  Object.entries(ADDRESSES).flatMap(([kind, files]) =>
    Object.entries(files).map(([path, address]) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return [`${kind} ${STANDARD_FACES[name] ?? name}`, address];
    }),
  ),
);

const loaded = new Map<string, Promise<ArrayBuffer>>();

/** The part by its name; null where there is no such part. Names come from the frame, so they are used only as keys. */
export function partNamed(kind: PartKind, name: string): Promise<ArrayBuffer | null> {
  const address = byName.get(`${kind} ${name}`);
  return address === undefined ? Promise.resolve(null) : copyOf(address);
}

/** The scripts of the frame's two workers. */
export async function workerScripts(): Promise<{ readonly parser: ArrayBuffer; readonly renderer: ArrayBuffer }> {
  const [first, second] = await Promise.all([copyOf(parser), copyOf(renderer)]);
  return { parser: first, renderer: second };
}

/** A copy, because the sender loses a transferred buffer. */
async function copyOf(address: string): Promise<ArrayBuffer> {
  const known = loaded.get(address) ?? load(address);
  loaded.set(address, known);
  try {
    return (await known).slice(0);
  } catch (error) {
    // The next one who asks tries again.
    loaded.delete(address);
    throw error;
  }
}

async function load(address: string): Promise<ArrayBuffer> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`A part of the portal is missing: ${response.status} for ${address}`);
  return response.arrayBuffer();
}
