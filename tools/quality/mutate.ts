/** `node tools/quality/mutate.ts --count 20000 --seed 1 [--from 0] [--dir DIR] [--keep DIR]`: a campaign of mutations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCampaign } from '#test/properties/campaign.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    dir: { type: 'string', default: join(import.meta.dirname, '../../fixtures/pdf') },
    keep: { type: 'string' },
  },
});
const { keep } = values;
if (keep !== undefined) mkdirSync(keep, { recursive: true });
const startedAt = performance.now();
const seconds = (): number => Math.round((performance.now() - startedAt) / 1000);
const { outcomes, findings } = await runCampaign({
  count: Number(values.count),
  seed: Number(values.seed),
  from: Number(values.from),
  directory: values.dir,
  onProgress: (done) => process.stderr.write(`${done} done, ${seconds()} s\n`),
  onFinding({ index, source, fault, input }) {
    process.stdout.write(`${index}\t${source}\t${fault}\n`);
    if (keep !== undefined) writeFileSync(join(keep, `${values.seed}-${index}.pdf`), input);
  },
});
for (const [code, count] of [...outcomes].toSorted(([, a], [, b]) => b - a))
  process.stdout.write(`${count}\t${code}\n`);
process.stdout.write(`${findings.length} findings in ${seconds()} s\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
