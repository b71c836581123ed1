/**
 * Writes a canonical graph as a linearized file (ISO 32000-2, annex F): the first page at the start, and hint tables
 * for the others. The positions follow from the canonical order.
 */
import type { CanonicalGraph } from '#engine/canonical/canonical.ts';
import { withDocumentId } from '#engine/write/file/header-and-trailer.ts';
import { Body } from './body.ts';
import { type Frame, writeFirstXref, writeHintStream, writeMainXref, writeParameters } from './frame.ts';
import { layOut } from './layout.ts';
import { divide, numberParts } from './parts.ts';

export interface LinearizeOptions {
  /** For example `1.7`. */
  readonly version: string;
  /** PDF/A-1 has no object streams (ISO 19005-1, 6.1.4). */
  readonly objectStreams: boolean;
}

/**
 * The reserved length shifts the offsets, which changes the compressed length a little. This reserve avoids a third
 * attempt.
 */
const SLACK_BYTES = 8;

/** Returns undefined if the document cannot be divided by pages. */
export function linearize(graph: CanonicalGraph, { version, objectStreams }: LinearizeOptions): Uint8Array | undefined {
  const parts = divide(graph, objectStreams);
  if (parts === undefined) return undefined;
  const numbers = numberParts(parts, graph.objects.length, objectStreams);
  const root = numbers.objects[graph.root] ?? 0;
  const info = graph.info === null ? null : (numbers.objects[graph.info] ?? 0);
  return assemble({ version, objectStreams, parts, numbers, root, info }, new Body(graph, parts, numbers));
}

/**
 * The first cross-reference section stands before its targets, and its compressed length depends on their positions. So
 * a length is reserved and increased until the section fits.
 */
function assemble(frame: Frame, body: Body): Uint8Array {
  const { parts, numbers } = frame;
  const firstXrefAt = writeParameters(frame, null, 0).length;
  const hintBytes = (hints: Parameters<typeof writeHintStream>[1]): number => writeHintStream(frame, hints).length;
  for (let firstXrefBytes = 0; ;) {
    const layout = layOut(parts, body, numbers, { firstXrefAt, firstXrefBytes, hintBytes });
    const first = writeFirstXref(frame, layout, firstXrefBytes);
    if (first.bytes.length > firstXrefBytes) {
      firstXrefBytes = first.bytes.length + SLACK_BYTES;
      continue;
    }
    const main = writeMainXref(frame, layout);
    const file = new Uint8Array(layout.mainXrefAt + main.bytes.length);
    file.set(writeParameters(frame, layout, file.length));
    file.set(first.bytes, firstXrefAt);
    const hintsAt = body.copy(parts.open, file, firstXrefAt + first.bytes.length);
    const hintStream = writeHintStream(frame, layout.hints);
    file.set(hintStream, hintsAt);
    const secondHalfAt = body.copy(parts.firstPage, file, hintsAt + hintStream.length);
    file.set(main.bytes, body.copy(parts.secondHalf, file, secondHalfAt));
    const ids = [
      ...first.ids.map((place) => firstXrefAt + place),
      ...main.ids.map((place) => layout.mainXrefAt + place),
    ];
    return withDocumentId(file, ids);
  }
}
