/** The changed objects of each revision according to its cross-reference, without their content. */
import type { XrefEntry } from '#engine/pdf/read/structure.ts';
import { mergeEntries } from '#engine/pdf/read/xref.ts';
import type { Revision } from '#engine/tamper/revisions.ts';

/** `written`: its bytes are in this revision, and the object existed before. */
export type EntryChange = 'added' | 'written' | 'repointed' | 'freed';

export interface RevisionEntries {
  readonly changes: ReadonlyMap<number, EntryChange>;
  /** The number of entries that repeat the position of an object. */
  readonly repeated: number;
}

interface Span {
  readonly startByte: number;
  readonly endByte: number;
}

/** The limit, for one file, of objects that change with their object stream. */
const MAX_CARRIED = 1_000_000;

/** Reads the revisions of one file, oldest first. */
export class EntryHistory {
  readonly #baseOffset: number;
  /** The current entry of each number. */
  readonly #current = new Map<number, XrefEntry>();
  /** The numbers that any entry placed in an object stream. */
  readonly #held = new Map<number, Set<number>>();
  #carried = 0;

  constructor(baseOffset: number) {
    this.#baseOffset = baseOffset;
  }

  next(revision: Revision, span: Span): RevisionEntries {
    const { sections } = revision;
    const entries = mergeEntries(sections);
    const before = new Map<number, XrefEntry | undefined>();
    for (const [number, entry] of entries) {
      before.set(number, this.#current.get(number));
      this.#enter(number, entry);
    }
    const isMoved = (number: number): boolean => {
      const [was, is] = [before.get(number), entries.get(number)];
      return is !== undefined && !(was && isSamePlace(was, is));
    };
    const changes = new Map<number, EntryChange>();
    const namesHidden = isHybrid(revision);
    let repeated = 0;
    for (const [number, entry] of entries) {
      const known = before.get(number);
      // An entry of an object stream may change, which also moves the objects in it.
      const isElsewhere = isMoved(number) || (entry.kind === 'compressed' && isMoved(entry.stream));
      if (isElsewhere) {
        const change = this.#changeOf(entry, known, span);
        // The second section of a hybrid file, as Microsoft Word writes it, names the objects that the first one hides
        // from old readers.
        if (change) changes.set(number, namesHidden && change === 'repointed' && !known ? 'added' : change);
      } else repeated++;
    }
    this.#carry(changes);
    return { changes, repeated };
  }

  #enter(number: number, entry: XrefEntry): void {
    if (entry.kind === 'free') return void this.#current.delete(number);
    this.#current.set(number, entry);
    if (entry.kind !== 'compressed') return;
    const held = this.#held.get(entry.stream);
    if (held) held.add(number);
    else this.#held.set(entry.stream, new Set([number]));
  }

  /** Undefined for a number that was unused and still is. */
  #changeOf(entry: XrefEntry, known: XrefEntry | undefined, span: Span): EntryChange | undefined {
    if (entry.kind === 'free') return known && 'freed';
    if (span.startByte > 0 && !this.#isWithin(entry, span)) return 'repointed';
    return known ? 'written' : 'added';
  }

  #isWithin(entry: XrefEntry, { startByte, endByte }: Span): boolean {
    const place = entry.kind === 'compressed' ? this.#current.get(entry.stream) : entry;
    if (place?.kind !== 'offset') return true; // the entry leads nowhere, whether it is new or old
    const at = place.offset + this.#baseOffset;
    return at >= startByte && at < endByte;
  }

  /** Objects in an object stream change with the stream, although no entry states this. */
  #carry(changes: Map<number, EntryChange>): void {
    const streams = [...changes].filter(([number, change]) => change !== 'added' && this.#held.has(number));
    for (const [stream, change] of streams) {
      for (const number of this.#held.get(stream) ?? []) {
        const entry = this.#current.get(number);
        if (entry?.kind !== 'compressed' || entry.stream !== stream || changes.has(number)) continue;
        if (this.#carried++ >= MAX_CARRIED) return;
        changes.set(number, change);
      }
    }
  }
}

/** Whether the revision has a cross-reference stream beside its table (7.5.8.4). */
export function isHybrid({ sections }: Revision): boolean {
  return sections.some(({ kind, trailer }) => kind === 'table' && trailer.has('XRefStm'));
}

function isSamePlace(a: XrefEntry, b: XrefEntry): boolean {
  if (a.kind === 'offset') return b.kind === 'offset' && a.offset === b.offset;
  return a.kind === 'compressed' && b.kind === 'compressed' && a.stream === b.stream && a.index === b.index;
}
