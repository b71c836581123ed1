/** Changes one glyph, digit, colour, coordinate, sample or width of a page. Each change makes another document. */
import { Budget } from '#engine/pdf/budget.ts';
import { fromNumber, Name, Ref, toNumber } from '#engine/pdf/syntax/objects.ts';
import { scanContent } from '#engine/content/operations.ts';
import { type Chance } from '#test/properties/mutations.ts';
import {
  copyValue,
  type Entries,
  isEntries,
  isStream,
  type Model,
  type ModelObject,
  resolveIn,
  type Value,
} from '#tools/quality/converge/model.ts';

export interface Changed {
  readonly kind: string;
  readonly model: Model;
}

/** A visible object of a page, and the key that leads to it. */
interface Shown {
  readonly number: number;
  readonly key: string;
}

type Change = (object: ModelObject, chance: Chance) => ModelObject | undefined;

type Kind = readonly [kind: string, Change, fits: (shown: Shown, object?: ModelObject) => boolean];

/** Entries that lead to other pages or to invisible objects. */
const NOT_SHOWN: ReadonlySet<string> = new Set(
  (
    'Parent P Dest A AA B Popup PieceInfo Metadata StructParents Thumb ToUnicode D R MK OC Lang DA OutputIntents ' +
    'CIDToGIDMap CIDSet Group SMask'
  ).split(' '),
);
const MAX_OBJECTS = 2000;
const TRIES = 30;

const TEXT = /^(Tj|TJ|'|")$/;
const COLOUR = /^(rg|RG|g|G|k|K|sc|SC|scn|SCN)$/;
const COORDINATE = /^(Td|TD|Tm|Tf|TL|Tc|Tw|Tz|cm|re|m|l|c|v|y|w)$/;
const STEPS = [0.25, 0.5, 1, 3, 10];

/** Returns the document with one change on the page; null if the page cannot be changed. */
export function changePage(model: Model, page: number, chance: Chance): Changed | null {
  return changeBy(CHANGES, model, page, chance);
}

/** Returns the document with another character in a text of the page; null if no text can be changed. */
export function changeText(model: Model, page: number, chance: Chance): Changed | null {
  return changeBy([CHARACTER], model, page, chance);
}

function changeBy(kinds: readonly Kind[], model: Model, page: number, chance: Chance): Changed | null {
  const shown = objectsOf(model, page);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [kind, change, fits] = pick(kinds, chance);
    const { number } = pick(
      shown.filter((each) => fits(each, model.objects.get(each.number))),
      chance,
      NOTHING,
    );
    const object = model.objects.get(number);
    const changed = object === undefined ? undefined : change(object, chance);
    if (changed === undefined) continue;
    return { kind, model: { ...model, objects: new Map(model.objects).set(number, changed) } };
  }
  return null;
}

const NOTHING: Shown = { number: -1, key: '' };

/** The objects below the page, starting with the page itself. */
function objectsOf(model: Model, page: number): Shown[] {
  const shown = new Map<number, Shown>([[page, { number: page, key: 'Page' }]]);
  const visit = (value: Value, key: string): void => {
    if (value instanceof Ref) {
      if (shown.size < MAX_OBJECTS && !shown.has(value.number)) shown.set(value.number, { number: value.number, key });
    } else if (Array.isArray(value)) for (const item of value) visit(item, key);
    else if (isEntries(value)) visitEntries(value, key);
  };
  const visitEntries = (entries: Entries, outer: string): void => {
    for (const [key, value] of Object.entries(entries)) {
      if (!NOT_SHOWN.has(key)) visit(value, outer === 'CharProcs' ? outer : key);
    }
  };
  // The loop adds to the map that it reads.
  for (const { number, key } of shown.values()) {
    const object = model.objects.get(number);
    if (isStream(object)) visitEntries(object.dict, key);
    else if (object !== undefined) visit(object, key);
  }
  return [...shown.values()];
}

const CHARACTER: Kind = ['a character of text', inContent(TEXT, changeCharacter), isContent];

