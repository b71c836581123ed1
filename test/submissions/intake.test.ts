/** The service takes in what the engine opens, and refuses what it would not: the command line is the engine. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { invoicePdf } from '#test/support/builders/invoice.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { type Api, startApi, type Tenant } from '#test/support/api.ts';

const FOLDER = `${import.meta.dirname}/../../fixtures/pdf`;

let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  api = await startApi();
  tenant = await api.newTenant({ planTier: 'pro' });
});
afterAll(() => api.close());

const behind = (size: number): Buffer => Buffer.concat([Buffer.alloc(size, 'x'), helloPage()]);
const headless = Buffer.from(Buffer.from(helloPage()).subarray(15));

const FILES: readonly (readonly [string, Buffer])[] = [
  ...readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`)] as const),
  ...[1_000, 1_023, 1_024, 4_000, 8_187, 8_188, 9_000].map(
    (size) => [`${size} bytes before it`, behind(size)] as const,
  ),
  ['no header', headless],
  ['neither header nor end', headless.subarray(0, -60)],
  ['an old header of PostScript', Buffer.from(`%!PS-Adobe-3.0 PDF-1.4\n${headless.toString('latin1')}`, 'latin1')],
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
];

/** What is refused at the door has no submission; the engine says the same of it. */
const AT_THE_DOOR: ReadonlySet<string> = new Set(['NOT_A_PDF', 'EMPTY_FILE']);

async function byEngine(file: Buffer, options = DEFAULT_OPTIONS): Promise<string> {
  const { bytes, report } = await normalize(new Uint8Array(file), options);
  const code = report.failure?.code ?? '';
  if (AT_THE_DOOR.has(code)) return 'no PDF';
  return bytes === null ? code : createHash('sha256').update(bytes).digest('hex');
}

async function byService(file: Buffer, query = ''): Promise<string> {
  const response = await api.postRaw(file, tenant, query);
  if (response.ok)
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  const problem: { code: string; submission?: { failure: { code: string } } } = JSON.parse(await response.text());
  const code = problem.submission?.failure.code ?? problem.code;
  return code === 'not_a_pdf' || AT_THE_DOOR.has(code) ? 'no PDF' : code;
}

test.each(FILES)('%s ends the same in the service and in the engine', async (_name, file) => {
  expect(await byService(file)).toBe(await byEngine(file));
});

/** The validator of the service must have nothing to decide that the command line, which has none, could not. */
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
