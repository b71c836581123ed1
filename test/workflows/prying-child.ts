/** Entry of a parser child that tries what a hijacked parser would try, and reports how it went. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { compare } from '#engine/compare.ts';
import { serve } from '#src/engine-host/serve.ts';
import { fakePipeline } from './fake-engine.ts';

function outcomeOf(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    return 'code' in error ? String(error.code) : error.name;
  }
}

function findings(): object {
  return {
    env: Object.keys(process.env),
    file: outcomeOf(() => readFileSync('/etc/passwd')),
    write: outcomeOf(() => writeFileSync('/tmp/left-behind', 'x')),
    spawn: outcomeOf(() => execFileSync('id')),
    // oxlint-disable-next-line typescript/no-implied-eval -- this is the question
    evaluate: outcomeOf(() => new Function('return 1')()),
    interfaces: Object.values(networkInterfaces()).flat().length,
  };
}

await serve((input, options) => {
  const document = fakePipeline(input, options);
  return {
    ...document,
    result: () => {
      const { bytes, report } = document.result();
      const message = JSON.stringify(findings());
      return { bytes, report: { ...report, failure: { code: 'INTERNAL_ERROR', message, stage: null } } };
    },
  };
}, compare);
