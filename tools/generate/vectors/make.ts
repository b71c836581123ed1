/**
 * `npm run vectors`: makes the vectors of the canonical form anew, from the cases and what the engine makes of them. It fails
 * when a case does not hold what it says, or when a clause of the specification has no vector.
 */
import { rmSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { allGroups } from './cases.ts';
import { clausesOf } from './clauses.ts';
import { type Case, contradictions, type Group, type Vector, VECTORS } from './vector.ts';

function given(options: NormalizeOptions): Partial<NormalizeOptions> {
  return Object.fromEntries(
    Object.entries(options).filter(([key, value]) => DEFAULT_OPTIONS[key as keyof NormalizeOptions] !== value),
  );
}

async function vectorOf(group: Group, { relation, reason, input, options }: Case, id: string): Promise<Vector> {
  const { bytes, report } = await normalize(input, options);
  const { clause, title, compares } = group;
  return {
    id,
    clause,
    title,
    relation,
    compares,
    reason,
    options: given(options),
    input: Buffer.from(input).toString('latin1'),
    status: report.status,
    failure: report.failure?.code ?? null,
    sha256: report.normalized?.sha256 ?? null,
    sizeBytes: report.normalized?.sizeBytes ?? null,
    contentHash: report.normalized?.contentHash ?? null,
    warnings: report.warnings.map(({ code }) => code),
    ...(relation === 'base' && bytes && { output: Buffer.from(bytes).toString('base64') }),
  };
}

const groups = allGroups();
const counts = new Map<string, number>();
const files = new Map<string, Vector[]>();
for (const group of groups) {
  const number = (counts.get(group.clause) ?? 0) + 1;
  counts.set(group.clause, number);
  const file = `clause-${(group.clause.split('.')[0] ?? '').padStart(2, '0')}.jsonl`;
  const vectors = files.get(file) ?? [];
  files.set(file, vectors);
  for (const [index, item] of group.cases.entries())
    vectors.push(await vectorOf(group, item, `${group.clause}/${number}/${index}`));
}
const all = [...files.values()].flat();
const faults = contradictions(all);
const without = clausesOf().filter((clause) => !counts.has(clause));
for (const fault of faults) console.error(fault);
if (without.length > 0) console.error(`Clauses without a vector: ${without.join(', ')}`);
if (faults.length > 0 || without.length > 0) process.exitCode = 1;
else {
  for (const name of readdirSync(VECTORS)) if (name.endsWith('.jsonl')) rmSync(join(VECTORS, name));
  for (const [name, vectors] of files)
    writeFileSync(join(VECTORS, name), vectors.map((vector) => `${JSON.stringify(vector)}\n`).join(''));
}
console.log(`${all.length} vectors in ${groups.length} groups, ${counts.size} clauses`);
