/**
 * Idempotency keys of every POST with a known caller: the service stores the first answer for 24 hours, and the same
 * request with the same key gets it again (draft-ietf-httpapi-idempotency-key-header-07). It stores no refusals and
 * faults, because they had no effect and may succeed later.
 * The effect and the stored answer are two transactions. If the process ends between them, the effect is unknown. The
 * service then refuses the key for the rest of its day, because a repeated effect is worse.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { ServiceError } from '#domain/problem-codes.ts';
import type { IdempotencyScope, IdempotentAnswers, KeptAnswer } from '#store/database/idempotent-answers.ts';
import type { Context } from '#api/http/http.ts';
import type { Headers, Operation } from '#api/operation.ts';
import { IdempotencyHeaders, readIdempotencyHeader } from './key.ts';

/** Longer than any request takes that is read and has begun. */
const IN_FLIGHT_MS = 2 * 60_000;

const NO_EFFECT =
  '`Idempotency-Key` has no effect here, because the caller is unknown and the service stores no answer.';

const REPLAYED: Headers = {
  'Idempotent-Replayed': {
    description: 'The first request with the idempotency key got this answer.',
    schema: z.literal('true'),
  },
};

/** An operation with this member from `withIdempotency` stores answers. */
export function keepsAnswers({ method, access, isIdempotencyOfHandler = false }: Operation): boolean {
  const isCallerKnown = access.scopes !== undefined || access.action !== undefined;
  return method === 'post' && isCallerKnown && !isIdempotencyOfHandler;
}

/** The part of the description of an operation about idempotency keys. */
export function withIdempotency<Described extends Operation>(operation: Described): Described {
  const { method, access, headers, problems = [], answers, description = '' } = operation;
  const [first, ...others] = answers;
  if (method === 'post' && access.scopes === undefined && access.action === undefined) {
    return { ...operation, description: `${description} ${NO_EFFECT}`.trim() };
  }
  if (!keepsAnswers(operation)) return operation;
  return {
    ...operation,
    headers: z.object({ ...headers?.shape, ...IdempotencyHeaders.shape }),
    answers: [withReplayed(first), ...others.map(withReplayed)],
    problems: [...problems, 'idempotency_key_in_use', 'idempotency_outcome_unknown', 'idempotency_key_reused'],
  };
}

function withReplayed(answer: Operation['answers'][number]): Operation['answers'][number] {
  return { ...answer, headers: { ...answer.headers, ...REPLAYED } };
}

/** The use that this request makes of a key; null where it has none. */
export function idempotentUse(ctx: Context, operation: Operation): IdempotencyScope | null {
  const key = keepsAnswers(operation) ? readIdempotencyHeader(ctx) : null;
  if (key === null) return null;
  const { organizationId, actor } = ctx.state;
  if (organizationId === undefined || actor === undefined) throw new Error('A caller has no name.');
  return { organizationId, actor, operation: operation.id, key };
}

interface Deps {
  readonly answers: IdempotentAnswers;
  readonly log: Logger;
}

/** Answers as before, or runs what sets the answer of the context, once for all requests with this key. */
export async function once(
  ctx: Context,
  use: IdempotencyScope,
  body: unknown,
  { answers, log }: Deps,
  run: () => Promise<void>,
): Promise<void> {
  const known = await answers.claim(use, JSON.stringify([ctx.method, ctx.path, ctx.querystring, body]));
  if (known) {
    if (!known.isSameRequest) throw reused();
    if (!known.answer) throw unanswered(ctx, known.begunAt);
    return replay(ctx, known.answer);
  }
  const before = { ...ctx.response.headers };
  try {
    await run();
  } catch (error) {
    await answers.release(use).catch((err: unknown) => log.warn({ err }, 'idempotency key not released'));
    throw error;
  }
  // The operation had its effect, so the caller gets the answer even if it cannot be stored.
  await answers
    .keep(use, answerOf(ctx, before))
    .catch((err: unknown) => log.error({ err, requestId: ctx.state.requestId }, 'answer not stored'));
}

function replay(ctx: Context, { status, headers, body }: KeptAnswer): void {
  ctx.body = body;
  ctx.set({ ...headers, 'Idempotent-Replayed': 'true' });
  ctx.status = status;
}

/** Leaves out the headers of every answer. */
function answerOf(ctx: Context, before: Context['response']['headers']): KeptAnswer {
  const { body, status } = ctx;
  const own = Object.entries(ctx.response.headers).filter(
    ([name, value]) => value !== before[name] && name !== 'content-length',
  );
  const headers = Object.fromEntries(own.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]));
  const isEmpty = body === undefined || body === null;
  return { status, headers, body: isEmpty || typeof body === 'string' ? (body ?? null) : JSON.stringify(body) };
}

function reused(): ServiceError {
  return new ServiceError('idempotency_key_reused', 'This idempotency key was used with another request.');
}

function unanswered(ctx: Context, begunAt: Date): ServiceError {
  if (Date.now() - begunAt.getTime() > IN_FLIGHT_MS) {
    return new ServiceError(
      'idempotency_outcome_unknown',
      'The first request with this idempotency key was interrupted. Check whether it had an effect.',
    );
  }
  ctx.set('Retry-After', '1');
  return new ServiceError('idempotency_key_in_use', 'The first request with this idempotency key is under way.');
}
