/**
 * Stage 2, StructuralRepair: reports the repairs and the decryption that were needed to read the newest revision. The
 * repairs happen when the file is opened (`pdf/read/open.ts`), because every stage needs the graph. This stage converts
 * the notes of the repair into facts, and ends a document that could not be opened.
 */
import { type StageWarning, warning } from '#engine/facts/warning.ts';
import type { WarningFinding } from '#engine/facts/warning-findings.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Ref } from '#engine/pdf/syntax/objects.ts';
import type { ProblemCode } from '#engine/pdf/read/structure.ts';
import type { Stage } from './stage.ts';

/** The finding of each kind of note. Other kinds have no visible effect. */
const REPAIRS: readonly (readonly [ProblemCode, WarningFinding])[] = [
  ['xref-rebuilt', 'XREF_REBUILT'],
  ['stream-length', 'STREAM_LENGTH_REPAIRED'],
  ['page-tree', 'PAGE_TREE_REPAIRED'],
  ['undecodable-stream', 'UNDECODABLE_STREAM'],
];

export const structuralRepair: Stage = {
  name: 'StructuralRepair',

  run({ pdf }) {
    const { structure } = pdf;
    const broken = brokenReferences(pdf);
    const revisions = revisionCount(pdf);
    const warnings = [
      ...repairs(pdf),
      ...(broken.count > 0 ? [brokenReferenceWarning(broken)] : []),
      ...(revisions > 1 ? [warning('MULTIPLE_REVISIONS', { count: revisions })] : []),
      ...(structure.encrypted ? [warning('PERMISSIONS_REMOVED')] : []),
    ];
    const repaired = pdf.problems.length > 0 || broken.count > 0;
    return {
      result: structure.encrypted
        ? repaired
          ? 'decrypted_and_repaired'
          : 'decrypted'
        : repaired
          ? 'repaired'
          : 'intact',
      warnings,
      security: { encryptedInput: structure.encrypted, incrementalUpdatesRemoved: revisions > 1 },
      validation: {
        xrefRebuilt: structure.xrefRebuilt,
        objectStreamsRegenerated: structure.hasObjectStreams,
        brokenReferencesDetected: broken.count > 0,
      },
    };
  },
};

/** The two sections of a linearized file are one revision (annex F). */
function revisionCount({ structure }: PdfDocument): number {
  return Math.max(
    1,
    structure.sections.length - (structure.sections.length > 1 && startsLinearized(structure) ? 1 : 0),
  );
}

/**
 * Whether the oldest section belongs to a file that was linearized at its first save. The section of its first page is
 * read last.
 */
function startsLinearized({ sections }: PdfDocument['structure']): boolean {
  const oldest = sections.at(-1);
  const first = sections.at(-2);
  // The first-page section comes before the main section in the file, although it refers to it as its predecessor.
  return oldest !== undefined && first !== undefined && first.offset < oldest.offset;
}

function repairs({ problems }: PdfDocument): StageWarning[] {
  return REPAIRS.flatMap(([kind, finding]) => {
    const found = problems.filter(({ code }) => code === kind);
    if (found.length === 0) return [];
    const first = found.find(({ objectNumber }) => objectNumber !== null)?.objectNumber ?? null;
    const facts = finding === 'UNDECODABLE_STREAM' ? { cutObjectStreams: found.length } : { count: found.length };
    return [warning(finding, facts, first === null ? {} : { object: first })];
  });
}

interface BrokenReferences {
  readonly count: number;
  /** The object number. */
  readonly first: number | null;
}

/**
 * The references to objects that the file lacks. Such a reference is null (ISO 32000-2, 7.3.10) and disappears from the
 * output.
 */
function brokenReferences(pdf: PdfDocument): BrokenReferences {
  const noted = pdf.problems.filter(({ code }) => code === 'broken-reference');
  let count = noted.length;
  let first = noted[0]?.objectNumber ?? null;
  for (const container of pdf.reachable()) {
    for (const value of container instanceof Dict ? container.values() : container) {
      if (!(value instanceof Ref) || pdf.resolve(value) !== null || pdf.has(value)) continue;
      count++;
      first ??= value.number;
    }
  }
  return { count, first };
}

function brokenReferenceWarning({ count, first }: BrokenReferences): StageWarning {
  return warning('BROKEN_OBJECT_REFERENCE', { count }, first === null ? {} : { object: first });
}
