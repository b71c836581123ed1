/** What V8 compiles of the programs is kept after they have met documents: it compiles a function when it is called. */
import { spawn } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_OPTIONS, PROOFS } from '#domain/pipeline.ts';
import { V8_FLAGS } from '#src/parser-host/child-programs.ts';
import { startedHere } from '#src/parser-host/isolation/started-parser.ts';
import { type AnyReply, type ParserProcess, trustingParser } from '#src/parser-host/parser-process.ts';
import { warmUpDocuments } from './warm-up-documents.ts';

/** Each program of the folder writes what was compiled of it beside itself (`compile.ts`), and gets what starts it so. */
export async function compilePrograms(folder: string): Promise<void> {
  const outputs: Uint8Array[] = [];
  await ending(folder, 'child.js', async (parser) => {
    for (const document of await warmUpDocuments()) {
      for (const proves of PROOFS) outputs.push(await normalized(parser, document, proves));
    }
  });
  await ending(folder, 'judge.js', async (judge) => {
    const request = { kind: 'judge', options: DEFAULT_OPTIONS, rewrites: true } as const;
    for (const output of outputs) await judge.request(request, 'judged', output);
    await judge.request({ kind: 'close' }, 'closed');
  });
  // It starts the program that it is called like.
  for (const name of ['child', 'judge']) await copyFile(join(folder, 'start.cjs'), join(folder, `${name}.cjs`));
}

async function ending(folder: string, program: string, use: (parser: ParserProcess) => Promise<void>): Promise<void> {
  await makeAscii(join(folder, program));
  const args = [...V8_FLAGS, join(folder, 'compile.cjs'), join(folder, program)];
  const started = startedHere(spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] }));
  const parser = trustingParser(started, []);
  await parser.ready;
  await use(parser);
  started.requests.end();
  const end = await parser.gone;
  if (end !== 'exit 0') throw new Error(`${program} was not compiled: ${end}`);
}

/** V8 keeps a text in two bytes a character where one of them needs it, and reads one of ASCII as it is. */
async function makeAscii(path: string): Promise<void> {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const text = await readFile(path, 'utf8');
  const ascii = text.replaceAll(/\P{ASCII}/gu, (character) => character.split('').map(escaped).join(''));
  await writeFile(path, ascii, 'latin1');
}

async function normalized(parser: ParserProcess, document: Uint8Array, proves: (typeof PROOFS)[number]) {
  let output = new Uint8Array(0);
  const take = ({ reply, payload }: AnyReply) => {
    if (reply.kind === 'result') output = new Uint8Array(payload);
    return reply.kind === 'closed';
  };
  await parser.converse({ kind: 'normalize', options: DEFAULT_OPTIONS, proves }, document, take);
  if (output.length === 0) throw new Error('A document of the warm-up was not normalized.');
  return output;
}
