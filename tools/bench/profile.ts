/**
 * Measures the time of a run by module with the sampling profiler of V8, which runs in this process during the work.
 */
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { relative, resolve } from 'node:path';

export interface Share {
  /** A module of the engine, a package, or native code. */
  readonly name: string;
  /** The share of all samples that were not idle. */
  readonly share: number;
}

const ROOT = resolve(import.meta.dirname, '../..');
const SAMPLE_MICROSECONDS = 500;

/** Answers the modules, the largest share first. */
export async function profile(work: () => Promise<unknown>): Promise<Share[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS });
  await session.post('Profiler.start');
  await work();
  const { profile: samples } = await session.post('Profiler.stop');
  session.disconnect();

  const times = new Map<string, number>();
  const names = new Map(samples.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  for (const [index, id] of (samples.samples ?? []).entries()) {
    const name = names.get(id) ?? null;
    if (name !== null) times.set(name, (times.get(name) ?? 0) + (samples.timeDeltas?.[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times].map(([name, time]) => ({ name, share: time / total })).toSorted((a, b) => b.share - a.share);
}

/** Returns null for idle samples. */
function nameOf({ url, functionName }: { readonly url: string; readonly functionName: string }): string | null {
  if (url.startsWith('wasm:')) return 'WebAssembly: libdeflate, HarfBuzz, PDFium';
  // The samples of the profiler itself are no part of the work.
  if (url.startsWith('node:inspector')) return null;
  if (url.startsWith('node:')) return url.split('/')[0] === 'node:internal' ? 'Node' : url;
  if (url.startsWith('file:')) return moduleName(relative(ROOT, fileURLToPath(url)));
  if (functionName === '(idle)' || functionName === '(root)') return null;
  // The native function of zlib has no address of its own.
  const isNative = functionName === '(program)' || functionName === 'writeSync';
  return isNative ? 'native code: zlib, hashes' : functionName.replace(/^\((.*)\)$/, '$1');
}

function moduleName(path: string): string {
  const inPackage = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return inPackage ?? path;
}
