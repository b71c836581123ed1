/** Counts what was removed and says it in the report's words: five facts, and at most one warning a code. */
import type { SecurityInfo, Warning } from '#domain/report.ts';
import type { WarningCode } from '#domain/failure-codes.ts';

export type RemovalFact = keyof Pick<
  SecurityInfo,
  'javascriptRemoved' | 'openActionsRemoved' | 'launchActionsRemoved' | 'embeddedFilesRemoved' | 'richMediaRemoved'
>;

/** How each counted warning begins; the counts follow. */
const TEXTS = {
  ACTION_REMOVED: 'Actions removed',
  URI_SCHEME_REMOVED: 'Links removed whose address is not http, https, mailto or tel',
  EXTERNAL_REFERENCE_REMOVED: 'References to things outside the document removed',
  RICH_MEDIA_REMOVED: 'Media removed',
  UNKNOWN_KEY_REMOVED: 'Private, obsolete or unknown entries removed',
  OPTIONAL_CONTENT_CONDITIONAL: 'Conditions on what is shown removed; the document is shown as it opens',
} as const satisfies Partial<Record<WarningCode, string>>;

export type CountedCode = keyof typeof TEXTS;

/** A message names this many kinds; the rest is counted. */
const MAX_NAMED = 8;
const MAX_NAME_LENGTH = 40;

export class Tally {
  /** Where the stage is, in the words of the report, for example `page 3`. */
  location = 'the document';
  /** Removed media whose picture stays on the page. */
  pictures = 0;
  readonly #facts = new Set<RemovalFact>();
  readonly #counts = new Map<CountedCode, Map<string, number>>();
  readonly #firstLocations = new Map<CountedCode, string>();

  note(fact: RemovalFact): void {
    this.#facts.add(fact);
  }

  count(code: CountedCode, what: string): void {
    const counts = this.#counts.get(code) ?? new Map<string, number>();
    counts.set(what, (counts.get(what) ?? 0) + 1);
    this.#counts.set(code, counts);
    if (!this.#firstLocations.has(code)) this.#firstLocations.set(code, this.location);
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

  warnings(): Warning[] {
    return [...this.#counts].map(([code, counts]) => ({ code, message: this.#message(code, counts) }));
  }

  #message(code: CountedCode, counts: ReadonlyMap<string, number>): string {
    const sorted = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    const named = sorted.slice(0, MAX_NAMED).map(([what, count]) => `${printable(what)} ${count}`);
    const others = sorted.length > MAX_NAMED ? [`${sorted.length - MAX_NAMED} other kinds`] : [];
    const total = sorted.reduce((sum, [, count]) => sum + count, 0);
    const list = [...named, ...others].join(', ');
    const notice = code === 'RICH_MEDIA_REMOVED' && this.pictures > 0 ? picturesNotice(this.pictures) : '';
    return `${TEXTS[code]}: ${total} (${list}), first in ${this.#firstLocations.get(code) ?? ''}.${notice}`;
  }
}

function picturesNotice(count: number): string {
  return ` The pages still show the still picture of ${count} of them.`;
}

/** Words of the document are shown, never obeyed: no control characters, no endless names. */
export function printable(text: string, maxLength = MAX_NAME_LENGTH): string {
  const head = text.slice(0, maxLength).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  return text.length > maxLength ? `${head}…` : head;
}
