/**
 * Digests the appearance of a page as one SHA-256, and as a second one without the bands at the top and at the bottom
 * in which courts and registries stamp. Both depend only on the page and not on names, object numbers or other pages.
 * `docs/engine/page-fingerprints.md` states the whole definition.
 */
import { PAGE_FINGERPRINT_ALGORITHM, type PageFingerprints } from '#engine/facts/fingerprints.ts';
import { type Box, isEmptyBox, quarterOf, readBox } from '#engine/content/matrix.ts';
import { TextFonts } from '#engine/fonts/unicode/text-font.ts';
import { isShown, normalAppearance } from '#engine/forms/annotation-appearance.ts';
import type { Page, PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict, type PdfArray, type PdfObject, type Stream, toNumber } from '#engine/pdf/syntax/objects.ts';
import { Layers } from '#engine/text/layers.ts';
import { Drawing, type DrawingSource } from './drawing.ts';
import { marginBands } from './margin-band.ts';
import { digestOf, type Mark, MarkDigest, type MarkSink, place, tee } from './marks.ts';
import { boxText, intersection } from './paint-state.ts';
import { rectangle } from './rectangle.ts';
import { Values } from './values.ts';

/** The digests of a page, including the fingerprints. */
export interface PageDigests extends PageFingerprints {
  /** The digest of the page without its annotations. */
  readonly drawing: string;
  /** The digest of the marks without the page boxes. It identifies a page without text that was cropped or rotated. */
  readonly marks: string;
  /** The digest of the pictures, independent of their positions; null without any. */
  readonly pictures: string | null;
  /** The digest of the positions of the pictures, independent of their content; null without any. */
  readonly placements: string | null;
}

const EVERYWHERE: Box = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

export class PageReader {
  readonly #source: DrawingSource;

  constructor(pdf: PdfDocument) {
    const draw = (stream: Stream, resources: Dict | undefined): string => {
      const digest = new MarkDigest();
      new Drawing(source, digest).run(pdf.bytesOf(stream) ?? new Uint8Array(), resources);
      return digest.digest();
    };
    const source = { pdf, fonts: new TextFonts(pdf), layers: new Layers(pdf), values: new Values(pdf, draw) };
    this.#source = source;
  }

  /** The digest of a value. The marks that its content paints count. */
  valueOf(value: PdfObject): string {
    return this.#source.values.of(value);
  }

  read(page: Page): PageDigests {
    const { pdf, values } = this.#source;
    const box = shownBox(pdf, page.dict);
    const rotation = quarterOf(page.dict.number('Rotate'));
    const userUnit = page.dict.number('UserUnit') ?? 1;
    const isInBand = box ? marginBands(box, rotation, userUnit > 0 ? userUnit : 1) : () => false;
    const [whole, body] = [new MarkDigest(), new MarkDigest((at) => !isInBand(at))];
    const sink = tee([whole, body]);
    const drawing = new Drawing(this.#source, sink, box ?? EVERYWHERE);
    const group = page.dict.dict('Group');
    if (group) sink.beginGroup(`group ${values.of(group)}`, false);
    drawing.run(pdf.pageContent(page), page.dict.dict('Resources'));
    if (group) sink.endGroup();
    const frame = [...boxes(pdf, page.dict), `rotation ${rotation}`, `unit ${userUnit}`].join('\n');
    const marks = whole.digest();
    const hasBody = !body.isEmpty;
    const bodyMarks = body.digest();
    const [annotations, bodyAnnotations] = [new MarkDigest(), new MarkDigest((at) => !isInBand(at))];
    this.#annotations(page, tee([annotations, bodyAnnotations]));
    const isBlank = !hasBody && bodyAnnotations.isEmpty;
    return {
      fingerprint: digestOf([PAGE_FINGERPRINT_ALGORITHM, frame, marks, annotations.digest()].join('\n')),
      withoutMargins: isBlank
        ? null
        : digestOf(
            [`${PAGE_FINGERPRINT_ALGORITHM} without margins`, frame, bodyMarks, bodyAnnotations.digest()].join('\n'),
          ),
      drawing: digestOf([`${PAGE_FINGERPRINT_ALGORITHM} without annotations`, frame, marks].join('\n')),
      marks,
      pictures: digestOfAll([...drawing.pictures].toSorted()),
      placements: digestOfAll(drawing.placements),
    };
  }

  /** Annotations count only if a viewer draws them on a screen. */
  #annotations({ dict }: Page, sink: MarkSink): void {
    const { pdf } = this.#source;
    for (const item of dict.array('Annots') ?? []) {
      const annotation = pdf.resolve(item);
      if (!(annotation instanceof Dict) || !isShown(annotation)) continue;
      const mark = this.#annotation(annotation);
      if (mark) sink.mark(mark);
    }
  }

