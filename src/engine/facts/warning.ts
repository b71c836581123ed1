/** A warning as the engine makes it: an id, data and a place, and no sentence. */
import type { WarningCode } from './warning-codes.ts';
import type { EmbeddedFile, SignatureReason } from './report.ts';
import {
  nameOfFile,
  type PageRange,
  pageRanges,
  type Place,
  type PlaceParts,
  placeOf,
  unitedPlace,
} from './finding.ts';
import { type WarningFinding, warningCodeOf } from './warning-findings.ts';

/** The first names of all that `count` counts. */
export interface NameList {
  readonly count: number;
  readonly listed: readonly string[];
}

/** The first kinds of all that `count` counts, each with the number of its things. */
export interface KindList {
  readonly count: number;
  readonly listed: readonly { readonly name: string; readonly count: number }[];
}

/** The first fonts of all that `count` counts, each with the pages that use it. */
export interface FontList {
  readonly count: number;
  readonly listed: readonly FontUse[];
}

export interface FontUse {
  readonly name: string;
  /** The list is cut; the count is not. */
  readonly pages: readonly PageRange[];
  readonly pageCount: number;
}

/** Signatures with one verdict, of which the first has this reason. */
export interface SignatureList {
  readonly count: number;
  /** The field of the first one; empty for a signature that no field has. */
  readonly first: string;
  readonly reason: SignatureReason | null;
  /** The algorithm that the engine does not support; null where the reason is another one. */
  readonly algorithm: string | null;
}

/** Parts of a document that are no pages. */
export const DOCUMENT_PARTS = ['document', 'catalog', 'outline', 'form', 'objects'] as const;
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];

/** Data of a warning. A warning has the members that its sentence needs. */
export interface WarningFacts {
  /** Things that the warning counts. */
  readonly count?: number;
  readonly names?: NameList;
  readonly kinds?: KindList;
  /** The part where the first one was found; absent where that is a page or an object. */
  readonly part?: DocumentPart;
  /** The name of the entry or of the content that was found first. */
  readonly entry?: string;
  readonly remainingFonts?: FontList;
  readonly substitutedFonts?: FontList;
  readonly fonts?: NameList;
  readonly glyphs?: NameList;
  /** Characters of field values as `U+0041`, each listed once. */
  readonly characters?: NameList;
  readonly characterCount?: number;
  readonly imageCount?: number;
  /** Removed media whose picture stays on the page. */
  readonly pictureCount?: number;
  readonly files?: { readonly count: number; readonly listed: readonly EmbeddedFile[] };
  /** The file among the removed ones that is the electronic invoice. */
  readonly invoice?: string;
  readonly invalid?: SignatureList;
  readonly unverifiable?: SignatureList;
  /** Object streams whose data end early: their last objects are lost. */
  readonly cutObjectStreams?: number;
  /** Streams whose data end early or are damaged. */
  readonly damagedCount?: number;
  /** Streams behind a filter that is not supported. */
  readonly unsupported?: { readonly count: number; readonly filter: string; readonly areImages: boolean };
  /** Annotations that became marked content, and annotations that left the structure tree. */
  readonly replacedCount?: number;
  readonly removedCount?: number;
  /** Properties of XMP metadata. */
  readonly propertyCount?: number;
  /** A level of PDF/A. */
  readonly level?: string;
  /** An element of XML that was expected. */
  readonly element?: string;
  /** Why the validator did not answer. */
  readonly reason?: string;
}

/** The facts as the types of a client have them: an absent member may be undefined. */
export type GivenWarningFacts = { readonly [Name in keyof WarningFacts]: WarningFacts[Name] | undefined };

/** A warning of one stage. */
export interface StageWarning {
  readonly code: WarningCode;
  readonly finding: WarningFinding;
  readonly facts: WarningFacts;
  readonly place: PlaceParts;
}

/** A warning of the report: all that the stages found of its code. */
export interface FactualWarning {
  readonly code: WarningCode;
  readonly finding: WarningFinding;
  readonly facts: WarningFacts;
  readonly place: Place;
}

export function warning(finding: WarningFinding, facts: WarningFacts = {}, place: PlaceParts = {}): StageWarning {
  return { code: warningCodeOf(finding), finding, facts, place };
}

/** A list has at most this many names. */
export const MAX_LISTED = 10;

/** @param names as the file has them */
export function nameList(names: readonly string[]): NameList {
  return { count: names.length, listed: names.slice(0, MAX_LISTED).map(nameOfFile) };
}

export function kindList(kinds: readonly (readonly [name: string, count: number])[]): KindList {
  const listed = kinds.slice(0, MAX_LISTED).map(([name, count]) => ({ name: nameOfFile(name), count }));
  return { count: kinds.length, listed };
}

/** @param fonts each with its pages, from 0 and ascending */
export function fontList(fonts: readonly (readonly [name: string, pages: () => readonly number[]])[]): FontList {
  const listed = fonts.slice(0, MAX_LISTED).map(([name, pagesOf]) => {
    const pages = pagesOf();
    return { name: nameOfFile(name), pages: pageRanges(pages), pageCount: pages.length };
  });
  return { count: fonts.length, listed };
}

/** One warning for each code, sorted by code, so that answers stay small and stable. */
export function mergedWarnings(warnings: readonly StageWarning[]): FactualWarning[] {
  const codes = new Set(warnings.map(({ code }) => code));
  return Array.from(codes, (code) => merged(warnings.filter((one) => one.code === code))).toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  );
}

/** Stages that find one code have facts of different names. */
function merged(warnings: readonly StageWarning[]): FactualWarning {
  const { place, ...all } = warnings.reduce((a, b) => ({
    ...a,
    facts: { ...a.facts, ...b.facts },
    place: unitedPlace(a.place, b.place),
  }));
  return { ...all, place: placeOf(place) };
}
