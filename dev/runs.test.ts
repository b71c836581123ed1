import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '#test/support/folder.ts';
import { meantDataDir, noteRun } from './runs.ts';
import { stateFile } from './state.ts';

let folder: string;
let notes: string;
let usual: string;
beforeEach(() => {
  folder = ownFolder(onTestFinished);
  notes = join(folder, 'notes');
  usual = join(folder, '.data');
});

/** A run whose supervisor is this process. */
function running(name: string): string {
  const dataDir = ended(name);
  stateFile(dataDir).record('supervisor', process.pid);
  return dataDir;
}

function ended(name: string): string {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  noteRun(dataDir, notes);
  return dataDir;
}

it('a run that was started with another DATA_DIR is found without it', () => {
  const dataDir = running('elsewhere');
  ended('of before');
  expect(meantDataDir({}, { usual, notes })).toBe(dataDir);
});

it('the usual directory is meant where something runs in it', () => {
  running('elsewhere');
  expect(meantDataDir({}, { usual: running('.data'), notes })).toBe(usual);
});

it('DATA_DIR is what is meant, whatever runs elsewhere', () => {
  running('elsewhere');
  expect(meantDataDir({ DATA_DIR: join(folder, 'named') }, { usual, notes })).toBe(join(folder, 'named'));
});

it('of several runs one has to be named', () => {
  const all = [running('one'), running('two')];
  expect(() => meantDataDir({}, { usual, notes })).toThrow(/Name one of them/);
  for (const dataDir of all) expect(() => meantDataDir({}, { usual, notes })).toThrow(`DATA_DIR=${dataDir}`);
});

it('what has ended is the usual directory again, and its note is taken away', () => {
  ended('of before');
  expect(meantDataDir({}, { usual, notes })).toBe(usual);
  expect(readdirSync(notes)).toEqual([]);
});

it('a tree that cannot be written in, and a damaged note, are no hindrance', () => {
  writeFileSync(notes, '');
  noteRun(join(folder, 'any'), notes);
  expect(meantDataDir({}, { usual, notes })).toBe(usual);
});
