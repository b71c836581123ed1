/** Pairs of documents with the differences that a careful reader names, written by hand. */
import { ANNOTATIONS, FONTS, FORMS, METADATA, RESAVED } from './content.ts';
import { PAGES } from './pages.ts';
import { SECURITY } from './security.ts';
import type { Pair } from './expectations.ts';

export type { Expectation } from './expectations.ts';

export const PAIRS: readonly Pair[] = [
  ...RESAVED,
  ...METADATA,
  ...PAGES,
  ...FORMS,
  ...ANNOTATIONS,
  ...FONTS,
  ...SECURITY,
];
