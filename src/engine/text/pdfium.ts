/**
 * All access to PDFium (WebAssembly): page count, page text and pictures. Every document gets an instance in its start
 * state. After each document, even a rejected one, the linear memory is restored, which is the whole state of an
 * instance. This takes a tenth of the time of a new instance, and calls that return leave the stack unchanged. An
 * instance is not used again after an abort or another error, nor after a large document has made its memory grow. The
 * caller handles an abort.
 */
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { compareBytes, readModule, viewOf } from '#platform';

/** A picture of a page: rows from the top, four bytes for each pixel, on white. */
export interface Rendering {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** An open document in PDFium, which is valid only inside of `withPdfium`. */
export interface PdfiumDocument {
  readonly pageCount: number;
  /** The text of the page in content order, with generated spaces and line ends. */
  text(index: number): string;
  /** The document as PDFium writes it. */
  save(): Uint8Array;
  /** Draws the page with its annotations but without form fields, `width` pixels wide. */
  render(index: number, width: number): Rendering;
  /** Draws the page as a viewer on a screen does, form fields included. */
  renderWithFields(index: number, width: number): Rendering;
}

/** PDFium finds no document, or no such page, in these bytes. */
export class UnreadablePdf extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadablePdf';
  }
}

/** Flags and formats of fpdfview.h. */
const RENDER_ANNOTATIONS = 0x01;
const RENDER_RGBA = 0x10;
const BITMAP_BGRX = 3;
const WHITE = 0xffffffff;
const MAX_HEIGHT = 16_384;
/** Twice a UTF-16 unit for each character, because a character above U+FFFF may count once and need two units. */
const BYTES_PER_CHARACTER = 4;

/** The size of a WebAssembly memory is a multiple of this page size. */
const EMPTY_PAGE = new Uint8Array(65_536);
/** A larger memory is released instead of restored. */
const MAX_KEPT_MEMORY_BYTES = 32 * 1024 * 1024;

interface Engine {
  readonly api: WrappedPdfiumModule;
  readonly memory: WebAssembly.Memory;
  /** The memory before the first document, up to its last page with data. */
  readonly pristine: Uint8Array;
}

/** The instance that waits for the next document. */
let idle: Engine | undefined;

/** Opens the bytes, passes the document to `use` and closes it. */
export async function withPdfium<T>(bytes: Uint8Array, use: (document: PdfiumDocument) => T): Promise<T> {
  const waiting = idle;
  idle = undefined;
  const engine = waiting ?? (await newEngine());
  let isSound = true;
  try {
    return useDocument(engine, bytes, use);
  } catch (error) {
    isSound = error instanceof UnreadablePdf;
    throw error;
  } finally {
    if (isSound && restore(engine)) idle = engine;
  }
}

function useDocument<T>(engine: Engine, bytes: Uint8Array, use: (document: PdfiumDocument) => T): T {
  const { api } = engine;
  const input = copyIn(engine, bytes);
  const handle = api.FPDF_LoadMemDocument(input, bytes.length, '');
  if (handle === 0) throw new UnreadablePdf(`PDFium cannot open the document (error ${api.FPDF_GetLastError()}).`);
  const pages = api.FPDF_GetPageCount(handle);
  const result = use({
    pageCount: pages,
    text: (index) => withPage(engine, handle, index, (page) => pageText(engine, page)),
    save: () => savedCopy(engine, handle),
    render: (index, width) => withPage(engine, handle, index, (page) => pagePicture(engine, page, width)),
    renderWithFields: (index, width) =>
      withFields(engine, handle, index, (page, form) => pagePicture(engine, page, width, form)),
  });
  api.FPDF_CloseDocument(handle);
  return result;
}

export function pageCount(bytes: Uint8Array): Promise<number> {
  return withPdfium(bytes, (document) => document.pageCount);
}

export function pageTexts(bytes: Uint8Array): Promise<string[]> {
  return withPdfium(bytes, (document) =>
    Array.from({ length: document.pageCount }, (_, index) => document.text(index)),
  );
}

export function renderPage(bytes: Uint8Array, index: number, width: number): Promise<Rendering> {
  return withPdfium(bytes, (document) => document.render(index, width));
}

function savedCopy({ api, memory }: Engine, handle: number): Uint8Array {
  const writer = api.PDFiumExt_OpenFileWriter();
  api.PDFiumExt_SaveAsCopy(handle, writer);
  const size = api.PDFiumExt_GetFileWriterSize(writer);
  const buffer = allocate(api, size);
  api.PDFiumExt_GetFileWriterData(writer, buffer, size);
  const copy = new Uint8Array(memory.buffer, buffer, size).slice();
  api.pdfium.wasmExports.free(buffer);
  api.PDFiumExt_CloseFileWriter(writer);
  return copy;
}

