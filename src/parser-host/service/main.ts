/** The program of the parser service: its settings, its isolation, its socket. SIGTERM ends it and all its parsers. */
import '#src/parser-host/isolation/inherited-descriptors.ts';
import { createLog } from '#src/log.ts';
import { loadParserServiceConfig } from '#src/config.ts';
import { findIsolation } from '#src/parser-host/isolation/inspect.ts';
import { probeSandbox } from '#src/parser-host/isolation/sandbox.ts';
import { requireOutput } from '#src/dist.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { startParserService } from './supervisor.ts';

const config = loadParserServiceConfig(process.env);
const log = createLog(config);
if (config.isProduction) requireOutput('parsers', log);
const sandbox = probeSandbox();
const finding = await findIsolation(sandbox);
log.info({ ...finding, walls: sandbox.mechanisms, missing: sandbox.missing }, 'parser sandbox');
const programs = Object.values(parserPrograms(config));
const service = await startParserService({ ...config, ...finding, sandbox, programs });
log.info({ socket: config.socketPath }, 'parser service ready');
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void service.close().then(() => log.info({}, 'parser service stopped'));
  });
}
