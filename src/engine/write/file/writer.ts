/**
 * Writes a canonical graph as a plain file (ISO 32000-2, 7.5): with a cross-reference table for PDF/A-1, or with object
 * streams and a cross-reference stream.
 */
import type { CanonicalGraph } from '#engine/canonical/canonical.ts';
import { byteWidth, type XrefRow, xrefTable } from './cross-reference.ts';
import { trailerEntries, withDocumentId, writeHeader, writeIdEntry } from './header-and-trailer.ts';
import { type Numbered, OBJECTS_PER_STREAM, writeObjectStream } from './object-stream.ts';
import { deflate } from '#engine/pdf/filters/flate.ts';
import { Stream } from '#engine/pdf/syntax/objects.ts';
import { ByteWriter, writeIndirectObject } from '#engine/pdf/syntax/serialize.ts';

/** Writes all objects, then a cross-reference table (7.5.4). `version` has the form `1.4`. */
export function writeWithTable(graph: CanonicalGraph, version: string): Uint8Array {
  const out = new ByteWriter();
  writeHeader(out, version);
  const offsets = graph.objects.map((object, index) => {
    const offset = out.length;
    writeIndirectObject(out, graph, object, index + 1);
    return offset;
  });
  const xref = out.length;
  out.text(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n`);
  for (const offset of offsets) out.text(`${String(offset).padStart(10, '0')} 00000 n \n`);
  const ids: number[] = [];
  out.text('trailer\n<<');
  writeIdEntry(out, ids);
  out.text(`${trailerEntries(graph)}/Size ${offsets.length + 1}>>\nstartxref\n${xref}\n%%EOF\n`);
  return withDocumentId(out.take(), ids);
}

/** Writes all objects except streams in object streams (7.5.7), then a cross-reference stream (7.5.8). */
export function writeWithObjectStreams(graph: CanonicalGraph, version: string): Uint8Array {
  const out = new ByteWriter();
  writeHeader(out, version);
  const rows: XrefRow[] = [[0, 0, 0]]; // object 0 is the head of the empty free list
  const packed: Numbered[] = [];
  for (const [index, object] of graph.objects.entries()) {
    const number = index + 1;
    rows[number] = [1, out.length, 0];
    if (object instanceof Stream) writeIndirectObject(out, graph, object, number);
    else packed.push({ number, object });
  }
  for (let first = 0; first < packed.length; first += OBJECTS_PER_STREAM) {
    const contents = packed.slice(first, first + OBJECTS_PER_STREAM);
    const number = rows.length;
    for (const [place, contained] of contents.entries()) rows[contained.number] = [2, number, place];
    rows.push([1, out.length, 0]);
    writeObjectStream(out, graph, contents, number);
  }
  return writeXrefStream(out, graph, rows);
}

function writeXrefStream(out: ByteWriter, graph: CanonicalGraph, rows: XrefRow[]): Uint8Array {
  const offset = out.length;
  const number = rows.length;
  rows.push([1, offset, 0]);
  const width = byteWidth(offset);
  const data = deflate(xrefTable(rows, width));
  const ids: number[] = [];
  out.text(`${number} 0 obj\n<</Filter/FlateDecode`);
  writeIdEntry(out, ids);
  out.text(`${trailerEntries(graph)}/Length ${data.length}/Size ${rows.length}/Type/XRef/W[1 ${width} 1]>>\nstream\n`);
  out.bytes(data);
  out.text(`\nendstream\nendobj\nstartxref\n${offset}\n%%EOF\n`);
  return withDocumentId(out.take(), ids);
}
