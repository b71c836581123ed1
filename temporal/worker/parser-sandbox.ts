/** The isolation of this worker's parsers, looked at before there is a document to parse. */
import type { ParserIsolation } from '#src/contract/parser/isolation.ts';
import type { Config } from '#src/config.ts';
import { findNetwork } from '#src/parser-host/network.ts';
import { probeSandbox, type Sandbox } from '#src/parser-host/sandbox.ts';
import type { WorkerLog } from './workers.ts';

export interface ParserSandbox {
  readonly sandbox: Sandbox;
  readonly isolation: ParserIsolation;
}

class ParserIsolationError extends Error {
  override readonly name = 'ParserIsolationError';
}

/** Throws where parsers could reach the network and nobody has accepted that. */
export async function openParserSandbox(
  { parserNetworkAccepted }: Pick<Config, 'parserNetworkAccepted'>,
  log: WorkerLog,
  sandbox: Sandbox = probeSandbox(),
): Promise<ParserSandbox> {
  const { isolation, reason } = await findNetwork(sandbox);
  const { mechanisms, missing } = sandbox;
  log.info({ isolation, walls: mechanisms, missing }, 'parser sandbox');
  if (isolation === 'network-access') {
    const danger = `A parser that a document took over could reach the network from here (${reason})`;
    if (!parserNetworkAccepted) throw new ParserIsolationError(`${danger}: ${REMEDY}.`);
    log.warn({ isolation }, danger);
  }
  return { sandbox, isolation };
}

const REMEDY =
  'mend that as docs/operations.md says ("Isolation of parsers"), or accept it with PARSER_ISOLATION=accept-network-access';
