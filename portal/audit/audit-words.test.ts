import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACTION_WORDS, actionText, detailRows } from './audit-words.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What stands beside `action:`, or is given on to what writes the log, in the code that writes it. */
function actionsOfTheService(): string[] {
  const subjects = [...new Set(Object.keys(ACTION_WORDS).map((action) => action.split('.')[0]))].join('|');
  const written = new RegExp(`'((?:${subjects})\\.[a-z-]+)'`, 'g');
  const files = ['src/store', 'api'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(folder, name)),
  );
  const sources = files
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .filter((source) => /appendAudit|noteVisit|AuditFact/.test(source))
    // Roles and their actions have names of the same form.
    .map((source) => source.replaceAll(/withRole\('[^']+'\)/g, ''));
  return [...new Set(sources.flatMap((source) => [...source.matchAll(written)].map(([, action = '']) => action)))];
}

describe('an entry of the audit log', () => {
  test('has words for every action that the service writes, and for no other', () => {
    expect(Object.keys(ACTION_WORDS).toSorted()).toEqual(actionsOfTheService().toSorted());
  });

  test('of an action that is still to come is told as it is', () => {
    expect(actionText('moon.landed')).toBe('moon.landed');
    expect(actionText('constructor')).toBe('constructor');
  });

  test('says what was changed: from what, to what', () => {
    expect(detailRows({ from: 'admin', to: 'member' })).toEqual([['change', 'admin → member']]);
    expect(detailRows({ scopes: 'normalize,read', expiresAt: null, overlapSeconds: 0, active: true })).toEqual([
      ['scopes', 'normalize, read'],
      ['expires at', 'none'],
      ['overlap seconds', '0'],
      ['active', 'yes'],
    ]);
    expect(detailRows({ to: 'member' })).toEqual([['to', 'member']]);
  });
});
