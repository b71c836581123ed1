/** The isolation of this worker's parsers, looked at before there is a document to parse. */
import { PARSER_ISOLATIONS, type ParserIsolation } from '#domain/parser-isolation.ts';
import type { Config } from '#src/config.ts';
import { findIsolation } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox, type Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import type { WorkerLog } from './workers.ts';

export interface ParserSandbox {
  readonly sandbox: Sandbox;
  readonly isolation: ParserIsolation;
}

class ParserIsolationError extends Error {
  override readonly name = 'ParserIsolationError';
}

/** Throws where parsers could reach more than somebody has accepted. */
export async function openParserSandbox(
  { leastParserIsolation }: Pick<Config, 'leastParserIsolation'>,
  log: WorkerLog,
  sandbox: Sandbox = probeSandbox(),
): Promise<ParserSandbox> {
  const { isolation, reason } = await findIsolation(sandbox);
  const { mechanisms, missing } = sandbox;
  log.info({ isolation, walls: mechanisms, missing }, 'parser sandbox');
  if (isolation !== 'full') {
    const { reached, setting } = ACCEPTED[isolation];
    const danger = `A parser that a document took over could reach ${reached} from here (${reason})`;
    if (isWeaker(isolation, leastParserIsolation)) throw new ParserIsolationError(`${danger}: ${remedy(setting)}.`);
    log.warn({ isolation }, danger);
  }
  return { sandbox, isolation };
}

function isWeaker(a: ParserIsolation, b: ParserIsolation): boolean {
  return PARSER_ISOLATIONS.indexOf(a) > PARSER_ISOLATIONS.indexOf(b);
}

const ACCEPTED = {
  'no-network': { reached: 'files or processes of the host', setting: 'accept-shared-host' },
  'network-access': { reached: 'the network', setting: 'accept-network-access' },
};

function remedy(setting: string): string {
  return `mend that as docs/operations.md says ("Isolation of parsers"), or accept it with PARSER_ISOLATION=${setting}`;
}
