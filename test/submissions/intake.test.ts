/** The service takes in what the engine opens, and refuses what it would not; the command line says the same. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { invoicePdf } from '#test/support/builders/invoice.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { mutant, seedFiles } from '#test/properties/campaign.ts';
import { type FileLine, normalizeAll } from '#tools/corpus/cli.ts';
import { type Api, startApi, type Tenant } from '#test/support/api.ts';

const FOLDER = `${import.meta.dirname}/../../fixtures/pdf`;

let api: Api;
let tenant: Tenant;
let scratch: string;
let lines: ReadonlyMap<string, FileLine>;
beforeAll(async () => {
  api = await startApi();
  tenant = await api.newTenant({ planTier: 'pro' });
  scratch = mkdtempSync(join(tmpdir(), 'fixpoint-intake-'));
  for (const [index, [, file]] of FILES.entries()) writeFileSync(pathOf(index), file);
  const paths = FILES.map((_, index) => pathOf(index));
  ({ lines } = await normalizeAll(paths, { output: join(scratch, 'out'), jobs: 2, flags: [] }));
}, 300_000);
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true });
  await api.close();
});

const pathOf = (index: number): string => join(scratch, `${index}.pdf`);

const behind = (size: number): Buffer => Buffer.concat([Buffer.alloc(size, 'x'), helloPage()]);
const headless = Buffer.from(Buffer.from(helloPage()).subarray(15));

/** With so many mutations there are 300 files: damage of every kind, each time the same. */
const SEED = 14;
const TOTAL = 300;

const MADE: readonly (readonly [string, Buffer])[] = [
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

const MUTATIONS = Array.from({ length: TOTAL - MADE.length }, (_, index) => {
  const { source, input } = mutant(seedFiles(FOLDER), SEED, index);
  return [`mutation ${index} of ${basename(source)}`, Buffer.from(input)] as const;
});

const FILES = [...MADE, ...MUTATIONS];

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

function byCommandLine(index: number): string {
  const { code = '', sha256 = null } = lines.get(pathOf(index)) ?? {};
  return sha256 ?? (code !== null && AT_THE_DOOR.has(code) ? 'no PDF' : `${code}`);
}

test.each(FILES.map(([name, file], index) => ({ name, file, index })))(
  '$name ends the same in the service and on the command line',
  async ({ file, index }) => {
    expect(await byService(file)).toBe(byCommandLine(index));
  },
);

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
