/**
 * `node tools/quality/canon-check/oracle.ts [DIR]`: the engine's answer for each path on standard input, as a line of JSON.
 *
 * With a folder, the oracle writes each canonical PDF into it, under its SHA-256.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { answerOf } from './answer.ts';

const folder = process.argv[2];
for await (const path of createInterface({ input: process.stdin })) {
  const { output, ...answer } = await answerOf(readFileSync(path));
  if (folder && output) writeFileSync(join(folder, `${answer.sha256}.pdf`), output);
  process.stdout.write(`${JSON.stringify({ path, ...answer })}\n`);
}
