/** Operations as the OpenAPI document has them. */
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { PORTAL_ACTIONS } from '#domain/accounts/permissions.ts';
import type { Operation } from '#api/operation.ts';
import { answersOf, contentOf } from './answers.ts';

export function pathsOf(operations: readonly Operation[]) {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const entries = [...byPath].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((operation) => [operation.method, operationObject(operation)])),
  ]);
  return Object.fromEntries(entries);
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, tag, summary, access, params, query, headers, body } = operation;
  const { scopes, action } = access;
  const roles = action && action !== 'signed-in' ? PORTAL_ACTIONS[action].roles : null;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: descriptionOf(operation),
    security: securityOf(operation),
    ...(scopes && { 'x-scopes': scopes }),
    ...(roles && { 'x-roles': roles }),
    requestParams: {
      ...(params && { path: params }),
      ...(query && query !== 'ignored' && { query }),
      ...(headers && { header: headers }),
    },
    ...(body && { requestBody: { required: !body.isOptional, content: contentOf(body.content) } }),
    responses: answersOf(operation),
  };
}

const OWN = 'Without the scope `read` a key gets at what it has made itself, and the rest is 404.';

/** The description of an operation and its callers, which is never empty. */
function descriptionOf(operation: Operation): string {
  const { summary, description = `${summary}.`, onlyOwnWithoutRead = false } = operation;
  return [
    description,
    callersOf(operation),
    ...recencyOf(operation),
    ...refusalsOf(operation),
    ...(onlyOwnWithoutRead ? [OWN] : []),
  ].join(' ');
}

function callersOf({ access: { scopes, action } }: Operation): string {
  const ways = [
    ...(scopes ? [`an API key with the scope ${inWords(scopes)}`] : []),
    ...(action
      ? [
          action === 'signed-in'
            ? 'an access token'
            : `an access token of the role ${inWords(PORTAL_ACTIONS[action].roles)}`,
        ]
      : []),
  ];
  return ways.length > 0 ? `Takes ${ways.join(', or ')}.` : 'Takes no credentials.';
}

function refusalsOf({ refusedHeaders = [] }: Operation): string[] {
  return refusedHeaders.length === 0
    ? []
    : [`Refuses the headers ${refusedHeaders.map((name) => `\`${name}\``).join(' and ')}.`];
}

/** One sentence, where an older sign-in is refused. */
function recencyOf({ recentSignIn }: Operation): string[] {
  if (recentSignIn === undefined) return [];
  return [`Takes a sign-in of the last hour${recentSignIn === true ? '' : `, except for ${recentSignIn.exception}`}.`];
}

function inWords(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' or ');
}

function securityOf({ access: { scopes, action } }: Operation): Record<string, string[]>[] {
  return [...(scopes ? [{ apiKey: [] }, { bearer: [] }] : []), ...(action ? [{ accessToken: [] }] : [])];
}
