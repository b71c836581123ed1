/**
 * Counted limits of one document. They are deterministic: the same file meets the same limit in any process, however
 * much memory or time there is. Figures: 499 levels and 25 filters are qpdf's; the rest bound memory to a parser child.
 */
import { PdfFailure } from '#engine/failure.ts';

const MIB = 1024 * 1024;

export const LIMITS = {
  nesting: 499,
  objects: 1_000_000,
  xrefSections: 10_000,
  filtersPerStream: 25,
  decodedBytesPerStream: 256 * MIB,
  decodedBytesPerDocument: 1024 * MIB,
  /**
   * Above this many decoded bytes the whole document may not grow by more than `expansion` over its input. One deflate
   * cannot do better than 1032:1 (zlib's manual) and blank scans come near it; what grows more is nested on purpose.
   */
  expansionFloorBytes: 64 * MIB,
  expansion: 1032,
  pages: 100_000,
  pageTreeDepth: 200,
  predictorRowBytes: 16 * MIB,
  treeNodes: 1_000_000,
  operators: 50_000_000,
} as const;

/** What one document has used of its limits. */
export class Budget {
  readonly #inputBytes: number;
  #decodedBytes = 0;
  #counts = new Map<keyof typeof LIMITS, number>();

  constructor(inputBytes: number) {
    this.#inputBytes = inputBytes;
  }

  /** How many bytes the next stream may decode to. */
  get decodable(): number {
    const document = Math.min(
      LIMITS.decodedBytesPerDocument,
      Math.max(LIMITS.expansionFloorBytes, LIMITS.expansion * this.#inputBytes),
    );
    return Math.max(0, Math.min(LIMITS.decodedBytesPerStream, document - this.#decodedBytes));
  }

  spendDecoded(bytes: number): void {
    if (bytes > this.decodable) exceeded('decoded bytes');
    this.#decodedBytes += bytes;
  }

  /** Counts towards a limit that adds up over the document. */
  spend(limit: 'objects' | 'pages' | 'treeNodes' | 'operators', amount = 1): void {
    const used = (this.#counts.get(limit) ?? 0) + amount;
    if (used > LIMITS[limit]) exceeded(limit);
    this.#counts.set(limit, used);
  }
}

/** Ends the document: a limit is an answer, with a code. */
export function exceeded(what: string): never {
  throw new PdfFailure('RESOURCE_LIMIT_EXCEEDED', `The document exceeds the limit of ${what}.`);
}
