/** Counts the removed content for five facts and at most one warning of each code. */
import { type DocumentPart, kindList, type StageWarning, warning } from '#engine/facts/warning.ts';
import type { WarningFinding } from '#engine/facts/warning-findings.ts';
import type { SecurityInfo } from '#engine/facts/report.ts';

export type RemovalFact = keyof Pick<
  SecurityInfo,
  'javascriptRemoved' | 'openActionsRemoved' | 'launchActionsRemoved' | 'embeddedFilesRemoved' | 'richMediaRemoved'
>;

export type CountedCode = Extract<
  WarningFinding,
  | 'ACTION_REMOVED'
  | 'URI_SCHEME_REMOVED'
  | 'EXTERNAL_REFERENCE_REMOVED'
  | 'RICH_MEDIA_REMOVED'
  | 'UNKNOWN_KEY_REMOVED'
  | 'OPTIONAL_CONTENT_CONDITIONAL'
>;

/** A part of the document, or a page counted from 0. */
export type TallyPlace = DocumentPart | number;

export class Tally {
  /** The part of the document that the stage reads. */
  place: TallyPlace = 'document';
  /** The number of removed media whose picture stays on the page. */
  pictures = 0;
  readonly #facts = new Set<RemovalFact>();
  readonly #counts = new Map<CountedCode, Map<string, number>>();
  readonly #firstPlaces = new Map<CountedCode, TallyPlace>();

  note(fact: RemovalFact): void {
    this.#facts.add(fact);
  }

  count(code: CountedCode, what: string): void {
    const counts = this.#counts.get(code) ?? new Map<string, number>();
    counts.set(what, (counts.get(what) ?? 0) + 1);
    this.#counts.set(code, counts);
    if (!this.#firstPlaces.has(code)) this.#firstPlaces.set(code, this.place);
  }

  get isEmpty(): boolean {
    return this.#facts.size === 0 && this.#counts.size === 0;
  }

  facts(): Record<RemovalFact, boolean> {
    return {
      javascriptRemoved: this.#facts.has('javascriptRemoved'),
      openActionsRemoved: this.#facts.has('openActionsRemoved'),
      launchActionsRemoved: this.#facts.has('launchActionsRemoved'),
      embeddedFilesRemoved: this.#facts.has('embeddedFilesRemoved'),
      richMediaRemoved: this.#facts.has('richMediaRemoved'),
    };
  }

  warnings(): StageWarning[] {
    return [...this.#counts].map(([code, counts]) => this.#warning(code, counts));
  }

  #warning(code: CountedCode, counts: ReadonlyMap<string, number>): StageWarning {
    const kinds = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    const count = kinds.reduce((sum, [, one]) => sum + one, 0);
    const first = this.#firstPlaces.get(code) ?? 'document';
    const facts = {
      count,
      kinds: kindList(kinds),
      ...(typeof first === 'string' && { part: first }),
      ...(code === 'RICH_MEDIA_REMOVED' && { pictureCount: this.pictures }),
    };
    return warning(code, facts, typeof first === 'string' ? {} : { pages: [first] });
  }
}
