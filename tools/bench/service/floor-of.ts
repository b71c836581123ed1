/**
 * `node tools/bench/service/floor-of.ts ADDRESS PID` measures the floor of orchestration on any Temporal server with
 * its own store and settings. The processor time is that of the process and its descendants.
 */
import { measureFloorOfOrchestration } from './floor.ts';

/** The number of activities of `submission` for a small document. */
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
