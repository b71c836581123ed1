/**
 * `npm run bench:service` measures the cost of a small document in the service, part by part, beside the engine in this
 * process and beside an empty workflow. The service is a separate instance. `docs/engine/performance.md` explains the
 * figures.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { STAGE_NAMES } from '#domain/pipeline.ts';
import { helloPage } from '#test/support/builders/pdf.ts';
import { historiesOf } from '#tools/bench/capacity/stored.ts';
import { print } from '#tools/quality/scores.ts';
import { type CpuMeter, type CpuMs, cpuBetween, cpuMeter, PARTS, totalOf } from './cpu.ts';
import { type EngineFigures, measureEngineAndVerifier } from './engine.ts';
import { type FloorFigures, measureFloorOfOrchestration } from './floor.ts';
import { type Instance, withInstance } from './instance.ts';
import { load, type Load, type LoadFigures } from './load.ts';
import { countStatements } from './statements.ts';

const { values } = parseArgs({
  options: {
    /** The number of documents of each load. */
    count: { type: 'string', default: '200' },
    /** The number of times that all loads are measured. */
    rounds: { type: 'string', default: '1' },
    /** The milliseconds for which the idle service is measured. */
    idle: { type: 'string', default: '20000' },
    /** Prints the text of all statements. */
    statements: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
/** The activities are the admission, the stages and the commit. */
const ACTIVITIES = STAGE_NAMES.length + 2;
const ORGANIZATIONS = 50;
const IN_FLIGHT = [1, 8, 32];
const LOADS: readonly Load[] = [1, ORGANIZATIONS].flatMap((organizations) =>
  IN_FLIGHT.map((inFlight) => ({ inFlight, organizations })),
);
const SAMPLE = 30;

await withInstance(ORGANIZATIONS, async (instance) => {
  const [first] = documentsOf(1);
  print(`documents of ${first?.length} bytes, ${count} of each load\n`);
  await measureEngineAndVerifier(documentsOf(100)); // warm-up
  const engine = await measureEngineAndVerifier(documentsOf(count));
  print(`engine and verifier, in process   CPU ${ms(engine.cpuMs)}   p50 ${ms(engine.p50)}`);
  const floors = await measureFloorOfOrchestration(instance, { activities: ACTIVITIES, count, inFlight: IN_FLIGHT });
  for (const [index, floor] of floors.entries()) printFloor(IN_FLIGHT[index] ?? 0, floor);

  await load(instance, documentsOf(100), { inFlight: 8, organizations: 1 }); // warm-up
  const meter = cpuMeter(instance);
  let last: LoadFigures | null = null;
  for (let round = 0; round < Number(values.rounds); round++) {
    print('');
    for (const wanted of LOADS) {
      const before = meter.read();
      last = await load(instance, documentsOf(count), wanted);
      printLoad(last, cpuBetween(before, meter.read()), engine);
    }
  }
  print('');
  await printCounts(instance, last?.submissionIds ?? []);
  await printIdle(meter, Number(values.idle));
  meter.stop();
});

/** Each document has unique bytes, so the service knows none of them. */
function documentsOf(wanted: number): Uint8Array[] {
  const run = randomUUID();
  return Array.from({ length: wanted }, (_, index) => helloPage(`Document ${index} of ${run}`));
}

function printFloor(inFlight: number, { workflowsPerSecond, p50, clientMs, workerMs, temporalMs }: FloorFigures): void {
  const parts = `client ${ms(clientMs)}, worker ${ms(workerMs)}, Temporal ${ms(temporalMs)}`;
  const rate = `${workflowsPerSecond.toFixed(1)} a second   p50 ${ms(p50)}`;
  print(`workflow of ${ACTIVITIES} local activities, ${inFlight} in flight: ${rate}   CPU ${parts}`);
}

function printLoad(figures: LoadFigures, cpu: CpuMs, engine: EngineFigures): void {
  const { inFlight, organizations, documentsPerSecond, p50, p99 } = figures;
  const [total, beyond] = [totalOf(cpu) / count, totalOf(cpu) / count - engine.cpuMs];
  const parts = PARTS.map((part) => `${part} ${(cpu[part] / count).toFixed(1)}`).join(', ');
  const times = `p50 ${ms(p50)} (${ms(p50 - engine.p50)} beyond the engine)   p99 ${ms(p99)}`;
  print(
    `${inFlight} in flight of ${organizations} organization${organizations === 1 ? '' : 's'}: ` +
      `${documentsPerSecond.toFixed(1)} documents a second   ${times}`,
  );
  print(`   CPU ${ms(total)} a document, ${ms(beyond)} beyond the engine (${(total / engine.cpuMs).toFixed(2)} of it)`);
  print(`   ${parts}`);
}

async function printCounts(instance: Instance, submissionIds: readonly string[]): Promise<void> {
  const counted = await countStatements(instance, () =>
    load(instance, documentsOf(count), { inFlight: 8, organizations: 1 }),
  );
  const { statements, transactions, kinds } = counted;
  print(`PostgreSQL: ${each(statements)} statements and ${each(transactions)} transactions a document`);
  if (values.statements) for (const [kind, times] of kinds) print(`   ${each(times).padStart(6)} ${kind}`);
  const histories = await historiesOf(instance.temporalAddress, submissionIds.slice(0, SAMPLE));
  const [events, bytes] = [histories.map((one) => one.events), histories.map((one) => one.bytes)];
  print(`histories: at most ${Math.max(0, ...events)} events and ${Math.max(0, ...bytes)} bytes`);
}

/** Prints the cost of the idle service. */
async function printIdle(meter: CpuMeter, forMs: number): Promise<void> {
  const before = meter.read();
  await delay(forMs);
  const cpu = cpuBetween(before, meter.read());
  const parts = PARTS.map((part) => `${part} ${(cpu[part] / (forMs / 1000)).toFixed(1)}`).join(', ');
  print(`idle: CPU ${ms(totalOf(cpu) / (forMs / 1000))} a second: ${parts}`);
}

function each(times: number): string {
  return (times / count).toFixed(1);
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`;
}
