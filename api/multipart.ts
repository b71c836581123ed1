/**
 * Reads a multipart/form-data body (RFC 7578): exactly one part `file`, a few short text fields before or after it.
 * The parser goes on emitting events after its first error, so the first one is final here.
 */
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { ServiceError } from '#domain/errors.ts';
import { invalid, unknownParameter, type Field } from './http.ts';
import type { Spool } from './spool.ts';

const LIMITS = { fields: 20, fieldSize: 1024, fieldNameSize: 100, parts: 24, headerPairs: 20, headerSize: 8 * 1024 };

export async function readMultipart(req: IncomingMessage, spool: Spool): Promise<Field[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Field[]>();
  const form = openForm(req);
  const fields: Field[] = [];
  let file: Promise<void> | undefined;

  form.on('file', (name, stream) => {
    if (name !== 'file') return reject(unknownParameter(name, 'form', ['file']));
    if (file) return reject(invalid('form', 'file', 'duplicate', 'file is given more than once'));
    file = spool.consume(stream);
    file.catch(reject);
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
    if (!file) return reject(invalid('form', 'file', 'required', 'The form has no part named file.'));
    file.then(() => resolve(fields), reject);
  });
  req.on('error', reject); // the caller has gone
  req.pipe(form);
  try {
    return await promise;
  } finally {
    req.unpipe(form);
  }
}

function openForm(req: IncomingMessage): BusboyInstance {
  const headers: BusboyHeaders = { ...req.headers, 'content-type': req.headers['content-type'] ?? '' };
  try {
    return new Busboy({ headers, limits: LIMITS, isPartAFile });
  } catch (cause) {
    throw new ServiceError('malformed_upload', 'The Content-Type has no usable boundary.', { cause });
  }
}

/** A part named `file` is the file even when a client forgets its filename. */
function isPartAFile(name: string | undefined, _type: string | undefined, filename: string | undefined): boolean {
  return name === 'file' || filename !== undefined;
}

function malformed(detail: string): ServiceError {
  return new ServiceError('malformed_upload', detail);
}
