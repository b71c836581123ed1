/**
 * Runs all checks that need no execution of the code: types, rules, format, unused code, style. It ends at the first
 * failure.
 */
import { spawnSync } from 'node:child_process';

const CHECKS = [
  'tsc',
  'tsc -p portal',
  'tsc -p portal/tsconfig.tests.json',
  'tsc -p clients/typescript --noEmit --emitDeclarationOnly false',
  'oxlint --type-aware --deny-warnings',
  'oxfmt --check',
  'knip',
  'node tools/style.ts',
];

for (const check of CHECKS) {
  const { status } = spawnSync(check, { shell: true, stdio: 'inherit', cwd: `${import.meta.dirname}/..` });
  if (status === 0) continue;
  console.error(`fixpoint: ${check} found what is above`);
  process.exitCode = 1;
  break;
}
