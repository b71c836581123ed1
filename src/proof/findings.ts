/** The findings in an attestation: a short and stable summary of the report. */
import type { Findings } from '#domain/attestation.ts';
import type { EmbeddedFiles, EngineReport, SecurityInfo } from '#domain/report.ts';
import { type ReportWithVerdict, summaryOf } from '#domain/verdict/verdict.ts';
import type { WarningCode } from '#domain/failure-codes.ts';
import { healthScore } from './health.ts';

const REMOVALS = {
  javascriptRemoved: 'javascript',
  openActionsRemoved: 'openActions',
  launchActionsRemoved: 'launchActions',
  embeddedFilesRemoved: 'embeddedFiles',
  richMediaRemoved: 'richMedia',
  incrementalUpdatesRemoved: 'incrementalUpdates',
  acroformFlattened: 'interactiveForm',
  annotationsRemoved: 'annotations',
  digitalSignaturesRemoved: 'digitalSignatures',
  encryptedInput: 'encryption',
} as const satisfies Partial<Record<keyof SecurityInfo, string>>;

const REPAIRS = {
  XREF_REBUILT: 'crossReferenceTable',
  PAGE_TREE_REPAIRED: 'pageTree',
  STREAM_LENGTH_REPAIRED: 'streamLengths',
  BROKEN_OBJECT_REFERENCE: 'brokenReferences',
  STRUCTURE_TREE_MODIFIED: 'structureTree',
} as const satisfies Partial<Record<WarningCode, string>>;

export function findingsOf(report: ReportWithVerdict): Findings {
  return {
    healthScore: healthScore(report),
    contentRemoved: contentRemoved(report),
    structuralRepairs: structuralRepairs(report),
    warningCount: report.warnings.length,
    verdict: summaryOf(report.verdict),
  };
}

/** A document that was passed through as it is, because it is signed, has lost nothing: its encryption neither. */
function contentRemoved({ original, normalized, security, embeddedFiles }: EngineReport): string[] {
  if (normalized?.sha256 === original.sha256) return [];
  const words = Object.entries(REMOVALS)
    .filter(([name]) => Reflect.get(security, name) === true)
    .map(([, word]) => word);
  return [...words, ...removedFiles(embeddedFiles)];
}

/** An attestation is public, so it identifies a file by its hash and never has its name. */
function removedFiles(files: EmbeddedFiles | undefined): string[] {
  if (!files) return [];
  const { listed, notListed } = files.removed;
  const hashes = listed.flatMap(({ sha256 }) => (sha256 === null ? [] : [`sha256:${sha256}`]));
  const unread = listed.flatMap(({ sha256, content }) => (sha256 === null ? [content] : []));
  const rest = notListed > 0 ? [`not_listed:${notListed}`] : [];
  return [...hashes.toSorted(), ...unread.toSorted(), ...rest].map((what) => `EMBEDDED_FILE ${what}`);
}

function structuralRepairs({ warnings }: EngineReport): string[] {
  const given = new Set<string>(warnings.map(({ code }) => code));
  return Object.entries(REPAIRS)
    .filter(([code]) => given.has(code))
    .map(([, word]) => word);
}
