/**
 * `npm run golden` writes the expectations again. Each difference changes the results of customers, so review the
 * difference.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { helloPage } from '#test/support/builders/pdf.ts';
import { EXPECTED, FIXTURES, goldenCases, outcomeOf } from '#test/golden/cases.ts';

writeFileSync(join(FIXTURES, 'hello.pdf'), helloPage('Hello, Fixpoint'));
rmSync(EXPECTED, { recursive: true, force: true });
mkdirSync(EXPECTED);
const cases = goldenCases();
for (const golden of cases) writeFileSync(join(EXPECTED, `${golden.name}.json`), await outcomeOf(golden));
process.stdout.write(`${cases.length} expectations written\n`);
