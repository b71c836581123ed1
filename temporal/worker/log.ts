/** The SDK's messages in our log, in our format. */
import type { Logger, LogLevel, LogMetadata } from '@temporalio/worker';

type Write = (fields: object, message: string) => void;

export interface LeveledLog {
  readonly trace: Write;
  readonly debug: Write;
  readonly warn: Write;
  readonly error: Write;
}

export function runtimeLogger(log: LeveledLog): Logger {
  const write: Record<LogLevel, Write> = {
    TRACE: (fields, message) => log.trace(fields, message),
    DEBUG: (fields, message) => log.debug(fields, message),
    // A worker's state changes and the like: of interest to whoever debugs the SDK.
    INFO: (fields, message) => log.debug(fields, message),
    WARN: (fields, message) => log.warn(fields, message),
    ERROR: (fields, message) => log.error(fields, message),
  };
  const at = (level: LogLevel) => (message: string, meta?: LogMetadata) => write[level](plain(meta), message);
  return {
    log: (level, message, meta) => at(level)(message, meta),
    trace: at('TRACE'),
    debug: at('DEBUG'),
    info: at('INFO'),
    warn: at('WARN'),
    error: at('ERROR'),
  };
}

/** The SDK adds timestamps in nanoseconds as BigInt, which JSON has no form for. */
function plain(meta: LogMetadata = {}): object {
  const { error, ...rest } = meta;
  const fields = Object.entries(rest).filter(([, value]) => typeof value !== 'bigint');
  return { ...Object.fromEntries(fields), ...(error === undefined ? {} : { err: error }) };
}
