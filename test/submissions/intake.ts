/** Sends files to the service and to the command line and compares their ends. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FileLine, normalizeAll } from '#tools/quality/normalize-files.ts';
import { startApi } from '#test/support/api.ts';
import { started } from '#test/support/started.ts';

export const FOLDER = `${import.meta.dirname}/../../fixtures/pdf`;

export type NamedFile = readonly [name: string, file: Buffer];

/** The upload rejects a file with one of these codes, and no submission records them. */
const REFUSED_AT_UPLOAD: ReadonlySet<string> = new Set(['NOT_A_PDF', 'EMPTY_FILE']);

/** Declares a test for each file. The result sends a file to the service and returns the hash of the output, or a code. */
export function testIntake(files: readonly NamedFile[]): (file: Buffer, query?: string) => Promise<string> {
  let scratch: string;
  let lines: ReadonlyMap<string, FileLine>;
  const pathOf = (index: number): string => join(scratch, `${index}.pdf`);
  const api = started(() => startApi());
  const tenant = started(() => api.newTenant({ planTier: 'pro' }));

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'fixpoint-intake-'));
    for (const [index, [, file]] of files.entries()) writeFileSync(pathOf(index), file);
    const paths = files.map((_, index) => pathOf(index));
    ({ lines } = await normalizeAll(paths, { output: join(scratch, 'out'), jobs: 2, flags: [] }));
  });
  afterAll(async () => {
    rmSync(scratch, { recursive: true, force: true });
  });

  async function byService(file: Buffer, query = ''): Promise<string> {
    const response = await api.postRaw(file, tenant, query);
    if (response.ok) return sha256(await response.arrayBuffer());
    const problem: { code: string; submission?: { failure: { code: string } } } = JSON.parse(await response.text());
    const code = problem.submission?.failure.code ?? problem.code;
    return code === 'not_a_pdf' ? 'no PDF' : outcomeOf(code);
  }

  test.each(files.map(([name, file], index) => ({ name, file, index })))(
    '$name ends the same in the service and on the command line',
    async ({ file, index }) => {
      const { code = '', sha256: hash = null } = lines.get(pathOf(index)) ?? {};
      expect(await byService(file)).toBe(hash ?? outcomeOf(`${code}`));
    },
  );
  return byService;
}

export function outcomeOf(code: string): string {
  return REFUSED_AT_UPLOAD.has(code) ? 'no PDF' : code;
}

function sha256(bytes: ArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(bytes)).digest('hex');
}
