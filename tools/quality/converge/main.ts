/**
 * `npm run converge -- [--exports | --deliveries | --false-merges] …` runs the measure of the first flag, else
 * re-saves.
 */
const MEASURES: Readonly<Record<string, string>> = {
  '--exports': './exports/run.ts',
  '--deliveries': './deliveries/run.ts',
  '--false-merges': './false-merges/run.ts',
};

await import(MEASURES[process.argv[2] ?? ''] ?? './run.ts');
