/** Tests the built programs of the parsers: they behave like the sources and use the code that V8 has compiled. */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '#domain/pipeline.ts';
import { normalize } from '#engine/normalize.ts';
import { CHILD_PATHS, VERIFIER_PROGRAM, PARSER_PROGRAM } from '#src/parser-host/child-programs.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { type ParserProcess, trustingParser } from '#src/parser-host/parser-process.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { buildPdf, helloPage } from '#test/support/builders/pdf.ts';

const sandbox = probeSandbox();
const { entry, verifierEntry } = parserPrograms();

/** The answer of a new child, and its whole output. */
async function askedOf<Answer>(program: string, ask: (child: ParserProcess) => Promise<Answer>) {
  const started = sandbox.start(program, 512);
  const printed = text(started.printed);
  const child = trustingParser(started, []);
  await child.ready;
  const answer = await ask(child);
  started.requests.end();
  await started.gone;
  return { answer, printed: await printed };
}

/** The output of a new parser for a document, and its printed text. */
async function normalizedBy(program: string, document: Uint8Array) {
  const request = { kind: 'normalize', options: DEFAULT_OPTIONS, proves: 'all' } as const;
  const { answer: output, printed } = await askedOf(program, async (parser) => {
    let result: Uint8Array = new Uint8Array(0);
    await parser.converse(request, document, ({ reply, payload }) => {
      if (reply.kind === 'result') result = payload;
      return reply.kind === 'closed';
    });
    return result;
  });
  return { output, printed };
}

test('tools know their processes by their command lines, built or not', () => {
  for (const path of [entry, PARSER_PROGRAM]) expect(path).toMatch(CHILD_PATHS.parser);
  for (const path of [verifierEntry, VERIFIER_PROGRAM]) expect(path).toMatch(CHILD_PATHS.verifier);
});

// A title beyond ASCII in both encodings, which needs the engine's tables of characters.
const foreign = buildPdf(
  {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>',
    4: '<</Title(\x8aber \xfc \x85)/Author<FEFF010D0430>>>',
  },
  { trailer: '/Root 1 0 R/Info 4 0 R' },
);

/** The decoder is WebAssembly in the folder of its package, which a parser can read. */
const brotli = helloPage('Hello, world', {
  4: { dict: '/Filter/BrotliDecode', stream: brotliCompressSync('BT /F1 24 Tf 72 700 Td (Hello, Brotli) Tj ET') },
});

test.each([
  ['a page of text', helloPage()],
  ['a page of Brotli data', brotli],
  ['a title beyond ASCII', foreign],
])('%s has the bytes that the sources give, and nothing is compiled anew', async (_, document) => {
  expect(entry).not.toBe(PARSER_PROGRAM);
  const { output, printed } = await normalizedBy(entry, document);
  const { bytes } = await normalize(document, DEFAULT_OPTIONS);
  expect(Buffer.from(output).equals(bytes ?? new Uint8Array(0))).toBe(true);
  expect(printed).toBe('');
});

test('an output verifier starts from its compiled code', async () => {
  const { output } = await normalizedBy(entry, helloPage());
  const request = { kind: 'verify', options: DEFAULT_OPTIONS, rewrites: true } as const;
  const { answer, printed } = await askedOf(verifierEntry, (verifier) => verifier.request(request, 'verified', output));
  expect(answer.reply).toMatchObject({ objection: null });
  expect(printed).toBe('');
});

test('what another Node has compiled, or half of it, is not taken: the parser compiles its program itself', async () => {
  // The program finds its data by its own path.
  const folder = mkdtempSync(join(dirname(entry), '..', 'programs-test-'));
  try {
    cpSync(dirname(entry), folder, { recursive: true });
    chmodSync(folder, 0o755); // a parser runs as nobody
    const compiled = join(folder, 'child.js.compiled');
    const whole = readFileSync(compiled);
    const expected = (await normalizedBy(entry, helloPage())).output;
    for (const damaged of [Buffer.alloc(whole.length), whole.subarray(0, whole.length / 2), Buffer.alloc(0)]) {
      writeFileSync(compiled, damaged);
      const { output, printed } = await normalizedBy(join(folder, 'child.cjs'), helloPage());
      expect(output).toEqual(expected);
      expect(printed).toContain('compiled by another Node');
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
