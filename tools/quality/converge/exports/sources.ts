/** The twenty sources that every program exports: a list of blocks, and the same laid out on pages for programs that only draw. */
import { crc32, deflateSync } from 'node:zlib';

export type Family = 'Helvetica' | 'Times' | 'Courier' | 'sans' | 'serif' | 'mono' | 'cjk';
export type Style = '' | 'bold' | 'italic';

interface Line {
  readonly text: string;
  readonly font: Family;
  readonly style: Style;
  readonly size: number;
  readonly color: string;
}

export type Block =
  | ({ readonly type: 'text' } & Line)
  | { readonly type: 'heading'; readonly text: string; readonly level: number }
  | { readonly type: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly type: 'image'; readonly file: string; readonly width: number; readonly height: number }
  | { readonly type: 'link'; readonly text: string; readonly url: string }
  | { readonly type: 'field'; readonly name: string; readonly value: string }
  | { readonly type: 'check'; readonly name: string; readonly on: boolean }
  | { readonly type: 'bars'; readonly values: readonly number[]; readonly color: string; readonly alpha: number }
  | { readonly type: 'math'; readonly tex: string; readonly typst: string; readonly plain: string }
  | { readonly type: 'break' };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Coordinates are points from the upper left corner. The position of a text is the start of its baseline. */
export type Mark =
  | ({ readonly op: 'text'; readonly x: number; readonly y: number } & Line)
  | ({ readonly op: 'rect'; readonly color: string; readonly alpha: number } & Box)
  | { readonly op: 'line'; readonly x: number; readonly y: number; readonly x2: number; readonly y2: number }
  | ({ readonly op: 'image'; readonly file: string } & Box)
  | ({ readonly op: 'link'; readonly url: string } & Box)
  | { readonly op: 'outline'; readonly text: string; readonly level: number; readonly y: number }
  | ({ readonly op: 'field'; readonly name: string; readonly value: string } & Box)
  | ({ readonly op: 'check'; readonly name: string; readonly on: boolean } & Box);

export interface Source {
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly (readonly Mark[])[];
}

export const PAGE = { width: 595, height: 842, margin: 56 };

const SANS: Line = { text: '', font: 'sans', style: '', size: 11, color: '#000000' };

function line(text: string, more: Partial<Line> = {}): Block {
  return { ...SANS, type: 'text', text, ...more };
}

function heading(text: string, level = 1): Block {
  return { type: 'heading', text, level };
}

function lines(count: number, more: Partial<Line> = {}): Block[] {
  return Array.from({ length: count }, (_, index) =>
    line(`Line ${index + 1}: the quick brown fox jumps over the lazy dog ${(index * 37) % 101} times.`, more),
  );
}

function table(count: number): Block {
  const rows = Array.from({ length: count }, (_, index) => [
    String(index + 1),
    `Article ${(index * 7919) % 1000}`,
    (index * 1.37 + 0.99).toFixed(2),
  ]);
  return { type: 'table', rows: [['No.', 'Name', 'Price'], ...rows] };
}

function image(file: string, width = 120, height = 80): Block {
  return { type: 'image', file, width, height };
}

const FORMULAS: readonly Block[] = [
  { type: 'math', tex: 'a^2 + b^2 = c^2', typst: 'a^2 + b^2 = c^2', plain: 'a² + b² = c²' },
  { type: 'math', tex: '\\frac{1}{2} + \\sqrt{x}', typst: '1/2 + sqrt(x)', plain: '½ + √x' },
  {
    type: 'math',
    tex: '\\sum_{i=1}^n \\alpha_i \\leq \\infty',
    typst: 'sum_(i=1)^n alpha_i <= infinity',
    plain: '∑ αᵢ ≤ ∞',
  },
];

const FAMILIES: readonly Family[] = ['Helvetica', 'Times', 'Courier', 'sans', 'serif', 'mono'];

