/** The changed objects of each revision by its cross-reference, without their content. */
import type { XrefEntry } from '#engine/pdf/read/structure.ts';
import { mergeEntries } from '#engine/pdf/read/xref.ts';
import type { Revision } from '#engine/tamper/revisions.ts';

/** `written`: its bytes are of this revision, and it was there before. */
export type EntryChange = 'added' | 'written' | 'repointed' | 'freed';

export interface RevisionEntries {
  readonly changes: ReadonlyMap<number, EntryChange>;
  /** Entries that say again where an object is. */
  readonly repeated: number;
}

interface Span {
  readonly startByte: number;
  readonly endByte: number;
}

/** Objects that change with the object stream that holds them: this many are told of one file. */
const MAX_CARRIED = 1_000_000;

/** Goes through the revisions of one file, oldest first. */
export class EntryHistory {
  readonly #baseOffset: number;
  /** The entries in use. */
  readonly #current = new Map<number, XrefEntry>();
  /** The numbers that were ever said to be in an object stream. */
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
      // The entry of an object stream may be another one, and the objects in it with it.
      const isElsewhere = isMoved(number) || (entry.kind === 'compressed' && isMoved(entry.stream));
      if (isElsewhere) {
        const change = this.#changeOf(entry, known, span);
        // The second section of a hybrid file, as Microsoft Word writes it, names what its first one hides from old readers.
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

  /** Undefined for a number that was not in use, and is not. */
  #changeOf(entry: XrefEntry, known: XrefEntry | undefined, span: Span): EntryChange | undefined {
    if (entry.kind === 'free') return known && 'freed';
    if (span.startByte > 0 && !this.#isWithin(entry, span)) return 'repointed';
    return known ? 'written' : 'added';
  }

  #isWithin(entry: XrefEntry, { startByte, endByte }: Span): boolean {
    const place = entry.kind === 'compressed' ? this.#current.get(entry.stream) : entry;
    if (place?.kind !== 'offset') return true; // it leads nowhere, be it new or old
    const at = place.offset + this.#baseOffset;
    return at >= startByte && at < endByte;
  }

  /** Objects in an object stream change with the stream, although no entry says so. */
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

/** It has a stream beside its table (7.5.8.4). */
export function isHybrid({ sections }: Revision): boolean {
  return sections.some(({ kind, trailer }) => kind === 'table' && trailer.has('XRefStm'));
}

function isSamePlace(a: XrefEntry, b: XrefEntry): boolean {
  if (a.kind === 'offset') return b.kind === 'offset' && a.offset === b.offset;
  return a.kind === 'compressed' && b.kind === 'compressed' && a.stream === b.stream && a.index === b.index;
}
