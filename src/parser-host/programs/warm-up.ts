/**
 * Stores the code that V8 compiles while the programs process documents, because V8 compiles a function at its first
 * call.
 */
import { join } from 'node:path';
import { DEFAULT_OPTIONS, PROOFS } from '#domain/pipeline.ts';
import { V8_FLAGS } from '#src/parser-host/child-programs.ts';
import { startProcess } from '#src/parser-host/isolation/sandbox.ts';
import { type AnyReply, type ParserProcess, trustingParser } from '#src/parser-host/parser-process.ts';
import { warmUpDocuments } from './warm-up-documents.ts';

/** Signatures are no reason for a rejection here: the warm-up needs an output of each document. */
const OPTIONS = { ...DEFAULT_OPTIONS, signedPdfPolicy: 'strip' } as const;

/** Each program of the folder writes its compiled code beside itself (`compile.ts`). */
export async function compilePrograms(folder: string): Promise<void> {
  const outputs: Uint8Array[] = [];
  await ending(folder, 'child.js', async (parser) => {
    for (const document of await warmUpDocuments()) {
      for (const proves of PROOFS) outputs.push(await normalized(parser, document, proves));
    }
  });
  await ending(folder, 'verifier.js', async (verifier) => {
    const request = { kind: 'verify', options: OPTIONS, rewrites: true } as const;
    for (const output of outputs) await verifier.request(request, 'verified', output);
    await verifier.request({ kind: 'close' }, 'closed');
  });
}

async function ending(folder: string, program: string, use: (parser: ParserProcess) => Promise<void>): Promise<void> {
  // Starts the program like a parser but without isolation, because Node settings of the build may contain V8 flags.
  const command = [process.execPath, ...V8_FLAGS, join(folder, 'compile.cjs'), join(folder, program)];
  const started = startProcess(command, null);
  const parser = trustingParser(started, []);
  try {
    await parser.ready;
    await use(parser);
    started.requests.end();
    const end = await parser.gone;
    if (end !== 'exit 0') throw new Error(`${program} was not compiled: ${end}`);
  } finally {
    // A program that still waits for requests would delay the end of the build, which can continue with the sources.
    parser.kill();
  }
}

async function normalized(parser: ParserProcess, document: Uint8Array, proves: (typeof PROOFS)[number]) {
  let output = new Uint8Array(0);
  const take = ({ reply, payload }: AnyReply) => {
    if (reply.kind === 'result') output = new Uint8Array(payload);
    return reply.kind === 'closed';
  };
  await parser.converse({ kind: 'normalize', options: OPTIONS, proves }, document, take);
  if (output.length === 0) throw new Error('A document of the warm-up was not normalized.');
  return output;
}
