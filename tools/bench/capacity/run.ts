/**
 * `npm run bench:capacity` measures the cost and the stored data of a document of each class, part by part. It computes
 * processors and storage for years of 10^6, 10^8 and 10^9 documents. The service is a separate instance. See
 * docs/operate/capacity.md.
 */
import { parseArgs } from 'node:util';
import { openAdministratorSession } from '#test/support/database-administrator.ts';
import { type CpuMeter, cpuBetween, cpuMeter, ofEachPart, PARTS, totalOf } from '#tools/bench/service/cpu.ts';
import { type Instance, withInstance } from '#tools/bench/service/instance.ts';
import { load } from '#tools/bench/service/load.ts';
import { print } from '#tools/quality/scores.ts';
import { CLASSES, type DocumentClass } from './classes.ts';
import { ASSUMPTIONS, type DocumentCost, meanOf, planFor } from './model.ts';
import { growthOf, historiesOf, objectBytes, tableSizes } from './stored.ts';

const { values } = parseArgs({
  options: {
    /** The number of documents of each class. */
    count: { type: 'string', default: '100' },
    /** `small=0.5,text=0.5`: the shares of the classes in a year. Other classes are left out. */
    mix: { type: 'string' },
  },
});
const count = Number(values.count);
const WARM = 20;
const LOAD = { inFlight: 4, organizations: 4 };
const YEARS = [1e6, 1e8, 1e9];

await withInstance(LOAD.organizations, async (instance) => {
  const meter = cpuMeter(instance);
  const costs: (readonly [number, DocumentCost])[] = [];
  for (const each of CLASSES) {
    const share = shareOf(each);
    if (share > 0) costs.push([share, await costOf(each, instance, meter)]);
  }
  meter.stop();
  const mean = meanOf(costs);
  const { peak, utilization, retentionDays, historyDays } = ASSUMPTIONS;
  print(
    `\nA year, with ${peak} times the mean in the busiest hour, processors at ${utilization}, ${retentionDays} days kept, histories ${historyDays}:`,
  );
  for (const documents of YEARS) printPlan(documents, mean);
});

async function costOf(each: DocumentClass, instance: Instance, meter: CpuMeter): Promise<DocumentCost> {
  const documents = (wanted: number) => Array.from({ length: wanted }, () => each.make());
  await load(instance, documents(WARM), LOAD);
  const session = await openAdministratorSession(instance.administratorUrl);
  try {
    const [sizesBefore, cpuBefore] = [await tableSizes(session), meter.read()];
    const { submissionIds, documentsPerSecond } = await load(instance, documents(count), LOAD);
    const used = cpuBetween(cpuBefore, meter.read());
    const cpuMs = ofEachPart((part) => used[part] / count);
    const grown = growthOf(sizesBefore, await tableSizes(session), count);
    const { original, output } = await objectBytes(session, submissionIds);
    const histories = await historiesOf(instance.temporalAddress, submissionIds);
    const meanOfHistories = (key: 'bytes' | 'events'): number =>
      histories.reduce((sum, one) => sum + one[key] / histories.length, 0);
    const history = { events: meanOfHistories('events'), bytes: meanOfHistories('bytes') };
    const [rows, rowBytes] = [...grown.values()].reduce(
      ([rowsSoFar, bytesSoFar], size) => [rowsSoFar + size.rows, bytesSoFar + size.bytes],
      [0, 0],
    );
    print(`${each.name}: ${each.about}`);
    print(
      `   ${totalOf(cpuMs).toFixed(0)} ms of CPU (${PARTS.map((part) => `${part} ${cpuMs[part].toFixed(0)}`).join(', ')}), ${documentsPerSecond.toFixed(1)} a second here`,
    );
    print(
      `   original ${kib(original)}, output ${kib(output)}; ${rows.toFixed(1)} rows of ${kib(rowBytes)}; history of ${history.events.toFixed(0)} events and ${kib(history.bytes)}`,
    );
    print(
      `   ${[...grown].map(([table, size]) => `${table} ${size.rows.toFixed(1)} (${kib(size.bytes)})`).join(', ')}`,
    );
    return {
      cpuMs,
      rows,
      rowBytes,
      objectBytes: original + output,
      historyBytes: history.bytes,
      historyEvents: history.events,
    };
  } finally {
    await session.close();
  }
}

function shareOf({ name, share }: DocumentClass): number {
  if (values.mix === undefined) return share;
  const shares = new Map(
    values.mix.split(',').map((entry) => [entry.split('=')[0] ?? '', Number(entry.split('=')[1])]),
  );
  return shares.get(name) ?? 0;
}

function printPlan(documents: number, mean: DocumentCost): void {
  const plan = planFor(documents, mean);
  const processors = Object.entries(plan.processors).map(([part, wanted]) => `${part} ${wanted.toFixed(1)}`);
  print(
    `${documents.toExponential(0)}: ${plan.peakRate.toFixed(1)} a second in the busiest hour; processors: ${processors.join(', ')}`,
  );
  print(
    `   ${(plan.rows / 1e6).toFixed(1)} million rows, ${gib(plan.rowBytes)} of PostgreSQL, ${gib(plan.objectBytes)} of objects, ` +
      `${gib(plan.historyBytes)} of histories; ${plan.transitionRate.toFixed(0)} events a second in Temporal`,
  );
}

function kib(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KiB`;
}

function gib(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
