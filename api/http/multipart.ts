/**
 * Reads a multipart/form-data body (RFC 7578): each of the named files exactly once, a few short text fields before or
 * after them. Every part comes as bytes, since the parser of forms would replace bytes that are no text. The faults of the
 * parts are reported together, once the form has been read. A body that is no form is refused at once.
 * The parser goes on emitting events after its first error, so the first one is final here.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ServiceError, type FieldError } from '#domain/problem-codes.ts';
import { fault, unknownName } from './faults.ts';
import type { Field } from './http.ts';
import type { Spool } from './spool.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 16 * 1024;
const LIMITS = { parts: MAX_FIELDS + 4, headerPairs: 20, headerSize: 8 * 1024 };

/** This much of files that nobody has asked for, and of fields that are too long, is read for the faults behind them. */
const MAX_SKIPPED_BYTES = 8 * 1024 * 1024;

export interface Form {
  readonly fields: readonly Field[];
  readonly faults: readonly FieldError[];
}

export async function readMultipart(req: IncomingMessage, spools: ReadonlyMap<string, Spool>): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const names = [...spools.keys()];
  const form = openForm(req);
  const fields: Field[] = [];
  const faults: FieldError[] = [];
  const files = new Map<string, Promise<void>>();
  let hasParts = false;
  let fieldCount = 0;
  let skippedBytes = 0;
  const end = () => void Promise.all(files.values()).then(() => resolve({ fields, faults }), reject);

  const tooMany = () => reject(malformed('The form has too many parts.'));
  const broken = () => reject(hasParts ? incomplete() : malformed('The form has no part, or is not well-formed.'));
  const skip = ({ length }: Buffer) => {
    skippedBytes += length;
    if (skippedBytes > MAX_SKIPPED_BYTES) end();
  };
  const readField = (name: string, stream: Readable) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    stream.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= MAX_FIELD_BYTES) chunks.push(chunk);
      else skip(chunk);
    });
    stream.on('end', () => {
      const bytes = Buffer.concat(chunks);
      if (sizeBytes > MAX_FIELD_BYTES) faults.push(fault('form', name, 'too_long', `${name} is too long`));
      fields.push({ name, value: bytes.toString(), isUtf8: isUtf8(bytes) });
    });
    if (++fieldCount > MAX_FIELDS) tooMany();
  };

  // The parser leaves the name and the file name out where the part has none, whatever its types say.
  form.on('file', (given: string | undefined, stream, filename?: string) => {
    const name = given ?? '';
    hasParts = true;
    stream.on('error', broken);
    const spool = spools.get(name);
    if (!spool && filename === undefined) return readField(name, stream);
    if (!spool || files.has(name)) {
      faults.push(spool ? duplicate(name) : unknownName(name, 'form', names));
      stream.on('data', skip);
      return;
    }
    const file = spool.consume(stream);
    file.catch(reject);
    files.set(name, file);
  });
  form.on('partsLimit', tooMany);
  form.on('error', broken);
  form.on('finish', () => {
    faults.push(...names.filter((name) => !files.has(name)).map(missing));
    end();
  });
  // The caller has left; where that was before this call, no event follows any more.
  finished(req, { writable: false }, (error) => error && reject(error));
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

function openForm(req: IncomingMessage): BusboyInstance {
  const headers: BusboyHeaders = { ...req.headers, 'content-type': req.headers['content-type'] ?? '' };
  try {
    return new Busboy({ headers, limits: LIMITS, isPartAFile: () => true });
  } catch (cause) {
    throw new ServiceError('malformed_upload', 'The Content-Type has no usable boundary.', { cause });
  }
}

function incomplete(): ServiceError {
  return new ServiceError('body_incomplete', 'The form ends before its last boundary.');
}

function malformed(detail: string): ServiceError {
  return new ServiceError('malformed_upload', detail);
}
