/**
 * All access to qpdf 12.2 in WebAssembly, which is an independent reader of our output. The build is made for browser
 * workers and cannot recover from damage, so it only reads our own output. Every file gets an instance in its start
 * state: after each file the linear memory and the file system are restored, which takes a fraction of the time of a
 * new instance. An instance whose memory has grown is not used again.
 */
import createQpdf, { type QpdfModule } from 'qpdf-wasm';
import { compareBytes, readModule } from '#platform';

/** The results for a file without complaints. */
export interface QpdfFindings {
  readonly pages: number;
  readonly linearized: boolean;
}

interface Instance {
  readonly qpdf: QpdfModule;
  readonly memory: WebAssembly.Memory;
  /** The start of the memory before the first file. The rest of the memory is zero. */
  readonly pristine: Uint8Array;
  /** The lines that qpdf prints. */
  lines: string[];
}

/** The instance that waits for the next file. */
let idle: Instance | undefined;

/** Reads the structure, the page tree, and the hint tables of a linearized file. Returns a text for a complaint. */
export async function readWithQpdf(bytes: Uint8Array): Promise<QpdfFindings | string> {
  const { code, lines } = await run(['--check-linearization', '--show-npages'], bytes);
  if (code !== 0) return complaintsOf(lines);
  return {
    pages: Number(lines.find((line) => /^\d+$/.test(line)) ?? 0),
    linearized: lines.some((line) => line.endsWith(': no linearization errors')),
  };
}

/** The complaints of `qpdf --check`, which also parses every stream and page; empty if there are none. */
export async function checkWithQpdf(bytes: Uint8Array): Promise<string> {
  const { code, lines } = await run(['--check'], bytes);
  return code === 0 ? '' : complaintsOf(lines);
}

interface Run {
  readonly code: number;
  readonly lines: readonly string[];
}

async function run(args: readonly string[], bytes: Uint8Array): Promise<Run> {
  const instance = idle ?? (await newInstance());
  idle = undefined;
  const { qpdf } = instance;
  qpdf.FS.writeFile(INPUT, bytes);
  const code = qpdf.callMain([...args, INPUT]);
  // The file system cannot remove files, so an empty file replaces the old one.
  qpdf.FS.writeFile(INPUT, new Uint8Array(0));
  const { lines } = instance;
  if (restore(instance)) idle = instance;
  return { code, lines };
}

const INPUT = '/in.pdf';

function complaintsOf(lines: readonly string[]): string {
  return lines.filter((line) => !REMARKS.test(line)).join('\n') || 'it ends without a word';
}

/** The lines that qpdf prints for a correct file. */
const REMARKS = /^(checking |PDF Version: |File is |No syntax or stream encoding errors|\d+$)/;

/** Returns whether the instance has its start state again. */
function restore(instance: Instance): boolean {
  const { memory, pristine } = instance;
  if (memory.buffer.byteLength > MEMORY_BYTES) return false;
  const view = new Uint8Array(memory.buffer);
  view.fill(0, pristine.length, usedLength(memory));
  view.set(pristine);
  instance.lines = [];
  return true;
}

/** The initial memory: 1,024 pages of WebAssembly. */
const MEMORY_BYTES = 64 * 1024 * 1024;

/** Compiled code has no state, so all instances share it. */
let compiled: WebAssembly.Module | undefined;

async function newInstance(): Promise<Instance> {
  compiled ??= readModule('qpdf');
  const module = compiled;
  let memory: WebAssembly.Memory | undefined;
  const printed = { lines: new Array<string>() };
  const qpdf = await withWorkerGlobals(
    (line) => printed.lines.push(line),
    () =>
      createQpdf({
        locateFile: (name) => name,
        instantiateWasm(imports, done) {
          memory = Object.values(imports)
            .flatMap((group) => Object.values(group))
            .find((value) => value instanceof WebAssembly.Memory);
          const instance = new WebAssembly.Instance(module, imports);
          done(instance, module);
          return instance.exports;
        },
      }),
  );
  if (memory === undefined) throw new Error('The qpdf module imports no memory.');
  return Object.assign(printed, { qpdf, memory, pristine: new Uint8Array(memory.buffer).slice(0, usedLength(memory)) });
}

/** The end of the last block with data. Reading the memory takes a fifth of the time of writing it. */
function usedLength({ buffer }: WebAssembly.Memory): number {
  let end = buffer.byteLength;
  while (end > 0 && compareBytes(NOTHING, new Uint8Array(buffer, end - NOTHING.length, NOTHING.length)) === 0)
    end -= NOTHING.length;
  return end;
}

const NOTHING = new Uint8Array(1024 * 1024);

/**
 * The package reads these globals at its start: it expects a browser worker, starts a thread for each core, and stores
 * the current console. The globals are restored before any other code runs.
 */
function withWorkerGlobals<T>(print: (line: string) => void, start: () => T): T {
  const shims = {
    self: { name: '', location: { href: '' } },
    navigator: { hardwareConcurrency: 0 },
    console: { ...console, log: print, error: print, warn: print },
  };
  const kept = Object.keys(shims).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(shims)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  try {
    return start();
  } finally {
    for (const [name, descriptor] of kept) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}
