/** Claims about many files with the exceptions, and their output in a terminal. */

export interface Exception {
  /** A file, or a group of files. */
  readonly name: string;
  readonly what: string;
  /** The rule that explains the exception, which then counts as met. */
  readonly rule?: string | undefined;
}

export interface Score {
  readonly claim: string;
  /** The number of examined subjects. */
  readonly of: number;
  /** The share that must meet the claim. */
  readonly goal: number;
  readonly exceptions: readonly Exception[];
}

/** One claim about each subject. The function returns the fault, or nothing. */
export function score<T>(
  claim: string,
  goal: number,
  subjects: readonly T[],
  judge: (subject: T) => Exception | null,
): Score {
  return { claim, goal, of: subjects.length, exceptions: subjects.flatMap((subject) => judge(subject) ?? []) };
}

/** More names add no information. */
const MOST_NAMED = 100;

/** Prints a share beside its goal, and the exceptions. Returns whether the goal is reached. */
export function printScore({ claim, of, goal, exceptions }: Score): boolean {
  const missed = exceptions.filter(({ rule }) => rule === undefined);
  const count = of - missed.length;
  const share = of === 0 ? 1 : count / of;
  const isReached = share >= goal;
  const percent = `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
  print(`${isReached ? 'ok  ' : 'MISS'} ${claim.padEnd(62)} ${count} of ${of} (${percent}, goal ${goal * 100} %)`);
  for (const exception of missed.slice(0, MOST_NAMED)) print(`       ${line(exception)}`);
  if (missed.length > MOST_NAMED) print(`       and ${missed.length - MOST_NAMED} more`);
  for (const [rule, cases] of Map.groupBy(exceptions, (exception) => exception.rule)) {
    if (rule === undefined) continue;
    print(`     explained: ${rule} (${cases.length})`);
    for (const exception of cases) print(`       ${line(exception)}`);
  }
  return isReached;
}

export function printTitle(title: string): void {
  print(`\n${title}`);
}

export function printTable(title: string, rows: Readonly<Record<string, number>>): void {
  printTitle(title);
  for (const [name, value] of Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    print(`  ${name.padEnd(40)} ${String(value).padStart(8)}`);
  }
}

function line({ name, what }: Exception): string {
  return `${name}: ${what}`;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a detail below a title. */
export function note(detail: string): void {
  print(`     ${detail}`);
}
