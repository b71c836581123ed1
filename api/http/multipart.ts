/**
 * Reads a multipart/form-data body (RFC 7578): each of the named files exactly once, a few short text fields before or
 * after them. What is wrong with the parts is told together, once the form has been read; what is no form is refused at once.
 * The parser goes on emitting events after its first error, so the first one is final here.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ServiceError, type FieldError } from '#domain/problem-codes.ts';
import { fault, unknownName } from './faults.ts';
import type { Field } from './http.ts';
import type { Spool } from './spool.ts';

const LIMITS = {
  fields: 20,
  fieldSize: 16 * 1024,
  fieldNameSize: 100,
  parts: 24,
  headerPairs: 20,
  headerSize: 8 * 1024,
};

/** How much of files that nobody has asked for is read, for the sake of what may be wrong behind them. */
const MAX_SKIPPED_BYTES = 8 * 1024 * 1024;

export interface Form {
  readonly fields: readonly Field[];
  readonly faults: readonly FieldError[];
}

export async function readMultipart(req: IncomingMessage, spools: ReadonlyMap<string, Spool>): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const names = [...spools.keys()];
  const form = openForm(req, names);
  const fields: Field[] = [];
  const faults: FieldError[] = [];
  const files = new Map<string, Promise<void>>();
  let skippedBytes = 0;
  const end = () => void Promise.all(files.values()).then(() => resolve({ fields, faults }), reject);

  form.on('file', (name, stream) => {
    const spool = spools.get(name);
    if (!spool || files.has(name)) {
      faults.push(spool ? duplicate(name) : unknownName(name, 'form', names));
      stream.on('data', ({ length }: Buffer) => {
        skippedBytes += length;
        if (skippedBytes > MAX_SKIPPED_BYTES) end();
      });
      return;
    }
    const file = spool.consume(stream);
    file.catch(reject);
    files.set(name, file);
  });
  form.on('field', (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) faults.push(fault('form', name, 'too_long', `${name} is too long`));
    fields.push({ name, value });
  });
  const tooMany = () => reject(malformed('The form has too many parts.'));
  form.on('partsLimit', tooMany);
  form.on('fieldsLimit', tooMany);
  form.on('error', () => reject(malformed('The form ends early or is not well-formed.')));
  form.on('finish', () => {
    faults.push(...names.filter((name) => !files.has(name)).map(missing));
    end();
  });
  req.on('error', reject); // the caller has gone
  req.pipe(form);
  try {
    return await promise;
  } finally {
    req.unpipe(form);
  }
}

function missing(name: string): FieldError {
  return fault('form', name, 'required', `${name} is missing: the form has no part of this name`);
}

function duplicate(name: string): FieldError {
  return fault('form', name, 'duplicate', `${name} is given more than once`);
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
