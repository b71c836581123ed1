/**
 * The isolation part of the attack suite for where a parser service runs that has no network, and so for a container of it
 * (docs/operate/operations.md says how): what is reached inside its isolation, by a script and by native code, and what the kernel says of the
 * parsers that run there.
 *   node tools/drills/attack/inside.ts [process id of the parser service]
 * The exit code is 1 when anything is broken.
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
