/** Tells an outage of PostgreSQL, the object store or this host, which passes, from a mistake, which does not. */
import { ConnectionException } from '@mikro-orm/core';
import { S3Error } from 'minio';

/** Node's codes of a peer that cannot be reached or went away. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Node's codes of a disk, a quota or a table of open files that is full, and of a disk that takes nothing (errno(3)).
 */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EIO', 'ESTALE']);

/**
 * SQLSTATE: the classes 08 connection, 40 rolled back for the sake of others, 53 resources, 57 operator intervention
 * (shutdown, cancelled by the time limit), 58 the system below; and a standby in place of the server, a transaction
 * that was idle for too long, a lock that was not to be had in time.
 */
const SQL_STATE = /^((08|40|53|57|58)[0-9A-Z]{3}|25006|25P03|55P03)$/;

const STORAGE = new Set([
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'RequestTimeout',
  'XMinioServerNotInitialized',
  'XMinioStorageFull',
]);

const PASSING: ReadonlySet<string> = NETWORK.union(DISK);

/** Messages of the drivers for errors without a code. */
const MESSAGE =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|storage connection timed out|Query read timeout|Request failed after \d+ retries)/;

export function isOutage(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ConnectionException || MESSAGE.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some((one) => isOutage(one))) return true;
    const code: unknown = Reflect.get(cause, 'code');
    if (typeof code !== 'string') continue;
    if (cause instanceof S3Error ? STORAGE.has(code) : PASSING.has(code) || SQL_STATE.test(code)) return true;
  }
  return false;
}
