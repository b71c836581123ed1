/** The changes of a document after each of its signatures, for the stages of tamper detection and verification. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { type Coverage, readCoverage } from '#engine/signature/byte-range.ts';
import type { Dict } from '#engine/pdf/syntax/objects.ts';
import { isWhiteSpace } from '#engine/pdf/syntax/lexer.ts';
import { isBlank } from '#engine/pdf/syntax/byte-search.ts';
import type { Change } from './diff-analysis/change.ts';
import { ambiguousObjects } from './ambiguous-objects.ts';
import { changesBetween } from './diff-analysis/changes-between.ts';
import { misplacedObjects } from './misplaced-objects.ts';
import { RevisionHistory } from './revisions.ts';
import { findTrailingData, type TrailingData } from './trailing.ts';

/** Documents with more signed revisions are compared from the nearest earlier one, which is never too lenient. */
const MAX_COMPARISONS = 32;
/** Some writers fill a revision with white space up to the next disk block. */
const MAX_PADDING_BYTES = 4096;

export class LaterChanges {
  readonly history: RevisionHistory;
  readonly trailing: TrailingData | null;
  readonly #input: Uint8Array;
  readonly #baseOffset: number;
  /** The position after the last byte that is no white space. */
  readonly #contentEnd: number;
  readonly #changes = new Map<number, readonly Change[]>();
  readonly #misplaced = new Map<number, readonly number[]>();
  readonly #ambiguous = new Map<number, readonly number[]>();

  constructor(input: Uint8Array, pdf: PdfDocument) {
    this.#input = input;
    this.#baseOffset = pdf.structure.baseOffset;
    this.history = new RevisionHistory(input, pdf);
    this.#contentEnd = endOfContent(input);
    this.trailing = findTrailing(input, pdf, this.history);
  }

  /** The changes by the revisions after the given one. */
  since(index: number): readonly Change[] {
    if (index >= this.history.last) return [];
    const known = this.#changes.get(index);
    if (known) return known;
    if (this.#changes.size >= MAX_COMPARISONS) {
      const earlier = [...this.#changes.keys()].filter((key) => key <= index).toSorted((a, b) => b - a)[0];
      if (earlier !== undefined) return this.#changes.get(earlier) ?? [];
    }
    const { history } = this;
    const isOlder = (signature: Dict): boolean => {
      const coverage = readCoverage(signature, this.#input);
      const signed = coverage ? this.signedRevision(coverage) : -1;
      return signed >= 0 && signed <= index;
    };
    const [before, after] = [history.view(index), history.view(history.last)];
    const [touched, regenerated] = [history.touchedAfter(index), history.regeneratedAfter(index)];
    const changes = changesBetween(before, after, { touched, regenerated }, isOlder);
    this.#changes.set(index, changes);
    return changes;
  }

  /** The objects that entries of revisions after the given one do not lead to. */
  misplacedSince(index: number): readonly number[] {
    const known = this.#misplaced.get(index);
    if (known) return known;
    const misplaced = misplacedObjects(this.#input.subarray(this.#baseOffset), this.history.entriesAfter(index));
    this.#misplaced.set(index, misplaced);
    return misplaced;
  }

  /** The objects of revisions after the given one in which readers find different values; 0 is a trailer. */
  ambiguousSince(index: number): readonly number[] {
    const known = this.#ambiguous.get(index);
    if (known) return known;
    const ambiguous = ambiguousObjects(this.#input.subarray(this.#baseOffset), this.history, index);
    this.#ambiguous.set(index, ambiguous);
    return ambiguous;
  }

  /** The revision whose end a signature covers; -1 if it covers no such end. */
  signedRevision({ end }: Coverage): number {
    const index = this.history.indexEndingBy(end);
    const revision = this.history.revisions[index];
    if (!revision || end - revision.end > MAX_PADDING_BYTES) return -1;
    return isBlank(this.#input, revision.end, end) ? index : -1;
  }

  /** Whether a signature covers the file up to the end of a revision. */
  coversRevision(coverage: Coverage): boolean {
    if (this.history.revisions.length === 0) return true; // there is no revision to compare with; see `isUnexplained`
    return this.signedRevision(coverage) >= 0;
  }

  /** Whether other bytes than white space follow the covered bytes. */
  continueAfter({ end }: Coverage): boolean {
    return end < this.#contentEnd;
  }

  /** Whether bytes after the covered ones belong to no cross-reference but a lenient reader would use them. */
  isUnexplained(coverage: Coverage): boolean {
    if (!this.continueAfter(coverage)) return false;
    return this.history.revisions.length === 0 || (this.trailing?.holdsObjects ?? false);
  }
}

/** A truncated linearized file has its only `%%EOF` near its start. The data after it belong to the file. */
function findTrailing(input: Uint8Array, { structure }: PdfDocument, history: RevisionHistory): TrailingData | null {
  if (structure.truncated && history.end < 0) return null;
  return findTrailingData(input, structure.baseOffset, history.end);
}

function endOfContent(input: Uint8Array): number {
  let end = input.length;
  while (end > 0 && isWhiteSpace(input[end - 1])) end--;
  return end;
}
