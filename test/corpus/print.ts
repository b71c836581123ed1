/** Tables and gates on a terminal. */

export interface Gate {
  readonly name: string;
  readonly passed: boolean;
}

/** Prints a share beside its goal. */
export function gate(name: string, count: number, of: number, goal: number): Gate {
  const share = of === 0 ? 1 : count / of;
  const passed = share >= goal;
  const percent = `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
  process.stdout.write(`${passed ? 'ok  ' : 'MISS'} ${name.padEnd(48)} ${count} of ${of} (${percent}, goal ${goal * 100} %)\n`);
  return { name, passed };
}

export function printTable(title: string, rows: Readonly<Record<string, number>>): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, value] of Object.entries(rows).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    process.stdout.write(`  ${name.padEnd(40)} ${String(value).padStart(8)}\n`);
  }
  process.stdout.write('\n');
}

export function printList(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  process.stdout.write(`\n${title} (${lines.length})\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
