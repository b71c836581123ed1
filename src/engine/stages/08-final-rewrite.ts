/**
 * Stage 8, FinalRewrite: writes the canonical file. ISO 32000-2: 7.5 (file structure), annex F (linearized PDF), 14.4
 * (file identifiers). It converts the graph into canonical order and form, writes it, and linearizes it on request.
 */
import { canonicalize, type CanonicalGraph } from '#engine/canonical/canonical.ts';
import { linearize } from '#engine/write/linearization/linearize.ts';
import { writeWithObjectStreams, writeWithTable } from '#engine/write/file/writer.ts';
import type { OpenWork, Stage, StageResult } from './stage.ts';
import { warning } from '#engine/facts/warning.ts';

/** The requirements of the declared level of PDF/A on the form of the file. */
interface WriterMode {
  readonly version: string;
  readonly objectStreams: boolean;
}

export const finalRewrite: Stage = {
  name: 'FinalRewrite',

  run(work) {
    if (work.passthrough) {
      work.output = work.input;
      return { result: 'skipped_signed_preserve' };
    }
    if (work.keepsInput) {
      work.output = work.input;
      return { result: work.pdf.structure.linearized ? 'linearized' : 'written' };
    }
    const written = write(work);
    work.output = written.bytes;
    work.pdf.keepPages();
    return toResult(work, written);
  },
};

interface Written {
  readonly bytes: Uint8Array;
  readonly linearized: boolean;
  readonly damagedStreams: number;
  readonly ambiguousContents: number;
}

/** A separate function, so that the large graph can be collected after the bytes are written. */
function write(work: OpenWork): Written {
  const mode = writerMode(work);
  const graph = canonicalize(work.pdf);
  const { damagedStreams, ambiguousContents } = graph;
  const linearized = work.options.linearize ? linearize(graph, mode) : undefined;
  const bytes = linearized ?? writePlain(graph, mode);
  return { bytes, linearized: linearized !== undefined, damagedStreams, ambiguousContents };
}

/** PDF/A-1 is PDF 1.4 without object streams (ISO 19005-1, 6.1.4); PDF/A-4 is PDF 2.0 (ISO 19005-4, 6.1.2). */
function writerMode({ validation }: OpenWork): WriterMode {
  const part = validation.pdfaPreserved === true ? validation.pdfaLevel?.charAt(0) : undefined;
  if (part === '1') return { version: '1.4', objectStreams: false };
  return { version: part === '4' ? '2.0' : '1.7', objectStreams: true };
}

function writePlain(graph: CanonicalGraph, { version, objectStreams }: WriterMode): Uint8Array {
  return objectStreams ? writeWithObjectStreams(graph, version) : writeWithTable(graph, version);
}

function toResult({ options }: OpenWork, { linearized, damagedStreams, ambiguousContents }: Written): StageResult {
  const warnings = [
    ...(options.linearize && !linearized ? [warning('LINEARIZATION_SKIPPED')] : []),
    ...(damagedStreams > 0 ? [warning('UNDECODABLE_STREAM', { damagedCount: damagedStreams })] : []),
    ...(ambiguousContents > 0 ? [warning('AMBIGUOUS_CONTENT', { count: ambiguousContents })] : []),
  ];
  return { result: linearized ? 'linearized' : 'written', warnings };
}
