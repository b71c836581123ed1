/** The isolation of this worker's parsers, looked at before there is a document to parse. */
import { isWeaker, type ParserIsolation } from '#domain/parser-isolation.ts';
import type { Config } from '#src/config.ts';
import { findIsolation } from '#src/parser-host/isolation/inspect.ts';
import { type ParserStarter, probeSandbox, type Sandbox } from '#src/parser-host/isolation/sandbox.ts';
import { connectParserService, type ParserService } from '#src/parser-host/service/client.ts';
import type { WorkerLog } from './workers.ts';

export interface ParserSandbox {
  readonly sandbox: ParserStarter;
  readonly isolation: ParserIsolation;
}

class ParserIsolationError extends Error {
  override readonly name = 'ParserIsolationError';
}

/**
 * Parsers of the parser service where there is one, else of this host.
 *
 * @param probe looks what this host allows
 * @throws ParserIsolationError where parsers could reach more than somebody has accepted
 * @throws Error where there is no parser service behind its socket
 */
export async function openParserSandbox(
  { leastParserIsolation, parserSocket }: Pick<Config, 'leastParserIsolation' | 'parserSocket'>,
  log: WorkerLog,
  probe: () => Sandbox = probeSandbox,
): Promise<ParserSandbox> {
  const sandbox = parserSocket === null ? await inspected(probe()) : await connectParserService(parserSocket);
  const { isolation, reason, mechanisms, missing } = sandbox;
  log.info({ isolation, walls: mechanisms, missing }, 'parser sandbox');
  if (isolation !== 'full') {
    const { reached, setting } = ACCEPTED[isolation];
    const danger = `A parser that a document took over could reach ${reached} from here (${reason})`;
    if (isWeaker(isolation, leastParserIsolation)) throw new ParserIsolationError(`${danger}: ${remedy(setting)}.`);
    log.warn({ isolation }, danger);
  }
  return { sandbox, isolation };
}

async function inspected(sandbox: Sandbox): Promise<ParserService> {
  return { ...sandbox, ...(await findIsolation(sandbox)) };
}

const ACCEPTED = {
  'no-network': { reached: 'files or processes of the host', setting: 'accept-shared-host' },
  'network-access': { reached: 'the network', setting: 'accept-network-access' },
};

function remedy(setting: string): string {
  return `mend that as docs/operate/operations.md says ("Isolation of parsers"), or accept it with PARSER_ISOLATION=${setting}`;
}