const CONTENT: Readonly<Record<string, readonly Block[]>> = {
  letter: [
    line('Dear reader,', { font: 'Times', size: 12 }),
    line('this letter uses a standard font (No. 1).', { font: 'Times', size: 12 }),
  ],
  fonts: FAMILIES.map((font) => line(`This line is set in ${font}.`, { font })),
  styles: FAMILIES.flatMap((font) => [
    line('Bold: 0123456789', { font, style: 'bold', size: 14 }),
    line('Italic: quick brown fox', { font, style: 'italic', size: 9.5 }),
  ]),
  colours: ['#c00000', '#00a000', '#0000e0', '#808080', '#123456'].map((color) => line(`Colour ${color}`, { color })),
  table: [heading('Prices'), table(8)],
  'long-table': [heading('All prices'), table(150)],
  'image-rgb': [line('A picture without transparency:'), image('rgb.png')],
  'image-alpha': [line('A picture with transparency:'), image('alpha.png'), image('alpha.png', 60, 40)],
  'image-jpeg': [line('A photograph:'), image('photo.jpg', 144, 96)],
  links: [
    { type: 'link', text: 'An address', url: 'https://example.org/' },
    { type: 'link', text: 'Another address', url: 'https://example.com/path?query=1' },
  ],
  outline: [1, 2, 3].flatMap((chapter): Block[] => [
    heading(`Chapter ${chapter}`),
    ...lines(3),
    heading(`Section ${chapter}.1`, 2),
    ...lines(2),
    { type: 'break' },
  ]),
  form: [
    line('A form'),
    { type: 'field', name: 'town', value: 'Bern' },
    { type: 'field', name: 'street', value: 'Main street 7' },
  ],
  checks: [
    line('Choose'),
    { type: 'check', name: 'paid', on: true },
    { type: 'check', name: 'sent', on: false },
    { type: 'field', name: 'note', value: '' },
  ],
  cjk: [line('漢字仮名交じり文のテスト', { font: 'cjk' }), line('中文文本：合同编号 2026-11', { font: 'cjk' })],
  'greek-cyrillic': [line('Ελληνικά: αβγδ'), line('Русский: абвгд', { font: 'serif' })],
  latin: [line('Zürich, Łódź, Přerov, naïve: 12,50 €'), line('“Quotes” – dashes — …', { font: 'serif' })],
  long: [heading('A long document'), ...lines(900, { font: 'serif', size: 10 })],
  math: [heading('Formulas'), ...FORMULAS],
  shapes: [
    line('Bars'),
    { type: 'bars', values: [20, 55, 33, 80, 47], color: '#336699', alpha: 1 },
    { type: 'bars', values: [80, 15, 60], color: '#cc3300', alpha: 0.5 },
  ],
  invoice: [
    heading('Invoice No. 4711'),
    line('Example GmbH, Zürich', { style: 'bold' }),
    image('rgb.png', 60, 40),
    table(5),
    line('Total: 1,234.50 €', { font: 'mono', style: 'bold', size: 13 }),
    { type: 'link', text: 'Pay here', url: 'https://example.org/pay' },
    { type: 'bars', values: [10, 30, 20], color: '#336699', alpha: 0.7 },
  ],
};

export const SOURCES: readonly Source[] = Object.entries(CONTENT).map(([name, blocks]) => {
  return { name, title: `The source ${name}`, blocks, pages: layOut(blocks) };
});

/** Stacks the blocks and starts a page when the last one is full. */
function layOut(blocks: readonly Block[]): Mark[][] {
  let marks: Mark[] = [];
  const pages = [marks];
  let y = PAGE.margin;
  const newPage = (): void => {
    pages.push((marks = []));
    y = PAGE.margin;
  };
  for (const part of blocks.flatMap(partsOf)) {
    if (part === 'break' || y + part.height > PAGE.height - PAGE.margin) newPage();
    if (part === 'break') continue;
    marks.push(...part.draw(y));
    y += part.height;
  }
  return marks.length === 0 ? pages.slice(0, -1) : pages;
}

