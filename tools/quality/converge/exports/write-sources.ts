/** Writes the sources into a folder with their pictures and fonts. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS } from './formats.ts';
import { type Mark, PAGE, pictures, type Source, SOURCES } from './sources.ts';

const FONTS = '/usr/share/fonts/truetype';
const DEJAVU = (name: string): string => `${FONTS}/dejavu/${name}.ttf`;

const FONT_FILES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sans: { '': DEJAVU('DejaVuSans'), bold: DEJAVU('DejaVuSans-Bold'), italic: DEJAVU('DejaVuSans-Oblique') },
  serif: { '': DEJAVU('DejaVuSerif'), bold: DEJAVU('DejaVuSerif-Bold'), italic: DEJAVU('DejaVuSerif-Italic') },
  mono: { '': DEJAVU('DejaVuSansMono'), bold: DEJAVU('DejaVuSansMono-Bold'), italic: DEJAVU('DejaVuSansMono-Oblique') },
  cjk: { '': `${FONTS}/droid/DroidSansFallbackFull.ttf` },
};

/** The marks as lines of fields with tabs, for languages without JSON in their standard library. */
function marksOf({ title, pages }: Source): string {
  const lines = pages.flatMap((page) => [['page', PAGE.width, PAGE.height], ...page.map((mark) => fieldsOf(mark))]);
  return [['title', title], ...lines].map((fields) => `${fields.join('\t')}\n`).join('');
}

function fieldsOf(mark: Mark): (string | number)[] {
  switch (mark.op) {
    case 'text': {
      const { op, x, y, font, style, size, color, text } = mark;
      const styles = FONT_FILES[font];
      return [op, x, y, font, style, size, color, styles?.[style] ?? styles?.[''] ?? '', text];
    }
    case 'rect':
      return [mark.op, mark.x, mark.y, mark.w, mark.h, mark.color, mark.alpha];
    case 'line':
      return [mark.op, mark.x, mark.y, mark.x2, mark.y2];
    case 'image':
      return [mark.op, mark.x, mark.y, mark.w, mark.h, mark.file];
    case 'link':
      return [mark.op, mark.x, mark.y, mark.w, mark.h, mark.url];
    case 'outline':
      return [mark.op, mark.y, mark.level, mark.text];
    case 'field':
      return [mark.op, mark.x, mark.y, mark.w, mark.h, mark.name, mark.value];
    case 'check':
      return [mark.op, mark.x, mark.y, mark.w, mark.h, mark.name, Number(mark.on)];
  }
}

/** Returns the missing fonts. */
export function writeSources(folder: string): string[] {
  for (const [name, bytes] of Object.entries(pictures())) writeFileSync(join(folder, name), bytes);
  for (const source of SOURCES) {
    writeFileSync(join(folder, `${source.name}.json`), JSON.stringify({ ...source, page: PAGE, fonts: FONT_FILES }));
    writeFileSync(join(folder, `${source.name}.marks`), marksOf(source));
    for (const [ending, format] of Object.entries(FORMATS)) {
      writeFileSync(join(folder, `${source.name}.${ending}`), format(source));
    }
  }
  return Object.values(FONT_FILES)
    .flatMap((styles) => Object.values(styles))
    .filter((path) => !existsSync(path));
}
