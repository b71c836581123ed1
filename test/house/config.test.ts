/** Tests that generated and repeated settings agree with the settings. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { envExample, SETTINGS } from '#src/config.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(resolve(ROOT, name), 'utf8');

test('.env.example is what the settings say (to mend: node tools/generate/docs/env-example.ts)', () => {
  expect(read('.env.example')).toBe(envExample());
});

test('every setting is explained', () => {
  expect(envExample()).not.toMatch(/^# *$/m);
});

test('docker-compose.yml asks only for variables that .env.example names', () => {
  const asked = [...read('docker-compose.yml').matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1]);
  const named = [...envExample().matchAll(/^#?([A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(new Set(named)).toEqual(new Set([...named, ...asked]));
});

test('docker-compose.yml gives the services no variable that is not a setting', () => {
  const block = /^x-settings:.*\n((?: {2}.*\n)+)/m.exec(read('docker-compose.yml'))?.[1] ?? '';
  const given = [...block.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map((match) => match[1]);
  expect(given.length).toBeGreaterThan(5);
  expect(given.filter((name) => !Object.keys(SETTINGS.shape).includes(String(name)))).toEqual([]);
});