let compiled: WebAssembly.Module | undefined;

function pdfiumModule(): WebAssembly.Module {
  return (compiled ??= readModule('pdfium'));
}

async function newEngine(): Promise<Engine> {
  let memory: WebAssembly.Memory | undefined;
  const overrides = {
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
      const instance = new WebAssembly.Instance(pdfiumModule(), imports);
      if (instance.exports['memory'] instanceof WebAssembly.Memory) memory = instance.exports['memory'];
      receive(instance);
      return instance.exports;
    },
    // The instance gets no data of the host and prints nothing.
    thisProgram: 'pdfium',
    print() {},
    printErr() {},
  };
  const api = await init(overrides);
  if (memory === undefined) throw new Error('The PDFium module exports no memory.');
  api.PDFiumExt_Init();
  return { api, memory, pristine: usedPart(memory) };
}

function usedPart({ buffer }: WebAssembly.Memory): Uint8Array {
  const bytes = new Uint8Array(buffer);
  let end = bytes.length;
  while (end > 0 && compareBytes(EMPTY_PAGE, bytes.subarray(end - EMPTY_PAGE.length, end)) === 0)
    end -= EMPTY_PAGE.length;
  return bytes.slice(0, end);
}

/** Restores the start state; false if the instance must not be used again. */
function restore({ memory, pristine }: Engine): boolean {
  if (memory.buffer.byteLength > MAX_KEPT_MEMORY_BYTES) return false;
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(pristine);
  bytes.fill(0, pristine.length);
  return true;
}

/**
 * Copies bytes into the memory of the instance. The buffer is replaced when the memory grows, so views are never
 * stored.
 */
function copyIn({ api, memory }: Engine, bytes: Uint8Array): number {
  const address = allocate(api, bytes.length);
  new Uint8Array(memory.buffer).set(bytes, address);
  return address;
}

function allocate(api: WrappedPdfiumModule, size: number): number {
  const address = api.pdfium.wasmExports.malloc(Math.max(1, size));
  // This is the same error as when PDFium itself runs out of memory.
  if (address === 0) throw new WebAssembly.RuntimeError(`PDFium cannot allocate ${size} bytes.`);
  return address;
}

function withPage<T>({ api }: Engine, handle: number, index: number, use: (page: number) => T): T {
  const page = api.FPDF_LoadPage(handle, index);
  if (page === 0) throw new UnreadablePdf(`PDFium cannot load page ${index + 1}.`);
  const result = use(page);
  api.FPDF_ClosePage(page);
  return result;
}

function pageText({ api, memory }: Engine, page: number): string {
  const textPage = api.FPDFText_LoadPage(page);
  if (textPage === 0) return '';
  const characters = Math.max(0, api.FPDFText_CountChars(textPage));
  const buffer = allocate(api, (characters + 1) * BYTES_PER_CHARACTER);
  const written = characters === 0 ? 0 : api.FPDFText_GetText(textPage, 0, characters, buffer);
  // The count includes the terminating zero.
  const units = viewOf(new Uint8Array(memory.buffer, buffer, Math.max(0, written - 1) * 2));
  const text = units.toString('utf16le');
  api.pdfium.wasmExports.free(buffer);
  api.FPDFText_ClosePage(textPage);
  return text;
}

/** A page in a form-filling environment, which can draw form fields. */
function withFields<T>(engine: Engine, handle: number, index: number, use: (page: number, form: number) => T): T {
  const { api } = engine;
  const info = api.PDFiumExt_OpenFormFillInfo();
  const form = api.PDFiumExt_InitFormFillEnvironment(handle, info);
  const result = withPage(engine, handle, index, (page) => {
    api.FORM_OnAfterLoadPage(page, form);
    const used = use(page, form);
    api.FORM_OnBeforeClosePage(page, form);
    return used;
  });
  api.PDFiumExt_ExitFormFillEnvironment(form);
  api.PDFiumExt_CloseFormFillInfo(info);
  return result;
}

function pagePicture({ api, memory }: Engine, page: number, width: number, form?: number): Rendering {
  const ratio = api.FPDF_GetPageHeightF(page) / api.FPDF_GetPageWidthF(page);
  const height = Math.min(MAX_HEIGHT, Math.max(1, Math.round(width * (Number.isFinite(ratio) ? ratio : 1))));
  const pixels = allocate(api, width * height * 4);
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, pixels, width * 4);
  api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  const flags = RENDER_ANNOTATIONS | RENDER_RGBA;
  api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  if (form !== undefined) api.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags);
  const rgba = new Uint8Array(memory.buffer, pixels, width * height * 4).slice();
  api.FPDFBitmap_Destroy(bitmap);
  api.pdfium.wasmExports.free(pixels);
  return { width, height, rgba };
}
