/** The exit codes of all commands. For several files the greatest code counts. */

export const EXIT = {
  done: 0,
  differs: 1,
  refused: 2,
  unreadable: 3,
  rejected: 4,
  failed: 5,
  credentials: 6,
  quota: 7,
  unavailable: 8,
  found: 9,
  notVerified: 11,
  bug: 70,
  interrupted: 130,
  closedPipe: 141,
} as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** `docs/command-line.md` has the same table; a test holds them together. */
export const EXIT_MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: '`diff --exit-code`: the documents differ; `normalize --check`: a file is not its own canonical form',
  2: 'wrong options, trust store or outputs (existing, or an input); nothing was done',
  3: 'a file is unreadable or no PDF',
  4: 'a document is rejected by a policy',
  5: 'a document failed, or an output could not be written (`OUTPUT_UNWRITABLE`)',
  6: 'the service refuses the key or the sign-in, or there is none',
  7: 'the quota is used up',
  8: 'the service cannot be reached, is busy, or took too long: the same call may succeed later',
  9: '`--fail-on`: it was found',
  11: '`verify`: not verified, with the reason',
  70: 'a fault of the program itself; `FIXPOINT_DEBUG=1` shows where',
  130: 'interrupted (Ctrl-C, or a signal to end)',
  141: 'whoever read the output has closed it',
};

/** Ends the command with a sentence, for what a caller can mend or has to know. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The call itself is wrong; nothing was done. */
export function refused(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure(EXIT.refused, message, { cause });
}

/** For the help of a command. */
export function exitCodeHelp(codes: readonly ExitCode[]): string {
  const rows = codes.map((code) => `  ${String(code).padEnd(4)} ${EXIT_MEANINGS[code].replaceAll('`', '')}`);
  return `\nExit code, the greatest of all files:\n${rows.join('\n')}`;
}
