/**
 * Downloads the programs of a first `npm start` while npm installs the packages. The launcher waits for both. A failure is no
 * error here: the start tries again and says what is missing.
 */
// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir, cachedProgram, fetchProgram, findOnPath, isExecutable } from './programs.mjs';

const SAY_EVERY_MS = 10_000;

/** @type {Map<string, string>} */
const underWay = new Map();
const startedAt = Date.now();
const timer = setInterval(() => {
  for (const [name, detail] of underWay) say(name, `${detail}, ${seconds()} s`);
}, SAY_EVERY_MS);
await Promise.all(wanted().map(prefetch));
clearInterval(timer);

/** @returns {string[]} keys of `pinned.json` */
function wanted() {
  const env = process.env;
  const needsTemporal = !env['TEMPORAL_ADDRESS'] && findOnPath('temporal') === null;
  const needsStore = !env['S3_ENDPOINT'] && env['STORE'] !== 'minio' && !hasMinio() && findOnPath('weed') === null;
  return [...(needsTemporal ? ['temporal'] : []), ...(needsStore ? ['seaweedfs'] : [])];
}

function hasMinio() {
  if (process.env['STORE'] === 'seaweedfs') return false;
  if (findOnPath('minio') !== null) return true;
  try {
    return readdirSync(cacheDir()).some(
      (name) => name.startsWith('minio-') && isExecutable(join(cacheDir(), name, 'minio')),
    );
  } catch {
    return false;
  }
}

/** @param {string} name */
async function prefetch(name) {
  if (cachedProgram(name) !== null) return;
  underWay.set(name, 'downloading');
  try {
    await fetchProgram(name, (detail) => underWay.set(name, detail));
    say(name, `downloaded in ${seconds()} s`);
  } catch (error) {
    say(name, `not downloaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  underWay.delete(name);
}

function seconds() {
  return Math.round((Date.now() - startedAt) / 1000);
}

/** @param {string} name @param {string} text */
function say(name, text) {
  process.stderr.write(`fixpoint: ${name}: ${text}\n`);
}
