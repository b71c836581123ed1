/**
 * One document in many encodings: files with different bytes and the same content, for the tests of the equivalence
 * contract. Syntactic variants change only the form of the file. Semantic ones change the graph and not its meaning.
 */
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { Name, PdfString, Ref } from '#engine/pdf/syntax/objects.ts';
import { buildPdf, helloPage } from './pdf.ts';
import { appendUpdate } from './update.ts';
import {
  addTo,
  copyModel,
  copyValue,
  type Entries,
  isEntries,
  isStream,
  type Model,
  modelOf,
  ofType,
  resolveIn,
  Token,
  type Value,
} from '#tools/quality/converge/model.ts';
import { serialize, serializeObject } from '#tools/quality/converge/serializer.ts';

type Variant = (model: Model) => Uint8Array | Promise<Uint8Array>;

/** The source documents of the variants. */
export function baseDocuments(): { readonly letter: Model; readonly book: Model } {
  return { letter: modelOf(helloPage()), book: modelOf(book()) };
}

export const SYNTACTIC: Readonly<Record<string, Variant>> = {
  'shuffled object numbers': (model) => serialize(model, { shuffle: 1 }),
  'object numbers shuffled otherwise': (model) => serialize(model, { shuffle: 2 }),
  'a document ID': (model) => serialize(model, { id: '00112233445566778899aabbccddeeff' }),
  'another ID and version': (model) => serialize(model, { id: 'ff', version: '1.3' }),
  'Flate level 1': (model) => serialize(model, { filter: 'flate-1' }),
  uncompressed: (model) => serialize(model, { filter: 'none' }),
  'hexadecimal strings': (model) => serialize(model, { hexStrings: true }),
  'keys in reverse': (model) => serialize(model, { reversedKeys: true }),
  'white space and comments': (model) => serialize(model, { space: '\r\n %comment(\n\t' }),
  'objects nobody refers to': (model) => serialize(model, { junk: true }),
  'an update that repeats an object': (model) => updated(model, (root) => [root]),
  'updates that undo each other': (model) =>
    updated(model, (root) => [{ ...root, Lang: new PdfString(Buffer.from('xx')) }, root]),
  'indirect lengths': (model) => serialize(model, { indirectLength: true }),
  'escaped names': (model) => serialize(model, { escapedNames: true }),
  'object streams': (model) => serialize(model, { objectStreams: true }),
  linearized: async (model) => (await normalize(serialize(model), DEFAULT_OPTIONS)).bytes ?? new Uint8Array(),
  'all at once': (model) =>
    serialize(model, {
      shuffle: 3,
      id: '01',
      version: '1.5',
      filter: 'hex',
      hexStrings: true,
      reversedKeys: true,
      space: '\n',
      junk: true,
      indirectLength: true,
      escapedNames: true,
      objectStreams: true,
    }),
  'a predictor': (model) => serialize(model, { filter: 'predictor' }),
};

export const SEMANTIC: Readonly<Record<string, Variant>> = {
  'reals for integers': changed((model) => {
    for (const { entries } of ofType(model, 'Page'))
      entries['MediaBox'] = [new Token('0'), new Token('.0'), new Token('612.0'), new Token('+792.00')];
  }),
  'an indirect box': changed((model) => {
    for (const { entries } of ofType(model, 'Page')) entries['MediaBox'] = addTo(model, entries['MediaBox'] ?? null);
  }),
  'a nested page tree with inheritance': changed(nestPages),
  'contents in pieces': changed(splitContents),
  'fonts written once for each page': changed(copyFonts),
  'entries that say the default': changed((model) => {
    for (const { entries } of ofType(model, 'Page'))
      Object.assign(entries, { Rotate: 0, CropBox: copyValue(entries['MediaBox'] ?? null), UserUnit: 1 });
  }),
  'resources nobody uses': changed((model) => {
    const unused = addTo(model, {
      dict: { Subtype: new Name('Form'), BBox: [0, 0, 1, 1] },
      data: Buffer.from('0 0 1 1 re f'),
    });
    for (const resources of resourcesOf(model)) {
      const objects = resolveIn(model, resources['XObject']);
      resources['XObject'] = { ...(isEntries(objects) ? objects : {}), Unused: unused };
      resources['ProcSet'] = [new Token('/PDF'), new Token('/Text')];
    }
  }),
  'titles in UTF-16': changed((model) => {
    for (const object of model.objects.values())
      if (isEntries(object) && object['Title'] instanceof PdfString) object['Title'] = toUtf16(object['Title']);
  }),
  'white space in contents': changed(respaceContents),
  'trees in another shape': changed(reshapeTrees),
  'every dictionary and array an object': changed(makeIndirect),
  'images and forms twice': changed(copyXObjects),
};

