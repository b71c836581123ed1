/**
 * Writes `data/*.cff`, the substitutes of the standard 14 fonts, from the font data in PDFium's WebAssembly. Advance
 * widths become those of the Adobe AFM files, missing glyphs of these files are added, and Symbol and ZapfDingbats get
 * their built-in encodings. Run it from the package root: `node src/engine/fonts/build/programs.ts`. It also writes
 * `data/README.md`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { advancesOf } from '#engine/fonts/cff/advance.ts';
import { type CffProgram, encodingBytes, parseCff, writeCff } from '#engine/fonts/cff/cff.ts';
import { writeOutline } from '#engine/fonts/cff/outline.ts';
import { type EncodingName, encodingTable } from '#engine/fonts/encodings.ts';
import { metricsOf, STANDARD_FONTS, type StandardFont, widthsOf } from '#engine/fonts/standard-metrics.ts';
import { addComposites } from './composites.ts';
import { readOutline, transform } from './outline.ts';

const SOURCES: Readonly<Record<StandardFont, string>> = {
  Courier: 'ChromFixedOTF',
  'Courier-Bold': 'ChromFixedOTF-Bold',
  'Courier-BoldOblique': 'ChromFixedOTF-BoldItalic',
  'Courier-Oblique': 'ChromFixedOTF-Italic',
  Helvetica: 'ChromSansOTF',
  'Helvetica-Bold': 'ChromSansOTF-Bold',
  'Helvetica-BoldOblique': 'ChromSansPS-BoldItalic',
  'Helvetica-Oblique': 'ChromSansOTF-Italic',
  Symbol: 'ChromSymbolOTF',
  'Times-Bold': 'ChromSerifOTF-Bold',
  'Times-BoldItalic': 'ChromSerifOTF-BoldItalic',
  'Times-Italic': 'ChromSerifOTF-Italic',
  'Times-Roman': 'ChromSerifOTF',
  ZapfDingbats: 'ChromDingbatsOTF',
};

const DATA = new URL('../data/', import.meta.url);
const PDFIUM = dirname(dirname(createRequire(import.meta.url).resolve('@embedpdf/pdfium')));
const wasm = readFileSync(join(PDFIUM, 'dist/pdfium.wasm'));

/** A program starts with a CFF header and a Name INDEX of one name. */
function findProgram(name: string): CffProgram {
  const head = Buffer.from([1, 0, 4, 2, 0, 1, 1, 1, name.length + 1]);
  const at = wasm.indexOf(Buffer.concat([head, Buffer.from(name, 'latin1')]));
  if (at === -1) throw new Error(`${name} is not in pdfium.wasm`);
  return parseCff(wasm.subarray(at));
}

/** The AFM widths of the glyphs whose advance differs. */
function corrections(program: CffProgram, font: StandardFont): Map<string, number> {
  const widths = widthsOf(font);
  const wrong = [...advancesOf(program)].filter(([glyph, advance]) => (widths.get(glyph) ?? advance) !== advance);
  return new Map(wrong.map(([glyph]) => [glyph, widths.get(glyph) ?? 0]));
}

/** Changes the advances of glyphs and scales their outlines in proportion. */
function stretch(program: CffProgram, advances: ReadonlyMap<string, number>): CffProgram {
  const own = advancesOf(program);
  const charStrings = program.charStrings.map((charString, index) => {
    const glyph = program.glyphs[index] ?? '';
    const wanted = advances.get(glyph);
    if (wanted === undefined) return charString;
    return writeOutline(
      program,
      wanted,
      transform(readOutline(program, index), wanted / (own.get(glyph) ?? wanted), 0),
    );
  });
  return { ...program, charStrings };
}

function builtInEncoding(program: CffProgram, name: EncodingName): Uint8Array {
  const codes = encodingTable(name).flatMap((glyph, code) => (glyph === undefined ? [] : [[glyph, code] as const]));
  return encodingBytes(program.glyphs, new Map(codes));
}

function build(font: StandardFont): string {
  const program = findProgram(SOURCES[font]);
  const corrected = corrections(program, font);
  const fitted = stretch(program, corrected);
  const { symbolic, italicAngle } = metricsOf(font);
  const patched = symbolic ? fitted : addComposites(fitted, findProgram(SOURCES.Symbol), widthsOf(font), italicAngle);
  const encoding = font === 'Symbol' || font === 'ZapfDingbats' ? builtInEncoding(patched, `${font}Encoding`) : null;
  const bytes = writeCff({ ...patched, encoding });
  writeFileSync(new URL(`${font}.cff`, DATA), bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  const glyphs = [...corrected].map(([glyph, advance]) => `${glyph} ${advance}`).join(', ');
  return `| ${font}.cff | ${SOURCES[font]} | ${glyphs} | \`${hash}\` |`;
}

/** The first part of the licence file is that of PDFium. */
function licence(): string {
  const text = readFileSync(join(PDFIUM, 'LICENSE.pdfium'), 'latin1');
  const own = text.slice(0, text.indexOf('SUCH DAMAGE.') + 'SUCH DAMAGE.'.length);
  return own.replaceAll(/^\/\/ ?/gm, '').trim();
}

const rows = STANDARD_FONTS.map(build);
writeFileSync(
  new URL('README.md', DATA),
  `# Font data

\`*.cff\` are the substitutes of the standard 14 fonts: the Foxit faces of PDFium (\`core/fxge/fontdata/chromefontdata\`),
bare Compact Font Format, taken from the WebAssembly of \`@embedpdf/pdfium\` by \`build/programs.ts\`. The advance widths
listed here were set to those of the Adobe Core-14 AFM files and those glyphs stretched with them, missing glyphs of the
AFM files were put together from others (\`build/composites.ts\`), and Symbol and ZapfDingbats were given their built-in
encodings.

| File | PDFium face | Widths set | SHA-256 |
|---|---|---|---|
${rows.join('\n')}

\`standard-widths.ts\` is made by \`build/standard-metrics.ts\` from \`@pdf-lib/standard-fonts\` (MIT). \`encodings.ts\` holds
tables of ISO 32000-2, Annex D; \`cff-strings.ts\` the standard strings of Adobe Technical Note 5176; \`glyph-list.ts\` names
of the Adobe Glyph List (agl-aglfn, BSD-3-Clause).

## Licence of the font programs

\`\`\`text
${licence()}
\`\`\`
`,
);
