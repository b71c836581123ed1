/** The log of a process: one JSON object a line on standard output, without secrets. */
import { type DestinationStream, pino, type Logger } from 'pino';
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

export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Log {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRETS, censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
