/**
 * Writes `data/standard-widths.ts` from the Adobe Core-14 AFM files in `@pdf-lib/standard-fonts`. Run it from the
 * package root: `node src/engine/fonts/build/standard-metrics.ts`.
 */
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';

interface Afm {
  readonly CharWidths: Readonly<Record<string, number>>;
}

// The package is a dependency of pdf-lib, and it is CommonJS.
const fromPdfLib = createRequire(createRequire(import.meta.url).resolve('pdf-lib'));
const { Font }: { Font: { load(name: string): Afm } } = fromPdfLib('@pdf-lib/standard-fonts');

const LINE_WIDTH = 110;

function wrap(words: readonly (string | number)[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.length + String(word).length >= LINE_WIDTH) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}

function pairs(name: string): string {
  return wrap(Object.entries(Font.load(name).CharWidths).map(([glyph, width]) => `${glyph} ${width}`));
}

/** The Latin faces share one list of glyphs. Their widths have the same order. */
function latin(names: readonly string[], face: string): string {
  const widths = Font.load(face).CharWidths;
  return wrap(names.map((name) => widths[name] ?? 0));
}

const glyphs = Object.keys(Font.load('Helvetica').CharWidths);
const faces = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Times-Bold', 'Times-Italic', 'Times-BoldItalic'];
const rows = faces.map((face) => `  '${face}': \`\n${latin(glyphs, face)}\n\`,\n`).join('');

writeFileSync(
  new URL('../data/standard-widths.ts', import.meta.url),
  `/**
 * Advance widths of the standard 14 fonts: facts of the Adobe Core-14 AFM files, taken from
 * \`@pdf-lib/standard-fonts\` (MIT) by \`build/standard-metrics.ts\`. Not edited by hand.
 */

/** The glyphs of every Latin face, in the order of \`LATIN_WIDTHS\`. */
export const LATIN_GLYPHS = \`
${wrap(glyphs)}
\`;

/** Oblique Helvetica is as wide as the upright; every glyph of Courier is 600 wide. */
export const LATIN_WIDTHS: Readonly<Record<string, string>> = {
${rows.replaceAll("'Helvetica':", 'Helvetica:')}};

/** Glyph and width, alternating. */
export const SYMBOL_WIDTHS = \`
${pairs('Symbol')}
\`;

/** Glyph and width, alternating. */
export const ZAPF_DINGBATS_WIDTHS = \`
${pairs('ZapfDingbats')}
\`;
`,
);
