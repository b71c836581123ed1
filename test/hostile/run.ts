/**
 * `node test/hostile/run.ts [--scale 1] [PART OF A NAME]` runs every hostile shape at full size in a separate child
 * with the settings of the service: a verifier searches its outputs. The measured time is the processor time of the
 * child including its start, so a busy machine has no influence.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { createParserPool } from '#src/parser-host/pool.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { attempt } from './attempt.ts';
import { SHAPES } from './shapes/index.ts';

const DEADLINE_MS = 5_000;
const MEMORY_MB = 768;
const MIB = 1024 * 1024;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' } },
});
const { entry } = parserPrograms();
const chosen = SHAPES.filter(({ name }) => name.includes(positionals[0] ?? ''));
let wrong = 0;
for (const shape of chosen) {
  const input = shape.build(Number(values.scale));
  const pool = createParserPool({ processes: 1, memoryMb: MEMORY_MB, maxWaiting: 1, deadlineMs: 60_000, entry });
  const { code, message, stage, durationMs, used } = await attempt(pool, shape.name, input, DEFAULT_OPTIONS, 'large');
  await pool.close();
  const right = code === shape.ends && message.includes(shape.names ?? '') && (used.cpuMs || durationMs) <= DEADLINE_MS;
  if (!right) wrong++;
  const figures = [`${used.cpuMs} ms`, `${Math.round(used.peakBytes / MIB)} MiB`, `${input.length} bytes`].join('\t');
  const outcome = right ? code : `${code} (${stage}: ${message.slice(0, 600)}), not ${shape.ends}`;
  process.stdout.write(`${right ? 'ok' : 'WRONG'}\t${figures}\t${shape.name}\t${outcome}\n`);
}
process.stdout.write(`${chosen.length} shapes, ${wrong} wrong\n`);
process.exitCode = wrong === 0 ? 0 : 1;
