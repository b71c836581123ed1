/** A download service changes dates, identifiers, subset tags, names of resources and the order of objects in each copy. */
import { Budget } from '#engine/pdf/budget.ts';
import { Name, PdfString, Ref } from '#engine/pdf/syntax/objects.ts';
import { scanContent } from '#engine/content/operations.ts';
import type { Chance } from '#test/properties/mutations.ts';
import {
  copyModel,
  type Entries,
  isEntries,
  isStream,
  type Model,
  type ModelObject,
  resolveIn,
  type Value,
} from '#tools/quality/converge/model.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';

const TAG = /(?<![A-Z])([A-Z]{6})\+(?=[!-~])/g;
/** Entries that lead to data with tags. */
const TAGGED = ['FontFile', 'FontFile2', 'FontFile3', 'ToUnicode'];
/** The categories of resources, and the operator that names one. */
const CATEGORIES: Readonly<Record<string, string>> = { Font: 'Tf', XObject: 'Do', ExtGState: 'gs' };
const LETTERS = 26;

/** Another copy of the document. */
export function stampedCopy(model: Model, chance: Chance): Uint8Array {
  const copy = copyModel(model);
  stampInformation(copy, chance);
  stampMetadata(copy, chance);
  renewTags(copy, chance);
  renameResources(copy, chance);
  const id = Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('');
  return serialize(copy, { id, shuffle: Math.floor(chance() * 1e9), objectStreams: chance() < 0.5 });
}

function stampInformation(model: Model, chance: Chance): void {
  const number = model.info ?? Math.max(...model.objects.keys()) + 1;
  const info = model.objects.get(number);
  const second = String(Math.floor(chance() * 60)).padStart(2, '0');
  const stamps = { ModDate: text(`D:202511281500${second}Z`), Producer: text(`Delivery ${letters(4, chance)}`) };
  model.objects.set(number, { ...(isEntries(info) ? info : {}), ...stamps });
  Object.assign(model, { info: number });
}

function stampMetadata(model: Model, chance: Chance): void {
  for (const [number, object] of model.objects) {
    if (!isStream(object) || nameOf(object.dict['Type']) !== 'Metadata') continue;
    const id = `uuid:${letters(32, chance)}`;
    const xmp = Buffer.from(object.data)
      .toString('latin1')
      .replaceAll(/(<(xmp:ModifyDate|xmp:MetadataDate)>)[^<]*/g, '$12025-11-28T15:00:00Z')
      .replaceAll(/((?:xmp:ModifyDate|xmp:MetadataDate)=")[^"]*/g, '$12025-11-28T15:00:00Z')
      .replaceAll(/(<(xmpMM:DocumentID|xmpMM:InstanceID)>)[^<]*/g, `$1${id}`)
      .replaceAll(/((?:xmpMM:DocumentID|xmpMM:InstanceID)=")[^"]*/g, `$1${id}`)
      .replaceAll(/(<pdf:Producer>)[^<]*/g, `$1${letters(8, chance)}`);
    model.objects.set(number, { dict: object.dict, data: new Uint8Array(Buffer.from(xmp, 'latin1')) });
  }
}

/** Every tag becomes another one, the same in dictionaries, programs and maps of one font. */
function renewTags(model: Model, chance: Chance): void {
  const known = new Map<string, string>();
  const renewed = (value: string): string =>
    value.replaceAll(TAG, (_, tag: string) => {
      const other = known.get(tag) ?? letters(6, chance);
      known.set(tag, other);
      return `${other}+`;
    });
  const isNamed = (key: string): boolean => key === 'BaseFont' || key === 'FontName';
  for (const entries of dictionariesOf(model)) {
    for (const [key, value] of Object.entries(entries)) {
      if (value instanceof Name && isNamed(key)) entries[key] = new Name(renewed(value.value));
    }
  }
  // Only tags of the dictionaries: the data have other bytes that resemble one.
  const retagged = (data: string): string =>
    data.replaceAll(TAG, (whole, tag: string) => (known.has(tag) ? `${known.get(tag)}+` : whole));
  const numbers = dictionariesOf(model).flatMap((entries) => TAGGED.map((key) => entries[key]));
  for (const reference of new Set(numbers.flatMap((each) => (each instanceof Ref ? [each.number] : [])))) {
    const program = model.objects.get(reference);
    if (!isStream(program)) continue;
    const data = retagged(Buffer.from(program.data).toString('latin1'));
    model.objects.set(reference, { dict: program.dict, data: new Uint8Array(Buffer.from(data, 'latin1')) });
  }
}

