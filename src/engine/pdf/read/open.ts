/**
 * Opens a file: header, cross-reference or scan, decryption, page tree. It accepts every repairable fault and notes
 * each repair.
 * @throws PdfFailure if the file has no usable content: EMPTY_FILE, NOT_A_PDF, PASSWORD_REQUIRED, NO_PAGES,
 * UNSUPPORTED_ENCRYPTION, UNSUPPORTED_FILTER, CORRUPT_UNRECOVERABLE, RESOURCE_LIMIT_EXCEEDED. No input causes any other
 * exception.
 */
import { PdfFailure } from '#engine/pdf/failure.ts';
import { Budget } from '#engine/pdf/budget.ts';
import { openStandardSecurity } from '#engine/pdf/crypt/standard.ts';
import { HEADER_WINDOW_BYTES, looksLikePdf, PDF_HEADER, TRAILER_WINDOW_BYTES } from '#engine/facts/pdf-file.ts';
import { PdfDocument } from '#engine/pdf/document.ts';
import { latin1, Lexer } from '#engine/pdf/syntax/lexer.ts';
import { FileSource, headerAt, readIndirectObject } from './loader.ts';
import { Dict, type PdfObject, PdfString, Ref, type Resolver } from '#engine/pdf/syntax/objects.ts';
import { flattenPageTree } from './page-tree.ts';
import { scanFile, type ScannedObject } from './scan.ts';
import type { Problem, Structure, XrefEntry, XrefSection } from './structure.ts';
import { findStartXref, mergeEntries, readXrefChain } from './xref.ts';

/** The objects of a file and the way in which they were found. */
interface Layout {
  readonly sections: readonly XrefSection[];
  readonly entries: ReadonlyMap<number, XrefEntry>;
  readonly trailer: Dict;
  readonly rebuilt: boolean;
  /** After a scan: the object streams whose contents are not listed yet, in file order, and their source. */
  readonly unlisted: { readonly streams: readonly ScannedObject[]; readonly entries: Map<number, XrefEntry> } | null;
  readonly catalogs: readonly ScannedObject[];
}

export function openDocument(input: Uint8Array): PdfDocument {
  if (input.length === 0) throw new PdfFailure('EMPTY_FILE');
  const header = findHeader(input);
  const file = new OpeningFile(input, header);
  const document = file.open(file.readLayout());
  if (document && document.pages.length > 0) return document;
  // Any file may hold bytes like objects, so a file without a header needs the end of a PDF.
  if (!looksLikePdf(headOf(input), latin1(input.subarray(-TRAILER_WINDOW_BYTES)))) throw new PdfFailure('NOT_A_PDF');
  // The cross-reference is unusable, so the bytes are scanned.
  const rescued = file.open(file.scanLayout());
  if (!rescued) throw new PdfFailure('CORRUPT_UNRECOVERABLE');
  if (rescued.pages.length === 0) throw new PdfFailure('NO_PAGES');
  return rescued;
}

/**
 * The file as seen by a reader that ignores the cross-reference and uses the last object of each number; undefined if
 * that leads to no catalog.
 */
export function openByScanning(input: Uint8Array): PdfDocument | undefined {
  const file = new OpeningFile(input, findHeader(input));
  return file.open(file.scanLayout());
}

interface Header {
  readonly offset: number;
  readonly version: string | null;
}

function findHeader(input: Uint8Array): Header | null {
  const found = PDF_HEADER.exec(headOf(input));
  return found && { offset: found.index, version: found[1] ?? null };
}

function headOf(input: Uint8Array): string {
  return latin1(input.subarray(0, HEADER_WINDOW_BYTES));
}

/** Trailers are parsed before the document exists. Until then references stay unresolved. */
class LateResolver implements Resolver {
  target: Resolver | null = null;

  resolve(object: PdfObject | undefined): PdfObject {
    return this.target ? this.target.resolve(object) : (object ?? null);
  }
}

class OpeningFile {
  readonly #input: Uint8Array;
  readonly #header: Header | null;
  readonly #resolver = new LateResolver();

