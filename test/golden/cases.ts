/** The golden set: every file of `fixtures/pdf`, and some files also with other options. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';

export const FIXTURES = join(import.meta.dirname, '../../fixtures/pdf');
export const EXPECTED = join(import.meta.dirname, 'expected');

export interface GoldenCase {
  /** The name of the expectation, for example `signed.strip`. */
  readonly name: string;
  readonly path: string;
  readonly options: NormalizeOptions;
}

const VARIANTS: Readonly<Record<string, Partial<NormalizeOptions>>> = {
  strip: { signedPdfPolicy: 'strip' },
  preserve: { signedPdfPolicy: 'preserve' },
  plain: { linearize: false },
  'no-annotations': { removeAnnotations: true },
  'keep-invoice': { embeddedFilesPolicy: 'keep_invoice' },
};

/** The further variants of a file besides the default options. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'approval-visible.pdf': ['strip', 'preserve'],
  'isa-1-full-update.pdf': ['strip'],
  'rsa-pss.pdf': ['strip'],
  'signed.pdf': ['strip'],
  'g0-plain-0-classic.pdf': ['plain'],
  'form-fields-and-annotations.pdf': ['plain', 'no-annotations'],
  'veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf': ['plain'],
  'zugferd_2p1_EN16931_AbweichenderZahlungsempf.pdf': ['keep-invoice'],
};

export function goldenCases(): GoldenCase[] {
  return readdirSync(FIXTURES)
    .filter((file) => file.endsWith('.pdf'))
    .toSorted()
    .flatMap((file) => {
      const path = join(FIXTURES, file);
      const name = basename(file, '.pdf');
      const variants = (MORE[file] ?? []).map((variant) => ({
        name: `${name}.${variant}`,
        path,
        options: { ...DEFAULT_OPTIONS, ...VARIANTS[variant] },
      }));
      return [{ name, path, options: DEFAULT_OPTIONS }, ...variants];
    });
}

/** The stored result of a case: the report, which has the hashes of input and output. */
export async function outcomeOf({ path, options }: GoldenCase): Promise<string> {
  const { report } = await normalize(new Uint8Array(readFileSync(path)), options);
  return `${JSON.stringify({ options, report }, null, 2)}\n`;
}
