/**
 * Runs the examples of all guides in one language, on the service of FIXPOINT_URL and FIXPOINT_API_KEY:
 *   node tools/generate/docs/guides/main.ts python PROGRAM
 * PROGRAM runs a file of the language. `npm run test:matrix` does this, with the packages that the examples ask for.
 */
import { resolve } from 'node:path';
import { type Example, examplesOf, readGuides } from './examples.ts';
import { GO_BESIDE, newReader, runExample, runShell, tryReceiver, writeExample } from './run.ts';

const [language = '', given = ''] = process.argv.slice(2);
// The examples run in separate folders.
const program = given.includes('/') ? resolve(given) : given;
const { FIXPOINT_URL: baseUrl = '', FIXPOINT_API_KEY: apiKey = '' } = process.env;

function commandOf(file: string): string[] {
  return language === 'go' ? [program, 'run', GO_BESIDE, file] : [program, file];
}

function receiverCommand(file: string, port: number): string[] {
  return language === 'php' ? [program, '-S', `127.0.0.1:${port}`, file] : commandOf(file);
}

async function tryOne(example: Example, shell: readonly Example[]): Promise<void> {
  const reader = newReader({ baseUrl, apiKey });
  try {
    if (example.isAfterShell) await runShell(shell, reader);
    const file = writeExample(example, reader);
    if (example.isReceiver) await tryReceiver(example, (port) => receiverCommand(file, port), reader);
    else await runExample(example, commandOf(file), reader);
  } finally {
    reader.leave();
  }
}

let count = 0;
for (const [guide, markdown] of readGuides()) {
  const all = examplesOf(guide, markdown);
  for (const example of all.filter((one) => one.language === language)) {
    await tryOne(
      example,
      all.filter((one) => one.language === 'sh'),
    );
    console.log(`docs/guides/${guide}.md, line ${example.line}: as printed`);
    count += 1;
  }
}
if (count === 0) throw new Error(`No guide has an example in ${language}.`);
