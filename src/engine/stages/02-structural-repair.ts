/**
 * Stage 2, StructuralRepair: say what had to be repaired and decrypted to read the newest revision.
 *
 * The work itself is done when the file is opened (`pdf/read/open.ts`), because every stage needs the graph; this stage
 * turns the notes taken there into facts, and ends a document that could not be opened.
 */
import type { Warning } from '#domain/report.ts';
import type { WarningCode } from '#domain/failure-codes.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { Dict, Ref } from '#engine/pdf/syntax/objects.ts';
import type { Problem, ProblemCode } from '#engine/pdf/read/structure.ts';
import type { Stage } from '#engine/stage.ts';

/** What each kind of note is called in the report; kinds that are absent change nothing a reader would see. */
const WARNINGS: readonly (readonly [ProblemCode, WarningCode, string])[] = [
  ['xref-rebuilt', 'XREF_REBUILT', 'The cross-reference was unusable; objects were found by scanning the file.'],
  ['stream-length', 'STREAM_LENGTH_REPAIRED', 'Streams whose Length was wrong'],
  ['page-tree', 'PAGE_TREE_REPAIRED', 'Places where the page tree was mended'],
  ['undecodable-stream', 'UNDECODABLE_STREAM', 'Object streams with broken data, whose last objects are lost'],
];

export const structuralRepair: Stage = {
  name: 'StructuralRepair',

  run({ pdf }) {
    const { structure } = pdf;
    const broken = brokenReferences(pdf);
    const revisions = revisionCount(pdf);
    const warnings = [
      ...WARNINGS.flatMap(([kind, code, text]) => warn(pdf.problems, kind, code, text)),
      ...(broken.count > 0 ? [brokenReferenceWarning(broken)] : []),
      ...(revisions > 1 ? [multipleRevisions(revisions)] : []),
      ...(structure.encrypted ? [PERMISSIONS_REMOVED] : []),
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

const PERMISSIONS_REMOVED: Warning = {
  code: 'PERMISSIONS_REMOVED',
  message: 'The document was encrypted with an empty user password; encryption and its permissions were removed.',
};

function multipleRevisions(revisions: number): Warning {
  return { code: 'MULTIPLE_REVISIONS', message: `The file held ${revisions} revisions; only the newest was kept.` };
}

/** The two sections of a linearized file are one revision (Annex F). */
function revisionCount({ structure }: PdfDocument): number {
  return Math.max(
    1,
    structure.sections.length - (structure.sections.length > 1 && startsLinearized(structure) ? 1 : 0),
  );
}

/**
 * Whether the oldest section belongs to a file that was linearized when first saved: its first page's section is read
 * last.
 */
function startsLinearized({ sections }: PdfDocument['structure']): boolean {
  const oldest = sections.at(-1);
  const first = sections.at(-2);
  // The first-page section stands before the main one in the file although it refers to it as its predecessor.
  return oldest !== undefined && first !== undefined && first.offset < oldest.offset;
}

function warn(problems: readonly Problem[], kind: ProblemCode, code: WarningCode, text: string): Warning[] {
  const found = problems.filter((problem) => problem.code === kind);
  if (found.length === 0) return [];
  const numbers = found.flatMap(({ objectNumber }) => (objectNumber === null ? [] : [objectNumber]));
  if (numbers.length === 0) return [{ code, message: text }];
  return [{ code, message: `${text.replace(/\.$/, '')}: ${found.length}, first in object ${numbers[0]}.` }];
}

interface BrokenReferences {
  readonly count: number;
  /** Object number. */
  readonly first: number | null;
}

/** References to objects the file does not have. They are null (ISO 32000-2, 7.3.10) and disappear from the output. */
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

function brokenReferenceWarning({ count, first }: BrokenReferences): Warning {
  return {
    code: 'BROKEN_OBJECT_REFERENCE',
    message: `References to missing objects: ${count}, first to object ${first ?? 0}. They were read as null.`,
  };
}