  #annotation(annotation: Dict): Mark | undefined {
    const { pdf, values } = this.#source;
    const box = readBox(pdf, annotation.array('Rect'));
    const subtype = annotation.name('Subtype') ?? '';
    if (!box || subtype === 'Popup') return undefined;
    const appearance = normalAppearance(annotation);
    if (appearance) return { text: `annotation ${boxText(box)} ${values.of(appearance)}`, box, isTransparent: false };
    if (subtype !== 'Link' || borderWidth(pdf, annotation) <= 0) return undefined;
    // Viewers draw the border of a link themselves (12.5.6.5).
    const border = ['Border', 'BS', 'C'].map((key) => values.of(annotation.get(key)));
    return { text: `border ${boxText(box)} ${border.join(' ')}`, box, isTransparent: false };
  }
}

function digestOfAll(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : digestOf(texts.join('\n'));
}

/** Table 166: the width is 1 by default. */
function borderWidth(pdf: PdfDocument, annotation: Dict): number {
  const style = annotation.dict('BS');
  if (style) return style.number('W') ?? 1;
  const width = annotation.array('Border')?.[2];
  return width === undefined ? 1 : (toNumber(pdf.resolve(width)) ?? 1);
}

/** A viewer shows the part of the crop box that is on the medium (14.11.2). */
function shownBox(pdf: PdfDocument, page: Dict): Box | undefined {
  const media = readBox(pdf, page.array('MediaBox'));
  const crop = readBox(pdf, page.array('CropBox'));
  const shown = media && crop ? intersection(media, crop) : (crop ?? media);
  return shown && !isEmptyBox(shown) ? shown : undefined;
}

/** Table 31: the default of the crop box is the media box, and that of the other boxes is the crop box. */
function boxes(pdf: PdfDocument, page: Dict): string[] {
  const media = sides(pdf, page.array('MediaBox'));
  const crop = page.has('CropBox') ? sides(pdf, page.array('CropBox')) : media;
  const others = ['ArtBox', 'BleedBox', 'TrimBox'].map((key) =>
    page.has(key) ? `${key} ${sides(pdf, page.array(key))}` : `${key} ${crop}`,
  );
  return [`MediaBox ${media}`, `CropBox ${crop}`, ...others];
}

function sides(pdf: PdfDocument, array: PdfArray | undefined): string {
  const corners = rectangle(pdf, array);
  return corners ? corners.map((corner: PdfObject) => place(Math.fround(toNumber(corner) ?? 0))).join(' ') : 'none';
}

/** The fingerprints of all pages; null if the pages exceed the limits of a document. */
export function pageFingerprints(file: Uint8Array): PageFingerprints[] | null {
  return fingerprintsOf(() => openDocument(file));
}

/** The fingerprints of an open document; null also if earlier work has used up the limits. */
export function fingerprintsOf(open: () => PdfDocument): PageFingerprints[] | null {
  try {
    const pdf = open();
    const reader = new PageReader(pdf);
    return pdf.pages.map((page) => {
      const { fingerprint, withoutMargins } = reader.read(page);
      return { fingerprint, withoutMargins };
    });
  } catch (error) {
    if (error instanceof PdfFailure) return null;
    throw error;
  }
}
