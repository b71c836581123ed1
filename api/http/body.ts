/** The kinds of body that operations take, each described and read by one schema. */
import { z } from 'zod';
import type { ErrorCode } from '#domain/problem-codes.ts';
import type { Body } from '#api/operation.ts';
import { readJson, readOptionalJson } from './json-body.ts';

const JSON_PROBLEMS: readonly ErrorCode[] = ['unsupported_media_type', 'body_too_large', 'upload_stalled'];

/** JSON by a strict schema. No body at all is read as an empty object. */
export function json<Schema extends z.ZodObject>(schema: Schema, { isOptional = false } = {}): Body<z.output<Schema>> {
  return {
    content: { 'application/json': schema },
    isOptional,
    problems: JSON_PROBLEMS,
    read: (ctx, timeoutMs) => readJson(ctx, schema, timeoutMs),
  };
}

/** Reads a body as above. A missing body has its own meaning and becomes null. */
export function jsonOrNothing<Schema extends z.ZodObject>(schema: Schema): Body<z.output<Schema> | null> {
  return { ...json(schema, { isOptional: true }), read: (ctx) => readOptionalJson(ctx, schema) };
}

/** Accepts no content: a body with members was intended for another operation. */
export const nothing: Body<object> = json(z.strictObject({}), { isOptional: true });

/** A body that the handler reads by itself, as it comes. */
export function streamed(content: Body['content'], problems: readonly ErrorCode[] = []): Body<null> {
  return { content, isOptional: false, problems, read: () => Promise.resolve(null) };
}