  constructor(input: Uint8Array, header: Header | null) {
    this.#input = input;
    this.#header = header;
  }

  /** Reads the layout by the cross-reference. Offsets may count from the start of the file or of its header. */
  readLayout(): Located | undefined {
    const offset = this.#header?.offset ?? 0;
    for (const base of offset > 0 ? [offset, 0] : [0]) {
      const bytes = this.#input.subarray(base);
      const budget = new Budget(this.#input.length);
      const startXref = findStartXref(bytes);
      const sections = startXref === undefined ? undefined : readXrefChain(bytes, startXref, this.#resolver, budget);
      const trailer = sections?.find((section) => section.trailer.has('Root'))?.trailer;
      if (!sections || !trailer) continue;
      const entries = mergeEntries(sections);
      const wrong = wrongOffsets(bytes, entries);
      if (wrong.length === 0) return { base, budget, layout: intact(sections, entries, trailer) };
      const scan = scanFile(bytes, this.#resolver, budget);
      const { patched, isFound } = patchOffsets(entries, wrong, scan.objects);
      return { base, budget, layout: { ...intact(sections, patched, trailer), rebuilt: isFound } };
    }
    return undefined;
  }

  /** Finds the layout by scanning for objects. */
  scanLayout(): Located {
    this.#resolver.target = null;
    const budget = new Budget(this.#input.length);
    const scan = scanFile(this.#input, this.#resolver, budget);
    const entries = new Map<number, XrefEntry>();
    for (const { number, offset, generation } of scan.objects)
      entries.set(number, { kind: 'offset', offset, generation });
    const trailer = new Dict(this.#resolver);
    for (const found of scan.trailers) for (const [key, value] of found) trailer.set(key, value);
    return {
      base: 0,
      budget,
      layout: {
        sections: [],
        entries,
        trailer,
        rebuilt: true,
        unlisted: { streams: scan.objectStreams, entries },
        catalogs: scan.catalogs,
      },
    };
  }

  /** Returns undefined if the layout leads to no catalog. */
  open(located: Located | undefined): PdfDocument | undefined {
    if (!located) return undefined;
    const { base, budget, layout } = located;
    const bytes = this.#input.subarray(base);
    const problems: Problem[] = [];
    const source = new FileSource(bytes, layout.entries, budget, problems);
    const structure = this.#structure(bytes, base, layout);
    const pdf = new PdfDocument(source, structure, budget, problems);
    source.resolver = pdf;
    this.#resolver.target = pdf;
    if (layout.rebuilt) problems.push({ code: 'xref-rebuilt', message: 'cross-reference rebuilt', objectNumber: null });
    if (!this.#header) problems.push({ code: 'header', message: 'no header', objectNumber: null });
    decryptWith(pdf, source, layout);
    if (layout.unlisted) listContents(source, layout.unlisted);
    return findCatalog(pdf, layout) ? withPages(pdf) : undefined;
  }

  #structure(bytes: Uint8Array, base: number, layout: Layout): Structure {
    const compressed = layout.entries.values().some((entry) => entry.kind === 'compressed');
    const statedLength = linearizedLength(bytes, (this.#header?.offset ?? 0) - base);
    return {
      header: this.#header,
      sections: layout.sections,
      xrefRebuilt: layout.rebuilt,
      hasObjectStreams: compressed || (layout.unlisted?.streams.length ?? 0) > 0,
      linearized: statedLength === bytes.length,
      truncated: statedLength > bytes.length,
      // An Encrypt entry that is no dictionary encrypts nothing.
      encrypted: isDictOrRef(layout.trailer.raw('Encrypt')),
      baseOffset: base,
    };
  }
}

interface Located {
  readonly base: number;
  readonly budget: Budget;
  readonly layout: Layout;
}

function intact(sections: readonly XrefSection[], entries: ReadonlyMap<number, XrefEntry>, trailer: Dict): Layout {
  return { sections, entries, trailer, rebuilt: false, unlisted: null, catalogs: [] };
}

/** The numbers whose offset leads to another object or to none. */
function wrongOffsets(bytes: Uint8Array, entries: ReadonlyMap<number, XrefEntry>): number[] {
  const wrong: number[] = [];
  for (const [number, entry] of entries) {
    if (entry.kind === 'offset' && headerAt(bytes, entry.offset, number) < 0) wrong.push(number);
  }
  return wrong;
}

/** The entries with found offsets instead of wrong ones. `isFound` is true if any object was found that way. */
function patchOffsets(
  entries: ReadonlyMap<number, XrefEntry>,
  wrong: readonly number[],
  objects: readonly ScannedObject[],
): { patched: ReadonlyMap<number, XrefEntry>; isFound: boolean } {
  const found = new Map<number, ScannedObject>();
  for (const object of objects) found.set(object.number, object);
  const patched = new Map(entries);
  for (const number of wrong) {
    const object = found.get(number);
    patched.set(
      number,
      object ? { kind: 'offset', offset: object.offset, generation: object.generation } : { kind: 'free' },
    );
  }
  return { patched, isFound: wrong.some((number) => found.has(number)) };
}

function isDictOrRef(object: PdfObject | undefined): boolean {
  return object instanceof Dict || object instanceof Ref;
}

function decryptWith(pdf: PdfDocument, source: FileSource, { trailer }: Layout): void {
  const encryptRef = trailer.ref('Encrypt');
  if (encryptRef) source.encryptNumber = encryptRef.number;
  const encrypt = pdf.resolve(trailer.raw('Encrypt'));
  if (!(encrypt instanceof Dict)) return;
  const id = pdf.resolve(trailer.raw('ID'));
  const first = Array.isArray(id) ? pdf.resolve(id[0]) : null;
  source.decryptor = openStandardSecurity(encrypt, first instanceof PdfString ? first.bytes : new Uint8Array(), pdf);
}

/** Adds the contents of the scanned object streams, unless a later object of the file has the same number. */
function listContents(source: FileSource, { streams, entries }: NonNullable<Layout['unlisted']>): void {
  for (const { number, offset } of streams) {
    const own = entries.get(number);
    if (own?.kind !== 'offset' || own.offset !== offset) continue;
    for (const [index, contained] of source.contentsOf(number).entries()) {
      const known = entries.get(contained);
      if (known?.kind === 'offset' && known.offset > offset) continue;
      entries.set(contained, { kind: 'compressed', stream: number, index });
    }
  }
}

/**
 * Sets the trailer's Root and Info. If the trailer names no catalog, one with pages is searched. Returns whether there
 * is any catalog.
 */
function findCatalog(pdf: PdfDocument, { trailer, catalogs, rebuilt }: Layout): boolean {
  const info = trailer.raw('Info');
  if (info !== undefined) pdf.trailer.set('Info', info);
  const root = trailer.raw('Root');
  if (root !== undefined) pdf.trailer.set('Root', root);
  if (pdf.catalog.has('Pages')) return true;
  if (!rebuilt) return false;
  const numbers = catalogs.length > 0 ? catalogs.map(({ number }) => number).toReversed() : pdf.numbers().toReversed();
  for (const number of numbers) {
    const object = pdf.object(number);
    if (!(object instanceof Dict) || object.name('Type') !== 'Catalog' || !object.has('Pages')) continue;
    pdf.trailer.set('Root', pdf.add(object));
    return true;
  }
  return pdf.catalog.name('Type') === 'Catalog';
}

function withPages(pdf: PdfDocument): PdfDocument {
  pdf.setPages(flattenPageTree(pdf));
  return pdf;
}

/** Annex F: the file length in the linearization dictionary, which is the first object; -1 if there is none. */
export function linearizedLength(bytes: Uint8Array, headerOffset: number): number {
  const lexer = new Lexer(bytes, Math.max(0, headerOffset));
  lexer.skipWhiteSpace();
  const first = readIndirectObject(bytes, lexer.position, new LateResolver(), new Budget(bytes.length))?.object;
  return first instanceof Dict && first.has('Linearized') ? (first.integer('L') ?? -1) : -1;
}