const CHANGES: readonly Kind[] = [
  CHARACTER,
  CHARACTER,
  ['a colour', inContent(COLOUR, changeColour), isContent],
  ['a coordinate', inContent(COORDINATE, changeCoordinate), isContent],
  ['a coordinate', inContent(COORDINATE, changeCoordinate), isContent],
  ['a sample of an image', changeSample, (_, object) => nameOf(object, 'Subtype') === 'Image'],
  ['a byte of a font program', changeProgram, ({ key }) => /^FontFile[23]?$/.test(key)],
  ['a name in an encoding', inArrays(/^Differences$/, otherName), ({ key }) => isFontPart(key)],
  ['a width', inArrays(/^(Widths|W)$/, (item, chance) => shifted(item, chance, 100)), ({ key }) => isFontPart(key)],
  ['a number of a shading', inArrays(/^(C0|C1|Coords|Matrix|Decode)$/, otherNumber), () => true],
  ['a box of the page', inArrays(/^(MediaBox|CropBox)$/, otherNumber), ({ key }) => key === 'Page'],
  ['the place of an annotation', inArrays(/^Rect$/, otherNumber), ({ key }) => key === 'Annots'],
];

function isContent({ key }: Shown, object?: ModelObject): boolean {
  if (!isStream(object) || object.dict['Filter'] !== undefined) return false;
  if (key === 'Contents' || key === 'CharProcs') return true;
  return nameOf(object, 'Subtype') === 'Form' || object.dict['PatternType'] === 1;
}

function isFontPart(key: string): boolean {
  return /^(F\d*|.*[Ff]ont.*|Encoding|Widths|Differences|DescendantFonts|W|[A-Z][A-Za-z]*\d+)$/.test(key);
}

function nameOf(object: ModelObject | undefined, key: string): string | undefined {
  const value = isStream(object) ? object.dict[key] : undefined;
  return value instanceof Name ? value.value : undefined;
}

/** Changes the operands of one matching operator. */
function inContent(operators: RegExp, edit: (operands: string, chance: Chance) => string | undefined): Change {
  return (object, chance) => {
    if (!isStream(object)) return undefined;
    const places: (readonly [from: number, to: number])[] = [];
    let from = 0;
    scanContent(object.data, new Budget(object.data.length), ({ operator, start, end }) => {
      if (operators.test(operator)) places.push([from, start]);
      from = end;
    });
    if (places.length === 0) return undefined;
    const [first, last] = pick(places, chance);
    const data = Buffer.from(object.data);
    const edited = edit(data.toString('latin1', first, last), chance);
    if (edited === undefined) return undefined;
    const parts = [data.subarray(0, first), Buffer.from(edited, 'latin1'), data.subarray(last)];
    return { dict: object.dict, data: new Uint8Array(Buffer.concat(parts)) };
  };
}

function changeCharacter(operands: string, chance: Chance): string | undefined {
  const [whole = '', at] = matchIn(operands, /\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]+>/gs, chance);
  const edited = whole.startsWith('<') ? changeCode(whole, chance) : changeLetter(whole, chance);
  return edited === undefined ? undefined : spliced(operands, at, whole, edited);
}

function changeLetter(text: string, chance: Chance): string | undefined {
  const [letter = '', at] = matchIn(text, /(?<![\\\w])[A-Za-z0-9]|(?<!\\)(?<=\w)(?<!\\\d*)[A-Za-z0-9]/g, chance);
  if (letter === '') return undefined;
  const others = (/\d/.test(letter) ? '0123456789' : text.replaceAll(/[^A-Za-z]|\\./g, '')).replaceAll(letter, '');
  const other = others[Math.floor(chance() * others.length)] ?? (letter === 'x' ? 'y' : 'x');
  return spliced(text, at, letter, other);
}

/** Another code of the same string, since the font certainly has its glyph. */
function changeCode(hex: string, chance: Chance): string | undefined {
  const digits = hex.slice(1, -1);
  const length = digits.length % 4 === 0 ? 4 : 2;
  const codes = Array.from(digits.matchAll(new RegExp(`.{${length}}`, 'g')), ([code]) => code);
  const index = Math.floor(chance() * codes.length);
  const others = codes.filter((code) => code !== codes[index]);
  const other = others[Math.floor(chance() * others.length)];
  return other === undefined ? undefined : `<${codes.with(index, other).join('')}>`;
}

function changeColour(operands: string, chance: Chance): string | undefined {
  return changeNumber(operands, chance, (value) => (value < 0.5 ? value + 0.25 : value - 0.25));
}

function changeCoordinate(operands: string, chance: Chance): string | undefined {
  const isFactor = (value: number): boolean => Math.abs(value) <= 1.5 && value !== 0;
  return changeNumber(operands, chance, (value) => (isFactor(value) ? value * 1.2 : value + pick(STEPS, chance)));
}