function changed(change: (model: Model) => void): Variant {
  return (model) => {
    const copy = copyModel(model);
    change(copy);
    return serialize(copy);
  };
}

/** Repeats the catalog in incremental updates, with the given changes. */
function updated(model: Model, revisions: (root: Entries) => readonly Entries[]): Uint8Array {
  const root = model.objects.get(model.root);
  if (!isEntries(root)) throw new Error('The document has no catalog.');
  let file = serialize(model);
  for (const revision of revisions(root)) {
    const trailer = model.info === null ? '' : `/Info ${model.info} 0 R`;
    file = appendUpdate(file, { [model.root]: serializeObject(revision) }, { root: model.root, trailer });
  }
  return file;
}

function nestPages(model: Model): void {
  const pages = ofType(model, 'Page');
  const [first] = pages;
  const [tree] = ofType(model, 'Pages');
  if (!first || !tree) return;
  const resources = first.entries['Resources'] ?? null;
  const box = first.entries['MediaBox'] ?? null;
  const kids = pages.map(({ number, entries }) => {
    delete entries['MediaBox'];
    if (entries['Resources'] === resources) delete entries['Resources'];
    const node = addTo(model, {
      Type: new Name('Pages'),
      Count: 1,
      Kids: [new Ref(number)],
      Parent: new Ref(tree.number),
    });
    entries['Parent'] = node;
    return node;
  });
  delete first.entries['Resources'];
  Object.assign(tree.entries, { Kids: kids, MediaBox: box, Resources: resources });
}

function splitContents(model: Model): void {
  for (const { entries } of ofType(model, 'Page')) {
    const stream = resolveIn(model, entries['Contents']);
    if (!isStream(stream)) continue;
    const lines = Buffer.from(stream.data).toString('latin1').split('\n');
    entries['Contents'] = lines.map((line) => addTo(model, { dict: {}, data: Buffer.from(line, 'latin1') }));
  }
}

function copyFonts(model: Model): void {
  for (const resources of resourcesOf(model)) {
    const fonts = resolveIn(model, resources['Font']);
    if (!isEntries(fonts)) continue;
    resources['Font'] = Object.fromEntries(
      Object.entries(fonts).map(([name, font]) => {
        const target = resolveIn(model, font);
        return [name, isEntries(target) ? addTo(model, copyValue(target)) : font];
      }),
    );
  }
}

function copyXObjects(model: Model): void {
  for (const resources of resourcesOf(model)) {
    const objects = resolveIn(model, resources['XObject']);
    for (const [name, object] of Object.entries(isEntries(objects) ? objects : {})) {
      const target = resolveIn(model, object);
      if (isEntries(objects) && isStream(target)) objects[name] = addTo(model, { ...target });
    }
  }
}

/** Puts each name and number into its own leaf, and the leaves into the wrong order. */
function reshapeTrees(model: Model): void {
  for (const object of model.objects.values()) {
    if (!isEntries(object)) continue;
    for (const tree of treesIn(model, object)) {
      for (const key of ['Names', 'Nums']) {
        const list = tree[key];
        if (!Array.isArray(list)) continue;
        delete tree[key];
        const pairs = list.flatMap((item, index) => (index % 2 === 0 ? [[item, list[index + 1] ?? null]] : []));
        tree['Kids'] = pairs
          .toReversed()
          .map((pair) => addTo(model, { [key]: pair, Limits: [pair[0] ?? null, pair[0] ?? null] }));
      }
    }
  }
}

function treesIn(model: Model, owner: Entries): Entries[] {
  return ['Dests', 'IDTree', 'PageLabels', 'ParentTree'].flatMap((key) => {
    const tree = resolveIn(model, owner[key]);
    return isEntries(tree) ? [tree] : [];
  });
}

function makeIndirect(model: Model): void {
  const lifted = (value: Value): Value => {
    if (Array.isArray(value)) return addTo(model, value.map(lifted));
    return isEntries(value) ? addTo(model, liftedEntries(value)) : value;
  };
  const liftedEntries = (entries: Entries): Entries =>
    Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, lifted(value)]));
  const before = [...model.objects];
  for (const [number, object] of before) {
    if (isEntries(object)) model.objects.set(number, liftedEntries(object));
    else if (Array.isArray(object)) model.objects.set(number, object.map(lifted));
    else if (isStream(object)) model.objects.set(number, { ...object, dict: liftedEntries(object.dict) });
  }
}

