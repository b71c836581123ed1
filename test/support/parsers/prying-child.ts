/** The entry of a parser child that tries the attacks of a hijacked parser and reports the results. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { compare } from '#engine/compare.ts';
import { parserRequests } from '#src/parser-host/parser-requests.ts';
import { serve } from '#src/parser-host/serve.ts';
import { fakePipeline, scriptOf } from './fake-engine.ts';

function outcomeOf(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    return 'code' in error ? String(error.code) : error.name;
  }
}

/** Loopback interfaces lead nowhere, and a filter may refuse to list any. */
function externalInterfaces(): number {
  try {
    return Object.values(networkInterfaces())
      .flatMap((found) => found ?? [])
      .filter(({ internal }) => !internal).length;
  } catch {
    return 0;
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
    interfaces: externalInterfaces(),
  };
}

/** The result of the connection to each address. */
async function connections(addresses: readonly string[]): Promise<Record<string, string>> {
  const tried = addresses.map(async (address) => [address, await connectionTo(address)] as const);
  return Object.fromEntries(await Promise.all(tried));
}

function connectionTo(address: string): Promise<string> {
  const { hostname: host, port } = new URL(`tcp://${address}`);
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    socket.once('connect', () => resolve('connected'));
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
    socket.once('close', () => socket.destroy());
    setTimeout(resolve, 5_000, 'no answer').unref();
  });
}

await serve(
  parserRequests((input, options) => {
    const document = fakePipeline(input, options);
    let reached: Record<string, string> = {};
    return {
      ...document,
      runStage: async (name) => {
        reached = await connections(scriptOf(input).addresses ?? []);
        return document.runStage(name);
      },
      result: () => {
        const { bytes, report } = document.result();
        const message = JSON.stringify({ ...findings(), reached });
        return { bytes, report: { ...report, validation: { ...report.validation, validatorErrors: [message] } } };
      },
    };
  }, compare),
);
