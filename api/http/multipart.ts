/**
 * Reads a multipart/form-data body (RFC 7578): each of the named files exactly once, a few short text fields before or
 * after them.
 * The parser goes on emitting events after its first error, so the first one is final here.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '#domain/problem-codes.ts';
import { faulty, unknownName } from './faults.ts';
import { invalid, type Field } from './http.ts';
import type { Spool } from './spool.ts';

const LIMITS = {
  fields: 20,
  fieldSize: 16 * 1024,
  fieldNameSize: 100,
  parts: 24,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

export async function readMultipart(req: IncomingMessage, spools: ReadonlyMap<string, Spool>): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>();
  const names = [...spools.keys()];
  const form = openForm(req, names);
  const fields: Field[] = [];
  const files = new Map<string, Promise<void>>();

  form.on('file', (name, stream) => {
    const spool = spools.get(name);
    if (!spool) return reject(faulty([unknownName(name, 'form', names)]));
    if (files.has(name)) return reject(invalid('form', name, 'duplicate', `${name} is given more than once`));
    const file = spool.consume(stream);
    file.catch(reject);
    files.set(name, file);
  });
  form.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) reject(invalid('form', name, 'too_long', `${name} is too long`));
    fields.push({ name, value });
  });
  const tooMany = () => reject(malformed('The form has too many parts.'));
  form.on('partsLimit', tooMany);
  form.on('fieldsLimit', tooMany);
  form.on('error', () => reject(malformed('The form ends early or is not well-formed.')));
  form.on('finish', () => {
    const missing = names.filter((name) => !files.has(name));
    if (missing.length > 0) return reject(required(missing));
    Promise.all(files.values()).then(() => resolve(fields), reject);
  });
  req.on('error', reject); // the caller has gone
  req.pipe(form);
  try {
    return await promise;
  } finally {
    req.unpipe(form);
  }
}

function required(missing: readonly string[]): ServiceError {
  const errors = missing.map((name) => {
    const detail = `The form has no part named ${name}.`;
    return { in: 'form', name, code: 'required', detail } as const;
  });
  return new ServiceError('validation_failed', errors.map(({ detail }) => detail).join(' '), { errors });
}

function openForm(req: IncomingMessage, names: readonly string[]): BusboyInstance {
  const headers: BusboyHeaders = { ...req.headers, 'content-type': req.headers['content-type'] ?? '' };
  try {
    return new Busboy({ headers, limits: LIMITS, isPartAFile: isOneOf(names) });
  } catch (cause) {
    throw new ServiceError('malformed_upload', 'The Content-Type has no usable boundary.', { cause });
  }
}

/** A part with a file's name is the file even when a client forgets its filename. */
function isOneOf(names: readonly string[]): NonNullable<BusboyConfig['isPartAFile']> {
  return (name, _type, filename) => (name !== undefined && names.includes(name)) || filename !== undefined;
}

function malformed(detail: string): ServiceError {
  return new ServiceError('malformed_upload', detail);
}
