/** Tests that the tables of `canon-check` match the specification and that the checker stays short. */
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Role {
  readonly clause?: string;
  readonly known?: string;
  readonly defaults?: string;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const PACKAGE = join(ROOT, 'clients/canon-check/src/canon_check');
const MOST_LINES = 1500;
const WIDTH = 100;
/** A string that describes a module, a class or a function. It stands alone on its lines. */
const DESCRIPTION = /^ *"""[^"]*"""\n/gm;
const rules = JSON.parse(readFileSync(join(PACKAGE, 'rules.json'), 'utf8'));
const clauses = readClauses();

describe('the rules of canon-check', () => {
  const roles = Object.entries<Role>(rules.roles).filter(([, { known, defaults }]) => known ?? defaults);

  test.each(roles)('are those of the specification for %s', (_, { clause = '', known, defaults = '' }) => {
    const text = clauses.get(clause) ?? '';
    if (known) expect(text).toContain(`\`${known}\``);
    for (const [, key, value] of defaults.matchAll(/\/(\w+)(\/\w+|\[[^\]]*\]| [^/]+)/g)) {
      expect(text).toContain(`\`${key}\``);
      const shown = value?.trim().replace('/', '');
      if (shown !== '[]') expect(text.replaceAll('`', ' ')).toContain(` ${shown} `.replace(/ $/, ''));
    }
  });

  test('cover every list of known entries of clause 5', () => {
    const known = new Set(roles.map(([, role]) => role.known));
    const lists = [...clauses].flatMap(([clause, text]) =>
      clause.startsWith('5.')
        ? [...text.matchAll(/[Kk]nown(?: entries(?: are)?)? `([^`]+)`/g)].map(([, list]) => list)
        : [],
    );
    expect(lists.length).toBeGreaterThan(15);
    expect(lists.filter((list) => !known.has(list) && list !== 'D SD')).toStrictEqual([]);
  });
});

describe('the checker of the canonical form', () => {
  test('has at most 1,500 lines of code', () => {
    const files = globSync(join(PACKAGE, '*.py')).map((path) => readFileSync(path, 'utf8'));
    const lines = files.flatMap((text) => text.replaceAll(DESCRIPTION, '').split('\n'));
    const code = lines.filter((line) => !/^\s*(#|$)/.test(line));
    expect(lines.filter((line) => line.length > WIDTH)).toStrictEqual([]);
    expect(code.length).toBeGreaterThan(1000);
    expect(code.length).toBeLessThanOrEqual(MOST_LINES);
  });
});

/** The text of each clause by its number, on one line. */
function readClauses(): ReadonlyMap<string, string> {
  const page = readFileSync(join(ROOT, 'docs/canonical-form/entries.md'), 'utf8');
  const parts = page.split(/^### /m).slice(1);
  return new Map(parts.map((part) => [part.slice(0, part.indexOf(' ')), part.replaceAll(/\s+/g, ' ')]));
}
