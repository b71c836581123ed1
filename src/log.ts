/** The log of a process: one JSON object a line on standard output, without secrets. */
import { type DestinationStream, pino, type LogFn, type Logger } from 'pino';
import { metrics } from './metrics/metrics.ts';
import { activeTrace } from './tracing/active-trace.ts';
import type { Config } from './config.ts';

export type Log = Logger;

/** Headers and fields that carry a credential, wherever a request or an error is logged. */
const SECRETS = [
  'apiKey',
  'password',
  'authorization',
  '*.apiKey',
  '*.password',
  '*.authorization',
  '*.headers.authorization',
  '*.headers.cookie',
  '*.headers["x-api-key"]',
  'headers.authorization',
  'headers.cookie',
  'headers["x-api-key"]',
];

/** Whoever logs an alarm has it counted, too. */
function countAlarm(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const [fields]: unknown[] = args;
  const alarm: unknown = typeof fields === 'object' && fields !== null ? Reflect.get(fields, 'alarm') : undefined;
  if (typeof alarm === 'string') metrics.alarms.inc({ alarm });
  method.apply(this, args);
}

export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    mixin: activeTrace,
    redact: { paths: SECRETS, censor: '[redacted]' },
    hooks: { logMethod: countAlarm },
  };
  return destination ? pino(options, destination) : pino(options);
}
