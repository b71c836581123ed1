/**
 * Data files and WebAssembly modules, which a loader brings when a document first needs them. The engine reads them at
 * once, and a loader takes its time: a call that misses one ends, and `withResources` repeats it with the file. The engine
 * is a function of its bytes, so the repeated call has the same result.
 */
import type { Loader, ModuleName } from '#engine/platform/platform.ts';

const files = new Map<string, Uint8Array>();
const modules = new Map<ModuleName, WebAssembly.Module>();
const missing = { files: new Set<string>(), modules: new Set<ModuleName>() };

let loader: Loader | undefined;
/** The calls so far: one at a time runs, since all of them note in one place what they miss. */
let earlier: Promise<unknown> = Promise.resolve();

export function useLoader(chosen: Loader): void {
  loader = chosen;
}

export function readData(path: string): Uint8Array {
  const bytes = files.get(path);
  if (bytes !== undefined) return bytes;
  missing.files.add(path);
  throw new Error(`The file ${path} is not loaded.`);
}

export function readModule(name: ModuleName): WebAssembly.Module {
  const module = modules.get(name);
  if (module !== undefined) return module;
  missing.modules.add(name);
  throw new Error(`The WebAssembly module ${name} is not loaded.`);
}

export function withResources<T>(run: () => Promise<T>): Promise<T> {
  const call = earlier.then(() => runLoaded(run));
  earlier = call.catch(() => {});
  return call;
}

async function runLoaded<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    // A library may have caught the error of a read, so that the notes count and not the error.
    const [outcome] = await Promise.allSettled([run()]);
    if (missing.files.size + missing.modules.size > 0) await loadMissing();
    else if (outcome.status === 'fulfilled') return outcome.value;
    else throw outcome.reason;
  }
}

async function loadMissing(): Promise<void> {
  if (loader === undefined) throw new Error('Call useLoader before the first document.');
  for (const name of missing.modules) if (!modules.has(name)) modules.set(name, await loader.loadModule(name));
  for (const path of missing.files) files.set(path, await loader.loadFile(path));
  missing.files.clear();
  missing.modules.clear();
}
