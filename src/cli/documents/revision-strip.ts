/** The revisions of a file as strips of its bytes, and how far each signature reaches, in characters of a fixed width. */
import type { RevisionTimeline, SignatureReach, TimelineRevision } from '#domain/revisions.ts';
import {
  coverageWords,
  coveringWords,
  type Holding,
  holdingOf,
  revisionSummary,
  signatureTitle,
} from '#domain/verdict/revision-words.ts';
import type { VerdictLevel } from '#domain/verdict/kinds.ts';
import { verdictOn } from '#domain/verdict/signature-words.ts';

/** Wide enough to tell a dozen revisions apart, and with a number before it within 80 columns. */
const WIDTH = 48;
/** Revisions of which each has a strip: the newest. */
const MAX_SHOWN = 12;

export interface StripLine {
  readonly tone: VerdictLevel | null;
  readonly text: string;
}

const plain = (text: string): StripLine => ({ tone: null, text });

export function revisionLines(timeline: RevisionTimeline): StripLine[] {
  const shown = timeline.revisions.slice(-MAX_SHOWN);
  const older = timeline.notListed + timeline.revisions.length - shown.length;
  return [
    ...(older > 0 ? [plain(`  ${older} older ones are left out`)] : []),
    ...shown.flatMap((revision) => [
      plain(`${numbered(revision.number)} ${bar(revision, timeline.sizeBytes)}`),
      plain(`      ${summaryOf(revision, timeline)}`),
    ]),
  ];
}

function summaryOf(revision: TimelineRevision, timeline: RevisionTimeline): string {
  const words = revisionSummary(revision);
  return timeline.signatureCount === 0 ? words : `${words} Signatures: ${coveringWords(revision.number, timeline)}.`;
}

/** Each has what is covered as a line, and what stands behind it as dots. */
export function signatureLines(timeline: RevisionTimeline, results: readonly Holding[]): StripLine[] {
  return timeline.signatures.flatMap((signature, index) => {
    const holding = holdingOf(signature, results);
    const verdict = holding && verdictOn(holding);
    const reason = holding?.reason ? ` (${holding.reason})` : '';
    return [
      { tone: verdict?.tone ?? null, text: `${numbered(index + 1)} ${reachBar(signature, timeline.sizeBytes)}` },
      plain(
        `      ${signatureTitle(signature, holding)}: ${verdict ? `${verdict.words.toLowerCase()}${reason}` : 'not known'}`,
      ),
      plain(`      ${coverageWords(signature, timeline)}`),
    ];
  });
}

function numbered(number: number): string {
  return String(number).padStart(5);
}

/** The part of the file that a revision wrote, at least one column wide. */
function bar({ startByte, endByte }: TimelineRevision, sizeBytes: number): string {
  const from = Math.min(columnOf(startByte, sizeBytes), WIDTH - 1);
  const to = Math.max(from + 1, columnOf(endByte, sizeBytes));
  return `▕${'░'.repeat(from)}${'█'.repeat(to - from)}${'░'.repeat(WIDTH - to)}▏`;
}

function reachBar({ endByte }: SignatureReach, sizeBytes: number): string {
  const isWhole = endByte !== null && endByte >= sizeBytes;
  // A byte that is not covered is seen, however long the file is.
  const to = endByte === null ? 0 : Math.min(columnOf(endByte, sizeBytes), isWhole ? WIDTH : WIDTH - 1);
  return `▕${'━'.repeat(to)}${'┄'.repeat(WIDTH - to)}▏`;
}

function columnOf(byte: number, sizeBytes: number): number {
  return sizeBytes === 0 ? 0 : Math.min(WIDTH, Math.max(0, Math.round((byte / sizeBytes) * WIDTH)));
}
