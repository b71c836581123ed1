/**
 * Stage 1, TamperDetection: searches the raw bytes for hidden changes before any repair. A parser that recovers hides
 * attacks, so these rules read the cross-reference as it is and compare revisions.
 */
import { viewOf } from '#platform';
import { type Finding, isGrave, RISK_LEVELS, type RiskLevel, type TamperFacts } from '#engine/facts/report.ts';
import type { PdfDocument } from '#engine/pdf/document.ts';
import { linearizedLength } from '#engine/pdf/read/open.ts';
import { fieldsOf, findSignatures, type SignatureInventory } from '#engine/signature/find.ts';
import type { EarlyStage } from './stage.ts';
import { differentialAnomalies, invitesOtherReadings } from '#engine/tamper/differential.ts';
import { headerAnomalies } from '#engine/tamper/header.ts';
import { hiddenObjectAnomalies } from '#engine/tamper/hidden-objects.ts';
import { incrementalAnomalies } from '#engine/tamper/incremental.ts';
import { LaterChanges } from '#engine/tamper/later-changes.ts';
import { layerAnomalies } from '#engine/tamper/layers.ts';
import { preparedAnomalies } from '#engine/tamper/prepared.ts';
import { revisionFacts } from '#engine/tamper/revision-facts.ts';
import { removalAnomalies, removedSignatures } from '#engine/tamper/removed-signatures.ts';
import { orphanedSignatures, signatureAnomalies } from '#engine/tamper/signature-rules.ts';
import { revisionTimeline } from '#engine/tamper/timeline/timeline.ts';
import { findTrailingData, trailingAnomalies } from '#engine/tamper/trailing.ts';

/** More anomalies than this add no information. */
const MAX_ANOMALIES = 200;
/** The search range for a header in a file that does not open. */
const SEARCHED_BYTES = 8192;

export const tamperDetection: EarlyStage = {
  name: 'TamperDetection',

  async run(work) {
    const { input, pdf } = work;
    const subject = pdf && subjectOf(input, pdf);
    const { own, differential } = subject ? await documentAnomalies(subject) : byteAnomalies(input);
    work.readersDiffer = differential.some(isGrave);
    const anomalies = sorted([...own, ...differential]);
    const revisions = subject && revisionFacts(input, subject.later.history, subject.inventory.signatures);
    const tamperAnalysis: TamperFacts = {
      riskLevel: riskLevelOf(anomalies),
      anomaliesDetected: anomalies.length,
      anomalies,
    };
    const result = anomalies.length === 0 ? 'clean' : `anomalies_${tamperAnalysis.riskLevel}`;
    const timeline = subject && revisionTimeline(input, subject.pdf, subject.later, subject.inventory.signatures);
    const facts = { ...(revisions && { revisions }), ...(timeline && { timeline }) };
    return { result, tamperAnalysis, findings: anomalies, ...facts };
  },
};

/** The data that several rules share. */
interface Subject {
  readonly input: Uint8Array;
  readonly pdf: PdfDocument;
  readonly later: LaterChanges;
  readonly inventory: SignatureInventory;
}

function subjectOf(input: Uint8Array, pdf: PdfDocument): Subject {
  return { input, pdf, later: new LaterChanges(input, pdf), inventory: findSignatures(pdf) };
}

interface Found {
  readonly own: readonly Finding[];
  /** The differences that other readers see. */
  readonly differential: readonly Finding[];
}

/** The findings of a file that does not open. */
function byteAnomalies(input: Uint8Array): Found {
  const header = viewOf(input).subarray(0, SEARCHED_BYTES).indexOf('%PDF-', 0, 'latin1');
  // A truncated linearized file has its only `%%EOF` near its start. The data after it belong to the file.
  const isCut = header >= 0 && linearizedLength(input, header) > input.length;
  const trailing = isCut ? [] : trailingAnomalies(input, findTrailingData(input));
  return { own: [...headerAnomalies(input, null, null), ...trailing], differential: [] };
}

async function documentAnomalies({ input, pdf, later, inventory }: Subject): Promise<Found> {
  const orphans = orphanedSignatures(input, pdf, inventory);
  const named = inventory.signatures.flatMap((signature) =>
    fieldsOf(signature).map((name) => ({ dict: signature.dict, name })),
  );
  const others = orphans.map(({ dict }) => dict);
  const removed = removedSignatures(input, later, inventory, others);
  const gone = removed.filter(({ isSuperseded }) => !isSuperseded);
  const signatures = [...named, ...others.map((dict) => ({ dict, name: '' })), ...gone];
  const hidden = hiddenObjectAnomalies(input, pdf, later.history, later.trailing?.from ?? input.length);
  const header = headerAnomalies(input, pdf, later.history);
  // Bytes after the end of the document are always reported as such.
  const isSuspect = [...hidden, ...header].some(showsTwoFaces) || invitesOtherReadings(pdf, later.history);
  const differential = isSuspect ? await differentialAnomalies(input, pdf, signatures.length > 0) : [];
  const own = [
    ...header,
    ...trailingAnomalies(input, later.trailing),
    ...hidden,
    ...signatureAnomalies(input, pdf, inventory, orphans, later),
    ...removalAnomalies(removed),
    ...incrementalAnomalies(input, pdf, later, signatures),
    ...layerAnomalies(pdf),
    ...(inventory.signatures.length > 0 ? preparedAnomalies(pdf, later.history) : []),
  ];
  return { own, differential };
}

/** Whether readers may read the file in two ways because of the finding. All readers ignore a wrong version. */
function showsTwoFaces({ type, severity }: Finding): boolean {
  return type !== 'HEADER_VERSION_MISMATCH' && severity !== 'low';
}

function riskLevelOf(anomalies: readonly Finding[]): RiskLevel {
  return (
    RISK_LEVELS[anomalies.reduce((worst, { severity }) => Math.max(worst, RISK_LEVELS.indexOf(severity)), 0)] ?? 'none'
  );
}

/** Returns at most `MAX_ANOMALIES`, the most severe ones, sorted by type and place. */
function sorted(anomalies: readonly Finding[]): Finding[] {
  const keyed = anomalies.map((anomaly) => ({ anomaly, key: sortKey(anomaly) }));
  return keyed
    .toSorted(
      (a, b) =>
        RISK_LEVELS.indexOf(b.anomaly.severity) - RISK_LEVELS.indexOf(a.anomaly.severity) || compare(a.key, b.key),
    )
    .slice(0, MAX_ANOMALIES)
    .toSorted((a, b) => compare(a.key, b.key))
    .map(({ anomaly }) => anomaly);
}

/** Findings at bytes come first, then those at objects, each in the order of the file. */
function sortKey({ type, finding, place, facts }: Finding): string {
  const { byteRange, object, pages } = place;
  const numbers = [byteRange?.start, object?.number, pages[0]?.first].map(sortable);
  return [type, ...numbers, finding, JSON.stringify([place, facts])].join('\u0000');
}

function sortable(number = Number.MAX_SAFE_INTEGER): string {
  return String(number).padStart(16, '0');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
