import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const guide = readFileSync(join(here, '../../docs/webhooks.md'), 'utf8');

test.each(['receiver.mjs.txt', 'verify.py.txt'])(
  'the page shows the recipe of the guide, whose tests run it: %s',
  (name) => {
    const recipe = readFileSync(join(here, 'recipes', name), 'utf8');
    expect(recipe.length).toBeGreaterThan(200);
    expect(guide).toContain(`\n${recipe}\`\`\`\n`);
  },
);
