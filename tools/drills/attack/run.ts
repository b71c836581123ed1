/**
 * `npm run attack`: what is tried against isolation, store, accounts and parsers of a running service, each attempt in a line
 * with what became of it.
 *   npm run attack -- [--only accounts] [--scale 0.1] [--url https://… --api-key fxp_… [--mail http://…]]
 * The service is the one of `npm start`, by DATA_DIR/dev.json. Of another one it needs a key; and the pages of a mail catcher where
 * organizations are to be made, which are deactivated and deleted at the end. The exit code is 1 when anything is broken.
 */
import { parseArgs } from 'node:util';
import { attackAccounts } from './accounts.ts';
import { type Attempt, attemptsOf, type Result } from './attempts.ts';
import { attackIsolation } from './isolation.ts';
import { attackObjects } from './objects.ts';
import { attackParsers } from './parsers.ts';
import { attackPrivacy } from './privacy.ts';
import { attackRequests } from './requests.ts';
import { closeStage, isReady, openStage, type Stage, targetOf } from './stage.ts';
import { attackTenants } from './tenants.ts';
import { attackUploads } from './uploads.ts';
import { attackWebhooks } from './webhooks.ts';

const { values } = parseArgs({
  options: {
    /** Runs only the groups whose names contain this text. */
    only: { type: 'string', default: '' },
    /** The scale of hostile files, from 0.1; 1 is full size. */
    scale: { type: 'string', default: '0.1' },
    url: { type: 'string' },
    'api-key': { type: 'string' },
    mail: { type: 'string' },
  },
});

const GROUPS: Readonly<Record<string, (stage: Stage, attempt: Attempt) => Promise<void>>> = {
  isolation: attackIsolation,
  objects: attackObjects,
  accounts: attackAccounts,
  privacy: attackPrivacy,
  requests: attackRequests,
  uploads: attackUploads,
  webhooks: attackWebhooks,
  // This group signs the attacker out at its end, so groups that need the sign-in come first.
  tenants: attackTenants,
  parsers: (stage, attempt) => attackParsers(stage, attempt, Number(values.scale)),
};

const results: Result[] = [];
const note = (result: Result): void => {
  results.push(result);
  const { verdict, group, name, said } = result;
  const line = [verdict === 'broken' ? 'BROKEN' : verdict, group, name, said].map((word) =>
    word.replaceAll(/\s+/g, ' '),
  );
  console.log(line.join('\t'));
};

const target = targetOf(values.url, values['api-key'], values.mail);
if (!(await isReady(target.baseUrl))) throw new Error(`${target.baseUrl} is not ready.`);
const stage = await openStage(target);
try {
  for (const [group, attack] of Object.entries(GROUPS)) {
    if (group.includes(values.only)) await attack(stage, attemptsOf(group, note));
  }
} finally {
  await closeStage(stage);
}

console.log(`\n${'group'.padEnd(12)}refused    held  broken  not tried`);
for (const group of [...Object.keys(GROUPS), 'all']) {
  const own = results.filter((result) => group === 'all' || result.group === group);
  const counts = (['refused', 'held', 'broken', 'not tried'] as const).map((verdict) =>
    String(own.filter((result) => result.verdict === verdict).length).padStart(7),
  );
  console.log(`${group.padEnd(12)}${counts.join(' ')}`);
}
process.exitCode = results.some(({ verdict }) => verdict === 'broken') ? 1 : 0;
