/**
 * `npm run faults -- --seed N --count N` causes faults under load on a separate whole service and prints the findings.
 * `--state FILE` stores the faults: the next run with the same file and seed continues there, and the table at the end
 * covers all runs. `--kinds kill,stop` and `--parts store` select some faults. Full disks need root.
 */
import { parseArgs } from 'node:util';
import { runCampaign } from './campaign.ts';
import { openJournal, summary } from './journal.ts';
import { type Kind, KINDS, type Part } from './plan.ts';
import { say } from './service-under-load.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100' },
    group: { type: 'string', default: '10' },
    callers: { type: 'string', default: '4' },
    kinds: { type: 'string', default: Object.keys(KINDS).join(',') },
    parts: { type: 'string' },
    state: { type: 'string' },
  },
});

const journal = openJournal(values.state ?? null);
const findings = await runCampaign({
  seed: Number(values.seed),
  count: Number(values.count),
  group: Number(values.group),
  callers: Number(values.callers),
  kinds: oneByOne(values.kinds, Object.keys(KINDS)) as Kind[],
  parts: values.parts === undefined ? null : (oneByOne(values.parts, Object.values(KINDS).flat()) as Part[]),
  journal,
  say,
});
console.log(`\n${summary(journal)}`);
process.exit(findings.length === 0 ? 0 : 1);

function oneByOne(text: string, known: readonly string[]): string[] {
  const names = text.split(',');
  const strange = names.filter((name) => !known.includes(name));
  if (strange.length > 0)
    throw new Error(`Nobody knows ${strange.join(', ')}; known are ${[...new Set(known)].join(', ')}.`);
  return names;
}
