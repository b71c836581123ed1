/**
 * `npm run converge -- --deliveries [DIR]`: stamped copies of one document give one hash.
 *
 * Each document of the folder is compared with two copies that have other dates, identifiers, subset tags, names of resources and
 * another order of objects. Exits 1 where a copy has another hash without a reason.
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ReportFacts } from '#domain/report.ts';
import type { Normalized } from '#engine/normalize.ts';
import { openDocument } from '#engine/pdf/read/open.ts';
import { Dict } from '#engine/pdf/syntax/objects.ts';
import { chanceOf } from '#test/properties/mutations.ts';
import { seedFiles } from '#test/properties/campaign.ts';
import { normalizePlain } from '#tools/quality/normalize-files.ts';
import { type Exception, printScore } from '#tools/quality/scores.ts';
import { findDifferences } from '#tools/quality/converge/difference.ts';
import { type Model, modelOf } from '#tools/quality/converge/model.ts';
import { serialize } from '#tools/quality/converge/serializer.ts';
import { stampedCopy } from './stamps.ts';

const COPIES = 2;

const { values: _, positionals } = parseArgs({
  allowPositionals: true,
  options: { deliveries: { type: 'boolean' } },
});
const exceptions: Exception[] = [];
let documents = 0;
for (const path of seedFiles(resolve(positionals[0] ?? '../shared/corpus/dev'))) {
  const model = readModel(path);
  const base = model && (await normalizePlain(serialize(model)));
  if (!model || !base?.bytes) continue;
  documents += 1;
  for (let copy = 0; copy < COPIES; copy++) {
    const stamped = await normalizePlain(stampedCopy(model, chanceOf(documents * COPIES + copy)));
    const exception = exceptionOf(basename(path), base, stamped);
    if (exception) exceptions.push(exception);
  }
}
const claim = `stamped copies of ${documents} documents`;
if (!printScore({ claim, of: documents * COPIES, goal: 1, exceptions }) || documents === 0) process.exitCode = 1;

function exceptionOf(name: string, base: Normalized, copy: Normalized): Exception | null {
  if (!base.bytes || !copy.bytes) return { name, what: copy.report.failure?.code ?? copy.report.status };
  if (Buffer.compare(base.bytes, copy.bytes) === 0) return null;
  const [difference] = findDifferences(base.bytes, copy.bytes);
  return { name, what: `${difference?.kind}: ${difference?.path}`, rule: ruleOf(base.report, base.bytes) };
}

/** The rule that preserves names of resources (clause 8.5). */
function ruleOf({ warnings }: ReportFacts, canonical: Uint8Array): string | undefined {
  if (warnings.some(({ code }) => code === 'AMBIGUOUS_CONTENT'))
    return 'names in content that readers do not read alike stay as they are';
  const hasGuest = openDocument(canonical)
    .reachable()
    .some(
      (dict) => dict instanceof Dict && dict.name('Subtype') === 'Form' && !dict.has('Resources') && dict.has('BBox'),
    );
  return hasGuest ? 'names stay where a form takes them from the resources of what shows it' : undefined;
}

/** Returns null for files that cannot be written from a model. */
function readModel(path: string): Model | null {
  try {
    return modelOf(new Uint8Array(readFileSync(path)));
  } catch {
    return null;
  }
}
