/** Errors of the drivers that pass by themselves, and others. */
import { DriverException } from '@mikro-orm/core';
import { S3Error } from 'minio';
import { describe, expect, test } from 'vitest';
import { isOutage } from './outage.ts';

const withCode = (code: string, message = 'told by its code') => Object.assign(new Error(message), { code });

describe('an outage is', () => {
  test.each([
    ['ECONNREFUSED', 'a peer that refuses'],
    ['ECONNRESET', 'a connection that is cut'],
    ['08006', 'a connection that is lost'],
    ['25006', 'a standby where the server was'],
    ['25P03', 'a transaction that was ended since it was idle'],
    ['40001', 'a transaction that met another'],
    ['40P01', 'a deadlock'],
    ['53300', 'too many connections'],
    ['53100', 'a full disk'],
    ['55P03', 'a lock that was not to be had in time'],
    ['57014', 'a statement that took too long'],
    ['57P01', 'a server that ends'],
    ['57P03', 'a server that starts'],
    ['58030', 'a disk that cannot be read'],
  ])('%s: %s', (code) => {
    expect(isOutage(withCode(code))).toBe(true);
    expect(isOutage(new DriverException(withCode(code)))).toBe(true);
  });

  test.each([
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'storage connection timed out',
  ])('"%s"', (message) => {
    expect(isOutage(new Error(message))).toBe(true);
    expect(isOutage(new Error('The input could not be fetched.', { cause: new Error(message) }))).toBe(true);
  });

  test('every address of a name that refuses', () => {
    expect(isOutage(new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]))).toBe(true);
  });

  test('a store that asks for patience', () => {
    expect(isOutage(Object.assign(new S3Error('slower'), { code: 'SlowDown' }))).toBe(true);
  });
});

describe('none is', () => {
  test.each([
    ['23505', 'a value that is there already'],
    ['22001', 'a value that is too long'],
    ['42601', 'a statement that is wrong'],
    ['42501', 'a right that is missing'],
    ['25001', 'a statement in the wrong place'],
  ])('%s: %s', (code) => {
    expect(isOutage(new DriverException(withCode(code)))).toBe(false);
  });

  test('a mistake of ours, nor an object that is not there', () => {
    expect(isOutage(new TypeError('cannot read properties of undefined'))).toBe(false);
    expect(isOutage(Object.assign(new S3Error('none'), { code: 'NoSuchKey' }))).toBe(false);
    expect(isOutage('timeout expired')).toBe(false);
  });
});
