/** Source trees with other build ids, because for Temporal a release only changes the id. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The folders of the program, as in the Dockerfile. */
const FOLDERS = ['activities', 'api', 'docs', 'fixtures/demo', 'portal', 'src', 'temporal', 'workflows'];
/** The build steps that a worker needs. */
const STEPS = ['temporal/worker/bundle.ts', 'src/parser-host/programs/build.ts'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json'];

export interface OtherVersion {
  readonly root: string;
  remove(): void;
}

/** The same program with another build id. */
export function nextVersion(): OtherVersion {
  return otherVersion((root) => appendFileSync(join(root, 'workflows/index.ts'), '\n// The next version.\n'));
}

/**
 * Its parsers wait for this time with each document without using a processor, as if the machine had more processors.
 */
export function waitingVersion(waitMs: number): OtherVersion {
  return otherVersion((root) => {
    const stages = join(root, 'src/engine/stages/index.ts');
    const first = '  PdfaDetection: pdfaDetection,';
    const waits = `if (!work.keepsInput) await new Promise((go) => setTimeout(go, ${waitMs})); return pdfaDetection.run(work);`;
    const before = readFileSync(stages, 'utf8');
    const after = before.replace(first, `  PdfaDetection: { ...pdfaDetection, run: async (work) => { ${waits} } },`);
    if (after === before) throw new Error('The first stage is not where it was.');
    writeFileSync(stages, after);
  });
}

function otherVersion(change: (root: string) => void): OtherVersion {
  const root = mkdtempSync(join(tmpdir(), 'fixpoint-next-'));
  for (const name of [...FOLDERS, ...FILES]) cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  change(root);
  for (const step of STEPS) execFileSync(process.execPath, [step], { cwd: root, stdio: 'inherit' });
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
