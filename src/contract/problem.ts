/** Every error of the API (RFC 9457). */
import { z } from 'zod';
import { ERRORS } from '#domain/problem-codes.ts';
import { path } from './values.ts';

/** Any of the codes; the operations say which of them they answer with. */
const code = z.enum(Object.keys(ERRORS));

/** RFC 9457; members that a code adds stand beside these. */
export const Problem = z.looseObject({
  type: z.url(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  instance: path,
  code,
  requestId: z.string(),
  retryable: z.boolean(),
  errors: z
    .array(
      z.object({
        in: z.enum(['form', 'query', 'path', 'header', 'body']),
        name: z.string(),
        code: z.string(),
        detail: z.string(),
      }),
    )
    .min(1)
    .optional(),
});
