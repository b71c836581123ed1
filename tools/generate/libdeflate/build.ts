/**
 * `node tools/generate/libdeflate/build.ts`: builds libdeflate.wasm of the engine from libdeflate's sources and prints its SHA-256.
 *
 * The sources are those in the crate libdeflate-sys of crates.io: an archive that never changes. It is taken from the
 * path given, else from cargo's cache, where cargo is asked to put it. clang and wasm-ld of the same version give the
 * same bytes; nothing else of the machine matters, as libdeflate needs no libc.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath } from '#dev/parts/programs.mjs';
import { sha256 } from '#tools/figures.ts';

const CRATE = {
  name: 'libdeflate-sys',
  version: '1.26.1',
  sha256: 'd7870e5fbd2766179a937c725fb11f4ca0ef025d982beb61bd3ce755425bd19c',
} as const;

/** The version in Debian 12. Another version writes other instructions for the same sources. */
const COMPILER_VERSION = '14.0.6';

const TARGET = join(import.meta.dirname, '../../../src/engine/pdf/filters/libdeflate/libdeflate.wasm');
/** Input, output, the tables of libdeflate and a stack of 64 KB, in pages of 64 KB. */
const MEMORY_BYTES = 52 * 65_536;

const COMPILER_FLAGS = [
  '--target=wasm32',
  '-std=c11',
  '-ffreestanding',
  '-DFREESTANDING',
  '-nostdlib',
  '-Os',
  '-mbulk-memory',
  // Fixed-width SIMD, whose instructions have one result. The result of relaxed SIMD depends on the processor.
  '-msimd128',
  '-Wall',
  '-Werror',
  '-Wl,--no-entry,--strip-all,--stack-first',
  `-Wl,--initial-memory=${MEMORY_BYTES},--max-memory=${MEMORY_BYTES}`,
];

/** The machine lacks a program for the build. */
export class CannotBuild extends Error {}

/** @throws CannotBuild */
export function buildLibdeflate(archive = findArchive()): Uint8Array {
  const clang = findCompiler();
  const folder = mkdtempSync(join(tmpdir(), 'libdeflate-'));
  try {
    unpack(archive, folder);
    const sources = join(folder, `${CRATE.name}-${CRATE.version}`, 'libdeflate');
    run('git', ['apply', join(import.meta.dirname, 'segments.patch')], sources);
    const ours = ['segments.c', 'predictors.c'].map((name) => join(import.meta.dirname, name));
    const files = [...ours, 'lib/adler32.c', 'lib/utils.c'];
    run(clang, [...COMPILER_FLAGS, '-I.', '-o', 'libdeflate.wasm', ...files], sources);
    return readFileSync(join(sources, 'libdeflate.wasm'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function findCompiler(): string {
  if (!findOnPath('tar') || !findOnPath('git')) throw new CannotBuild('tar or git is missing.');
  const found = ['clang-14', 'clang'].find((name) => findOnPath(name));
  if (found === undefined) throw new CannotBuild('clang is missing.');
  for (const program of [found, linkerOf(found)]) {
    const version = /\d+\.\d+\.\d+/.exec(run(program, ['--version']))?.[0];
    if (version !== COMPILER_VERSION)
      throw new CannotBuild(`${program} is ${version}, and ${COMPILER_VERSION} made what is committed.`);
  }
  return found;
}

/** The linker that this clang calls. */
function linkerOf(clang: string): string {
  const path = run(clang, ['--target=wasm32', '-print-prog-name=wasm-ld']).trim();
  if (path === 'wasm-ld' && !findOnPath(path)) throw new CannotBuild('wasm-ld is missing.');
  return path;
}

function findArchive(): string {
  return findInCache() ?? fetchByCargo() ?? refuse();
}

function refuse(): never {
  throw new CannotBuild(`The archive of ${CRATE.name} ${CRATE.version} is not here and cannot be fetched by cargo.`);
}

function findInCache(): string | undefined {
  const cache = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'registry/cache');
  return globSync(join(cache, '*', `${CRATE.name}-${CRATE.version}.crate`))[0];
}

function fetchByCargo(): string | undefined {
  if (!findOnPath('cargo') || process.env['FIXPOINT_DOWNLOAD'] === '0') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'libdeflate-fetch-'));
  try {
    const dependency = `[dependencies]\n${CRATE.name} = "=${CRATE.version}"\n`;
    writeFileSync(join(folder, 'Cargo.toml'), `[package]\nname = "fetch"\nversion = "0.0.0"\n${dependency}`);
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/lib.rs'), '');
    run('cargo', ['fetch', '--quiet'], folder);
    return findInCache();
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function unpack(archive: string, folder: string): void {
  const hash = sha256(readFileSync(archive));
  if (hash !== CRATE.sha256) throw new Error(`${archive} has the SHA-256 ${hash}, not ${CRATE.sha256}.`);
  run('tar', ['-xzf', archive, '-C', folder]);
}

function run(program: string, args: readonly string[], cwd?: string): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...(cwd && { cwd }) });
}

if (import.meta.main) {
  const [archive] = process.argv.slice(2);
  const wasm = archive === undefined ? buildLibdeflate() : buildLibdeflate(archive);
  writeFileSync(TARGET, wasm);
  console.log(`${sha256(wasm)}  ${TARGET}`);
}
