/** Removes bytes of streams that no reader uses: bytes after the samples of an image and after an ICC profile. */
import { viewOf } from '#platform';
import type { PdfDocument } from '#engine/pdf/document.ts';
import type { Filter } from '#engine/pdf/filters/decode.ts';
import type { Dict, Stream } from '#engine/pdf/syntax/objects.ts';
import { componentsOf } from './components.ts';
import { plainJpeg } from './jpeg.ts';
import { plainJpeg2000 } from './jpeg2000.ts';

/** ICC.1, 7.2: the header holds the size of the profile and its signature. */
const PROFILE_HEADER_BYTES = 128;
const SIGNATURE_AT = 36;

/** `bytes` are decoded up to the filters given. */
export function visibleData(
  pdf: PdfDocument,
  { dict }: Stream,
  bytes: Uint8Array,
  remaining: readonly Filter[],
): Uint8Array {
  const isImage = dict.name('Subtype') === 'Image';
  const [filter] = remaining;
  if (remaining.length === 1 && isImage && filter?.name === 'DCTDecode') return plainJpeg(bytes);
  if (remaining.length === 1 && isImage && filter?.name === 'JPXDecode') return plainJpeg2000(bytes);
  if (remaining.length > 0) return bytes;
  if (isImage) return bytes.subarray(0, samplesSize(pdf, dict));
  return dict.has('N') ? bytes.subarray(0, profileSize(bytes)) : bytes;
}

/** 8.9.5.2: rows start at whole bytes. Undefined if the colour space does not define the number of components. */
function samplesSize(pdf: PdfDocument, image: Dict): number | undefined {
  const [width, height] = [image.integer('Width'), image.integer('Height')];
  const isMask = image.boolean('ImageMask') ?? false;
  const bits = isMask ? 1 : image.integer('BitsPerComponent');
  const components = isMask ? 1 : componentsOf(pdf, image.get('ColorSpace'));
  if (width === undefined || height === undefined || bits === undefined || components === undefined) return undefined;
  const size = Math.ceil((width * bits * components) / 8) * height;
  return width > 0 && height > 0 && bits > 0 && Number.isSafeInteger(size) ? size : undefined;
}

/** Undefined for data that are not a complete profile. */
function profileSize(bytes: Uint8Array): number | undefined {
  if (bytes.length < PROFILE_HEADER_BYTES) return undefined;
  const view = viewOf(bytes);
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const isProfile = view.toString('latin1', SIGNATURE_AT, SIGNATURE_AT + 4) === 'acsp';
  return isProfile && size >= PROFILE_HEADER_BYTES ? size : undefined;
}
