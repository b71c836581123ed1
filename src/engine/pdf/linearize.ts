/**
 * Linearizes a file of our own writing (ISO 32000-2, Annex F) with qpdf 12.2 compiled to WebAssembly. The one door to
 * that package.
 *
 * The build is made for browser workers and cannot recover from damage, so it sees our canonical output only. Every call
 * runs in an instance of its own over one shared compiled module: an instance is never used twice.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createQpdf from 'qpdf-wasm';
import { withDocumentId } from './writer.ts';

/** What `--static-id` writes (the digits of pi), replaced by the ID of the content. */
const STATIC_ID = '31415926535897932384626433832795';

/** Compiled code has no state; it is shared by all documents of a process. */
let compiled: WebAssembly.Module | undefined;

export interface LinearizeOptions {
  readonly version: string;
  /** PDF/A-1 knows no object streams (ISO 19005-1, 6.1.4). */
  readonly objectStreams: boolean;
}

/** Undefined when qpdf refuses the file. */
export async function linearize(bytes: Uint8Array, options: LinearizeOptions): Promise<Uint8Array | undefined> {
  const qpdf = await newInstance();
  qpdf.FS.writeFile('/in.pdf', bytes);
  const code = qpdf.callMain([
    '/in.pdf',
    '/out.pdf',
    '--linearize',
    `--object-streams=${options.objectStreams ? 'generate' : 'disable'}`,
    '--decode-level=none',
    '--compress-streams=y',
    '--newline-before-endstream',
    '--static-id',
    `--force-version=${options.version}`,
  ]);
  return code === 0 ? withDocumentId(qpdf.FS.readFile('/out.pdf'), STATIC_ID) : undefined;
}

/** What `qpdf --check` says of a file of our own: no text when it is clean. */
export async function check(bytes: Uint8Array): Promise<string> {
  const lines: string[] = [];
  const qpdf = await newInstance((line) => lines.push(line));
  qpdf.FS.writeFile('/in.pdf', bytes);
  const code = qpdf.callMain(['--check', '/in.pdf']);
  return code === 0 ? '' : lines.filter((line) => /WARNING|error|ERROR|:/.test(line)).join('\n') || `exit code ${code}`;
}

type Qpdf = Awaited<ReturnType<typeof createQpdf>>;

async function newInstance(print: (line: string) => void = () => {}): Promise<Qpdf> {
  compiled ??= new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('qpdf-wasm/qpdf.wasm'))));
  const module = compiled;
  return withWorkerGlobals(print, () =>
    createQpdf({
      locateFile: (name) => name,
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        done(instance, module);
        return instance.exports;
      },
    }),
  );
}

/**
 * The package reads these globals while it starts: it expects a browser's worker, starts a thread per core, and keeps
 * the console it finds. They are put back before anything else runs.
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
