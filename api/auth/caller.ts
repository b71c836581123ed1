/** The callers of operations for API keys and sign-ins, and their access to objects of their organization. */
import type { ServiceError } from '#domain/problem-codes.ts';
import type { Creator } from '#store/submissions/creator.ts';
import { notFound } from '#api/http/http.ts';
import type { KeyCaller } from './api-key.ts';
import type { PortalCaller } from './session.ts';

/** Both have their `organization` and its `organizationId`. */
export type Caller = KeyCaller | PortalCaller;

/** The creator of new rows. */
export function creatorOf(caller: Caller): Creator {
  if (caller.kind === 'member') return { apiKeyId: null, memberId: caller.memberId };
  return { apiKeyId: caller.apiKeyId, memberId: null };
}

/** The key or the member. */
export function callerIdOf(caller: Caller): string {
  return caller.kind === 'key' ? caller.apiKeyId : caller.memberId;
}

/** A member sees all of the organization. A key without the scope `read` sees only its own objects. */
export function maySee(caller: Caller, made: Pick<Creator, 'apiKeyId'>): boolean {
  return seesAll(caller) || made.apiKeyId === creatorOf(caller).apiKeyId;
}

/** The answer to a key without `read`, for foreign and for missing objects alike. */
export function noneToSee(caller: Caller, resource: 'submission' | 'batch'): ServiceError {
  const detail = seesAll(caller)
    ? `No such ${resource}.`
    : `This API key has made no such ${resource}; to see others takes the scope read.`;
  return notFound(resource, detail);
}

function seesAll(caller: Caller): boolean {
  return caller.kind === 'member' || caller.scopes.includes('read');
}
