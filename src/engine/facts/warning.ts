/** A warning of the engine: an id, data and a place, and no sentence. */
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

/** The first names; `count` counts all. */
export interface NameList {
  readonly count: number;
  readonly listed: readonly string[];
}

/** The first kinds, each with its number of things; `count` counts all kinds. */
export interface KindList {
  readonly count: number;
  readonly listed: readonly { readonly name: string; readonly count: number }[];
}

/** The first fonts, each with the pages that use it; `count` counts all. */
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

/** Signatures with one verdict. The reason is that of the first one. */
export interface SignatureList {
  readonly count: number;
  /** The field of the first signature; empty for a signature without a field. */
  readonly first: string;
  readonly reason: SignatureReason | null;
  /** The algorithm that the engine does not support; null for another reason. */
  readonly algorithm: string | null;
}

/** The parts of a document outside of pages. */
export const DOCUMENT_PARTS = ['document', 'catalog', 'outline', 'form', 'objects'] as const;
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];

/** Data of a warning. A warning has the members that its sentence needs. */
export interface WarningFacts {
  /** The number of things. */
  readonly count?: number;
  readonly names?: NameList;
  readonly kinds?: KindList;
  /** The part with the first thing; absent if that is on a page or in an object. */
  readonly part?: DocumentPart;
  /** The name of the first entry or content. */
  readonly entry?: string;
  readonly remainingFonts?: FontList;
  readonly substitutedFonts?: FontList;
  readonly fonts?: NameList;
  readonly glyphs?: NameList;
  /** Characters of field values as `U+0041`, each listed once. */
  readonly characters?: NameList;
  readonly characterCount?: number;
  readonly imageCount?: number;
  /** The number of removed media whose picture stays on the page. */
  readonly pictureCount?: number;
  readonly files?: { readonly count: number; readonly listed: readonly EmbeddedFile[] };
  /** The removed file that is the electronic invoice. */
  readonly invoice?: string;
  readonly invalid?: SignatureList;
  readonly unverifiable?: SignatureList;
  /** The number of object streams that end early and so lose their last objects. */
  readonly cutObjectStreams?: number;
  /** The number of streams that end early or are damaged. */
  readonly damagedCount?: number;
  /** The number of streams with an unsupported filter, and its name. */
  readonly unsupported?: { readonly count: number; readonly filter: string; readonly areImages: boolean };
  /** The number of annotations that became marked content, and of annotations that left the structure tree. */
  readonly replacedCount?: number;
  readonly removedCount?: number;
  /** The number of properties of XMP metadata. */
  readonly propertyCount?: number;
  /** A level of PDF/A. */
  readonly level?: string;
  /** The name of an expected XML element. */
  readonly element?: string;
  /** The reason for the missing answer of the validator. */
  readonly reason?: string;
}

/** The facts in the types of a client, where an absent member may be undefined. */
export type GivenWarningFacts = { readonly [Name in keyof WarningFacts]: WarningFacts[Name] | undefined };

/** A warning of one stage. */
export interface StageWarning {
  readonly code: WarningCode;
  readonly finding: WarningFinding;
  readonly facts: WarningFacts;
  readonly place: PlaceParts;
}

/** A warning of the report. It joins the findings of all stages with its code. */
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

/** @param names as in the file */
export function nameList(names: readonly string[]): NameList {
  return { count: names.length, listed: names.slice(0, MAX_LISTED).map(nameOfFile) };
}

export function kindList(kinds: readonly (readonly [name: string, count: number])[]): KindList {
  const listed = kinds.slice(0, MAX_LISTED).map(([name, count]) => ({ name: nameOfFile(name), count }));
  return { count: kinds.length, listed };
}

/** @param fonts each with its pages, counted from 0 and ascending */
export function fontList(fonts: readonly (readonly [name: string, pages: () => readonly number[]])[]): FontList {
  const listed = fonts.slice(0, MAX_LISTED).map(([name, pagesOf]) => {
    const pages = pagesOf();
    return { name: nameOfFile(name), pages: pageRanges(pages), pageCount: pages.length };
  });
  return { count: fonts.length, listed };
}

/** One warning for each code, sorted by code, so that reports stay small and stable. */
export function mergedWarnings(warnings: readonly StageWarning[]): FactualWarning[] {
  const codes = new Set(warnings.map(({ code }) => code));
  return Array.from(codes, (code) => merged(warnings.filter((one) => one.code === code))).toSorted((a, b) =>
    a.code < b.code ? -1 : 1,
  );
}

/** Stages with the same code have facts of different names. */
function merged(warnings: readonly StageWarning[]): FactualWarning {
  const { place, ...all } = warnings.reduce((a, b) => ({
    ...a,
    facts: { ...a.facts, ...b.facts },
    place: unitedPlace(a.place, b.place),
  }));
  return { ...all, place: placeOf(place) };
}
