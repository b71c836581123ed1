/** The documents of the load with their results in the command line. Every copy must end in the same way. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { EXPRESS_MAX_BYTES } from '#domain/submission.ts';
import { normalize } from '#engine/normalize.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';
import { sha256 } from '#tools/figures.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/pdf');

export interface Outcome {
  readonly status: string;
  /** The SHA-256 of the output, in the specification of each version that is under way; empty where there is no output. */
  readonly outputs: readonly string[];
  readonly failureCode: string | null;
}

export interface Sample {
  readonly name: SampleName;
  readonly outcome: Outcome;
  /** A copy with another comment after its end. */
  copy(salt: string): Uint8Array;
}

const BYTES = {
  hello: () => helloPage('Hello'),
  form: () => fixture('form.pdf'),
  encrypted: () => fixture('g0-plain-8-encrypted.pdf'),
  damaged: () => fixture('g0-plain-12-bad-xref.pdf'),
  invoice: () => fixture('zugferd_2p1_EN16931_AbweichenderZahlungsempf.pdf'),
  pdfa: () => fixture('veraPDF_test_suite_6-8-3-4-t01-pass-a.pdf'),
  large: () => pictures(),
  signed: () => fixture('signed.pdf'),
  broken: () => Buffer.from('%PDF-1.7\nnothing of a document follows\n'),
} as const;

export type SampleName = keyof typeof BYTES;
export type Samples = Readonly<Record<SampleName, Sample>>;

/**
 * @param earlierRoot folder of another version that is under way
 * @throws Error where two copies of a document do not end alike
 */
export async function readSamples(earlierRoot?: string): Promise<Samples> {
  const entries = Object.entries(BYTES).map(async ([name, bytesOf]) => {
    const bytes = bytesOf();
    const copy = (salt: string) => Buffer.concat([bytes, Buffer.from(`\n%${salt}\n`)]);
    const [outcome, other] = await Promise.all(['one', 'another'].map((salt) => outcomeOf(copy(salt))));
    if (!isDeepStrictEqual(outcome, other)) throw new Error(`Copies of ${name} do not end alike.`);
    if (outcome === undefined || earlierRoot === undefined) return [name, { name, outcome, copy }];
    const { outputs, ...end } = outcomeBy(earlierRoot, copy('one'));
    return [name, { name, outcome: { ...end, outputs: [...new Set([...outcome.outputs, ...outputs])] }, copy }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function outcomeOf(bytes: Uint8Array): Promise<Outcome> {
  const { report, bytes: output } = await normalize(bytes, DEFAULT_OPTIONS);
  return { status: report.status, outputs: output ? [sha256(output)] : [], failureCode: report.failure?.code ?? null };
}

/** As the command line of another version says it. */
function outcomeBy(root: string, bytes: Uint8Array): Outcome {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-sample-'));
  const file = join(folder, 'sample.pdf');
  writeFileSync(file, bytes);
  const script = 'node "$0" normalize "$1" --ndjson -o "$1.out" || true';
  const line = execFileSync('sh', ['-c', script, join(root, 'src/cli.ts'), file], { cwd: root, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const { status, sha256: output, code } = JSON.parse(line);
  return { status, outputs: output === null ? [] : [output], failureCode: code };
}

/** @param output null where there is none */
export function isOutput({ outputs }: Outcome, output: string | null): boolean {
  return output === null ? outputs.length === 0 : outputs.includes(output);
}

function fixture(name: string): Buffer {
  return readFileSync(join(FIXTURES, name));
}

/** The document uses the durable mode, in which each stage is a separate activity. */
function pictures(): Uint8Array {
  const side = Math.ceil(Math.sqrt(EXPRESS_MAX_BYTES)) + 10;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
    4: { stream: 'q 500 0 0 500 50 50 cm /I Do Q' },
    5: {
      dict: `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8`,
      stream: randomBytes(side * side),
    },
  });
}
