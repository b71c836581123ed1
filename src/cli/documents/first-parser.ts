/**
 * The first parser of a command. To start one behind its walls takes longer than to load everything that the command needs
 * besides, so that it is begun first and starts meanwhile.
 */
import { type ParserStarter, probeSandbox, type Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import type { StartedParser } from '#src/parser-host/isolation/started-parser.ts';
import { parserPrograms, type Programs } from '#src/parser-host/programs/programs.ts';

/** Parser memory on the command line; the service's is configured. */
export const MEMORY_MB = 1024;

export interface Parsers {
  readonly sandbox: Sandbox;
  readonly programs: Programs;
}

let begun: Parsers | null = null;

/** Runs what needs parsers while the first one starts. One that nobody has taken is ended. */
export async function withFirstParser<Result>(use: () => Promise<Result>): Promise<Result> {
  const sandbox = probeSandbox();
  const programs = parserPrograms();
  const waiting: StartedParser[] = [sandbox.start(programs.entry, MEMORY_MB)];
  const start: ParserStarter['start'] = (entry, memoryMb) => {
    const isThatOne = entry === programs.entry && memoryMb === MEMORY_MB;
    return (isThatOne ? waiting.pop() : undefined) ?? sandbox.start(entry, memoryMb);
  };
  begun = { sandbox: { ...sandbox, start }, programs };
  try {
    return await use();
  } finally {
    begun = null;
    for (const parser of waiting) parser.kill();
  }
}

/** What parsers are started with, the first of which may have been begun. */
export async function parsers(): Promise<Parsers> {
  return begun ?? { sandbox: probeSandbox(), programs: parserPrograms() };
}
