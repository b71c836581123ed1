/**
 * `node tools/bench/service/floor-of.ts ADDRESS PID`: the floor of orchestration on a Temporal server of one's own, with whatever
 * store and settings it has. The processor time is that of the process and of what it has started.
 */
import { measureFloorOfOrchestration } from './floor.ts';

/** As `submission` has them for a small document. */
const ACTIVITIES = 12;
const COUNT = 300;

const [temporalAddress, pid] = process.argv.slice(2);
if (temporalAddress === undefined || !Number.isInteger(Number(pid))) throw new Error('ADDRESS and PID are missing.');
const server = { temporalAddress, pids: { temporal: Number(pid) } };
const wanted = { activities: ACTIVITIES, count: COUNT, inFlight: [1, 8] };
for (const [index, figures] of (await measureFloorOfOrchestration(server, wanted)).entries()) {
  const { workflowsPerSecond, p50, workerMs, temporalMs } = figures;
  const cost = `worker ${workerMs.toFixed(1)} ms, Temporal ${temporalMs.toFixed(1)} ms of CPU each`;
  process.stdout.write(
    `${wanted.inFlight[index]} in flight: ${workflowsPerSecond.toFixed(1)} a second, p50 ${p50.toFixed(0)} ms, ${cost}\n`,
  );
}
