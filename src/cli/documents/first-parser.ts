/**
 * The first parser of a command. Its start takes longer than the rest of the command takes to load, so that the command begins
 * with it.
 */
import { forgetSandbox, rememberedSandbox } from '#src/parser-host/isolation/remembered.ts';
import type { ParserStarter, Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import type { StartedParser } from '#src/parser-host/isolation/started-parser.ts';
import { parserPrograms, type Programs } from '#src/parser-host/programs/programs.ts';

/** Parser memory on the command line; the service's is configured. */
export const MEMORY_MB = 1024;

export interface Parsers {
  readonly sandbox: Sandbox;
  readonly programs: Programs;
}

interface Begun extends Parsers {
  /** False when the isolation was tried by this command, or a parser has started in it. */
  isRemembered: boolean;
  /** Ends the parser unless the command has taken it. */
  readonly end: () => void;
}

let begun: Begun | null = null;

export function beginFirstParser(): Begun {
  if (begun !== null) return begun;
  const { sandbox, isRemembered } = rememberedSandbox();
  const programs = parserPrograms();
  const waiting: StartedParser[] = [sandbox.start(programs.entry, MEMORY_MB)];
  const start: ParserStarter['start'] = (entry, memoryMb) => {
    const isThatOne = entry === programs.entry && memoryMb === MEMORY_MB;
    return (isThatOne ? waiting.pop() : undefined) ?? sandbox.start(entry, memoryMb);
  };
  const end = () => waiting.pop()?.kill();
  // The command may end before it needs a parser: its arguments may be wrong.
  process.once('exit', end);
  begun = { sandbox: { ...sandbox, start }, programs, isRemembered, end };
  return begun;
}

/** Runs the command while its first parser starts. */
export async function withFirstParser<Result>(use: () => Promise<Result>): Promise<Result> {
  const { end } = beginFirstParser();
  try {
    return await use();
  } finally {
    end();
    begun = null;
  }
}

/** The way to start parsers; the first one is started already. */
export function parsers(): Parsers {
  return beginFirstParser();
}

/** True if the isolation comes from the cache and no parser has used it yet. */
export function isIsolationUncertain(): boolean {
  return begun?.isRemembered === true;
}

export function confirmIsolation(): void {
  if (begun !== null) begun.isRemembered = false;
}

/** Tries the isolation again when a parser could not start in the one that was remembered. Returns whether it was. */
export function renewIsolation(): boolean {
  if (!isIsolationUncertain()) return false;
  forgetSandbox();
  begun?.end();
  begun = null;
  return true;
}
