/**
 * `node tools/canon-check/oracle.ts [DIR]`: the engine's answer for each path on standard input, as a line of JSON.
 *
 * With a folder, the canonical PDF is written there under its SHA-256. Signatures are removed, since a signed document
 * that passes through is not canonical.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';

const folder = process.argv[2];
for await (const path of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify({ path, ...(await answerFor(path)) })}\n`);
}

async function answerFor(path: string): Promise<Record<string, unknown>> {
  try {
    const input = readFileSync(path);
    const { report, bytes } = await normalize(input, { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' });
    if (!bytes) return { status: report.status, code: report.failure?.code ?? null };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const output = folder && join(folder, `${sha256}.pdf`);
    if (output && !existsSync(output)) writeFileSync(output, bytes);
    const canonical = Buffer.compare(input, bytes) === 0;
    return { status: report.status, sha256, canonical, contentHash: report.normalized?.contentHash ?? null };
  } catch (error) {
    return { status: 'ERROR', code: String(error) };
  }
}
