/** The SDK's messages in our log, in our format. */
import type { Logger, LogLevel, LogMetadata } from '@temporalio/worker';

type Write = (fields: object, message: string) => void;
type Level = 'trace' | 'debug' | 'warn' | 'error';

export interface LeveledLog extends Readonly<Record<Level, Write>> {
  isLevelEnabled(level: Level): boolean;
}

const LEVELS: Readonly<Record<LogLevel, Level>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  // A worker's state changes and the like: of interest to whoever debugs the SDK.
  INFO: 'debug',
  WARN: 'warn',
  ERROR: 'error',
};

export function runtimeLogger(log: LeveledLog): Logger {
  const at = (level: LogLevel) => {
    // The SDK tells of every activity at length: what nobody reads is not made into lines either.
    if (!log.isLevelEnabled(LEVELS[level])) return ignore;
    return (message: string, meta?: LogMetadata) => log[LEVELS[level]](plain(meta), message);
  };
  const write: Record<LogLevel, (message: string, meta?: LogMetadata) => void> = {
    TRACE: at('TRACE'),
    DEBUG: at('DEBUG'),
    INFO: at('INFO'),
    WARN: at('WARN'),
    ERROR: at('ERROR'),
  };
  return {
    log: (level, message, meta) => write[level](message, meta),
    trace: write.TRACE,
    debug: write.DEBUG,
    info: write.INFO,
    warn: write.WARN,
    error: write.ERROR,
  };
}

const ignore = () => undefined;

/** The SDK adds timestamps in nanoseconds as BigInt, which JSON has no form for. */
function plain(meta: LogMetadata = {}): object {
  const { error, ...rest } = meta;
  const fields = Object.entries(rest).filter(([, value]) => typeof value !== 'bigint');
  return { ...Object.fromEntries(fields), ...(error === undefined ? {} : { err: error }) };
}
