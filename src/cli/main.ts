/**
 * The document commands as `fixpoint.mjs` runs them, in its own process. Only what the first parser needs is loaded before it
 * starts.
 */
import { isUpToDate, OUTPUTS } from '#src/dist.ts';
import { beginFirstParser } from './documents/first-parser.ts';

const WITHOUT_PARSER = ['verify', '--help', '-h'];

/** Returns false, and has done nothing, when the sources have changed since the build. */
export async function runDocumentCommand(): Promise<boolean> {
  if (!isUpToDate(OUTPUTS.cli)) return false;
  if (!process.argv.some((argument) => WITHOUT_PARSER.includes(argument))) beginFirstParser();
  const { program } = await import('./program.ts');
  await program().parseAsync();
  // Parsers that were killed would keep this process until they are gone.
  process.stdout.write('', () => setImmediate(() => process.exit()));
  return true;
}
