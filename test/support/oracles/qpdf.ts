/**
 * The one door to qpdf 12.2 compiled to WebAssembly, which reads our output with other eyes.
 *
 * The build is made for browser workers and cannot recover from damage, so it sees our own output only. Every call
 * runs in an instance of its own over one shared compiled module: an instance is never used twice.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createQpdf from 'qpdf-wasm';

/** Compiled code has no state; it is shared by all documents of a process. */
let compiled: WebAssembly.Module | undefined;

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
