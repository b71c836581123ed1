/** White space at the end of a ToUnicode CMap (9.10.3) has no effect, and some programs drop it when they save. */
import { viewOf } from '#platform';
import type { StreamEncoder } from '#engine/canonical/stream-encoder.ts';
import { trimEnd } from '#engine/pdf/join-content.ts';
import { type Container, Dict } from '#engine/pdf/syntax/objects.ts';

export function trimCMaps(containers: Iterable<Container>, encoder: StreamEncoder): void {
  for (const container of containers) {
    const cmap = container instanceof Dict ? container.stream('ToUnicode') : undefined;
    // A malformed file may refer to an image or a form here. Those have a subtype.
    if (cmap && !cmap.dict.has('Subtype')) encoder.encode(cmap, trimCMap);
  }
}

/** Only a CMap is trimmed, since other data may end with bytes that equal white space. */
export function trimCMap(bytes: Uint8Array): Uint8Array {
  return viewOf(bytes).includes('begincmap') ? trimEnd(bytes) : bytes;
}
