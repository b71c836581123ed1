/** Puts the sources into a folder, with the pictures and the fonts that they use. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS } from './formats.ts';
import { PAGE, pictures, SOURCES } from './sources.ts';

const FONTS = '/usr/share/fonts/truetype';
const DEJAVU = (name: string): string => `${FONTS}/dejavu/${name}.ttf`;

const FONT_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sans: { '': DEJAVU('DejaVuSans'), bold: DEJAVU('DejaVuSans-Bold'), italic: DEJAVU('DejaVuSans-Oblique') },
  serif: { '': DEJAVU('DejaVuSerif'), bold: DEJAVU('DejaVuSerif-Bold'), italic: DEJAVU('DejaVuSerif-Italic') },
  mono: { '': DEJAVU('DejaVuSansMono'), bold: DEJAVU('DejaVuSansMono-Bold'), italic: DEJAVU('DejaVuSansMono-Oblique') },
  cjk: { '': `${FONTS}/droid/DroidSansFallbackFull.ttf` },
};

/** Answers the fonts that are missing. */
export function writeSources(folder: string): string[] {
  for (const [name, bytes] of Object.entries(pictures())) writeFileSync(join(folder, name), bytes);
  for (const source of SOURCES) {
    writeFileSync(join(folder, `${source.name}.json`), JSON.stringify({ ...source, page: PAGE, fonts: FONT_FILES }));
    for (const [ending, format] of Object.entries(FORMATS)) {
      writeFileSync(join(folder, `${source.name}.${ending}`), format(source));
    }
  }
  return Object.values(FONT_FILES)
    .flatMap((styles) => Object.values(styles))
    .filter((path) => !existsSync(path));
}
