/**
 * `node [flags] test/properties/digest-all.ts WARM_UP_ROUNDS FILES...` prints one line for each file with the result
 * and the SHA-256 of the output, after this many rounds in the same process.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';

const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;
const [warmUps = '0', ...files] = process.argv.slice(2);

const outcomeOf = async (file: string): Promise<string> => {
  const { bytes, report } = await normalize(new Uint8Array(readFileSync(file)), OPTIONS);
  const digest = bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
  return `${basename(file)} ${report.status} ${report.failure?.code ?? ''} ${digest}`;
};

for (let done = 0; done < Number(warmUps); done++) await outcomeOf(files[done % files.length] ?? '');
for (const file of files) process.stdout.write(`${await outcomeOf(file)}\n`);
