/**
 * The isolation part of the attack suite for a parser service without a network, and so for its container
 * (docs/operate/operations.md). It tests the reach of a script and of native code inside of the isolation, and the
 * kernel's facts about the running parsers.
 *   node tools/drills/attack/inside.ts [process id of the parser service]
 * The exit code is 1 if any result is `broken`.
 */
import { attemptsOf, type Result } from './attempts.ts';
import { attackWalls, lookAtParsers } from './isolation.ts';

const results: Result[] = [];
const attempt = attemptsOf('isolation', (result) => {
  results.push(result);
  console.log([result.verdict, result.name, result.said].map((word) => word.replaceAll(/\s+/g, ' ')).join('\t'));
});

await attackWalls(attempt);
const [servicePid] = process.argv.slice(2);
if (servicePid !== undefined) await lookAtParsers(Number(servicePid), attempt);

const counts = Object.entries(Object.groupBy(results, ({ verdict }) => verdict)).map(
  ([verdict, those]) => `${those.length} ${verdict}`,
);
console.log(`\n${results.length} attempts: ${counts.join(', ')}`);
process.exitCode = results.some(({ verdict }) => verdict === 'broken') ? 1 : 0;