/** The resource dictionaries of the pages, each copied. */
function resourcesOf(model: Model): Entries[] {
  return ofType(model, 'Page').flatMap(({ entries }) => {
    const resources = resolveIn(model, entries['Resources']);
    if (!isEntries(resources)) return [];
    const own = copyValue(resources);
    entries['Resources'] = own;
    return isEntries(own) ? [own] : [];
  });
}

function respaceContents(model: Model): void {
  for (const { entries } of ofType(model, 'Page')) {
    const stream = resolveIn(model, entries['Contents']);
    if (!isStream(stream)) continue;
    const text = Buffer.from(stream.data).toString('latin1').replaceAll('\n', ' \r\n\t');
    entries['Contents'] = addTo(model, { dict: {}, data: Buffer.from(` % by hand\r\n${text}\n\n`, 'latin1') });
  }
}

function toUtf16({ bytes }: PdfString): PdfString {
  const units = [...bytes].flatMap((byte) => [0, byte]);
  return new PdfString(Uint8Array.from([0xfe, 0xff, ...units]));
}

/** Five pages with common features: fonts, a form, images, layers, outlines, labels, destinations and structure. */
function book(): Uint8Array {
  const pages = [10, 11, 12, 13, 14];
  const page = (index: number): string =>
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${20 + index} 0 R/StructParents ${index}/Resources 9 0 R` +
    `/Annots[<</Type/Annot/Subtype/Link/Rect[72 90 200 110]/Border[0 0 0]/Dest[${pages[(index + 1) % 5]} 0 R/Fit]/Contents(Next)>>]>>`;
  const content = (index: number): string =>
    `/P<</MCID 0>>BDC\nBT\n/F1 24 Tf\n72 700 Td\n(Page ${index + 1} \\(of 5\\)) Tj\nET\nEMC\nq\n100 0 0 100 72 500 cm\n/Im${index % 2} Do\nQ\n/Fm0 Do`;
  const element = (index: number): string =>
    `<</Type/StructElem/S/P/P 30 0 R/Pg ${pages[index]} 0 R/K 0/Alt(Page ${index + 1})>>`;
  const title = (index: number): string =>
    `<</Title(Page ${index + 1})/Parent 4 0 R/Dest(p${index})${index > 0 ? `/Prev ${39 + index} 0 R` : ''}${index < 4 ? `/Next ${41 + index} 0 R` : ''}>>`;
  const pixels = Uint8Array.from({ length: 300 }, (_, index) => (index * 37) % 256);
  const image = '/Type/XObject/Subtype/Image/Width 10/Height 10/BitsPerComponent 8/ColorSpace/DeviceRGB';
  return buildPdf(
    {
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 4 0 R/PageLabels 5 0 R/Names<</Dests 6 0 R>>/StructTreeRoot 30 0 R/MarkInfo<</Marked true>>/Lang(en)>>',
      2: `<</Type/Pages/Count 5/Kids[${pages.map((number) => `${number} 0 R`).join(' ')}]>>`,
      3: '<</Title(A small book)/Author(Nobody)>>',
      4: '<</Type/Outlines/First 40 0 R/Last 44 0 R/Count 5>>',
      5: '<</Nums[0<</S/r>>2<</S/D/P(A-)>>]>>',
      6: `<</Names[${pages.map((number, index) => `(p${index})[${number} 0 R/XYZ 0 792 0]`).join('')}]>>`,
      7: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
      8: {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 612 50]/Resources<</Font<</F1 7 0 R>>>>',
        stream: 'BT /F1 9 Tf 72 30 Td (Foot) Tj ET',
      },
      9: '<</Font<</F1 7 0 R>>/XObject<</Fm0 8 0 R/Im0 15 0 R/Im1 16 0 R>>>>',
      15: { dict: image, stream: pixels },
      16: { dict: image, stream: pixels.toReversed() },
      30: `<</Type/StructTreeRoot/K[31 0 R 32 0 R 33 0 R 34 0 R 35 0 R]/ParentTree<</Nums[${[0, 1, 2, 3, 4].map((index) => `${index}[${31 + index} 0 R]`).join('')}]>>>>`,
      ...Object.fromEntries(
        pages.flatMap((number, index) => [
          [number, page(index)],
          [31 + index, element(index)],
          [40 + index, title(index)],
        ]),
      ),
      ...Object.fromEntries(pages.map((_, index) => [20 + index, { stream: content(index) }])),
    },
    { trailer: '/Root 1 0 R/Info 3 0 R' },
  );
}