function changeNumber(operands: string, chance: Chance, change: (value: number) => number): string | undefined {
  const [written = '', at] = matchIn(operands, /(?<![\w./#])[-+]?(?:\d+\.?\d*|\.\d+)(?![\w.])/g, chance);
  if (written === '') return undefined;
  return spliced(operands, at, written, String(Number(change(Number(written)).toFixed(5))));
}

function changeSample(object: ModelObject, chance: Chance): ModelObject | undefined {
  if (!isStream(object) || object.data.length === 0) return undefined;
  const isCoded = object.dict['Filter'] !== undefined;
  // The data of a coded picture start after its headers.
  const first = isCoded ? Math.floor(object.data.length / 2) : 0;
  return withByte(object, first + Math.floor(chance() * (object.data.length - first)), isCoded ? 0x10 : 0x80);
}

function changeProgram(object: ModelObject, chance: Chance): ModelObject | undefined {
  if (!isStream(object) || object.data.length < 64) return undefined;
  return withByte(object, 64 + Math.floor(chance() * (object.data.length - 64)), 0x10);
}

function withByte(object: Extract<ModelObject, { data: Uint8Array }>, at: number, bits: number): ModelObject {
  const data = Uint8Array.from(object.data);
  data[at] = (data[at] ?? 0) ^ bits;
  return { dict: object.dict, data };
}

/** Changes one item of an array under a matching key in the object itself. */
function inArrays(
  keys: RegExp,
  edit: (item: Value, chance: Chance, all: readonly Value[]) => Value | undefined,
): Change {
  return (object, chance) => {
    const copy = isStream(object) ? { ...object, dict: copyValue(object.dict) as Entries } : copyValue(object);
    const arrays: Value[][] = [];
    const visit = (value: Value, key: string): void => {
      if (Array.isArray(value) && keys.test(key)) arrays.push(value);
      else if (Array.isArray(value)) for (const item of value) visit(item, key);
      else if (isEntries(value)) for (const [inner, item] of Object.entries(value)) visit(item, inner);
    };
    visit(isStream(copy) ? copy.dict : copy, '');
    const array = arrays[Math.floor(chance() * arrays.length)];
    if (array === undefined || array.length === 0) return undefined;
    const index = Math.floor(chance() * array.length);
    const edited = edit(array[index] ?? null, chance, array);
    if (edited === undefined) return undefined;
    array[index] = edited;
    return copy;
  };
}

function otherName(item: Value, chance: Chance, all: readonly Value[]): Value | undefined {
  if (!(item instanceof Name)) return undefined;
  const others = all.filter((each) => each instanceof Name && each.value !== item.value);
  return others[Math.floor(chance() * others.length)];
}

function otherNumber(item: Value, chance: Chance): Value | undefined {
  const value = numberOf(item);
  if (value === undefined) return undefined;
  return shifted(item, chance, Math.abs(value) <= 1 ? 0.25 : pick(STEPS, chance));
}

function shifted(item: Value, _: Chance, by: number): Value | undefined {
  const value = numberOf(item);
  return value === undefined ? undefined : fromNumber(value > by ? value - by : value + by);
}

function numberOf(item: Value): number | undefined {
  return isEntries(item) || Array.isArray(item) ? undefined : toNumber(item as Parameters<typeof toNumber>[0]);
}

function matchIn(text: string, pattern: RegExp, chance: Chance): [found: string | undefined, at: number] {
  const matches = [...text.matchAll(pattern)];
  const match = matches[Math.floor(chance() * matches.length)];
  return [match?.[0], match?.index ?? 0];
}

function spliced(text: string, at: number, old: string, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}

function pick<T>(items: readonly T[], chance: Chance, otherwise?: T): T {
  const item = items[Math.floor(chance() * items.length)] ?? otherwise;
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** The object numbers of the pages in their order. */
export function pagesOf(model: Model): number[] {
  const pages: number[] = [];
  const visited = new Set<number>();
  const visit = (value: Value | undefined): void => {
    if (!(value instanceof Ref) || visited.has(value.number)) return;
    visited.add(value.number);
    const node = model.objects.get(value.number);
    if (!isEntries(node)) return;
    const kids = resolveIn(model, node['Kids']);
    if (Array.isArray(kids)) for (const kid of kids) visit(kid);
    else pages.push(value.number);
  };
  const root = model.objects.get(model.root);
  if (isEntries(root)) visit(root['Pages']);
  return pages;
}
