/** Answers as the OpenAPI document has them: those of an operation, and its problems. */
import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { type ErrorCode, ERRORS } from '#domain/problem-codes.ts';
import { EVERY_ANSWER, PROBLEM_HEADERS } from '#api/http/headers.ts';
import type { Answer, Headers, Operation } from '#api/operation.ts';
import { problemsOf } from '#api/operation.ts';

/** Headers of every answer are written once, and referred to. */
export const SHARED_HEADERS = schemasOf(EVERY_ANSWER);

const NOT_FOUND_HEADERS: Headers = {
  'Content-Security-Policy': { description: 'The policy of the page for people.', schema: z.string() },
  'Referrer-Policy': { description: 'The policy of the page for people.', schema: z.literal('no-referrer') },
};

const PROBLEM = { $ref: '#/components/schemas/Problem' } as const;

export function answersOf(operation: Operation): Record<string, ZodOpenApiResponseObject> {
  const usual = operation.answers.map((answer) => [String(answer.status), answerObject(answer)]);
  const taken = new Set(operation.answers.map(({ status }) => status));
  const byStatus = Map.groupBy(problemsOf(operation), (code) => ERRORS[code].status);
  const problems = [...byStatus]
    .filter(([status]) => !taken.has(status))
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), problemObject(operation, status, codes)]);
  return Object.fromEntries([...usual, ...problems]);
}

function answerObject({ description, content, headers = {} }: Answer): ZodOpenApiResponseObject {
  return {
    description,
    headers: headersOf(headers),
    ...(content && { content: contentOf(content) }),
  };
}

/** One schema for all of them, so that clients have one type to look at; which codes come is said in words and in `x-codes`. */
function problemObject(
  { problemHeaders, isPage = false }: Operation,
  status: number,
  codes: readonly ErrorCode[],
): ZodOpenApiResponseObject {
  // Addresses of pages have one.
  const pages = isPage && (status === 404 || status === 503);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}.`).join(' '),
    'x-codes': codes.toSorted(),
    headers: headersOf({ ...PROBLEM_HEADERS[status], ...problemHeaders, ...(pages && NOT_FOUND_HEADERS) }),
    content: { 'application/problem+json': { schema: PROBLEM }, ...(pages && contentOf({ 'text/html': z.string() })) },
  };
}

export function contentOf(content: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
}

function headersOf(headers: Headers): z.ZodObject {
  return z.object({ ...SHARED_HEADERS, ...schemasOf(headers) });
}

function schemasOf(headers: Headers): Record<string, z.ZodType> {
  const entries = Object.entries(headers).map(([name, { description, schema, required = false }]) => {
    const value = required ? schema : schema.optional();
    return [name, value.meta({ header: { description } })] as const;
  });
  return Object.fromEntries(entries);
}
