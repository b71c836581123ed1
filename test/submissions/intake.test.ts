/** Tests that the service accepts files that the engine opens and rejects others, as the command line does. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { invoicePdf } from '#test/support/builders/invoice.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { FOLDER, type NamedFile, outcomeOf, testIntake } from './intake.ts';

const behind = (size: number): Buffer => Buffer.concat([Buffer.alloc(size, 'x'), helloPage()]);
const headless = Buffer.from(Buffer.from(helloPage()).subarray(15));

const FILES: readonly NamedFile[] = [
  ...readdirSync(FOLDER).map((name): NamedFile => [name, readFileSync(`${FOLDER}/${name}`)]),
  ...[1_000, 1_023, 1_024, 4_000, 8_187, 8_188, 9_000].map((size): NamedFile => [
    `${size} bytes before it`,
    behind(size),
  ]),
  ['no header', headless],
  ['neither header nor end', headless.subarray(0, -60)],
  ['an old header of PostScript', Buffer.from(`%!PS-Adobe-3.0 PDF-1.4\n${headless.toString('latin1')}`, 'latin1')],
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
];

const byService = testIntake(FILES);

async function byEngine(file: Buffer, options = DEFAULT_OPTIONS): Promise<string> {
  const { bytes, report } = await normalize(new Uint8Array(file), options);
  return bytes === null ? outcomeOf(report.failure?.code ?? '') : createHash('sha256').update(bytes).digest('hex');
}

/** The command line has no validator, so no result may depend on it. */
const DEMANDS_FILES = { part: '4', conformance: 'F' };
const POLICIES = [
  ['', {}],
  ['?pdfa_policy=normalize_anyway', { pdfaPolicy: 'normalize_anyway' }],
  ['?embedded_files_policy=keep_invoice', { embeddedFilesPolicy: 'keep_invoice' }],
] as const;

test.each(
  [invoicePdf(), invoicePdf({ pdfa: DEMANDS_FILES }), invoicePdf({ pdfa: DEMANDS_FILES, declaredName: null })].flatMap(
    (file, index) => POLICIES.map(([query, options]) => ({ file: Buffer.from(file), index, query, options })),
  ),
)('embedded files, document $index, "$query": the same in the service and in the engine', async (one) => {
  const ended = await byEngine(one.file, { ...DEFAULT_OPTIONS, ...one.options });
  expect(await byService(one.file, one.query)).toBe(ended);
});