interface Part {
  readonly height: number;
  draw(y: number): readonly Mark[];
}

function partsOf(block: Block): readonly (Part | 'break')[] {
  const x = PAGE.margin;
  if (block.type === 'break') return ['break'];
  if (block.type === 'table') return block.rows.map(row);
  return [partOf(block, x)];
}

function partOf(block: Exclude<Block, { type: 'table' | 'break' }>, x: number): Part {
  switch (block.type) {
    case 'text':
      return { height: 16, draw: (y) => [{ ...block, op: 'text', x, y: y + 12 }] };
    case 'math':
      return { height: 18, draw: (y) => [{ ...SANS, op: 'text', x, y: y + 12, text: block.plain }] };
    case 'heading':
      return { height: 34, draw: (y) => headingMarks(block, x, y) };
    case 'image':
      return {
        height: block.height + 8,
        draw: (y) => [{ op: 'image', x, y, w: block.width, h: block.height, file: block.file }],
      };
    case 'link':
      return {
        height: 18,
        draw: (y) => [
          { ...SANS, op: 'text', x, y: y + 12, text: block.text, color: '#0000c0' },
          { op: 'link', x, y, w: 120, h: 16, url: block.url },
        ],
      };
    case 'field':
      return { height: 26, draw: (y) => [{ op: 'field', x, y, w: 160, h: 20, name: block.name, value: block.value }] };
    case 'check':
      return { height: 22, draw: (y) => [{ op: 'check', x, y, w: 14, h: 14, name: block.name, on: block.on }] };
    case 'bars':
      return { height: 90, draw: (y) => bars(block, x, y) };
  }
}

function headingMarks({ text, level }: Extract<Block, { type: 'heading' }>, x: number, y: number): Mark[] {
  return [
    { op: 'outline', text, level, y },
    { ...SANS, op: 'text', x, y: y + 22, text, style: 'bold', size: level === 1 ? 18 : 14 },
  ];
}

function bars({ values, color, alpha }: Extract<Block, { type: 'bars' }>, x: number, y: number): Mark[] {
  return values.map((h, index) => ({ op: 'rect', x: x + index * 22.5, y: y + 84 - h, w: 18.25, h, color, alpha }));
}

function row(cells: readonly string[]): Part {
  const columns = [PAGE.margin, PAGE.margin + 60, PAGE.margin + 260];
  return {
    height: 18,
    draw: (y) => [
      ...cells.map((text, column): Mark => ({ ...SANS, op: 'text', x: columns[column] ?? 0, y: y + 13, text })),
      { op: 'line', x: PAGE.margin, y: y + 18, x2: PAGE.margin + 340, y2: y + 18 },
    ],
  };
}

/** The pictures of the sources by file name. */
export function pictures(): Readonly<Record<string, Uint8Array>> {
  const pixel = (x: number, y: number): number[] => [x * 5, y * 7, 128];
  return {
    'rgb.png': png(48, 32, 2, pixel),
    'alpha.png': png(48, 32, 6, (x, y) => [...pixel(x, y), x * 5]),
    'photo.jpg': Buffer.from(PHOTO, 'base64'),
  };
}

function png(width: number, height: number, type: number, pixel: (x: number, y: number) => number[]): Uint8Array {
  const rows = Array.from({ length: height }, (_, y) => [
    0,
    ...Array.from({ length: width }, (_unused, x) => pixel(x, y)).flat(),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, type], 8);
  const chunks = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A gradient of 24 by 16 pixels, in baseline JPEG. */
const PHOTO =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQAE/8QAFxAAAwEAAAAAAAAAAAAAAAAAAAMEYf/EABYBAQEBAAAAAAAAAAAAAAAAAAQDBf/EABkRAAIDAQAAAAAAAAAAAAAAAAAEAQIhA//aAAwDAQACEQMRAD8ACXJhqXJgkuTDUuTCt2A67QYuTCHFyYQeWNNvm1h//9k=';