/** One name becomes the same other name in all resources and all content. Names that a field's appearance uses stay. */
function renameResources(model: Model, chance: Chance): void {
  const root = model.objects.get(model.root);
  const form = isEntries(root) ? resolveIn(model, root['AcroForm']) : undefined;
  const fields = isEntries(form) ? resolveIn(model, form['DR']) : undefined;
  const fixed = new Set(Object.keys(CATEGORIES).flatMap((category) => namesIn(model, fields, category)));
  const prefix = `R${letters(3, chance)}`;
  const isRenamed = (name: string): boolean => /^[A-Za-z0-9]+$/.test(name) && !fixed.has(name);
  const seen = new Set<Entries>();
  const renamed = new Set<string>();
  for (const entries of dictionariesOf(model)) {
    const resources = resolveIn(model, entries['Resources']);
    if (!isEntries(resources)) continue;
    for (const category of Object.keys(CATEGORIES)) {
      const names = resolveIn(model, resources[category]);
      if (!isEntries(names) || seen.has(names)) continue;
      seen.add(names);
      for (const [name, value] of Object.entries(names)) {
        if (!isRenamed(name)) continue;
        delete names[name];
        names[`${prefix}${name}`] = value;
        renamed.add(name);
      }
    }
  }
  for (const [number, object] of contentsOf(model)) {
    model.objects.set(
      number,
      renamedContent(object, (name) => (renamed.has(name) ? `${prefix}${name}` : name)),
    );
  }
}

function renamedContent(
  { dict, data }: Extract<ModelObject, { data: Uint8Array }>,
  rename: (name: string) => string,
): ModelObject {
  const source = Buffer.from(data);
  const parts: Buffer[] = [];
  let from = 0;
  let written = 0;
  scanContent(data, new Budget(data.length), ({ operator, start, end }) => {
    if (Object.values(CATEGORIES).includes(operator)) {
      const operands = source.toString('latin1', from, start);
      const renamed = operands.replace(/\/([A-Za-z0-9]+)(?=\s)/, (_, name: string) => `/${rename(name)}`);
      parts.push(source.subarray(written, from), Buffer.from(renamed, 'latin1'));
      written = start;
    }
    from = end;
  });
  return { dict, data: new Uint8Array(Buffer.concat([...parts, source.subarray(written)])) };
}

/** Content of pages, forms, patterns and glyphs. */
function contentsOf(model: Model): [number, Extract<ModelObject, { data: Uint8Array }>][] {
  const numbers = new Set<number>();
  const add = (value: Value | undefined): void => {
    if (value instanceof Ref) {
      const target = model.objects.get(value.number);
      if (Array.isArray(target)) for (const item of target) add(item);
      else numbers.add(value.number);
    } else if (Array.isArray(value)) for (const item of value) add(item);
    else if (isEntries(value)) for (const item of Object.values(value)) add(item);
  };
  for (const [number, object] of model.objects) {
    const entries = isStream(object) ? object.dict : object;
    if (!isEntries(entries)) continue;
    if (nameOf(entries['Type']) === 'Page') add(entries['Contents']);
    const glyphs = resolveIn(model, entries['CharProcs']);
    if (isEntries(glyphs)) add(glyphs);
    if (nameOf(entries['Subtype']) === 'Form' || entries['PatternType'] === 1) numbers.add(number);
  }
  return [...numbers].flatMap((number): [number, Extract<ModelObject, { data: Uint8Array }>][] => {
    const object = model.objects.get(number);
    return isStream(object) && object.dict['Filter'] === undefined ? [[number, object]] : [];
  });
}

function namesIn(model: Model, resources: ModelObject | undefined, category: string): string[] {
  const names = isEntries(resources) ? resolveIn(model, resources[category]) : undefined;
  return isEntries(names) ? Object.keys(names) : [];
}

/** Every dictionary, also those inside of others. */
function dictionariesOf(model: Model): Entries[] {
  const found: Entries[] = [];
  const visit = (value: Value): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isEntries(value)) {
      found.push(value);
      for (const item of Object.values(value)) visit(item);
    }
  };
  for (const object of model.objects.values()) visit(isStream(object) ? object.dict : object);
  return found;
}

function nameOf(value: Value | undefined): string | undefined {
  return value instanceof Name ? value.value : undefined;
}

function text(value: string): PdfString {
  return new PdfString(new Uint8Array(Buffer.from(value)));
}

function letters(count: number, chance: Chance): string {
  return Array.from({ length: count }, () => String.fromCharCode(0x41 + Math.floor(chance() * LETTERS))).join('');
}
