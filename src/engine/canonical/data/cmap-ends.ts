/** White space at the end of ToUnicode CMaps (9.10.3) means nothing, and some programs that save a document drop it. */
import { viewOf } from '#platform';
import type { StreamEncoder } from '#engine/canonical/stream-encoder.ts';
import { trimEnd } from '#engine/pdf/join-content.ts';
import { type Container, Dict } from '#engine/pdf/syntax/objects.ts';

export function trimCMaps(containers: Iterable<Container>, encoder: StreamEncoder): void {
  for (const container of containers) {
    const cmap = container instanceof Dict ? container.stream('ToUnicode') : undefined;
    // A malformed file may name an image or a form here, which have a subtype.
    if (cmap && !cmap.dict.has('Subtype')) encoder.encode(cmap, trimCMap);
  }
}

/** Other data may end with bytes that only seem to be white space. */
export function trimCMap(bytes: Uint8Array): Uint8Array {
  return viewOf(bytes).includes('begincmap') ? trimEnd(bytes) : bytes;
}
