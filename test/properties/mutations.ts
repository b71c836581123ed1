/** Mutations of files, equal for equal seeds: the changes by a transfer, a faulty tool or an attacker. */

/** Numbers in [0, 1), equal for equal seeds (mulberry32). */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

type Mutator = (bytes: Buffer, chance: Chance, other: Buffer) => Buffer;

/** One to six mutations of a file; `other` is a second file for splicing. */
export function mutate(file: Uint8Array, other: Uint8Array, chance: Chance): Uint8Array {
  let bytes: Buffer = Buffer.from(file);
  const second = Buffer.from(other);
  const times = 1 + below(chance, 6);
  for (let time = 0; time < times && bytes.length > 0; time++) bytes = pick(MUTATORS, chance)(bytes, chance, second);
  return new Uint8Array(bytes);
}

function below(chance: Chance, bound: number): number {
  return Math.floor(chance() * bound);
}

function pick<T>(items: readonly T[], chance: Chance): T {
  const item = items[below(chance, items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** A range of the file. Short ranges are more frequent. */
function stretch(bytes: Buffer, chance: Chance): readonly [from: number, to: number] {
  const from = below(chance, bytes.length);
  return [from, Math.min(bytes.length, from + 1 + Math.floor(bytes.length ** chance()))];
}

function flipBits(bytes: Buffer, chance: Chance): Buffer {
  const flipped = Buffer.from(bytes);
  for (let times = 1 + below(chance, 8); times > 0; times--) {
    const at = below(chance, flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << below(chance, 8));
  }
  return flipped;
}

function replace(bytes: Buffer, from: number, to: number, piece: Buffer | string): Buffer {
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(piece), bytes.subarray(to)]);
}

function deleteChunk(bytes: Buffer, chance: Chance): Buffer {
  const [from, to] = stretch(bytes, chance);
  return replace(bytes, from, to, '');
}

function duplicateChunk(bytes: Buffer, chance: Chance): Buffer {
  const [from, to] = stretch(bytes, chance);
  const at = below(chance, bytes.length);
  return replace(bytes, at, at, bytes.subarray(from, to));
}

function swapChunks(bytes: Buffer, chance: Chance): Buffer {
  const [from, to] = stretch(bytes, chance);
  const end = to + below(chance, bytes.length - to + 1);
  return Buffer.concat([
    bytes.subarray(0, from),
    bytes.subarray(to, end),
    bytes.subarray(from, to),
    bytes.subarray(end),
  ]);
}

function truncate(bytes: Buffer, chance: Chance): Buffer {
  return bytes.subarray(0, 1 + below(chance, bytes.length));
}

/** The start of one file and the end of another, as after a cache or disk error. */
function splice(bytes: Buffer, chance: Chance, other: Buffer): Buffer {
  return Buffer.concat([
    bytes.subarray(0, below(chance, bytes.length)),
    other.subarray(below(chance, other.length + 1)),
  ]);
}

const NUMBERS = [
  '0',
  '1',
  '-1',
  '65535',
  '2147483647',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '1e9',
  '0.0000001',
  '.',
];

/** Replaces one number in the file by another. */
function editNumber(bytes: Buffer, chance: Chance): Buffer {
  return editMatch(bytes, chance, /(?<![\w.#])[-+]?\d+(?![\w.])/g, (written) =>
    chance() < 0.5 ? pick(NUMBERS, chance) : String(Number(written) + below(chance, 21) - 10),
  );
}

const TOKENS: readonly string[] = [
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '%%EOF',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '{',
  '}',
  '%',
  '/',
  '\\',
  '#',
  'R',
  'null',
  'true',
  '1 0 R',
  '0 0 R',
  '99999 0 R',
  '/Type',
  '/Kids',
  '/Parent',
  '/Length',
  '/Filter',
  '/FlateDecode',
  '/LZWDecode',
  '/DCTDecode',
  '/DecodeParms',
  '/Predictor',
  '/Encrypt',
  '/Root',
  '/Prev',
  '/Size',
  '/W',
  '/Index',
  '/XRefStm',
  '/ObjStm',
  '/XRef',
  '/Page',
  '/Pages',
  '/Catalog',
  '/Contents',
  '/Resources',
  '/Font',
  '/XObject',
  '/Annots',
  '/AcroForm',
  '/Fields',
  '/OpenAction',
  '/JavaScript',
  '/Metadata',
  '/StructTreeRoot',
  '/OCProperties',
  '/Names',
  'BT',
  'ET',
  'q',
  'Q',
  'Do',
  'Tj',
  'BI',
  'ID',
  'EI',
  'BDC',
  'EMC',
  '\0',
  '\r',
  '\n',
];

/** Replaces one token by another or inserts one. */
function editToken(bytes: Buffer, chance: Chance): Buffer {
  const token = pick(TOKENS, chance);
  if (chance() < 0.3) return insertToken(bytes, chance, token);
  return editMatch(
    bytes,
    chance,
    /\/[A-Za-z0-9]+|\b(?:obj|endobj|stream|endstream|R|xref|trailer|startxref)\b|<<|>>|[[\]()]/g,
    () => token,
  );
}

function insertToken(bytes: Buffer, chance: Chance, token: string): Buffer {
  const at = below(chance, bytes.length);
  return replace(bytes, at, at, ` ${token} `);
}

/** Exchanges names, so that an entry gets the value of another. */
function renameKey(bytes: Buffer, chance: Chance): Buffer {
  const names = [...bytes.toString('latin1').matchAll(/\/[A-Za-z0-9]+/g)].slice(0, 20_000);
  return names.length === 0 ? bytes : editMatch(bytes, chance, /\/[A-Za-z0-9]+/g, () => pick(names, chance)[0]);
}

/** Changes a reference to another object of the file. */
function editReference(bytes: Buffer, chance: Chance): Buffer {
  const numbers = [...bytes.toString('latin1').matchAll(/\b(\d+) \d+ obj\b/g)].map(([, number = '0']) => number);
  return editMatch(bytes, chance, /\b\d+ \d+ R\b/g, () => `${numbers.length === 0 ? '1' : pick(numbers, chance)} 0 R`);
}

/** Replaces one match of a pattern near a random position. */
function editMatch(bytes: Buffer, chance: Chance, pattern: RegExp, edit: (written: string) => string): Buffer {
  const start = below(chance, bytes.length);
  const window = bytes.toString('latin1', start, start + 20_000);
  const matches = [...window.matchAll(pattern)];
  if (matches.length === 0) return flipBits(bytes, chance);
  const match = pick(matches, chance);
  const at = start + match.index;
  return replace(bytes, at, at + match[0].length, Buffer.from(edit(match[0]), 'latin1'));
}

const MUTATORS: readonly Mutator[] = [
  flipBits,
  flipBits,
  deleteChunk,
  duplicateChunk,
  swapChunks,
  truncate,
  splice,
  editNumber,
  editNumber,
  editToken,
  editToken,
  renameKey,
  editReference,
];
