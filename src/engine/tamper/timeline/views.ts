/** The document at the end of each revision, within a cost limit. */
import type { PdfDocument } from '#engine/pdf/document.ts';
import { PdfFailure } from '#engine/pdf/failure.ts';
import { mapRoles, type RoleMap } from '#engine/tamper/diff-analysis/role-map.ts';
import type { RevisionHistory } from '#engine/tamper/revisions.ts';

export interface View {
  readonly pdf: PdfDocument;
  readonly roles: RoleMap;
}

/** Each view reads the document again. These limits hold for views, objects and bytes together. */
const MAX_VIEWS = 32;
const MAX_OBJECTS_READ = 200_000;
const MAX_BYTES_READ = 128 * 1024 * 1024;

export class Views {
  readonly #pdf: PdfDocument;
  #newest: View | undefined;
  readonly #history: RevisionHistory;
  readonly #first: number;
  /** The two views that are currently compared. */
  readonly #kept = new Map<number, View | null>();

  constructor(history: RevisionHistory, pdf: PdfDocument, sizeBytes: number) {
    this.#pdf = pdf;
    this.#history = history;
    const objects = Math.max(1, pdf.numbers().length);
    const affordable = Math.min(MAX_VIEWS, MAX_OBJECTS_READ / objects, MAX_BYTES_READ / Math.max(1, sizeBytes));
    this.#first = history.last + 1 - Math.floor(affordable);
  }

  /** The current document, which also serves as the view of a single revision. */
  get newest(): View {
    this.#newest ??= { pdf: this.#pdf, roles: mapRoles(this.#pdf) };
    return this.#newest;
  }

  /** Null if the view is beyond the limit. The newest views are read first. */
  at(index: number): View | null {
    if (this.#history.last === 0) return this.newest;
    if (index < this.#first) return null;
    const known = this.#kept.get(index);
    if (known !== undefined) return known;
    const view = this.#read(index);
    this.#kept.delete(index - 2);
    this.#kept.set(index, view);
    return view;
  }

  /** A revision that exceeds a limit itself has no list of objects. */
  #read(index: number): View | null {
    try {
      const pdf = this.#history.view(index);
      return { pdf, roles: mapRoles(pdf) };
    } catch (error) {
      if (error instanceof PdfFailure) return null;
      throw error;
    }
  }
}
